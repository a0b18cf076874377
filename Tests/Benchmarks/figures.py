"""What the benchmarks share: their options, inputs and peers, medians of interleaved runs, and tables in Markdown.

Each benchmark prints a section of RESULTS.md. A program is a whole process that reads a file and writes to a pipe, whose other
end discards what it reads. Its time is that of the processor, in user and system mode.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(PACKAGE, ".build", "benchmarks")
MEGABYTE = 1_000_000
# A round of runs that takes no longer than this is cheap: there are eleven. What takes longer than LONG is run twice.
CHEAP, MANY, LONG = 0.5, 11, 2


class Cost(NamedTuple):
    """Seconds of processor time in user mode and in the kernel, seconds that passed, and the peak memory in bytes."""

    user: float
    system: float
    elapsed: float
    memory: int

    @property
    def processor(self):
        return self.user + self.system


class Program(NamedTuple):
    """A command that gets a file, and which one of an input: slow programs read a tenth or a fiftieth of it."""

    name: str
    command: list
    part: object = 1


def arguments(description, megabytes=100, runs=5):
    """Returns a parser of the options that all benchmarks have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decant", default="decant", help="the executable (default: the one on the path)")
    parser.add_argument("--documents", metavar="FOLDER", help="contains twitter.json, citm_catalog.json and canada.json")
    parser.add_argument("--megabytes", type=float, default=megabytes, help=f"of each input ({megabytes})")
    parser.add_argument("--runs", type=int, default=runs, help=f"interleaved runs, of which the median counts ({runs})")
    return parser


def parsed(parser):
    options = parser.parse_args()
    executable = shutil.which(options.decant)
    if executable is None:
        sys.exit(f"'{options.decant}' is not installed; build it, or use --decant FILE")
    options.decant = os.path.abspath(executable)
    return options


# Inputs

# The title of a table whose cells have a figure for each of the three documents.
DOCUMENTS = "twitter, citm_catalog, canada"


def documents(options):
    """Returns the names of the documents, and each as a value; without a folder of them, those of the package."""
    folder = options.documents or os.path.join(PACKAGE, "..", "shared", "corpora", "bench")
    paths = [os.path.join(folder, name + ".json") for name in ("twitter", "citm_catalog", "canada")]
    if not all(map(os.path.exists, paths)):
        paths = [os.path.join(PACKAGE, "Samples", name) for name in ("landmark.json", "trees.json", "harbour.geojson")]
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            found[os.path.basename(path).split(".")[0]] = json.load(file)
    return found


def without_nulls(value):
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [without_nulls(part) for part in value if part is not None]
    return value


def records(value):
    """Returns the longest list of objects in a document, or else the document as the only one."""
    best, rest = [], [value]
    while rest:
        part = rest.pop()
        if isinstance(part, list) and len(part) > len(best) and all(isinstance(item, dict) for item in part):
            best = part
        rest += part.values() if isinstance(part, dict) else part if isinstance(part, list) else []
    return best or [value]


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def write_copies(piece, size, path, opening=b"[", between=b",", closing=b"]\n"):
    """Writes as many copies of a document as make up the size, by default as one array, and returns how many."""
    count = max(1, int(size) // (len(piece) + 1))
    with open(path, "wb") as file:
        file.write(opening + piece)
        for _ in range(count - 1):
            file.write(between + piece)
        file.write(closing)
    return count


def converted(options, path, source, target, words=()):
    """Converts a file to one beside it, whose name has the format added, and returns its path."""
    written = f"{path}.{target}"
    subprocess.run(
        [options.decant, "--force", "-q", "-f", source, "-t", target, *words, "-o", written, path], check=True)
    return written


# Peers

LEFT_OUT = {}


def leave_out(name, reason="not installed"):
    LEFT_OUT.setdefault(name, reason)


def tool(name):
    """Returns a list with the path of a program that is installed, or None."""
    path = shutil.which(name)
    if not path:
        leave_out(name)
    return path and [path]


def python(module, script):
    """Returns the command of a script in Python, or None if the module is not installed."""
    if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True, cwd="/").returncode:
        leave_out(f"Python's {module}")
        return None
    # Away from this folder, whose files have names of modules.
    return [sys.executable, "-I", "-c", script]


