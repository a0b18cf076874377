"""Measures programs that convert JSON and YAML, side by side. run.sh says how to call it."""

import argparse
import datetime
import glob
import json
import os
import plistlib
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
MEGABYTE = 1_000_000
# These get a tenth of the input; their results are per megabyte.
SLOW = {"plutil", "yq", "gojq", "jq", "JSONSerialization"}


class Program:
    def __init__(self, name, command):
        self.name = name
        self.command = command

    def is_slow(self):
        return self.name.split()[0] in SLOW

    def input(self, inputs):
        """Property lists have no null, so plutil gets the documents without theirs."""
        name = self.name.split()[0]
        return inputs["no nulls" if name == "plutil" else "small" if name in SLOW else "large"]


def without_nulls(value):
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [without_nulls(part) for part in value if part is not None]
    return value


class Result:
    def __init__(self):
        self.times, self.peak, self.output = [], 0, 0


def watch_peak(pid, result, done):
    """The kernel's own high-water mark; that of wait4 would include this program's memory."""
    while not done.wait(0.002):
        try:
            with open(f"/proc/{pid}/status") as status:
                for line in status:
                    if line.startswith("VmHWM:"):
                        result.peak = max(result.peak, int(line.split()[1]) * 1024)
        except OSError:
            return


def run(command, path, result):
    """Runs a program on a file, its output through a pipe into a consumer that reads everything."""
    start = time.perf_counter()
    producer = subprocess.Popen(command + [path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    consumer = subprocess.Popen(["cat"], stdin=producer.stdout, stdout=subprocess.DEVNULL)
    producer.stdout.close()
    done = threading.Event()
    watcher = threading.Thread(target=watch_peak, args=(producer.pid, result, done))
    watcher.start()
    consumer.wait()
    producer.wait()
    elapsed = time.perf_counter() - start
    done.set()
    watcher.join()
    complaint = producer.stderr.read().decode(errors="replace").strip()
    producer.stderr.close()
    if producer.returncode != 0:
        raise RuntimeError(complaint.splitlines()[0] if complaint else str(producer.returncode))
    result.times.append(elapsed)


def repeated(document, size, path):
    """A top-level array of as many copies of the document as make up the size."""
    with open(path, "wb") as file:
        count = max(1, size // (len(document) + 1))
        file.write(b"[" + document)
        for _ in range(count - 1):
            file.write(b"," + document)
        file.write(b"]\n")
    return os.path.getsize(path)


def programs(options):
    decant = options.decant
    found = [
        Program("cat", ["cat"]),
        Program("decant compact", [decant, "--jobs", "1", "-f", "json", "-t", "json", "-c"]),
        Program("decant pretty", [decant, "--jobs", "1", "-f", "json", "-t", "json"]),
        Program("JSONSerialization", [options.serialization]),
    ]
    peers = [
        ("plutil", ["-convert", "json", "-o", "-", "--"]),
        ("jq compact", ["-c", "."]), ("jq pretty", ["."]),
        ("gojq compact", ["-c", "."]),
        ("yq compact", ["-c", "."]),
    ]
    for name, arguments in peers:
        tool = shutil.which(name.split()[0])
        if tool:
            found.append(Program(name, [tool] + arguments))
        else:
            print(f"not at hand: {name.split()[0]}")
    return found


def documents(options):
    """The documents to measure with, each its name and itself in compact JSON."""
    corpus = os.environ.get("DECANT_CORPORA", os.path.join(PACKAGE, "..", "shared", "corpora"))
    names = [os.path.join(corpus, "bench", name + ".json")
             for name in ("twitter", "citm_catalog", "canada")]
    if not all(map(os.path.exists, names)):
        print(f"not at hand: {corpus}/bench; the package's own samples take its place")
        names = [os.path.join(PACKAGE, "Samples", name)
                 for name in ("landmark.json", "trees.json", "harbour.geojson")]
    for name in names:
        document = subprocess.run(
            [options.decant, "-f", "json", "-t", "json", "-c", name],
            stdout=subprocess.PIPE, check=True).stdout.strip()
        yield os.path.basename(name), document


def throughput(options, folder):
    for name, document in documents(options):
        lean = json.dumps(without_nulls(json.loads(document)), separators=(",", ":")).encode()
        inputs = {}
        for kind, content, part in [
            ("large", document, 1), ("small", document, 10), ("no nulls", lean, 10),
        ]:
            path = os.path.join(folder, kind.replace(" ", "-") + ".json")
            inputs[kind] = (path, repeated(content, options.size * MEGABYTE // part, path))
        table(options, name, inputs)
        pretty_a_byte(options, inputs["large"][0])


def pretty_a_byte(options, path):
    """Pretty output is longer: what counts is the time that a byte of it takes."""
    seconds = {}
    for layout in ["-c", "--indent=2"]:
        command = [options.decant, "-f", "json", "-t", "json", layout, path]
        output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        times = []
        for _ in range(options.runs):
            result = Result()
            run(command[:-1], path, result)
            times.append(result.times[0])
        seconds[layout] = statistics.median(times) / len(output)
    print(f"a byte of pretty output takes {seconds['--indent=2'] / seconds['-c']:.2f} times "
          "as long as one of compact output")


def table(options, title, inputs):
    size = inputs["large"][1]
    todo = [(program, Result()) for program in programs(options)]
    failed = {}
    for turn in range(options.runs):
        for program, result in todo:
            if program in failed or (program.is_slow() and turn >= 2):
                continue
            try:
                run(program.command, program.input(inputs)[0], result)
            except RuntimeError as error:
                failed[program] = str(error)
    print(f"\n{title}, {size / MEGABYTE:.0f} MB compact, medians of {options.runs} runs")
    print(f"{'':20}{'seconds':>10}{'x cat':>10}{'MB/s':>8}{'peak MiB':>10}")
    base = None
    for program, result in todo:
        if program in failed:
            print(f"{program.name:20}failed: {failed[program][:100]}")
            continue
        bytes_read = program.input(inputs)[1]
        seconds = statistics.median(result.times) * size / bytes_read
        base = base or seconds
        note = f"   measured on {bytes_read / MEGABYTE:.0f} MB" if program.is_slow() else ""
        print(f"{program.name:20}{seconds:10.3f}{seconds / base:10.2f}"
              f"{size / seconds / MEGABYTE:8.0f}{result.peak / 2**20:10.1f}{note}")


PYTHON_READS = """
import json, sys, yaml
json.dump(yaml.load(open(sys.argv[1], 'rb'), Loader=yaml.CSafeLoader), sys.stdout)
"""
PYTHON_WRITES = """
import json, sys, yaml
yaml.dump(json.load(open(sys.argv[1], 'rb')), sys.stdout, Dumper=yaml.CSafeDumper,
          allow_unicode=True, sort_keys=False)
"""


def yaml_programs(options):
    """What reads YAML and writes JSON, and the other way; with a part of the input that each can bear."""
    decant, python = options.decant, shutil.which("python3")
    loads = python and subprocess.run(
        [python, "-c", "import yaml; yaml.CSafeLoader"], stderr=subprocess.DEVNULL).returncode == 0
    peers = [
        ("PyYAML, C loader", loads and python, ["-c", PYTHON_READS], ["-c", PYTHON_WRITES]),
        ("yq", shutil.which("yq"), ["-c", "."], ["-y", "."]),
        ("gojq", shutil.which("gojq"), ["--yaml-input", "-c", "."], ["--yaml-output", "."]),
        ("remarshal", shutil.which("remarshal"), ["-f", "yaml", "-t", "json"],
         ["-f", "json", "-t", "yaml"]),
    ]
    reading = [("bare libyaml loop", [options.libyaml_loop], 1)] if options.libyaml_loop else []
    reading.append(("decant", [decant, "--jobs", "1", "-f", "yaml", "-t", "json", "-c"], 1))
    writing = [("decant", [decant, "--jobs", "1", "-f", "json", "-t", "yaml"], 1)]
    for name, tool, reads, writes in peers:
        if tool:
            reading.append((name, [tool] + reads, SLOW_PART))
            writing.append((name, [tool] + writes, SLOW_PART))
        else:
            print(f"not at hand: {name}")
    return reading, writing


# Programs that need a second or more per megabyte get this fraction of the input.
SLOW_PART = 50


def yaml(options, folder):
    reading, writing = yaml_programs(options)
    for name, document in documents(options):
        inputs = {}
        for part in (1, SLOW_PART):
            json_path = os.path.join(folder, f"part-{part}.json")
            yaml_path = os.path.join(folder, f"part-{part}.yaml")
            repeated(document, options.size * MEGABYTE // part, json_path)
            with open(yaml_path, "wb") as file:
                subprocess.run(
                    [options.decant, "-f", "json", "-t", "yaml", json_path], stdout=file, check=True)
            inputs[part] = (json_path, yaml_path)
        interleaved(options, f"{name}, YAML to JSON", reading, {p: i[1] for p, i in inputs.items()})
        interleaved(options, f"{name}, JSON to YAML", writing, {p: i[0] for p, i in inputs.items()})


def interleaved(options, title, programs, inputs):
    todo = [(*program, Result()) for program in programs]
    failed = {}
    for turn in range(options.runs):
        for name, command, part, result in todo:
            if name in failed or (part > 1 and turn >= 2):
                continue
            try:
                run(command, inputs[part], result)
            except RuntimeError as error:
                failed[name] = str(error)
    size = os.path.getsize(inputs[1])
    print(f"\n{title}, {size / MEGABYTE:.0f} MB, medians of {options.runs} interleaved runs")
    print(f"{'':20}{'seconds':>10}{'speed':>8}{'MB/s':>8}{'peak MiB':>10}")
    base = None
    for name, command, part, result in todo:
        if name in failed:
            print(f"{name:20}failed: {failed[name][:100]}")
            continue
        bytes_read = os.path.getsize(inputs[part])
        seconds = statistics.median(result.times) * size / bytes_read
        base = base or seconds
        note = f"   measured on {bytes_read / MEGABYTE:.1f} MB" if part > 1 else ""
        print(f"{name:20}{seconds:10.3f}{base / seconds:8.2f}"
              f"{size / seconds / MEGABYTE:8.0f}{result.peak / 2**20:10.1f}{note}")


PLISTLIB_READS = """
import json, plistlib, sys
json.dump(plistlib.load(open(sys.argv[1], 'rb')), sys.stdout)
"""
PLISTLIB_WRITES = """
import json, plistlib, sys
sys.stdout.buffer.write(plistlib.dumps(json.load(open(sys.argv[1], 'rb')), fmt=plistlib.%s))
"""


def property_lists(options, folder):
    """JSON without nulls to property lists and back, beside Swift's plutil and Python's plistlib."""
    decant, plutil, python = options.decant, shutil.which("plutil"), shutil.which("python3")
    for name, document in documents(options):
        lean = json.dumps(
            without_nulls(json.loads(document)), separators=(",", ":"), ensure_ascii=False).encode()
        for kind, constant in [("xml1", "FMT_XML"), ("binary1", "FMT_BINARY")]:
            inputs = {}
            for part in (1, SLOW_PART):
                json_path = os.path.join(folder, f"part-{part}.json")
                list_path = os.path.join(folder, f"part-{part}.{kind}")
                repeated(lean, options.size * MEGABYTE // part, json_path)
                subprocess.run(
                    [decant, "-f", "json", "-t", kind, "-o", list_path, json_path], check=True)
                inputs[part] = (json_path, list_path)
            reading = [("decant", [decant, "--jobs", "1", "-f", kind, "-t", "json", "-c"], 1)]
            writing = [("decant", [decant, "--jobs", "1", "-f", "json", "-t", kind], 1)]
            if plutil:
                reading.append(
                    ("plutil", [plutil, "-convert", "json", "-o", "-", "--"], SLOW_PART))
                writing.append(("plutil", [plutil, "-convert", kind, "-o", "-", "--"], SLOW_PART))
            reading.append(("plistlib", [python, "-c", PLISTLIB_READS], SLOW_PART))
            writing.append(("plistlib", [python, "-c", PLISTLIB_WRITES % constant], SLOW_PART))
            interleaved(options, f"{name}, {kind} to JSON", reading,
                        {part: paths[1] for part, paths in inputs.items()})
            interleaved(options, f"{name}, JSON to {kind}", writing,
                        {part: paths[0] for part, paths in inputs.items()})


def make_settings(folder, count):
    """So many XML property lists of about 2 KB, a thousand to a folder, the same ones each time."""
    number = random.Random(1)
    words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()

    def value(depth):
        kind = number.random()
        if depth < 3 and kind < 0.15:
            return {number.choice(words) + str(i): value(depth + 1)
                    for i in range(number.randint(1, 5))}
        if depth < 3 and kind < 0.25:
            return [value(depth + 1) for _ in range(number.randint(1, 4))]
        if kind < 0.5:
            return " ".join(number.choices(words, k=number.randint(1, 6)))
        if kind < 0.65:
            return number.randint(-1000, 10 ** 6)
        if kind < 0.75:
            return number.random() * 1000
        if kind < 0.85:
            return number.random() < 0.5
        if kind < 0.92:
            return datetime.datetime(2020, 1, 1) + datetime.timedelta(
                seconds=number.randint(0, 10 ** 8))
        return number.randbytes(number.randint(4, 60))

    for index in range(count):
        part = os.path.join(folder, f"{index // 1000:03}")
        os.makedirs(part, exist_ok=True)
        with open(os.path.join(part, f"{index:06}.plist"), "wb") as file:
            plistlib.dump({f"key{i}": value(0) for i in range(16)}, file)


def watched(command):
    """Runs a program to its end; gives the seconds that took and the most memory that it had."""
    result, done = Result(), threading.Event()
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watcher = threading.Thread(target=watch_peak, args=(child.pid, result, done))
    watcher.start()
    status = child.wait()
    elapsed = time.perf_counter() - start
    done.set()
    watcher.join()
    return elapsed, result.peak, status


def migration(options, folder):
    """Many small files, written safely, beside a loop of the shell that calls plutil for each."""
    sample, plutil = 500, shutil.which("plutil")
    print(f"\n{'XML property lists to YAML':34}{'files':>8}{'seconds':>9}{'ms a file':>11}"
          f"{'peak MiB':>10}")
    each = None
    for count in (10_000, 100_000):
        settings = os.path.join(folder, f"settings-{count}")
        make_settings(settings, count)
        # Otherwise the first run waits for the disk writes of other programs.
        os.sync()
        target = os.path.join(folder, f"converted-{count}")
        command = [options.decant, "migrate", "-t", "yaml", "--jobs", "2", "--output", target, settings]
        for name, words in [("decant migrate --jobs 2", command),
                            ("the same again, nothing to do", command),
                            ("decant migrate --dry-run", command + ["--dry-run", "--force"])]:
            if "--dry-run" in words:
                shutil.rmtree(target)
            elapsed, peak, status = watched(words)
            if status != 0:
                raise RuntimeError(f"{name} ended with {status}")
            each = each or elapsed / count
            print(f"{name:34}{count:8}{elapsed:9.2f}{elapsed / count * 1000:11.3f}"
                  f"{peak / 2**20:10.1f}")
        if plutil and count == 10_000:
            # plutil fails for dates and data, which JSON lacks, after it has read the whole file.
            script = 'for f; do plutil -convert json -o out.json -- "$f" >/dev/null 2>&1; done; true'
            files = sorted(glob.glob(os.path.join(settings, "00*", "*.plist")))[:sample]
            elapsed, _, _ = watched(["sh", "-c", f"cd {shlex.quote(folder)}; {script}", "sh"] + files)
            print(f"{'a loop of plutil -convert json':34}{sample:8}{elapsed:9.2f}"
                  f"{elapsed / sample * 1000:11.3f}   for {count}: {elapsed / sample * count:.0f} s, "
                  f"{elapsed / sample / each:.0f} times as long")
        shutil.rmtree(settings)
    if not plutil:
        print("not at hand: plutil")


def memory(options, folder):
    print("\na gigabyte of records")
    record = (b'{"id":%d,"name":"record number %d","tags":["a","b","c"],"value":3.14159,'
              b'"nested":{"yes":true,"no":null,"text":"some more text to make it longer"}}')
    for name, opening, between, closing in [
        ("json", b"[", b",", b"]\n"), ("jsonl", b"", b"\n", b"\n"),
    ]:
        path = os.path.join(folder, "records." + name)
        with open(path, "wb") as file:
            file.write(opening + record % (0, 0))
            number, size = 1, 0
            while size < 1000 * MEGABYTE:
                chunk = between + between.join(
                    record % (id, id) for id in range(number, number + 5000))
                size += file.write(chunk)
                number += 5000
            file.write(closing)
        passes_through(options, path, name, name)
        if name == "json":
            for other in ("yaml", "xml1", "openstep"):
                passes_through(options, path, name, other)
                written = path + "." + other
                subprocess.run([options.decant, "--lossy", "-q", "-f", name, "-t", other, "-o",
                                written, path], check=True)
                passes_through(options, written, other, "json")
                os.remove(written)
        os.remove(path)


def passes_through(options, path, source, target):
    result = Result()
    run([options.decant, "--lossy", "-q", "-f", source, "-t", target], path, result)
    gigabytes = os.path.getsize(path) / 1e9
    print(f"{source:>9} to {target:9}{gigabytes:6.2f} GB {result.times[0]:8.2f} s "
          f"{result.peak / 2**20:8.1f} MiB at most")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decant", required=True)
    parser.add_argument("--serialization", required=True)
    parser.add_argument("--libyaml-loop")
    parser.add_argument("--only", choices=["json", "yaml", "plist", "migrate"])
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    options.decant = os.path.abspath(options.decant)
    options.serialization = os.path.abspath(options.serialization)
    options.libyaml_loop = options.libyaml_loop and os.path.abspath(options.libyaml_loop)
    with tempfile.TemporaryDirectory(prefix="decant-benchmarks-") as folder:
        if options.only in (None, "json"):
            throughput(options, folder)
        if options.only in (None, "yaml"):
            yaml(options, folder)
        if options.only in (None, "plist"):
            property_lists(options, folder)
        if options.only in (None, "migrate"):
            migration(options, folder)
        if options.memory:
            memory(options, folder)


if __name__ == "__main__":
    sys.exit(main())
