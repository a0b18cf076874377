"""Measures conversions of long inputs by one thread and by two: python3 Tests/Benchmarks/threads.py [OPTION...]

Two processors must be free.
"""

import os
import tempfile

import figures
import yaml

KINDS = [
    ("json", "json", []), ("json", "yaml", []), ("xml1", "json", []), ("binary1", "json", []), ("jsonl", "jsonl", []),
]


def compared(options, source, target, words, path):
    """Returns how many times as fast two threads are, and the processor time of two in multiples of that of one."""
    command = [options.decant, "-f", source, "-t", target, *words, path]
    costs = figures.measure({"one": command + ["--jobs", "1"], "two": command}, options.runs)
    one, two = costs["one"], costs["two"]
    return f"{one.elapsed / two.elapsed:.2f} ({two.processor / one.processor:.2f})"


def main():
    options = figures.parsed(figures.arguments(__doc__))
    size = options.megabytes * figures.MEGABYTE
    rows = [[f"{source} to {' '.join([target, *words])}"] for source, target, words in KINDS]
    names = []
    with tempfile.TemporaryDirectory() as folder:
        for name, value in figures.documents(options).items():
            value = figures.without_nulls(value)
            names.append(name)
            paths = {kind: os.path.join(folder, f"{name}.{kind}") for kind in ("json", "jsonl")}
            figures.write_copies(figures.compact(value), size, paths["json"])
            lines = b"\n".join(map(figures.compact, figures.records(value)))
            figures.write_copies(lines, size, paths["jsonl"], b"", b"\n", b"\n")
            for kind in ("xml1", "binary1"):
                paths[kind] = figures.converted(options, paths["json"], "json", kind)
            for row, (source, target, words) in zip(rows, KINDS):
                row.append(compared(options, source, target, words, paths[source]))
            for path in paths.values():
                os.remove(path)
        stream = yaml.write(yaml.manifests, os.path.join(folder, "manifests.yaml"), size)
        manifests = compared(options, "yaml", "jsonl", [], stream)
    figures.section("Two threads", f"""
        A long input is read by one thread and written by another, and records are converted in two parts at a time, unless `--jobs
        1` asks for one thread. How many times as fast {options.megabytes:g} MB are converted, by the time that passes, and in
        brackets the processor time of two threads in multiples of that of one. A stream of manifests in YAML as JSON Lines:
        {manifests}.""")
    figures.table(["", *names], rows)


if __name__ == "__main__":
    main()
