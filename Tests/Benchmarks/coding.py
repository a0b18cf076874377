"""Measures Codable types: python3 Tests/Benchmarks/coding.py --program CODINGBENCHMARK [--documents FOLDER] [--runs ROUNDS]

CodingBenchmark is built by `swift build -c release --product CodingBenchmark`, and says what it measures.
"""

import argparse
import re
import subprocess

import figures

DOCUMENTS = ["twitter.json", "citm_catalog.json", "canada.json"]
FOUNDATION = "Foundation's coders"
ROWS = [
    ("JSON, decoded and encoded", ["JSON decode", "JSON encode"], FOUNDATION),
    ("XML, decoded and encoded", ["xml1 decode", "xml1 encode"], FOUNDATION),
    ("binary, decoded and encoded", ["binary1 decode", "binary1 encode"], FOUNDATION),
    ("YAML, decoded", ["YAML decode"], "a bare libyaml loop"), ("YAML, decoded", ["YAML, libyaml"], "libyaml as its parser"),
]
LINE = re.compile(r"(.{18}) (.+?) +([\d.]+) ms +([\d.]+) ms +([\d.]+)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--documents", metavar="FOLDER", required=True)
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    command = [options.program, options.documents, str(options.runs)]
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for name, task, ours, theirs, ratio in LINE.findall(text):
        found[name.strip(), task] = float(ours), float(theirs), float(ratio)
    rows = []
    for name, tasks, beside in ROWS:
        results = [[found[document, task] for task in tasks if (document, task) in found] for document in DOCUMENTS]
        rows.append([f"{name}, beside {beside}", *(", ".join(f"{result[2]:.1f}" for result in cell) for cell in results)])
    decoded = [found.get((document, "JSON decode")) for document in DOCUMENTS]
    decoded = ", ".join(f"{result[0]:.1f} ms" for result in decoded if result)
    figures.section("Codable types", f"""
        Models of the three documents (`Tests/Benchmarks/Coding`), decoded from and encoded to bytes in memory, in one thread: how
        many times as fast, by the time that passes. The loop only parses. The best of {options.runs} rounds counts. From JSON they
        are decoded in {decoded}.""")
    if small := found.get(("small documents", "JSON decode")):
        rows.append(["a document of 57 bytes, decoded, beside Foundation", f"{small[2]:.2f} ({small[0] / 10:.1f} µs)", "", ""])
    figures.table(["Codable", *(name.split(".")[0] for name in DOCUMENTS)], rows)
    one_at_a_time = [found.get(("records", task)) for task in ("JSON elements", "JSON Lines")]
    if all(one_at_a_time):
        array, lines = (f"{result[2]:.2f}" for result in one_at_a_time)
        figures.paragraph(f"""
            100,000 records that are decoded one at a time are {array} times as fast from an array, and {lines} times from JSON
            Lines, as the array as a whole.""")


if __name__ == "__main__":
    main()
