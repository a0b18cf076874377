"""Measures how the cost of each verb and option grows with its input: at n, 2n and 4n.

    python3 Tests/Benchmarks/growth.py [--decant FILE] [--size N] [--only WORD] [--briefly]

Figures are seconds of processor time, the least of several runs, without those of an empty input. The last column is the
exponent of n between 2n and 4n: 1 for n, about 1.1 for n log n, 2 for a square. The exit status is 1 if an exponent is above
1.35 where none is expected, or if a verb or an option of decant is in no case.

With --briefly, n is small, and only n and 4n are compared, by an exponent that noise does not reach: a cost is the least of
two runs, and of seven where it is too high. That takes less than a minute.
"""

import argparse
import json
import math
import os
import plistlib
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile

RUNS = 3
LIMIT = 1.35
# A cost of less than this is noise.
LEAST = 0.02
BRIEF_SIZE, BRIEF_LIMIT, BRIEF_LEAST = 3_000, 1.6, 0.03
# Why some grow faster.
ONE_AFTER_THE_OTHER = "the operations of an edit are done one after the other"
LISTS = "what both sides did to a list is compared element by element"
EXPECTED = {
    "edit --merge with comments": ONE_AFTER_THE_OTHER,
    "edit --patch, many removals": ONE_AFTER_THE_OTHER,
    "merge, lists without anything in common": LISTS,
    "merge, objects in another order": LISTS,
}
# Why an option is in no case.
NO_INPUT = "it reads no documents"
PARSED = "it only changes what is accepted or how a value is written"
WITHOUT_CASE = {
    "--sandbox": "it is entered before the input is read",
    **dict.fromkeys(["--help", "--version", "--global", "--filter", "--undo"], NO_INPUT),
    **dict.fromkeys(["--max-payload", "--timeout", "--verbose"], "service.py measures it"),
    **dict.fromkeys(["--color", "--error-format", "--force", "--duplicate-keys", "--max-depth", "--max-alias-nodes",
                     "--max-record", "--marker-size", "--file-name"], PARSED),
}
VERBS_WITHOUT_CASE = {"git": NO_INPUT, "serve": "service.py measures it", "formats": NO_INPUT, "help": NO_INPUT,
                      "completions": NO_INPUT}
