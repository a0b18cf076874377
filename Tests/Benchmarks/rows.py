"""Measures CSV beside the crate csv, Miller and Python's csv: python3 Tests/Benchmarks/rows.py [OPTION...]"""

import os
import random
import tempfile

import figures
from figures import Program, peer, python, tool
from measure import with_words

WORDS = "the service account must have access to this resource before any of its pods can be scheduled on a node".split()
COPY = "import csv, sys; csv.writer(sys.stdout).writerows(csv.reader(open(sys.argv[1], newline='')))"
JSON = "import csv, json, sys; json.dump(list(csv.DictReader(open(sys.argv[1], newline=''))), sys.stdout, ensure_ascii=False)"


def numbers(source):
    return ",".join(f"{source.uniform(-180, 180):.6f}" for _ in range(8))


def texts(source):
    words = [*source.choices(WORDS, k=3), " ".join(source.choices(WORDS, k=6))]
    return ",".join([str(source.getrandbits(32)), *words, "", "2026-11-21"])


def quoted(source):
    lines = "\n".join(" ".join(source.choices(WORDS, k=6)) for _ in range(2))
    return f'{source.getrandbits(32)},"{lines}","{source.choice(WORDS)}, {source.choice(WORDS)}","say ""{source.choice(WORDS)}""",x'


def write(make, path, size):
    source = random.Random(1)
    rows = "".join(make(source) + "\n" for _ in range(2000))
    with open(path, "w", encoding="utf-8", newline="") as file:
        columns = make(random.Random(2)).count(",") + 1 if make != quoted else 5
        file.write(",".join(f"column{index}" for index in range(columns)) + "\n")
        while file.tell() < size:
            file.write(rows)
    return path


def main():
    options = figures.parsed(figures.arguments(__doc__, megabytes=50))
    figures.section("CSV", f"""
        Tables of {options.megabytes:g} MB, of which Miller and Python read a tenth: megabytes of input per second of processor
        time. To JSON, the crate csv is used with serde_json, and Miller alone finds numbers.""")
    with tempfile.TemporaryDirectory() as folder:
        inputs = {
            make.__name__: {
                part: write(make, os.path.join(folder, f"{make.__name__}-{part}.csv"), options.megabytes * figures.MEGABYTE / part)
                for part in (1, 10)
            }
            for make in (numbers, texts, quoted)
        }
        figures.table_of_conversions(", ".join(inputs), options, {
            "CSV to CSV": ([
                Program("decant", [options.decant, "--jobs", "1", "-f", "csv", "-t", "csv"]),
                Program("the crate csv", with_words(peer("csv"), "csv")),
                Program("Miller", with_words(tool("mlr"), "--icsv", "--ocsv", "cat"), 10),
                Program("Python", python("csv", COPY), 10),
            ], inputs),
            "CSV to JSON": ([
                Program("decant", [options.decant, "--jobs", "1", "-f", "csv", "-t", "json", "-c"]),
                Program("the crate csv", with_words(peer("csv"), "json")),
                Program("Miller", with_words(tool("mlr"), "--icsv", "--ojson", "cat"), 10),
                Program("Python", python("csv", JSON), 10),
            ], inputs),
        })


if __name__ == "__main__":
    main()
