"""Measures an edit of one number in a large file of each format, beside 'decant check' and 'cp'.

    python3 Tests/Benchmarks/edit.py [--decant FILE] [--megabytes N] [--runs N] FILE

FILE is a JSON document, which is repeated as the elements of an array, or as the records of JSON Lines. Figures are
seconds of processor time, medians of interleaved runs.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile

from measure import without_nulls


def path_of_number(value, path=""):
    """Returns the pointer to the first number in a value."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = (path_of_number(child, f"{path}/{key}") for key, child in children)
    return next((pointer for pointer in found if pointer is not None), None)


def make_files(decant, document, size, folder):
    """Yields the name of each file, and the options of an edit in its middle."""
    compact = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    count = max(size // len(compact.encode()), 3)

    def write(name, pieces):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.writelines(pieces)
        return name

    pointer = path_of_number(document) or ""
    options = ["--set", f"/{count // 2}{pointer}", "12345"]
    repeated = [document] * count
    yield write("compact.json", json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).iterencode(repeated)), options
    yield write("indented.json", json.JSONEncoder(indent=2, ensure_ascii=False).iterencode(repeated)), options
    edit_of_one = ["--document", str(count // 2), "--set", pointer, "12345"]
    yield write("records.jsonl", (compact + "\n" for _ in range(count))), edit_of_one
    clean = write("clean", [json.dumps([without_nulls(document)] * count, ensure_ascii=False)])
    for name, target, source, edit in (
            ("list.plist", "xml1", clean, options), ("list.openstep", "openstep", clean, options),
            ("list.yaml", "yaml", "compact.json", options),
            ("documents.yaml", "yaml", "records.jsonl", edit_of_one)):
        with open(os.path.join(folder, name), "wb") as file:
            subprocess.run(
                [decant, "-t", target, os.path.join(folder, source)], stdout=file,
                stderr=subprocess.DEVNULL, check=True)
        yield name, edit


def run(command):
    """Returns the seconds of processor time."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decant", default=".build/release/decant")
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("document")
    options = parser.parse_args()
    with open(options.document, encoding="utf-8") as file:
        document = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        print("| | size | check | cp | edit |\n|---|---|---|---|---|")
        for name, edit in make_files(options.decant, document, options.megabytes * 1_000_000, folder):
            path, copy = os.path.join(folder, name), os.path.join(folder, "copy-" + name)
            shutil.copy(path, copy)
            commands = {
                "check": [options.decant, "check", path],
                "cp": ["cp", path, os.path.join(folder, "copy")],
                "edit": [options.decant, "edit", "-i", *edit[:-1]],
            }
            results = {key: [] for key in commands}
            for number in range(options.runs):
                # Files that changed in the last seconds are copied first.
                os.utime(copy, (1_000_000_000, 1_000_000_000))
                for key, command in commands.items():
                    # An edit that changes nothing writes nothing.
                    value = [str(number), copy] if key == "edit" else []
                    results[key].append(run(command + value))
            times = [f"{statistics.median(results[key]):.2f} s" for key in commands]
            size = os.path.getsize(path) / 1_000_000
            print(f"| {name} | {size:.0f} MB | {' | '.join(times)} |", flush=True)


if __name__ == "__main__":
    main()