# Options by which files are changed, which are written again before each run.
CHANGING = {"--in-place", "-i", "--replace", "--output"}


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

    def __init__(self, folder, count, decant):
        self.folder, self.count, self.decant = folder, count, decant

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
    yield "--sort-keys --first", lambda files: [
        "-S", "--first", "key7,key5,key1", files.write("a.json", table(files.count * 4))]
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
    yield "archive", lambda files: ["archive", "--type", "A", "--schema-version", "2", files.json()]
    yield "migrate", lambda files: ["migrate", "-q", "-t", "yaml", "--output", os.path.join(files.folder, "out")] + [
        files.write(f"m{n}.json", record(n)) for n in range(files.count // 50)]


def options():
    """Cases of the options that are in none above, as many as go together in each."""
    def csv(files):
        return files.write("a.csv", "".join(f"{n};name {n};{n / 8}\n" for n in range(files.count)))

    def yaml(files):
        return files.write("a.yaml", "".join(f"# {n}\nk{n}: {{userName: n{n}, at: 2026-01-02}}\n" for n in range(files.count)))

    def flat(files, name="t.json"):
        return files.write(name, table(files.count))

    def folder(files, name="in"):
        os.makedirs(os.path.join(files.folder, name), exist_ok=True)
        for number in range(files.count // 20):
            files.write(f"{name}/f{number}.json", record(number))
        return os.path.join(files.folder, name)

    def lists(files, changed):
        one = random.Random(1)
        return [files.write(f"{side}.json", [one.randrange(100) for _ in range(files.count // 40)]
                            if changed else list(range(files.count))) for side in "aot"]

    yield "layout", lambda files: ["--from", "json", "--to", "json", "--width", "80", "--ascii",
                                   "--key-style", "snake", "--at", "/*", "--quiet", files.json()]
    yield "layout, foundation", lambda files: ["--json-layout", "foundation", "--indent", "2", "--sort-keys", files.json()]
    yield "--output", lambda files: ["--output", os.path.join(files.folder, "o.json"), "--compact", "--strict", files.json()]
    yield "--tagged", lambda files: ["--tagged", "-t", "toml", files.write("a.json", {"a": records(files.count)})]
    yield "--in-place", lambda files: ["--in-place", "--compact", files.json()]
    yield "--dry-run --diff", lambda files: ["--in-place", "--dry-run", "--diff", "--compact", files.json()]
    yield "--check", lambda files: ["--check", "--compact", files.json()]
    yield "--split", lambda files: ["--split", "-t", "json", files.json()]
    yield "--split into files", lambda files: ["--split", "-o", os.path.join(files.folder, "{id}.json"), files.write(
        "a.json", records(files.count // 20))]
    yield "--split into folders", lambda files: ["--split", "-o", os.path.join(files.folder, "{id}", "a.json"), files.write(
        "a.json", records(files.count // 60))]
    yield "--raw --slurp --document", lambda files: ["--raw", "--slurp", "--document", "1", "-t", "json", files.json()]
    yield "--by-name", lambda files: ["--by-name", "-t", "json", *(
        files.write(f"f{n}.json", record(n)) for n in range(files.count // 100))]
    yield "records", lambda files: ["--on-error", "skip=1000000", "--rejects", os.path.join(
        files.folder, "r.jsonl"), "--jobs", "2", "-t", "jsonl", files.write("a.jsonl", "".join(
            json.dumps(record(n)) + "\n" + ("{\n" if n % 9 == 0 else "") for n in range(files.count)))]
    yield "options of csv", lambda files: ["--csv-separator", ";", "--csv-header", "a,b,c,d", "--csv-types",
                                           "--csv-short-rows", "-t", "json", csv(files)]
    yield "options of yaml", lambda files: ["--yaml-schema", "1.1", "--yaml-parser", "libyaml", "--comments", "drop", "-t",
                                            "json", yaml(files)]
    yield "--toml-version", lambda files: ["--toml-version", "1.0", "-t", "json", files.write(
        "a.toml", "".join(f"k{n} = {n}\n" for n in range(files.count)))]
    yield "--cbor", lambda files: ["--cbor", "deterministic", "-t", "cbor", files.json()]
    yield "--msgpack", lambda files: ["--msgpack", "raw", "-t", "msgpack", files.json()]
    yield "--keyedarchive-encoding", lambda files: ["--lossy", "--keyedarchive-encoding", "xml1", "-t", "keyedarchive",
                                                    files.write("a.json", without_null(files.count))]
    yield "--class-names", lambda files: ["--class-names", "drop", "-t", "json", files.write("a.plist", plistlib.dumps(
        {"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": plistlib.UID(1)}, "$objects": [
            "$null", {"NS.objects": [plistlib.UID(n + 3) for n in range(files.count)], "$class": plistlib.UID(2)},
            {"$classname": "NSArray", "$classes": ["NSArray", "NSObject"]}, *range(files.count)]}, fmt=plistlib.FMT_BINARY))]

    yield "get, options", lambda files: ["get", "--rows", "--null", "--default", "0", "/*", "/id", "/tags/9", files.json()]
    yield "get --with-filename", lambda files: ["get", "--with-filename", "/*/id", files.json()]
    yield "get --files-with-matches", lambda files: ["get", "--files-with-matches", "/*/id", files.json()]
    yield "get --keys", lambda files: ["get", "--keys", "", flat(files)]
    yield "get --type", lambda files: ["get", "--type", "/*", flat(files)]
    yield "get --paths", lambda files: ["get", "--paths", "", files.json()]
    yield "get, any depth", lambda files: ["get", "/**/x", files.json()]

    single = {
        "set-string": "/key1", "set-date": "/key1", "set-data": "/key1", "set-json": "/key1", "insert": "/new",
        "rename": "/key1", "move": "/key1", "copy": "/key1", "comment": "/key1"}
    values = {"set-date": "2026-01-02T03:04:05Z", "set-data": "AAAA", "move": "/new", "copy": "/new"}
    for option, path in single.items():
        yield f"edit --{option}", lambda files, option=option, path=path: [
            "edit", "--if-present", f"--{option}", path, values.get(option, "7"), yaml_table(files)]
    yield "edit --append", lambda files: ["edit", "--append", "", "7", files.write("a.json", list(range(files.count)))]
    yield "edit --delete-comments", lambda files: ["edit", "--delete-comments", "/k1", yaml(files)]
    yield "edit --sort", lambda files: ["edit", "--sort", "", flat(files)]
    yield "edit --sort, by a key", lambda files: ["edit", "--sort", "=name", files.json()]
    yield "edit --lists", lambda files: ["edit", "--lists", "by=id", "--merge", files.json(), files.changed()]
    yield "edit --make-front-matter", lambda files: [
        "edit", "--make-front-matter", "--set", "/a", "1", files.write("a.md", "text\n" * files.count)]
    yield "check --known", lambda files: ["check", "--known", files.json()]
    yield "get, slices and conditions", lambda files: [
        "get", "--default", "0", "/[0:-1]/[name^=a | tags/*=b]", files.json()]
    yield "get --rows, places", lambda files: ["get", "--rows", "/*", "n=/id", "@line", "@key", files.json()]
    yield "edit --test", lambda files: ["edit", "--test", "/key1", "1", "--delete", "/key2", flat(files)]
    for option, value in (("value", "7"), ("string", "7"), ("date", "2026-01-02"), ("data", "AAAA")):
        yield f"edit, {option}", lambda files, option=option, value=value: [
            "edit", *(["--value", "--set"] if option == "value" else [f"--set-{option}"]), "/key1", value, yaml_table(files)]
    yield "edit, cells", lambda files: ["edit", "--set", "/c", "7", "--document", "[b=name 7]", files.write(
        "t.csv", "a,b,c\n" + "".join(f"{n},name {n},{n / 8}\n" for n in range(files.count)))]
    yield "edit, columns", lambda files: ["edit", "--set", "/d", "7", "--delete", "/b", files.write(
        "t.csv", "a,b,c\n" + "".join(f"{n},name {n},{n / 8}\n" for n in range(files.count)))]
    yield "-t sh", lambda files: ["-t", "sh", flat(files)]
    for rule in ("change", "keep"):
        yield f"edit --aliases {rule}", lambda files, rule=rule: ["edit", "--aliases", rule, "--set", "/l/1/v", "7", files.write(
            "a.yaml", "l:\n- &a {v: 1}\n" + "- *a\n" * files.count)]
    for option in (["--add-missing"], ["--sync", "--remove-unknown"]):
        yield "edit " + " ".join(option), lambda files, option=option: [
            "edit", option[0], files.write("p.json", table(files.count, str)), *option[1:], flat(files)]
    yield "edit --merge with comments", lambda files: ["edit", "--merge", files.write("p.yaml", "".join(
        f"# {n}\nk{n}: {n}\n" for n in range(files.count // 10))), files.write("a.yaml", "".join(
            f"key{n}: {n}\n" for n in range(files.count // 10)))]
    yield "edit --patch, many removals", lambda files: ["edit", "--patch", files.write("p.json", [
        {"op": "remove", "path": "/0"}] * (files.count // 10)), files.write("a.json", list(range(files.count)))]
    yield "edit --steps", lambda files: ["edit", "--steps", files.write("s.steps", "".join(
        f"rename /k{n} m{n}\nset /n{n} 1\n" for n in range(files.count // 100)) + "append /l 7\n"), files.write(
            "a.yaml", "l:\n" + "- 1\n" * files.count + "".join(f"k{n}: 1\n" for n in range(files.count // 100)))]
    yield "edit --print-steps", lambda files: ["edit", "--print-steps", *(
        word for n in range(files.count // 100) for word in ("--set", f"/k{n}", str(n)))]
    for option in ("rename", "move"):
        yield f"edit, many --{option}", lambda files, option=option: ["edit", *(
            word for n in range(files.count // 100)
            for word in (f"--{option}", f"/key{n}", f"new{n}" if option == "rename" else f"/new{n}")),
            yaml_table(files, 10)]

    yield "diff, options", lambda files: ["diff", "--order", "all", "--key", "/=id", "--ignore", "/*/name", "--tolerance", "0.1",
                                          files.json(), files.changed()]
    yield "diff --order none", lambda files: ["diff", "--order", "none", files.json(), files.write(
        "b.json", records(files.count)[::-1])]
    yield "merge, renamed lists that the other side changed", lambda files: ["merge", *(
        files.write(f"{name}.yaml", "".join(f"{key}{n}:\n  - a\n{more}" for n in range(files.count // 10)))
        for name, key, more in (("base", "k", ""), ("ours", "n", ""), ("theirs", "k", "  - b\n")))]
    yield "merge --union", lambda files: ["merge", "--union", "", *lists(files, False)]
    yield "merge --key", lambda files: ["merge", "--key", "id", "--ours", files.json(), files.changed(), files.write(
        "t.json", records(files.count))]
    yield "merge, conflicts", lambda files: ["merge", "--labels", "a", "b", *(
        files.write(f"{side}.yaml", "".join(f"k{n}: {side}{n % 7 or side}\nl{n}: 1\n" for n in range(files.count // 10)))
        for side in "xyz")]
    yield "merge --theirs", lambda files: ["merge", "--theirs", *(
        files.write(f"{side}.json", table(files.count, lambda n: side + str(n))) for side in "xyz")]
    yield "merge, marks", lambda files: ["merge", files.write("a.yaml", "".join(
        f"<<<<<<< a\nk{n}: 1\n||||||| b\nk{n}: 0\n=======\nk{n}: 0\n>>>>>>> c\n" for n in range(files.count // 20)))]
    yield "merge, lists without anything in common", lambda files: ["merge", *lists(files, True)]
    yield "merge, objects in another order", lambda files: ["merge", *(
        files.write(f"{side}.json", random.Random(side).sample(
            [{"id": n, "v": side if n % 5 == 0 else n} for n in range(files.count // 40)], files.count // 40))
        for side in "aot")]

    yield "git-filter", lambda files: ["git-filter", "--checkout", "binary1", "clean", "<" + files.write(
        "a.plist", plistlib.dumps(without_null(files.count), fmt=plistlib.FMT_BINARY))]
    yield "check, options", lambda files: ["check", "--assert-format", "--schema-draft", "7", "--schema",
                                           files.write("s.json", {"items": {"properties": {"name": {"format": "date"}}}}),
                                           files.json()]
    yield "check --portable", lambda files: ["check", "--portable", yaml(files)]
    yield "check, folder", lambda files: [
        "check", "--include", "*.json", "--exclude", "*.yaml", "--hidden", "--report",
        os.path.join(files.folder, "report.json"), folder(files)]
    yield "check --schema, alternatives", lambda files: ["check", "--schema", files.write("s.json", {"items": {"anyOf": [
        {"required": ["a"]}, {"properties": {"name": {"type": "null"}}, "additionalProperties": False}]}}), files.json()]
    # The alternatives double at each level, so that the limit of steps is reached.
    alternative = {"required": ["b"], "properties": {"a": {"$ref": "#"}}}
    yield "check --schema, too many steps", lambda files: [
        "check", "--schema", files.write("s.json", {"oneOf": [alternative, alternative]}), files.write(
            "a.json", '{"a":' * (files.count // 100) + "1" + "}" * (files.count // 100))]
    yield "check --schema-dir, catalog", lambda files: [
        "check", "--require-schema", "--schema-dir", catalog(files), folder(files)]
    yield "check --schema-dir, kinds", lambda files: ["check", "--schema-dir", kinds(files), files.write("a.yaml", "".join(
        f"apiVersion: v1\nkind: Pod\nspec: {{n: {n}}}\n---\n" for n in range(files.count)))]
    yield "check --schema-dir, a list", lambda files: ["check", "--schema-dir", kinds(files), files.write("a.json", {
        "apiVersion": "v1", "kind": "List", "items": [
            {"apiVersion": "v1", "kind": "Pod", "spec": {"n": n}} for n in range(files.count)]})]
    yield "types, options", lambda files: ["types", "--name", "A", "--archivable", "--enums", files.json()]
    yield "types --schema", lambda files: ["types", "--schema", files.write("s.json", {"properties": {
        f"key{n}": {"type": "object", "properties": {f"a{n}": {"type": "string"}}} for n in range(files.count // 20)}})]
    yield "types --schema, keys alike", lambda files: ["types", "--schema", files.write("s.json", {"properties": {
        "a" + "_" * n: {"type": "string"} for n in range(math.isqrt(files.count * 40))}})]
    yield "types --schema, equal names", lambda files: ["types", "--schema", files.write("s.json", {"properties": {
        "a" + "".join("-_"[n >> bit & 1] for bit in range(16)): {"type": "string"} for n in range(files.count // 10)}})]
    yield "--output, a file for each key", lambda files: [
        "-o", os.path.join(files.folder, "keys", "{key}.json"), files.write("a.json", table(files.count // 40))]
    yield "restore", lambda files: ["restore", "--type", "A", files.write("a.json", subprocess.run(
        [files.decant, "archive", "--type", "A", files.json()], stdout=subprocess.PIPE, check=True).stdout)]
    yield "migrate, folder", lambda files: ["migrate", "-q", "--to", "yaml", "--replace", "--jobs", "2", folder(files)]

    def kinds(files):
        os.makedirs(os.path.join(files.folder, "kinds"), exist_ok=True)
        files.write("kinds/pod-v1.json", {"properties": {"spec": {"properties": {"n": {"type": "integer"}}}}})
        return os.path.join(files.folder, "kinds")

    def catalog(files):
        os.makedirs(os.path.join(files.folder, "schemas"), exist_ok=True)
        files.write("schemas/a.json", {})
        files.write("schemas/catalog.json", {"schemas": [
            {"url": "https://example.org/a.json", "fileMatch": [f"f{n}*.json", f"g{n}/*.json"]}
            for n in range(files.count)]})
        return os.path.join(files.folder, "schemas")

    def yaml_table(files, divisor=1):
        return files.write("a.yaml", "".join(f"key{n}: {n}\n" for n in range(files.count // divisor)))


def known(decant):
    """Returns the options of each verb, and of the filter as `*`, by the completions that decant prints."""
    script = subprocess.run([decant, "completions", "bash"], stdout=subprocess.PIPE, check=True, text=True).stdout
    lists = re.findall(r"^ +([a-z*-]+)\) mapfile .* -W '((?:-\S+ ?)+)' -- ", script, re.MULTILINE)
    return {verb: {word for word in words.split() if word.startswith("--")} for verb, words in lists
            if not verb.startswith("-")}


def uncovered(decant, commands):
    """Returns what is in no case though decant has it, or in a list here though it has not."""
    verbs = known(decant)
    if len(verbs) < 10:
        raise SystemExit("the completions of decant are not understood")
    every = set().union(*verbs.values())
    used = {word.split("=")[0] for command in commands for word in command}
    flaws = [f"no case has {word}" for word in (set(verbs) - {"*"} - set(VERBS_WITHOUT_CASE) | every - set(WITHOUT_CASE)) - used]
    flaws += [f"decant has no {word}" for word in set(WITHOUT_CASE) - every | set(VERBS_WITHOUT_CASE) - set(verbs)]
    return sorted(flaws + [f"{word} has a case" for word in set(WITHOUT_CASE) & used])


def seconds(decant, words):
    command = [decant, *(word for word in words if not word.startswith("<"))]
    source = next((word[1:] for word in words if word.startswith("<")), os.devnull)
    with open(source, "rb") as file:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        status = subprocess.run(
            command, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Differences and conflicts are 1; what is invalid is meant to be so in cases of records, schemas and alternatives.
    if status not in (0, 1) and not (status == 65 and {"--schema", "--portable", "--on-error"} & set(words)):
        raise SystemExit(f"{shlex.join(command)[:300]} ended with status {status}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cost(decant, command, count, runs):
    """Returns the least time of a command for an input of some size."""
    least = math.inf
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder, count, decant)
        words = command(files)
        for run in range(runs):
            least = min(least, seconds(decant, words))
            if run + 1 < runs and CHANGING & set(words):
                words = command(files)
    return least


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decant", default=".build/release/decant")
    parser.add_argument("--size", type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--briefly", action="store_true")
    arguments = parser.parse_args()
    decant = os.path.abspath(arguments.decant)
    brief = arguments.briefly
    size = arguments.size or (BRIEF_SIZE if brief else 20_000)
    factors, limit, least = ((1, 4), BRIEF_LIMIT, BRIEF_LEAST) if brief else ((1, 2, 4), LIMIT, LEAST)
    cases = dict([*conversions(), *verbs(), *options()])
    with tempfile.TemporaryDirectory() as folder:
        flaws = uncovered(decant, [command(Files(folder, 60, decant)) for command in cases.values()])
    flaws += [f"no case is {name}" for name in set(EXPECTED) - set(cases)]
    start = min(seconds(decant, ["formats"]) for _ in range(RUNS))
    print("| | " + " | ".join("n" if factor == 1 else f"{factor}n" for factor in factors) + " | exponent |")
    print("|---" * (len(factors) + 2) + "|")
    for name, command in cases.items():
        if arguments.only not in name or brief and name in EXPECTED:
            continue
        for runs in (2, 7) if brief else (RUNS,):
            times = [max(cost(decant, command, size * factor, runs) - start, 0.0001) for factor in factors]
            ratio = factors[-1] / factors[-2]
            exponent = math.log(times[-1] / times[-2], ratio) if times[-1] > least else 0
            if exponent <= limit:
                break
        print(f"| {name} | " + " | ".join(f"{time:.3f}" for time in times) + f" | {exponent:.2f} |", flush=True)
        if exponent > limit and name not in EXPECTED:
            flaws.append(f"{name} is worse than n log n")
    if flaws:
        sys.exit("\n".join(flaws))


if __name__ == "__main__":
    main()
