"""Measures what it takes to start, convert a small document and end, beside cat.

    python3 Tests/Benchmarks/start.py [--decant FILE] [--runs N]

The runs are interleaved; figures are medians, of time also in multiples of cat's. An executable that has just been written is in
the page cache in larger pieces than one that was read as it ran, as after a reboot, and takes fewer and cheaper page faults:
decant is measured in both states. Instructions are counted if valgrind is installed.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(command):
    """Returns the seconds that passed, the processor time, and the page faults."""
    output = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[output])
    _, status, usage = os.wait4(child, 0)
    elapsed = time.perf_counter() - start
    if status:
        sys.exit(f"{command[0]}: status {status}")
    return elapsed, usage.ru_utime + usage.ru_stime, usage.ru_minflt


def copy(executable, path, forgotten):
    """Copies an executable; if `forgotten`, its pages are read again as it runs."""
    shutil.copy(executable, path)
    if forgotten and hasattr(os, "posix_fadvise"):
        with open(path, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return path


def instructions(command):
    counter = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    report = subprocess.run(counter + command, capture_output=True, text=True, check=True).stderr
    return int(re.search(r"Collected : (\d+)", report)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decant", default=shutil.which("decant"))
    parser.add_argument("--runs", type=int, default=300)
    options = parser.parse_args()
    sample = os.path.join(PACKAGE, "Samples", "landmark.json")
    conversions = [["-f", "json", "-t", "yaml", sample], ["-t", "yaml", sample]]
    with tempfile.TemporaryDirectory(prefix="decant-benchmarks-") as folder:
        written = copy(options.decant, os.path.join(folder, "decant"), False)
        read = copy(options.decant, os.path.join(folder, "decant-read"), True)
        commands = [[shutil.which("cat"), sample]]
        commands += [[path, *words] for path in (written, read) for words in conversions]
        figures = [[] for _ in commands]
        for _ in range(options.runs):
            for command, results in zip(commands, figures):
                results.append(run(command))
        print(f"{'':40}{'ms':>8}{'x cat':>8}{'ms of CPU':>12}{'page faults':>14}{'instructions':>15}")
        for command, results in zip(commands, figures):
            elapsed, processor, faults = (statistics.median(column) for column in zip(*results))
            ratio = statistics.median(result[0] / cat[0] for result, cat in zip(results, figures[0]))
            counted = f"{instructions(command):15}" if shutil.which("valgrind") else ""
            name = " ".join(os.path.basename(word) for word in command)
            print(f"{name:40}{elapsed * 1000:8.2f}{ratio:8.2f}{processor * 1000:12.2f}{faults:14.0f}{counted}")


if __name__ == "__main__":
    main()
