"""Runs of the executable, the rules that hold for all of them, and what is kept of a run that breaks one."""

import json
import os
import random
import shutil
import time

from documents import FORMATS, Unwritable, Values
from readers import read
from values import Unsure, difference

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


class Run:
    def __init__(self, status, seconds, output, errors):
        self.status, self.seconds, self.output, self.errors = status, seconds, output, errors


class Runner:
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
                    samples.append((ending, self.content(path)))
        return samples

    def file(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    @staticmethod
    def content(path):
        with open(path, "rb") as file:
            return file.read()

    def files(self):
        """Returns the paths of all files of the test, and of links to files."""
        return [os.path.join(root, name) for root, _, names in os.walk(self.folder) for name in names]

    def others(self):
        """Returns documents of which pieces are put into another."""
        return [self.document()[2], self.random.choice(self.seeds)[1]]

    def run(self, *arguments, data=b""):
        """Runs decant, and raises an alarm if it breaks a rule that holds for all runs."""
        standard = [self.file(name, data if name == "in" else b"") for name in ("in", "out", "err")]
        flags = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
        actions = [(os.POSIX_SPAWN_OPEN, index, path, flags[index], 0o600) for index, path in enumerate(standard)]
        began = time.monotonic()
        child = os.posix_spawn(self.decant, ["decant", *arguments], os.environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        run = Run(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, *map(self.content, standard[1:]))
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
        shutil.copytree(self.folder, folder, symlinks=True, dirs_exist_ok=True)
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
