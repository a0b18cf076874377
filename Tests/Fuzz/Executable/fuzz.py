"""Runs the executable on random and damaged documents: python3 Tests/Fuzz/Executable/fuzz.py [OPTION...]

    --seconds N     how long (default 60)
    --decant FILE   the executable (default: decant in PATH)
    --seed N        the seed of the first worker (default: the time)
    --jobs N        workers (default 1)

It knows only the executable. No run may end by a signal, with a status that the manual does not name or with 70 (a defect
of decant), print the trace of a crash, or take more than 2 seconds of processor time. What was converted, edited or merged
without a message is read by readers that share nothing with decant, and must be the value that is expected. What breaks
these rules is kept in .build/fuzz/executable, and the exit status is 1.
"""

import argparse
import concurrent.futures
import json
import os
import resource
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from documents import FORMATS, Unwritable, damaged  # noqa: E402
from readers import read  # noqa: E402
from runner import ENDINGS, OF_TEXTS, Runner  # noqa: E402
from values import Unsure, difference  # noqa: E402

WRITING = [
    [], [], ["-c"], ["-S"], ["--lossy"], ["--tagged"], ["--strict"], ["--slurp"], ["--split"], ["--ascii"], ["--indent", "1"],
    ["--width", "40"], ["--key-style", "snake"], ["--comments", "drop"], ["--jobs", "2"], ["--duplicate-keys", "last"],
    ["--yaml-schema", "1.1"], ["--yaml-parser", "libyaml"], ["--toml-version", "1.0"], ["--csv-types"], ["--csv-short-rows"],
    ["--at", "/**/a"], ["--at", "/*"], ["--on-error", "skip"], ["--max-record", "20"], ["--cbor", "deterministic"], ["-r"],
]
# Only these leave values as they are.
PLAIN = [[], ["-c"], ["-S"], ["--ascii"], ["--indent", "1"], ["--width", "40"], ["--comments", "drop"], ["--jobs", "2"]]
EDITS = [
    ["--set", "/a", "1"], ["--set", "/**/a", "x"], ["--set-json", "", "[1, {}]"], ["--set-json", "/a", '{"b": [null]}'],
    ["--delete", "/*"], ["--delete", "/**/b"], ["--insert", "/0", "1"], ["--append", "", "1"], ["--append", "/a", "x"],
    ["--rename", "/a", "no"], ["--move", "/a", "/z"], ["--copy", "/a", "/z"], ["--copy", "", "/z"], ["--comment", "/a", "c"],
    ["--delete-comments", "/a"], ["--set-date", "/a", "2026-01-02"], ["--set-data", "/a", "AQI="], ["--test", "/a", "1"],
    ["--set", "/b/0", "2", "--if-present"], ["--set", "/a/b", "[x]", "--value"],
]


