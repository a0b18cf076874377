"""Measures how the cost of each verb grows with its input: at n, 2n and 4n.

    python3 Tests/Benchmarks/growth.py [--decant FILE] [--size N] [--only WORD]

Figures are seconds of processor time, the least of several runs, without those of an empty input. The last column is the
exponent of n between 2n and 4n: 1 for n, about 1.1 for n log n, 2 for a square. The exit status is 1 if an exponent is above
1.35 where none is expected.
"""

import argparse
import json
import math
import os
import plistlib
import resource
import subprocess
import sys
import tempfile

RUNS = 3
LIMIT = 1.35
# A cost of less than this is noise.
LEAST = 0.02
# The operations of an edit are done one after the other.
EXPECTED = {"edit --merge", "edit --patch"}


def record(number):
    return {"id": number, "name": f"name {number}", "tags": ["a", "b", str(number % 7)],
            "place": {"x": number / 8, "y": number * 3}, "note": None if number % 5 else f"line {number}\nend"}


def records(count):
    return [record(number) for number in range(count)]


def without_null(count):
    return [{key: value for key, value in one.items() if value is not None} for one in records(count)]


def table(count, value=lambda number: number):
    return {f"key{number}": value(number) for number in range(count)}


class Files:
    """The files of one size."""

    def __init__(self, folder, count):
        self.folder, self.count = folder, count

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        if isinstance(content, (dict, list)):
            content = json.dumps(content, indent=1)
        with open(path, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return path

    def json(self):
        return self.write("a.json", records(self.count))

    def changed(self):
        changed = records(self.count)
        for number in range(0, self.count, 3):
            changed[number]["name"] += "!"
        del changed[1::10]
        return self.write("b.json", changed)


def conversions():
    """Yields a name, and a function of the files to a command."""
    for target in ("yaml", "json5", "jsonl", "cbor", "msgpack"):
        yield f"json to {target}", lambda files, target=target: ["-t", target, files.json()]
    for target in ("toml", "xml1", "binary1", "openstep"):
        yield f"json to {target}", lambda files, target=target: [
            "--lossy", "-q", "-t", target, files.write("n.json", {"a": without_null(files.count)})]
    yield "--sort-keys", lambda files: ["-S", files.write("a.json", table(files.count * 4))]
    yield "yaml to yaml", lambda files: ["-t", "yaml", files.write("a.yaml", "".join(
        f"# {n}\n- name: a{n} # b\n  l: [1, {n}]\n" for n in range(files.count)))]
    yield "yaml with anchors", lambda files: ["-t", "json", files.write("a.yaml", "".join(
        f"- &a{n} {{v: {n}}}\n- *a{n}\n" for n in range(files.count)))]
    yield "yaml with tag handles", lambda files: ["check", files.write("a.yaml", "".join(
        f"%TAG !{n}! tag:x{n},\n" for n in range(files.count)) + "---\n" + "".join(
        f"- !{n}!t {n}\n" for n in range(files.count)))]
    yield "toml to json", lambda files: ["-t", "json", files.write("a.toml", "".join(
        f"[[a]]\nb = {n} # c\n[a.d]\ne = ['{n}', 1]\n" for n in range(files.count)))]
    yield "toml with dotted keys", lambda files: ["-t", "json", files.write("a.toml", "".join(
        f"a.k{n}.b = {n}\n" for n in range(files.count)) + "".join(f"[t.k{n}]\nb = {n}\n" for n in range(files.count)))]
    yield "json to toml, deep and wide", lambda files: ["-t", "toml", files.write("a.json", {
        f"k{n}": {"a": {"b": n}} for n in range(files.count)})]
    yield "xml1 to json", lambda files: ["-t", "json", files.write("a.plist", plistlib.dumps(without_null(files.count)))]
    yield "binary1 to json", lambda files: ["-t", "json", files.write(
        "a.plist", plistlib.dumps(without_null(files.count), fmt=plistlib.FMT_BINARY))]
    yield "--slurp", lambda files: ["--slurp", "-t", "json", files.write(
        "a.jsonl", "".join(json.dumps(record(n)) + "\n" for n in range(files.count)))]


def verbs():
    yield "check", lambda files: ["check", files.json()]
    yield "check --schema", lambda files: [
        "check", "--schema", files.write("s.json", {"items": {
            "required": ["id"], "properties": {"id": {"type": "integer"}, "tags": {"uniqueItems": True}}}}), files.json()]
    yield "check --schema, uniqueItems", lambda files: [
        "check", "--schema", files.write("s.json", {"uniqueItems": True}), files.json()]
    yield "get", lambda files: ["get", f"/{files.count - 1}/name", files.json()]
    yield "get, every child", lambda files: ["get", "/*/place/x", files.json()]
    yield "get --length", lambda files: ["get", "--length", "", files.json()]
    yield "diff, equal", lambda files: ["diff", files.json(), files.write("b.json", records(files.count))]
    yield "diff, changed", lambda files: ["diff", files.json(), files.changed()]
    yield "diff, reversed", lambda files: ["diff", files.json(), files.write("b.json", records(files.count)[::-1])]
    yield "diff, nothing alike", lambda files: [
        "diff", files.write("a.json", [n * n % 7 for n in range(files.count)]),
        files.write("b.json", [n * n % 11 for n in range(files.count)])]
    yield "diff --format patch", lambda files: ["diff", "--format", "patch", files.json(), files.changed()]
    yield "merge, one side", lambda files: ["merge", files.json(), files.write("o.json", records(files.count)), files.changed()]
    yield "merge, keys of both sides", lambda files: [
        "merge", files.write("a.json", table(files.count)),
        files.write("o.json", {**table(files.count), "ours": 1}), files.write("t.json", {"theirs": 2, **table(files.count)})]
    yield "merge, lines of both sides", lambda files: ["merge"] + [
        files.write(f"{side}.yaml", "".join(
            f"k{n}: {n + (step and n % step == place)}\n" for n in range(files.count * 4)))
        for side, step, place in (("a", 0, 0), ("o", 8, 1), ("t", 8, 5))]
    yield "edit --set", lambda files: ["edit", "--set", f"/{files.count // 2}/name", "x", files.json()]
    yield "edit --delete, every child", lambda files: ["edit", "--delete", "/*/tags", files.json()]
    yield "edit --set, every child", lambda files: ["edit", "--set", "/*/id", "7", files.json()]
    yield "edit --set in toml", lambda files: ["edit", "--set", "/key7", "x", files.write(
        "a.toml", "".join(f"key{n} = {n} # c\n" for n in range(files.count)))]
    yield "edit --merge", lambda files: ["edit", "--merge", files.write("p.json", table(files.count // 50, str)), files.write(
        "a.json", table(files.count // 50))]
    yield "edit --patch", lambda files: ["edit", "--patch", files.write("p.json", [
        {"op": "replace", "path": f"/key{n}", "value": str(n)} for n in range(files.count // 50)]), files.write(
        "a.json", table(files.count // 50))]
    yield "types", lambda files: ["types", files.json()]
    yield "types --json-schema", lambda files: ["types", "--json-schema", files.json()]
    yield "types, many shapes", lambda files: ["types", files.write("a.json", {
        f"k{n}": {f"f{n}": n} for n in range(files.count // 10)})]
    yield "archive", lambda files: ["archive", "--type", "A", files.json()]
    yield "migrate", lambda files: ["migrate", "-q", "-t", "yaml", "--out", os.path.join(files.folder, "out")] + [
        files.write(f"m{n}.json", record(n)) for n in range(files.count // 50)]


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in (0, 1):
        raise SystemExit(f"{' '.join(command)[:200]} ended with status {status}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decant", default=".build/release/decant")
    parser.add_argument("--size", type=int, default=20_000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    decant = os.path.abspath(options.decant)
    start = min(seconds([decant, "formats"]) for _ in range(RUNS))
    print("| | n | 2n | 4n | exponent |\n|---|---|---|---|---|")
    worse = []
    for name, command in [*conversions(), *verbs()]:
        if options.only not in name:
            continue
        times = []
        for factor in (1, 2, 4):
            with tempfile.TemporaryDirectory() as folder:
                words = command(Files(folder, options.size * factor))
                times.append(max(min(seconds([decant, *words]) for _ in range(RUNS)) - start, 0.0001))
        exponent = math.log2(times[2] / times[1]) if times[2] > LEAST else 0
        print(f"| {name} | " + " | ".join(f"{time:.3f}" for time in times) + f" | {exponent:.2f} |", flush=True)
        if exponent > LIMIT and name not in EXPECTED:
            worse.append(name)
    if worse:
        sys.exit("worse than n log n: " + ", ".join(worse))


if __name__ == "__main__":
    main()
