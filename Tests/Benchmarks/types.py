"""Measures 'decant types' over JSON Lines of each document, beside 'decant check'.

    python3 Tests/Benchmarks/types.py [--decant FILE] [--megabytes N] [--runs N] FILE...

Each FILE is a JSON document: its longest list of objects, or else the whole document, becomes the records. Figures are
seconds of processor time, medians of interleaved runs, and the peak of memory.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import threading

from measure import Result, watch_peak


def records(document):
    """Returns the longest list of objects in a document."""
    best, rest = [], [document]
    while rest:
        value = rest.pop()
        if isinstance(value, list) and len(value) > len(best) and all(isinstance(part, dict) for part in value):
            best = value
        rest += value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return best or [document]


def measure(command):
    """Returns the seconds of processor time and the bytes of memory that a program takes."""
    result, done = Result(), threading.Event()
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    watch = threading.Thread(target=watch_peak, args=(program.pid, result, done))
    watch.start()
    _, status, used = os.wait4(program.pid, 0)
    done.set()
    watch.join()
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    return used.ru_utime + used.ru_stime, result.peak


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--decant", default=".build/release/decant")
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    size = options.megabytes * 1_000_000
    print("| records of | size | check | types | of check's speed | memory |\n|---|---|---|---|---|---|")
    for name in options.files:
        with open(name, encoding="utf-8") as file:
            lines = [json.dumps(part, separators=(",", ":"), ensure_ascii=False) for part in records(json.load(file))]
        block = "\n".join(lines).encode() + b"\n"
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            for _ in range(max(size // len(block), 1)):
                file.write(block)
            file.flush()
            length = file.tell()
            checks, inferences = [], []
            for _ in range(options.runs):
                checks.append(measure([options.decant, "check", file.name]))
                inferences.append(measure([options.decant, "types", file.name]))
        check = statistics.median(time for time, _ in checks)
        types = statistics.median(time for time, _ in inferences)
        print(
            f"| {os.path.basename(name)} | {length / 1e6:.0f} MB | {check:.3f} s | {types:.3f} s "
            f"| {check / types:.2f} | {max(memory for _, memory in inferences) / 1048576:.0f} MiB |")


if __name__ == "__main__":
    main()
