"""Sends random requests to one service and checks each reply: python3 Tests/Benchmarks/soak.py [OPTION...]

One in ten is bad. Documents have up to 10 MB, small ones more often than large ones. What a reply must be is
computed without decant, by the modules json and plistlib. The resident memory of the service is compared between
the first and the last third of the time after a warm-up. The status is 1 after a wrong reply or growth.
"""

import argparse
import collections
import json
import math
import os
import plistlib
import random
import shutil
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(PACKAGE, "Samples", "Clients", "python"))
sys.dont_write_bytecode = True

from decant import Decant, DecantError  # noqa: E402

LARGEST = 10_000_000
LIMIT = 12_000_000
WARM_UP = 0.25


class Documents:
    """A source of random documents."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        alphabet = "abc xyz0189-:#{}[]'\",&*!|>%\\/\n\té漢🙂~"
        return "".join(self.random.choices(alphabet, k=self.random.randrange(24)))

    def scalar(self):
        kind = self.random.randrange(6)
        if kind == 0:
            return self.random.randrange(-(1 << 53), 1 << 53)
        if kind == 1:
            return self.random.uniform(-1e6, 1e6)
        if kind == 2:
            return self.random.random() < 0.5
        return self.text()

    def value(self, depth=0):
        kind = self.random.randrange(3) if depth < 5 else 2
        if kind == 0:
            return [self.value(depth + 1) for _ in range(self.random.randrange(5))]
        if kind == 1:
            return {self.text(): self.value(depth + 1) for _ in range(self.random.randrange(5))}
        return self.scalar()

    def sized(self, size):
        """Returns a mapping whose JSON has about `size` bytes."""
        parts, total = [], 0
        pool = [self.value() for _ in range(50)]
        lengths = [len(json.dumps(part)) + 2 for part in pool]
        while total < size:
            index = self.random.randrange(50)
            parts.append(pool[index])
            total += lengths[index]
        return {"parts": parts, "last": self.text()}

    def size(self):
        """Returns a length whose logarithm is uniform; one in ten may be large."""
        largest = LARGEST if self.random.random() < 0.1 else 20_000
        return int(math.exp(self.random.uniform(0, math.log(largest))))


def from_json(text):
    return json.loads(text)


def strictly(value):
    """Distinguishes numbers from booleans and integers from reals, which are equal in Python."""
    return json.dumps(value, sort_keys=True)


# Name, formats, options, a function that writes a document for it, and one that reads the result.
CONVERSIONS = [
    ("json", "json", {"compact": True}, json.dumps, from_json),
    ("json", "json", {"sort_keys": True, "ascii": True}, json.dumps, from_json),
    ("json", "json", {"indent": 4}, lambda value: json.dumps(value, ensure_ascii=False), from_json),
    # JSON is YAML if its escapes are those of YAML.
    ("yaml", "json", {}, lambda value: json.dumps(value, ensure_ascii=False), from_json),
    ("json", "xml1", {}, json.dumps, plistlib.loads),
    ("json", "binary1", {}, json.dumps, plistlib.loads),
    ("xml1", "json", {}, plistlib.dumps, from_json),
    ("binary1", "json", {}, lambda value: plistlib.dumps(value, fmt=plistlib.FMT_BINARY), from_json),
    (None, "json", {}, json.dumps, from_json),
]


class Soak:
    def __init__(self, decant, seed):
        self.decant = decant
        self.documents = Documents(seed)
        self.random = self.documents.random
        self.counts = collections.Counter()
        self.bytes = 0
        self.wrong = []

    def report(self, *words):
        self.wrong.append(" ".join(str(word)[:300] for word in words))
        print("WRONG:", self.wrong[-1], flush=True)

    def expect(self, result, expected, read, about):
        """Checks a result, or an error against the kind that is expected."""
        self.counts["bad" if isinstance(expected, Kind) else "good"] += 1
        if isinstance(expected, Kind):
            if not isinstance(result, DecantError) or result.kind != expected.name:
                self.report(about, "expected an error of kind", expected.name, "found", repr(result))
            return
        if isinstance(result, DecantError):
            self.report(about, "expected a result, found", repr(result), result)
            return
        self.bytes += len(result)
        try:
            found = read(bytes(result))
        except Exception as error:  # noqa: BLE001 - whatever the reader raises is a finding
            self.report(about, "the result cannot be read:", repr(error), bytes(result[:200]))
            return
        if found != expected or strictly(found) != strictly(expected):
            self.report(about, "expected", expected, "found", found)

    def document(self, write):
        """Returns a document, valid in nine cases of ten, and what is expected of it."""
        value = self.documents.sized(self.documents.size())
        data = write(value)
        data = data.encode() if isinstance(data, str) else data
        if len(data) > LARGEST:
            # XML needs more than JSON.
            return self.document(write)
        if self.random.random() >= 0.1:
            return data, value
        return data[: self.random.randrange(len(data))], Kind("input")

    def batch(self):
        """Sends many documents ahead, of one kind."""
        source, target, options, write, read = self.random.choice(CONVERSIONS)
        ahead = self.random.choice([1, 2, 16, 256])
        expectations = collections.deque()

        def documents():
            budget = 20_000_000
            for _ in range(self.random.randrange(1, 200)):
                data, expected = self.document(write)
                if isinstance(expected, Kind) and source in ("yaml", None):
                    # Truncated YAML could be valid.
                    data, expected = b"[1, {" + data[:100], Kind("input")
                    if source is None:
                        data = b'{"a": [1, }'
                budget -= len(data)
                self.bytes += len(data)
                expectations.append(expected)
                yield data
                if budget < 0:
                    return

        about = f"{source} to {target} {options}, {ahead} ahead:"
        results = self.decant.convert_all(
            documents(), source, target, ahead=ahead, return_exceptions=True, **options)
        for result in results:
            self.expect(result, expectations.popleft(), read, about)
        if expectations:
            self.report(about, len(expectations), "requests without a reply")

    def ask(self, expected, *words, **options):
        try:
            result = self.decant.convert(*words, **options)
        except DecantError as error:
            result = error
        self.expect(result, expected, from_json, f"{words[1:]} {str(options)[:80]}:")

    def special(self):
        """Sends a request whose error is known, or one beside conversions."""
        kind = self.random.choices(range(9), weights=[3, 3, 3, 1, 3, 9, 9, 9, 9])[0]
        if kind == 0:
            self.ask(Kind("usage"), b"1", "json", "json", unknown=self.documents.text())
        elif kind == 1:
            self.ask(Kind("usage"), b"1", self.documents.text() + "?", "json")
        elif kind == 2:
            self.ask(Kind("input"), b'{"a": null}', "json", "xml1", fidelity="strict")
        elif kind == 3:
            self.ask(Kind("size"), b" " * (LIMIT + self.random.randrange(1, 1_000_000)), "json", "json")
        elif kind == 4:
            self.ask(Kind("input"), b"", "json", "json")
        elif kind == 5:
            key = self.documents.text()
            pointer = "/" + key.replace("~", "~0").replace("/", "~1")
            text = self.documents.text()
            result = self.decant.convert(json.dumps({key: [text]}), "json", "json", at=pointer, id=text)
            self.expect(result, [text], from_json, f"at={pointer!r}:")
            if result.id != text:
                self.report("the identifier", repr(text), "came back as", repr(result.id))
        elif kind == 6:
            self.decant.ping()
        elif kind == 7:
            if self.decant.check(b'{"a": 1}').source != "json":
                self.report("check found another format than JSON")
        else:
            lines = [self.documents.value() for _ in range(20)]
            data = [json.dumps(line).encode() for line in lines]
            data.insert(7, b'{"a": ')
            result = self.decant.convert(b"\n".join(data), "jsonl", "jsonl", on_error="skip")
            self.expect(
                result, lines, lambda text: [json.loads(line) for line in text.splitlines()], "jsonl, skip:")
            if result.bad_records != 1:
                self.report("one bad record was counted as", result.bad_records)


class Kind(collections.namedtuple("Kind", "name")):
    """The kind of an error that is expected."""


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", type=float, nargs="?", default=600, help="how long (600)")
    parser.add_argument("--decant", default="decant", help="the executable (default: the one on the path)")
    parser.add_argument("--seed", type=int, default=None, help="repeat the requests of an earlier run")
    options = parser.parse_args()
    executable = shutil.which(options.decant)
    if executable is None:
        sys.exit(f"'{options.decant}' is not installed; build it, or use --decant FILE")
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    samples = []
    with Decant(executable, max_payload=LIMIT) as decant:
        pid = decant.pid
        soak = Soak(decant, seed)
        start = last = time.monotonic()
        while time.monotonic() - start < options.seconds:
            for _ in range(soak.random.randrange(20)):
                soak.special()
            soak.batch()
            now = time.monotonic()
            if os.path.exists("/proc/self/status") and decant.pid == pid:
                samples.append(((now - start) / options.seconds, resident(pid)))
            if now - last > 30:
                last = now
                memory = f", {samples[-1][1] >> 20} MiB" if samples else ""
                print(f"{now - start:.0f} s: {dict(soak.counts)}{memory}", flush=True)
        if decant.pid != pid:
            soak.report("the service died and was restarted")
    print(f"{dict(soak.counts)}, {soak.bytes / 1e6:.0f} MB, wrong: {len(soak.wrong)}")
    third = (1 - WARM_UP) / 3
    first = [size for time, size in samples if WARM_UP <= time < WARM_UP + third]
    final = [size for time, size in samples if time >= 1 - third]
    if first and final:
        middles = statistics.median(first), statistics.median(final)
        print(
            f"resident after warm-up, MiB: median {middles[0] / 2**20:.1f}, most {max(first) / 2**20:.1f};"
            f" at the end: median {middles[1] / 2**20:.1f}, most {max(final) / 2**20:.1f}")
        # Allocators differ between runs by the size of the largest documents.
        if middles[1] > middles[0] * 1.1 + (8 << 20):
            sys.exit("FAILED: the service has grown")
    else:
        print("left out: memory, which is read from /proc, and needs a longer run")
    if soak.wrong:
        sys.exit("FAILED: wrong replies")
    print("PASSED")


if __name__ == "__main__":
    main()
