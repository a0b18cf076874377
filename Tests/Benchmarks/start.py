"""Measures what it takes to start, convert a small document and end, beside cat.

    python3 Tests/Benchmarks/start.py [--decant FILE] [--runs N]

The runs are interleaved; figures are medians, of time also in multiples of cat's. An executable that has just been written is in
the page cache in larger pieces than one that was read as it ran, as after a reboot, and takes fewer and cheaper page faults:
decant is measured in both states. Instructions are counted if valgrind is installed.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import figures


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
    """Copies an executable, as installed; if `forgotten`, its pages are read again as it runs."""
    shutil.copy(executable, path)
    if figures.tool("strip"):
        subprocess.run(["strip", path], check=True)
    if forgotten and hasattr(os, "posix_fadvise"):
        with open(path, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return path


def instructions(command):
    """Returns the instructions of a command in thousands, or an empty text without valgrind."""
    if not figures.tool("valgrind"):
        return ""
    counter = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    report = subprocess.run(counter + command, capture_output=True, text=True, stdin=subprocess.DEVNULL).stderr
    counted = re.search(r"Collected : (\d+)", report)
    return f"{int(counted[1]) // 1000:,},000" if counted else ""


def main():
    options = figures.parsed(figures.arguments(__doc__, runs=300))
    sample = os.path.join(figures.PACKAGE, "Samples", "landmark.json")
    conversions = [["-f", "json", "-t", "yaml"], ["-t", "yaml"]]
    with tempfile.TemporaryDirectory(prefix="decant-benchmarks-") as folder:
        written = copy(options.decant, os.path.join(folder, "decant"), False)
        read = copy(options.decant, os.path.join(folder, "decant-read"), True)
        small = os.path.join(folder, "small.json")
        with open(small, "w") as file:
            file.write('{"a": 1}')
        commands = {"`cat`": [shutil.which("cat"), sample]}
        for path, state in ((written, "just written"), (read, "read as it ran")):
            for words in conversions:
                commands[f"`decant {' '.join(words)}`, {state}"] = [path, *words, sample]
        figures_of = {name: [] for name in commands}
        for _ in range(options.runs):
            for name, command in commands.items():
                figures_of[name].append(run(command))
        rows = []
        cat = figures_of["`cat`"]
        for name, results in figures_of.items():
            _, processor, faults = (statistics.median(column) for column in zip(*results))
            ratio = statistics.median(result[0] / other[0] for result, other in zip(results, cat))
            counted = "" if "as it ran" in name else instructions(commands[name])
            rows.append([name, f"{ratio:.2f}", f"{processor * 1000:.2f} ms", f"{faults:.0f}", counted])
        counts = []
        for words in ("check", "get .a", "edit --set .a 2", "diff"):
            counted = instructions([written, *words.split(), small, *([small] if words == "diff" else [])])
            counts += [f"`decant {words}` {counted}"] if counted else []
    others = f" With a document of 8 bytes, others take these instructions: {', '.join(counts)}." if counts else ""
    figures.section("Start", f"""
        A process that converts `Samples/landmark.json` to YAML, medians of {options.runs} interleaved runs: the time that passes in
        multiples of cat's, and instructions as callgrind counts them. What the page cache has of an executable that was just
        written is in larger pieces than what was read as it ran, as after a reboot.{others}""")
    figures.table(["", "time in multiples of `cat`'s", "processor", "page faults", "instructions"], rows)


if __name__ == "__main__":
    main()