class Worker(Runner):
    """Each of these methods is one test."""

    def conversion(self):
        """A document whose value is known, or a damaged one that the independent reader accepts."""
        form, value, data = self.document()
        if self.random.random() < 0.5:
            data = damaged(self.random, data, [self.document()[2]])
            try:
                value = read(data, form)
            except Unsure:
                value = Unsure
        target = self.random.choice(list(FORMATS))
        arguments = ["-f", form, "-t", target] + self.random.choice(PLAIN)
        if form == "csv":
            # Otherwise a table of one column with semicolons has two.
            arguments += ["--slurp", "--csv-separator", ","]
        run = self.run(*arguments, data=data)
        if target == "csv" and isinstance(value, dict):
            # A mapping is a table of one row.
            value = [value]
        if run.status == 0 and not run.errors and value is not Unsure:
            self.compare("another value", arguments, run, run.output, target, value)

    def rewriting(self):
        """A file that is rewritten in place, also with options that change values: it can be read afterwards."""
        form, _, data = self.document()
        if self.random.random() < 0.3:
            data = damaged(self.random, data, [data])
        path = self.file("rewritten." + ENDINGS[form], data)
        options = self.random.choice(WRITING)
        run = self.run("-i", "-f", form, *options, path)
        if run.status == 0 and self.content(path) != data and options != ["-r"]:
            arguments = ["check", "-f", form, path]
            run = self.run(*arguments)
            if run.status != 0:
                self.alarm(f"invalid after -i {' '.join(options)}", arguments, run, data)

    def path(self, value):
        """Returns the keys and indexes of a random value, which lead to it in a path."""
        path = []
        while isinstance(value, (dict, list)) and value and self.random.random() < 0.9:
            key = self.random.choice(list(value) if isinstance(value, dict) else range(len(value)))
            if isinstance(key, str) and (key[:1] in ("*", "-", "[") or key.isdigit()):
                break
            path.append(key)
            value = value[key]
        return path

    @staticmethod
    def pointer(path):
        return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)

    @staticmethod
    def changed(value, path, new):
        if not path:
            return new
        copy = value.copy()
        copy[path[0]] = Worker.changed(value[path[0]], path[1:], new)
        return copy

    def edit(self):
        form, value, data = self.document(self.random.choice([name for name in FORMATS if name != "csv"]))
        path = self.path(value)
        if not path:
            return
        new = self.random.choice(["new", "", "no", "1", "a b", "é"] + ([] if form in OF_TEXTS else [17, -3, True]))
        arguments = ["edit", "-f", form, "--set-json", self.pointer(path), json.dumps(new)]
        run = self.run(*arguments, data=data)
        if run.status != 0:
            self.alarm("an edit that failed", arguments, run)
        elif not run.errors:
            self.compare("another value after an edit", arguments, run, run.output, form, self.changed(value, path, new))

    def merge(self):
        """Two changes at different places: a merge without a conflict has both."""
        form, value, data = self.document(self.random.choice(["json", "yaml", "toml", "json5", "xml1"]))
        paths = [self.path(value) for _ in range(2)]
        shorter = min(map(len, paths))
        if shorter == 0 or paths[0][:shorter] == paths[1][:shorter]:
            return
        state = self.random.getrandbits(32)
        write = FORMATS[form][0]
        try:
            sides = [write(type(self.random)(state), side) for side in (
                value, self.changed(value, paths[0], "ours"), self.changed(value, paths[1], "theirs"))]
        except Unwritable:
            return
        names = [self.file(f"{side}.{ENDINGS[form]}", text) for side, text in zip(("base", "ours", "theirs"), sides)]
        arguments = ["merge", "-f", form, *names]
        run = self.run(*arguments)
        if run.status == 0:
            both = self.changed(self.changed(value, paths[0], "ours"), paths[1], "theirs")
            self.compare("a wrong merge", arguments, run, run.output, form, both)

    def difference(self):
        form, value, data = self.document()
        other = self.random.choice(list(FORMATS))
        changed = value
        path = self.path(value)
        if path and self.random.random() < 0.5:
            changed = self.changed(value, path, "another")
        try:
            second = FORMATS[other][0](self.random, changed)
            expected = not difference(value, read(second, other)) and not difference(read(data, form), value)
        except (Unwritable, Unsure, TypeError, AttributeError, KeyError, IndexError, ValueError):
            return
        arguments = ["diff", self.file("old." + ENDINGS[form], data), self.file("new." + ENDINGS[other], second)]
        run = self.run(*arguments)
        if not {form, other} & OF_TEXTS and run.status != (0 if expected else 1):
            self.alarm(f"status {run.status} of a comparison", arguments, run, value, changed)

    def query(self):
        form, value, data = self.document()
        path = self.path(value)
        found = value
        for key in path:
            found = found[key]
        # Data is printed as Base64.
        if not isinstance(found, (dict, list)) or form in OF_TEXTS or "data" in FORMATS[form][1]:
            return
        arguments = ["get", "-f", form, self.pointer(path)]
        run = self.run(*arguments, data=data)
        if run.status == 0 and not run.errors:
            self.compare("another value at a path", arguments, run, run.output, "json", found)

    def damage(self):
        """Damaged documents and samples through all verbs; only the rules that hold for all runs are checked."""
        if self.random.random() < 0.3:
            ending, data = self.random.choice(self.seeds)
        else:
            form, _, data = self.document()
            ending = ENDINGS[form]
        others = self.others()
        path = self.file("a." + ending, damaged(self.random, data, others))
        second = self.file("b." + ending, damaged(self.random, data, others))
        target = self.random.choice([name for name in ENDINGS if name != "keyedarchive"])
        verb = self.random.randrange(15)
        if verb < 4:
            self.run("-t", target, *self.random.choice(WRITING), path)
        elif verb < 6:
            option = self.random.choice([["-i"], ["--patch", path], ["--merge", second], ["--sync", second], ["--add-missing", second]])
            self.run("edit", *option, *self.random.choice(EDITS), path)
        elif verb == 6:
            third = self.file("c." + ending, damaged(self.random, data, others))
            self.run("merge", *self.random.choice([[], ["--ours"], ["--union", "/a"], ["--key", "a"]]), path, second, third)
        elif verb == 7:
            self.run("diff", *self.random.choice([[], ["--order", "none"], ["--order", "all"], ["--format", "patch"]]), path, second)
        elif verb == 8:
            self.run("get", self.random.choice(["/**", "/*/a", "", "/**/[a>1]"]), *self.random.choice(
                [[], ["--paths"], ["--keys"], ["--length"], ["--type"]]), path)
        elif verb == 9:
            self.run("types", *self.random.choice([[], ["--json-schema"], ["--enums"], ["--schema", second]]), path)
        elif verb == 10:
            self.run("check", *self.random.choice([[], ["-t", target], ["--schema", second], ["--portable"]]), path)
        elif verb == 11:
            run = self.run("archive", "-t", self.random.choice(["json", "yaml", "cbor", "binary1"]), path)
            self.run("restore", "-t", target, data=damaged(self.random, run.output, others))
        elif verb == 12:
            self.run("migrate", "-t", target, "--force", *self.random.choice([[], ["-n"], ["--diff"], ["--lossy"]]), path)
        elif verb == 13:
            bytes_ = damaged(self.random, data, others)
            header = f"convert id=1 from={self.random.choice(list(ENDINGS))} to={target} bytes={len(bytes_)}\n".encode()
            self.run("serve", data=header + bytes_ + damaged(self.random, header, others))
        else:
            self.run("merge", path)

    def migration(self):
        form, value, data = self.document(self.random.choice(["json", "json5", "yaml", "toml", "xml1", "binary1", "cbor"]))
        target = self.random.choice(["json", "yaml", "toml", "cbor", "msgpack", "json5"])
        path = self.file("m." + ENDINGS[form], data)
        arguments = ["migrate", "-t", target, *self.random.choice([["--output", os.path.join(self.folder, "out")], ["--replace"]])]
        run = self.run(*arguments, path)
        found = [name for name in self.files() if name.endswith("/m." + ENDINGS[target])]
        if run.status == 0 and target != form and b"became" not in run.errors + run.output:
            if len(found) != 1:
                self.alarm("no result of a migration", arguments, run, data)
            else:
                self.compare("another value after a migration", arguments, run, self.content(found[0]), target, value)

    def patch(self):
        """A patch that copies takes no memory out of proportion."""
        form, _, data = self.document(self.random.choice(["json", "yaml", "toml", "xml1", "binary1"]))
        pointers = ["", "/a", "/b", "/0", "/-", "/a/b", "/z", "/a/0"]
        patch = [
            {"op": self.random.choice(["copy", "copy", "add", "move", "remove", "replace", "test"]),
             "from": self.random.choice(pointers), "path": self.random.choice(pointers) + f"/k{number}" * (number % 2),
             "value": self.random.choice([1, "a", [1], {"a": {}}])}
            for number in range(self.random.choice([1, 5, 60]))]
        path = self.file("p.json", json.dumps(patch).encode())
        self.run("edit", "-f", form, "--patch", path, data=data)

    def names(self):
        """Files that are named by values are in their folder, go through no link and hide nothing."""
        home, outside = (os.path.join(self.folder, name) for name in ("home", "outside"))
        os.mkdir(home)
        os.mkdir(outside)
        self.file("outside/kept", b"kept")
        os.symlink(outside, os.path.join(home, "linked"))
        os.symlink(os.path.join(outside, "kept"), os.path.join(home, "l.json"))
        parts = ["a", "A", "é", "e\u0301", "linked", "l", "..", ".", ".git", ".a", "", "a/b", "/etc", "-i", "~", "a\n", "a\u202eb", None, 1]
        records = [{"x": self.random.choice(parts), "y": self.random.choice(parts)} for _ in range(self.random.randrange(1, 4))]
        data = "".join(json.dumps(record) + "\n" for record in records).encode()
        pattern = self.random.choice(["{x}/{y}.json", "{x}.json", "{x}{y}.json", "a/{x}/b.json", "{x}/b.json"])
        arguments = ["-f", "jsonl", "-t", "json", "-o", os.path.join(home, pattern)]
        run = self.run(*arguments, data=data)
        names = self.files()
        if [name for name in names if "/outside/" in name] != [os.path.join(outside, "kept")] or self.content(
                os.path.join(outside, "kept")) != b"kept":
            self.alarm("a file outside of its folder", arguments, run, data)
        results = [name for name in names if "/home/" in name and not os.path.islink(name)]
        if any("/." in name.removeprefix(home) for name in results):
            self.alarm("a hidden file", arguments, run, data, results)
        if run.status == 0 and len(results) != len(records):
            self.alarm("a file that is lost", arguments, run, data, results)

    def report(self):
        """A report of damaged files with odd names is JSON, and the files stay as they are."""
        ending = self.random.choice(["json", "yaml", "toml"])
        files = {}
        for name in ("a", "b\u202e", "c\x9b31m"):
            path = self.file(f"{name}.{ending}", damaged(self.random, self.document()[2], [b"x"]))
            files[path] = self.content(path)
        report = self.random.choice([os.path.join(self.folder, "r.jsonl"), os.path.join(self.folder, "r.sarif"), next(iter(files))])
        where = self.random.choice([[self.folder], list(files)])
        verb = self.random.choice([["check"], ["check", "--portable"], ["migrate", "-n", "-t", "cbor"]])
        arguments = [*verb, "--report", report, *where]
        run = self.run(*arguments)
        # A report may replace an empty file.
        if any(data and self.content(path) != data for path, data in files.items()):
            self.alarm("a report in place of an input", arguments, run)
        if report not in files and os.path.exists(report):
            text = self.content(report).decode()
            is_whole = report.endswith("sarif") and verb[0] == "check"
            try:
                for part in [text] if is_whole else text.split("\n")[:-1]:
                    json.loads(part)
            except ValueError:
                self.alarm("a report that is not JSON", arguments, run, text)

    def catalog(self):
        """Damaged catalogues and schemas."""
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "additionalProperties": {"$ref": "#"}}
        entry = {"name": "a", "fileMatch": ["*.json", "conf/**/*.yaml"], "url": self.random.choice(["s.json", "../s.json", "/etc/passwd"])}
        os.mkdir(os.path.join(self.folder, "schemas"))
        for name, value in (("catalog.json", {"version": 1, "schemas": [entry]}), ("s.json", schema)):
            data = json.dumps(value).encode()
            if self.random.random() < 0.7:
                data = damaged(self.random, data, self.others())
            self.file("schemas/" + name, data)
        path = self.file("d.json", self.document("json")[2])
        run = self.run("check", "--schema-dir", os.path.join(self.folder, "schemas"), path)
        if b"root:" in run.errors:
            self.alarm("a file that nobody named", ["check", path], run)

    def work(self, seconds):
        tests = [self.conversion] * 8 + [self.damage] * 8 + [
            self.rewriting, self.edit, self.edit, self.merge, self.difference, self.query, self.migration, self.patch,
            self.names, self.report, self.catalog]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.random.choice(tests)()
            for entry in os.scandir(self.folder):
                shutil.rmtree(entry) if entry.is_dir(follow_symlinks=False) else os.unlink(entry)


def work(decant, seed, seconds):
    # What takes memory out of proportion fails.
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    with tempfile.TemporaryDirectory(prefix="decant-fuzz-") as folder:
        worker = Worker(decant, seed, folder)
        worker.work(seconds)
        return worker.counts, worker.alarms


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--decant", default=shutil.which("decant"))
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if not options.decant:
        sys.exit("decant is not in PATH; --decant FILE names it")
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        workers = [
            pool.submit(work, os.path.abspath(options.decant), options.seed + index, options.seconds)
            for index in range(options.jobs)]
        reports = [worker.result() for worker in workers]
    totals = {name: sum(counts[name] for counts, _ in reports) for name in reports[0][0]}
    alarms = sum((alarms for _, alarms in reports), [])
    print(f"seed {options.seed}:", ", ".join(f"{count:,} {name}" for name, count in totals.items()))
    if alarms:
        sys.exit(f"FAILED: {len(alarms)} alarms; see .build/fuzz/executable")
    print("PASSED: nothing found")


if __name__ == "__main__":
    main()
