"""Measures CBOR and MessagePack beside Python's modules: python3 Tests/Benchmarks/binary.py [OPTION...]

Each document is repeated as the elements of one sequence, encoded by cbor2 and msgpack, and converted to JSON: by decant as
a process, with all checks, and by the module and `json.dumps` in a process that has loaded both and the input. The way back is
from JSON. Figures are medians of interleaved runs, in megabytes of the binary format per second of processor time, which other
programs on the machine affect less than the time that passes.

    --documents D  a folder with twitter.json, citm_catalog.json and canada.json
    --decant F     the executable (decant)
    --size N       megabytes of each input (20)
    --runs N       interleaved runs (5)
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time

import cbor2
import msgpack

MODULES = {
    "cbor": (cbor2.loads, cbor2.dumps),
    "msgpack": (msgpack.unpackb, msgpack.packb),
}


def processor_time():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def elapsed(body):
    start = processor_time()
    body()
    return processor_time() - start


def medians(count, bodies):
    """Returns the median time of each body, whose runs are interleaved."""
    times = [[elapsed(body) for body in bodies] for _ in range(count)]
    return [statistics.median(column) for column in zip(*times)]


def run(executable, source, target, path):
    arguments = [executable, "-f", source, "-t", target, "--jobs", "1"]
    if target == "json":
        arguments.append("--compact")
    subprocess.run(arguments + [path], check=True, stdout=subprocess.DEVNULL)


def measure(options, name, binary, text):
    loads, dumps = MODULES[name]
    size = os.path.getsize(binary) / 1e6
    with open(binary, "rb") as file:
        data = file.read()
    with open(text, "rb") as file:
        source = file.read()

    def read():
        json.dumps(loads(data), separators=(",", ":"), ensure_ascii=False).encode()

    def write():
        dumps(json.loads(source))

    ours, theirs, ours_back, theirs_back = medians(options.runs, [
        lambda: run(options.decant, name, "json", binary), read,
        lambda: run(options.decant, "json", name, text), write,
    ])
    return size / ours, size / theirs, size / ours_back, size / theirs_back


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", required=True)
    parser.add_argument("--decant", default="decant")
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print("| | to JSON: decant | module | times | from JSON: decant | module | times |")
    print("|---|---|---|---|---|---|---|")
    for document in ["twitter", "citm_catalog", "canada"]:
        with open(os.path.join(options.documents, document + ".json"), "rb") as file:
            value = json.load(file)
        for name, (_, dumps) in MODULES.items():
            count = max(1, options.size * 1_000_000 // len(dumps(value)))
            with tempfile.TemporaryDirectory() as folder:
                binary = os.path.join(folder, "document." + name)
                text = os.path.join(folder, "document.json")
                values = [value] * count
                with open(text, "w", encoding="utf-8") as file:
                    json.dump(values, file, separators=(",", ":"), ensure_ascii=False)
                # A copy of each, as cbor2 would refer to a repeated value otherwise.
                with open(text, "rb") as file:
                    copies = json.load(file)
                with open(binary, "wb") as file:
                    file.write(dumps(copies))
                del copies
                ours, theirs, ours_back, theirs_back = measure(options, name, binary, text)
            print(f"| {document}, {name} | {ours:.0f} | {theirs:.0f} | {ours / theirs:.1f} "
                  f"| {ours_back:.0f} | {theirs_back:.0f} | {ours_back / theirs_back:.1f} |", flush=True)


if __name__ == "__main__":
    main()