def peer(name):
    """Builds a program of the folder `peers`, unless it is built; returns a list with its path, or None."""
    sources = [os.path.join(HERE, "peers", name + suffix) for suffix in (".c", ".cpp", ".swift", ".rs")]
    source = next(filter(os.path.exists, sources))
    program = os.path.join(BUILD, name)
    os.makedirs(BUILD, exist_ok=True)
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(source):
        compiler, flags = {
            ".c": (os.environ.get("CC", "cc"), ["-O2", source, "-lyaml", "-o", program]),
            ".cpp": (os.environ.get("CXX", "c++"), ["-O3", source, "-lsimdjson", "-o", program]),
            ".swift": ("swiftc", ["-O", "-parse-as-library", source, "-o", program]),
            ".rs": ("cargo", None),
        }[os.path.splitext(source)[1]]
        try:
            if flags is None:
                shutil.copy(crates(name, source), program)
            else:
                subprocess.run([compiler, *flags], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            complaint = (getattr(error, "stderr", None) or str(error).encode()).decode(errors="replace")
            print(f"{name}: {complaint.strip()[-500:]}", file=sys.stderr)
            leave_out(f"`peers/{os.path.basename(source)}`", "not built")
            return None
    return [program]


DEBIAN = "/usr/share/cargo/registry"
CRATES = {
    "json": ["serde_json"], "toml": ["toml", "serde_json"], "plist": ["plist", "serde_json"],
    "csv": ["csv", "serde_json"], "cbor": ["serde_cbor", "serde_json"], "msgpack": ["rmp-serde", "serde_json"],
}
VERSIONS = {
    "serde": '"1"', "serde_json": '"1"', "plist": '"1"', "csv": '"1"', "serde_cbor": '"0.11"', "rmp-serde": '"1"',
    "toml": '{ version = "0.5", features = ["preserve_order"] }',
}


def crates(name, source):
    """Builds a program with the versions of the crates that cargo finds, or those of Debian's packages."""
    folder = os.path.join(BUILD, "crates", name)
    os.makedirs(os.path.join(folder, ".cargo"), exist_ok=True)
    if os.path.isdir(DEBIAN):
        with open(os.path.join(folder, ".cargo", "config.toml"), "w") as file:
            file.write(f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{DEBIAN}"\n')
    with open(os.path.join(folder, "Cargo.toml"), "w") as file:
        file.write(f'[package]\nname = "{name}-peer"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n[dependencies]\n')
        file.writelines(f"{crate} = {VERSIONS[crate]}\n" for crate in ["serde", *CRATES[name]])
        file.write(f'[profile.release]\nlto = true\ncodegen-units = 1\n[[bin]]\nname = "{name}"\npath = "{source}"\n')
    command = ["cargo", "build", "--release", "--quiet", "--target-dir", os.path.join(BUILD, "crates", "target")]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return os.path.join(BUILD, "crates", "target", "release", name)


# Runs


class Failure(Exception):
    pass


def watch_peak(pid, peak, done):
    """Stores the kernel's own high-water mark; that of wait4 would include this program's memory."""
    while True:
        try:
            with open(f"/proc/{pid}/status") as status:
                peak[0] = max(peak[0], int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) * 1024)
        except (OSError, TypeError):
            pass
        if done.wait(0.0005):
            return


def run(command, watched=False, statuses=(0,)):
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        producer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)
        peak, done = [0], threading.Event()
        watcher = threading.Thread(target=watch_peak, args=(producer.pid, peak, done))
        if watched:
            watcher.start()
        consumer = subprocess.Popen(["cat"], stdin=producer.stdout, stdout=subprocess.DEVNULL)
        producer.stdout.close()
        _, status, usage = os.wait4(producer.pid, 0)
        elapsed = time.perf_counter() - start
        producer.returncode = os.waitstatus_to_exitcode(status)
        done.set()
        if watched:
            watcher.join()
        consumer.wait()
        if producer.returncode not in statuses:
            errors.seek(0)
            complaint = errors.read().decode(errors="replace").strip().splitlines()
            raise Failure(re.sub(r"/\S+/", "", complaint[0])[:100] if complaint else f"status {producer.returncode}")
        return Cost(usage.ru_utime, usage.ru_stime, elapsed, peak[0])


