"""Measures an edit of one number in a large file of each format, beside 'decant check' and 'cp'.

    python3 Tests/Benchmarks/edit.py [OPTION...]
"""

import os
import shutil
import tempfile

import figures


def path_of_number(value, path=""):
    """Returns the pointer to the first number in a value."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = (path_of_number(child, f"{path}/{key}") for key, child in children)
    return next((pointer for pointer in found if pointer is not None), None)


def make_files(options, document, folder):
    """Yields the name of each kind of file, its path, and the words of an edit in its middle."""
    document = figures.without_nulls(document)
    size = options.megabytes * figures.MEGABYTE
    array, lines = os.path.join(folder, "array"), os.path.join(folder, "lines")
    count = figures.write_copies(figures.compact(document), size, array)
    figures.write_copies(figures.compact(document), size, lines, b"", b"\n", b"\n")
    pointer = path_of_number(document) or ""
    in_array = ["--set", f"/{count // 2}{pointer}"]
    in_lines = ["--document", str(count // 2), "--set", pointer]
    for name, source, target, words, edit in (
            ("JSON", "json", "json", ["-c"], in_array), ("JSON Lines", "jsonl", "jsonl", [], in_lines),
            ("XML property list", "json", "xml1", [], in_array), ("YAML", "json", "yaml", [], in_array),
            ("documents of YAML", "jsonl", "yaml", [], in_lines)):
        path = figures.converted(options, lines if source == "jsonl" else array, source, target, words)
        yield name, path, ["-f", target], edit
        os.remove(path)


def main():
    options = figures.parsed(figures.arguments(__doc__))
    name, document = next(iter(figures.documents(options).items()))
    figures.section("Edits", f"""
        An edit of one number in the middle of {name}, {options.megabytes:g} MB of JSON, in each format; seconds of processor time.
        What is not edited stays as it is, byte for byte, and the result is verified before it replaces the file.""")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for kind, path, format, edit in make_files(options, document, folder):
            copy = os.path.join(folder, "copy")
            shutil.copy(path, copy)
            command = [options.decant, "edit", "-i", *format, *edit, "0", copy]

            def before(round):
                # An edit that changes nothing writes nothing, and files that changed in the last seconds are copied first.
                command[-2] = str(12345 + round)
                os.utime(copy, (1_000_000_000, 1_000_000_000))

            commands = {
                "check": [options.decant, "check", *format, path],
                "cp": ["cp", path, os.path.join(folder, "other")],
                "edit": command,
            }
            costs = figures.measure(commands, options.runs, before)
            rows.append([kind, f"{figures.megabytes(path):.0f} MB", *(
                f"{costs[name].processor:.2f} s" if name in costs else "" for name in commands
            ), figures.mebibytes(costs["edit"].memory) if "edit" in costs else ""])
    figures.table(["", "size", "`decant check`", "`cp`", "`decant edit -i --set`", "peak memory"], rows)


if __name__ == "__main__":
    main()
