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
import json
import multiprocessing
import os
import random
import resource
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from documents import FORMATS, Unwritable, Values, damaged  # noqa: E402
from readers import read  # noqa: E402
from values import Unsure, difference  # noqa: E402

PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
STATUSES = {0, 1, 64, 65, 66, 73, 74}
LIMIT = 2.0
ENDINGS = {
    "json": "json", "json5": "json5", "yaml": "yaml", "toml": "toml", "xml1": "plist", "binary1": "plist",
    "openstep": "plist", "cbor": "cbor", "msgpack": "msgpack", "csv": "csv", "jsonl": "jsonl", "json-seq": "json-seq",
    "strings": "strings", "keyedarchive": "plist", "tsv": "tsv",
}
# Their numbers are texts, or all of their scalars.
OF_TEXTS = {"openstep", "csv"}
WRITING = [
    [], [], ["-c"], ["-S"], ["--lossy"], ["--tagged"], ["--strict"], ["--slurp"], ["--split"], ["--ascii"], ["--indent", "1"],
    ["--width", "40"], ["--keys", "snake"], ["--comments", "drop"], ["--jobs", "2"], ["--duplicate-keys", "last"],
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


class Run:
    def __init__(self, status, seconds, output, errors):
        self.status, self.seconds, self.output, self.errors = status, seconds, output, errors


class Worker:
    def __init__(self, decant, seed, folder):
        self.decant, self.random, self.folder = decant, random.Random(seed), folder
        self.counts = {"runs": 0, "ended with 0": 0, "values compared": 0}
        self.alarms = []
        self.seeds = self.samples()

    def samples(self):
        """Returns documents of the project by the ending of their names, which are damaged as random ones are."""
        samples = []
        for root, _, names in os.walk(os.path.join(PACKAGE, "Samples")):
            for name in names:
                ending = name.rsplit(".", 1)[-1]
                path = os.path.join(root, name)
                if ending in set(ENDINGS.values()) | {"yml", "pbxproj"} and os.path.getsize(path) < 20_000:
                    with open(path, "rb") as file:
                        samples.append((ending, file.read()))
        return samples

    def file(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def run(self, *arguments, data=b""):
        """Runs decant, and raises an alarm if it breaks a rule that holds for all runs."""
        standard = [self.file(name, data if name == "in" else b"") for name in ("in", "out", "err")]
        flags = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
        actions = [(os.POSIX_SPAWN_OPEN, index, path, flags[index], 0o600) for index, path in enumerate(standard)]
        began = time.monotonic()
        child = os.posix_spawn(self.decant, ["decant", *arguments], os.environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        outputs = []
        for path in standard[1:]:
            with open(path, "rb") as file:
                outputs.append(file.read())
        run = Run(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, *outputs)
        self.counts["runs"] += 1
        self.counts["ended with 0"] += run.status == 0
        if run.status not in STATUSES:
            self.alarm(f"status {run.status}", arguments, run)
        elif b"Fatal error" in run.errors or b"stack trace" in run.errors:
            self.alarm("the trace of a crash", arguments, run)
        elif run.seconds > LIMIT or time.monotonic() - began > 10 * LIMIT:
            self.alarm(f"{run.seconds:.1f} s", arguments, run)
        return run

    def alarm(self, about, arguments, run, *values):
        folder = os.path.join(PACKAGE, ".build", "fuzz", "executable", f"{os.getpid()}-{len(self.alarms)}")
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        command = " ".join(json.dumps(word.replace(self.folder, folder), ensure_ascii=False) for word in arguments)
        text = f"{about}: decant {command} <{folder}/in\n" + "".join(f"    {value!r}"[:600] + "\n" for value in values)
        text += f"    status {run.status}, {run.errors.decode(errors='replace')[:300]}"
        with open(os.path.join(folder, "alarm"), "w") as file:
            file.write(text + "\n")
        self.alarms.append(about)
        print("ALARM:", text, flush=True)

    def compare(self, about, arguments, run, data, name, expected):
        """Raises an alarm unless `data`, read as format `name`, is the expected value."""
        try:
            found = read(data, name)
        except Unsure:
            found = Unsure
        self.counts["values compared"] += 1
        differing = difference(expected, found, texts=name in OF_TEXTS)
        if differing:
            self.alarm(about, arguments, run, *differing, data)

    def document(self, name=None):
        """Returns a format, the value of a random document and its bytes."""
        while True:
            form = name or self.random.choice(list(FORMATS))
            write, kinds = FORMATS[form]
            value = Values(self.random, kinds).document(form)
            try:
                return form, value, write(self.random, value)
            except Unwritable:
                continue

    # Each of these is one test.

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
        self.run("-i", "-f", form, *self.random.choice(WRITING), path)
        with open(path, "rb") as file:
            if file.read() != data:
                self.run("check", "-f", form, path)

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
            sides = [write(random.Random(state), side) for side in (
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
        others = [self.document()[2], self.random.choice(self.seeds)[1]]
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
            self.run("diff", *self.random.choice([[], ["--unordered"], ["--ordered"], ["--format", "patch"]]), path, second)
        elif verb == 8:
            self.run("get", self.random.choice(["/**", "/*/a", "", "/**/[a>1]"]), *self.random.choice(
                [[], ["--paths"], ["--keys"], ["--length"], ["--type"]]), path)
        elif verb == 9:
            self.run("types", *self.random.choice([[], ["--json-schema"], ["--enums"], ["--from-schema", second]]), path)
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
            self.run("merge", "--solve", path)

    def work(self, seconds):
        tests = [self.conversion] * 6 + [self.damage] * 6 + [
            self.rewriting, self.edit, self.edit, self.merge, self.difference, self.query]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.random.choice(tests)()
            for name in os.listdir(self.folder):
                os.unlink(os.path.join(self.folder, name))


def work(decant, seed, seconds, results):
    # What takes memory out of proportion fails.
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    with tempfile.TemporaryDirectory(prefix="decant-fuzz-") as folder:
        worker = Worker(decant, seed, folder)
        worker.work(seconds)
        results.put((worker.counts, worker.alarms))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--decant", default=shutil.which("decant"))
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if not options.decant:
        sys.exit("decant is not in PATH; --decant FILE names it")
    results = multiprocessing.Queue()
    workers = [
        multiprocessing.Process(
            target=work, args=(os.path.abspath(options.decant), options.seed + index, options.seconds, results))
        for index in range(options.jobs)]
    for worker in workers:
        worker.start()
    reports = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    totals = {name: sum(counts[name] for counts, _ in reports) for name in reports[0][0]}
    alarms = sum((alarms for _, alarms in reports), [])
    print(f"seed {options.seed}:", ", ".join(f"{count:,} {name}" for name, count in totals.items()))
    if alarms:
        sys.exit(f"FAILED: {len(alarms)} alarms; see .build/fuzz/executable")
    print("PASSED: nothing found")


if __name__ == "__main__":
    main()
