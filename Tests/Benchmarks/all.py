"""Measures all, and writes RESULTS.md: python3 Tests/Benchmarks/all.py OPTION..., or by run.sh, which builds what is measured.

Each section is printed by a program of this folder; one that fails, or takes too long, is left out. What follows the line
"## Apart from this run" in RESULTS.md stays.
"""

import argparse
import datetime
import glob
import importlib.metadata
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import time

from figures import BUILD, HERE, PACKAGE

PAGE = os.path.join(HERE, "RESULTS.md")
KEPT = "\n## Apart from this run\n"
LIMIT = 600
# For each section a program, its options, and those of a brief run.
SECTIONS = {
    "json": (["measure.py", "--only", "json"], ["--megabytes", "2", "--runs", "1"]),
    "yaml": (["yaml.py"], ["--megabytes", "1", "--runs", "1"]),
    "toml": (["toml.py"], ["--megabytes", "1", "--runs", "1"]),
    "csv": (["rows.py"], ["--megabytes", "1", "--runs", "1"]),
    "binary": (["binary.py"], ["--megabytes", "1", "--runs", "1"]),
    "plist": (["measure.py", "--only", "plist"], ["--megabytes", "1", "--runs", "1"]),
    "coding": (["coding.py"], ["--runs", "1"]),
    "types": (["types.py"], ["--megabytes", "2", "--runs", "1"]),
    "schema": (["schema.py"], ["--megabytes", "1", "--runs", "1"]),
    "archives": (["archives.py"], ["--megabytes", "2", "--runs", "1"]),
    "edit": (["edit.py"], ["--megabytes", "2", "--runs", "1"]),
    "changes": (["changes.py"], ["--megabytes", "5", "--runs", "1"]),
    "service": (["service.py"], ["--count", "300", "--sample", "10", "--runs", "1"]),
    "start": (["start.py"], ["--runs", "10"]),
    "threads": (["threads.py"], ["--megabytes", "2", "--runs", "1"]),
    "migrate": (["measure.py", "--only", "migrate", "--megabytes", "20"], ["--megabytes", "1"]),
    "memory": (["measure.py", "--only", "memory", "--megabytes", "1000"], ["--megabytes", "5"]),
}


def output(*command):
    """Returns the first line that a command prints, or nothing."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip().split("\n")[0]


def found(pattern, path):
    """Returns the first group of a pattern in a file, or nothing."""
    try:
        with open(path) as file:
            match = re.search(pattern, file.read())
    except OSError:
        return ""
    return match[1] if match else ""


def versions():
    """Returns the names and versions of compilers and peers."""
    for name, command in [
        ("Swift", ["swift", "--version"]), ("Rust", ["rustc", "--version"]), ("C++", ["c++", "-dumpfullversion"]),
        ("simdjson", ["pkg-config", "--modversion", "simdjson"]), ("libyaml", ["pkg-config", "--modversion", "yaml-0.1"]),
        ("jq", ["jq", "--version"]), ("gojq", ["gojq", "--version"]),
        ("yq", ["dpkg-query", "-W", "-f", "${Version}", "yq"]), ("Miller", ["mlr", "--version"]),
        ("git", ["git", "--version"]), ("Python", [sys.executable, "--version"]),
    ]:
        if match := re.search(r"\d+(\.\d+)+|\d+", output(*command)):
            yield name, match[0]
    for module in ("orjson", "PyYAML", "tomlkit", "cbor2", "msgpack", "jsonschema-rs"):
        try:
            yield module, importlib.metadata.version(module)
        except importlib.metadata.PackageNotFoundError:
            pass
    crates = {}
    for path in glob.glob(os.path.join(BUILD, "crates", "*", "Cargo.lock")):
        with open(path) as file:
            crates.update(re.findall(r'name = "([\w-]+)"\nversion = "([\d.]+)"', file.read()))
    for crate in ("serde_json", "toml", "csv", "serde_cbor", "rmp-serde", "plist"):
        if crate in crates:
            yield crate, crates[crate]


def heading(options):
    processor = found(r"model name\s*: (.+)", "/proc/cpuinfo") or os.uname().machine
    memory = int(found(r"MemTotal:\s+(\d+)", "/proc/meminfo") or 0) / 2**20
    commit = output("git", "-C", PACKAGE, "rev-parse", "--short", "HEAD")
    size = "a brief one whose figures say little, " if options.briefly else ""
    return f"""# Results of the benchmarks

One run of all benchmarks, {size}on {datetime.date.today()}: {processor}, {os.cpu_count()} processors, {memory:.0f} GiB of memory,
Linux {os.uname().release}; decant at commit {commit}. This command repeats it and writes this page:

    sh Tests/Benchmarks/run.sh --all FOLDER

FOLDER contains twitter.json, citm_catalog.json and canada.json; `--install` installs what decant is measured beside. Where a
section does not say otherwise, a program is a whole process that reads a file and writes to a pipe, and its time is that of the
processor, in user and system mode. Figures are medians of five interleaved runs, or of eleven that take little time; what takes
more than two seconds is run twice. Slow programs read a part of the input, because what counts is megabytes (millions of bytes) per
second.

""" + wrapped(f"Versions: {', '.join(f'{name} {version}' for name, version in versions())}.\n")


def section(name, options):
    """Returns what a section's program prints, or a line that says that it failed."""
    (script, *words), brief = SECTIONS[name]
    command = [sys.executable, "-B", os.path.join(HERE, script), *words]
    command += ["--program", options.coding] if name == "coding" else ["--decant", options.decant]
    if options.documents and "migrate" not in words and "memory" not in words:
        command += ["--documents", options.documents]
    if options.briefly:
        command += brief
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as page:
        process = subprocess.Popen(command, stdout=page, start_new_session=True)
        try:
            status = process.wait(LIMIT)
        except (subprocess.TimeoutExpired, KeyboardInterrupt) as error:
            # By which it removes its files; what it has started ends too.
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(5)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if isinstance(error, KeyboardInterrupt):
                raise
            status = f"after {LIMIT} s"
        page.seek(0)
        text = page.read()
    print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    return text + (f"\nLeft out: the rest of `{script}`, which failed ({status}).\n" if status else "")


def wrapped(text):
    """Breaks the lines of paragraphs at 132 columns."""
    return "\n".join(
        line if line.startswith(("|", "#", "    ")) else textwrap.fill(line, 132, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", metavar="FOLDER", help="write RESULTS.md, the chart and README.md, with the documents of FOLDER")
    parser.add_argument("--briefly", metavar="FILE", help="with --all, measure little, and write the page to FILE alone")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, help="print these sections")
    parser.add_argument("--documents", metavar="FOLDER", help="the documents for --only")
    parser.add_argument("--decant", required=True, help="the executable")
    parser.add_argument("--coding", metavar="FILE", help="the executable CodingBenchmark")
    parser.add_argument("--install", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.documents = options.all or options.documents
    chosen = [name for name in options.only or SECTIONS if name != "coding" or options.coding and options.documents]
    sections = "".join(section(name, options) for name in chosen)
    if options.only or not options.all:
        print(wrapped(sections))
        return
    with open(PAGE, encoding="utf-8") as file:
        _, _, kept = file.read().partition(KEPT)
    page = heading(options) + wrapped(sections) + (KEPT + kept if kept else "")
    with open(options.briefly or PAGE, "w", encoding="utf-8") as file:
        file.write(page)
    if not options.briefly:
        subprocess.run([sys.executable, "-B", os.path.join(HERE, "chart.py")], check=True)


if __name__ == "__main__":
    main()
