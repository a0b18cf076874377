"""Measures conversions of long inputs by one thread and by two: --jobs 1, and without it.

    python3 Tests/Benchmarks/threads.py [--decant FILE] [--megabytes N] [--runs N] FILE...

Each FILE is a JSON document, which is repeated as the elements of an array, and whose longest array is repeated as JSON
Lines. Figures are seconds that pass, and the processor time of two threads in multiples of that of one; medians of
interleaved runs. Two processors must be free.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

from measure import without_nulls

KINDS = [
    ("json", "json -c"), ("json", "json"), ("json", "yaml"), ("json", "xml1"), ("xml1", "json"), ("binary1", "json"),
    ("jsonl", "jsonl"),
]


def longest_array(value):
    """Returns the array in a document that has the most elements."""
    children = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    found = [longest_array(child) for child in children] + ([value] if isinstance(value, list) else [])
    return max(found, key=len, default=[])


def write_records(value, size, path):
    text = "".join(
        json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n" for record in longest_array(value))
    with open(path, "w", encoding="utf-8") as output:
        for _ in range(max(size // len(text.encode()), 1)):
            output.write(text)


def run(command):
    """Returns the time that has passed and the processor time."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise subprocess.CalledProcessError(status, command)
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decant", default="decant")
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    print(f"{'':36}{'1 thread':>10}{'2 threads':>10}{'speedup':>9}{'processor':>11}")
    with tempfile.TemporaryDirectory() as folder:
        for file in options.files:
            with open(file, encoding="utf-8") as input:
                document = without_nulls(json.load(input))
            text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
            count = max(options.megabytes * 1_000_000 // len(text.encode()), 1)
            paths = {"json": os.path.join(folder, "in.json")}
            with open(paths["json"], "w", encoding="utf-8") as output:
                output.write("[" + ",".join([text] * count) + "]")
            paths["jsonl"] = os.path.join(folder, "in.jsonl")
            write_records(document, options.megabytes * 1_000_000, paths["jsonl"])
            for kind in ("xml1", "binary1"):
                paths[kind] = os.path.join(folder, f"in.{kind}")
                subprocess.run(
                    [options.decant, "-f", "json", "-t", kind, "-o", paths[kind], paths["json"]], check=True)
            for source, target in KINDS:
                command = [options.decant, "-f", source, "-t", *target.split(), paths[source]]
                one, two = [], []
                for _ in range(options.runs):
                    one.append(run([*command, "--jobs", "1"]))
                    two.append(run(command))
                (time1, used1), (time2, used2) = (
                    [statistics.median(column) for column in zip(*runs)] for runs in (one, two))
                name = f"{os.path.basename(file)}: {source} to {target}"
                print(f"{name:36}{time1:10.3f}{time2:10.3f}{time1 / time2:9.2f}{used2 / used1:11.2f}", flush=True)


if __name__ == "__main__":
    main()