def measure(commands, runs, before=None, statuses=(0,)):
    """Returns the median cost of each command, by its name, of interleaved runs. What fails is left out.

    `before` is called with the number of each round.
    """
    costs = {name: [] for name in commands}
    start, count = time.perf_counter(), 0
    while count < runs or 1 < runs <= count < MANY and (time.perf_counter() - start) / count < CHEAP:
        if before:
            before(count)
        for name in list(costs):
            if count >= 2 and costs[name][0].elapsed > LONG:
                continue
            try:
                costs[name].append(run(commands[name], count == 0, statuses))
            except (Failure, OSError) as error:
                leave_out(name, str(error))
                del costs[name]
        count += 1
    return {name: median(all) for name, all in costs.items()}


def median(costs):
    """Returns the median of several costs; which part of it the kernel's is, all of them together say, as it is told by ticks."""
    processor = statistics.median(cost.processor for cost in costs)
    part = sum(cost.user for cost in costs) / max(sum(cost.processor for cost in costs), 1e-6)
    return Cost(processor * part, processor * (1 - part), statistics.median(cost.elapsed for cost in costs),
                max(cost.memory for cost in costs))


# Pages


def paragraph(text):
    print("\n" + " ".join(text.split()))


def section(title, text):
    print(f"\n## {title}")
    paragraph(text)


def number(value):
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def megabytes(path):
    return os.path.getsize(path) / MEGABYTE


def mebibytes(memory):
    return f"{memory / 2**20:.0f} MiB"


def table(head, rows):
    """Prints a table, in which the rows of decant are bold, and what was left out for the first time."""
    print()
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for name, *cells in rows:
        mark = "**" if name.split(",")[0] == "decant" else ""
        print("| " + " | ".join(f"{mark}{cell}{mark}" if cell else "" for cell in [name, *cells]) + " |")
    new = {name: reason for name, reason in LEFT_OUT.items() if reason}
    if new:
        print("\nLeft out: " + ", ".join(f"{name} ({reason})" for name, reason in new.items()) + ".")
        LEFT_OUT.update(dict.fromkeys(new))
    sys.stdout.flush()


def rates(options, programs, inputs):
    """Returns what each program takes for each input, by their names, with the megabytes that it reads.

    An input is a dictionary of paths by their parts; a program without a path for its part is not measured with it.
    """
    found = [program for program in programs if program and program.command]
    results = {program.name: [] for program in found}
    for paths in inputs.values():
        chosen = {program.name: paths[program.part] for program in found if program.part in paths}
        commands = {program.name: program.command + [chosen[program.name]] for program in found if program.name in chosen}
        costs = measure(commands, options.runs)
        for name, row in results.items():
            row.append((megabytes(chosen[name]), costs[name]) if name in costs else None)
    return {name: row for name, row in results.items() if any(row)}


def rate(result, time="processor"):
    """Returns megabytes per second as text, or none if they were not measured, or in less than the clock tells."""
    return number(result[0] / getattr(result[1], time)) if result and getattr(result[1], time) > 5e-4 else ""


def cell(results, time="processor"):
    """Returns the rates of several inputs as text, or none if one is missing."""
    rates = [rate(result, time) for result in results]
    return ", ".join(rates) if all(rates) else ""


def table_of_programs(title, options, programs, inputs):
    """Prints rates with a row for each program and a column for each input, its memory, and the kernel's part."""
    rows = []
    for name, results in rates(options, programs, inputs).items():
        costs = [result[1] for result in results if result]
        part = sum(cost.system for cost in costs) / max(sum(cost.processor for cost in costs), 1e-4)
        rows.append([name, *map(rate, results), mebibytes(max(cost.memory for cost in costs)), f"{part:.0%}"])
    table([title, *inputs, "peak memory", "in the kernel"], rows)


def table_of_conversions(title, options, conversions):
    """Prints the rates of conversions, with a row for each, a column for each program, and in a cell a figure for each input."""
    measured = {name: rates(options, programs, inputs) for name, (programs, inputs) in conversions.items()}
    columns = list(dict.fromkeys(name for results in measured.values() for name in results))
    table([title, *columns], [
        [name, *(cell(results.get(column, [])) for column in columns)] for name, results in measured.items() if results
    ])
