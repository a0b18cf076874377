"""Measures conversions of long inputs by one thread and by two: --jobs 1, and without it.

    python3 Tests/Benchmarks/threads.py [--decant FILE] [--megabytes N] [--runs N] FILE...

Each FILE is a JSON document, which is repeated as the elements of an array. Figures are seconds that pass, and the
processor time of two threads in multiples of that of one; medians of interleaved runs. Two processors must be free.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

from measure import without_nulls

KINDS = [("json", "json -c"), ("json", "json"), ("json", "yaml"), ("json", "xml1"), ("xml1", "json"), ("binary1", "json")]


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
                text = json.dumps(without_nulls(json.load(input)), separators=(",", ":"), ensure_ascii=False)
            count = max(options.megabytes * 1_000_000 // len(text.encode()), 1)
            paths = {"json": os.path.join(folder, "in.json")}
            with open(paths["json"], "w", encoding="utf-8") as output:
                output.write("[" + ",".join([text] * count) + "]")
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
