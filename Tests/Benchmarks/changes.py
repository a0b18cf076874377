"""Measures comparisons and merges of large files: python3 Tests/Benchmarks/changes.py [OPTION...]"""

import os
import tempfile

import figures


def changed(lines, places):
    """Returns the lines with another digit at the end of the numbers at these places."""
    result = list(lines)
    for index in places:
        number = lines[index].rstrip(b",\n")
        result[index] = number[:-1] + (b"8" if number.endswith(b"9") else b"9") + lines[index][len(number):]
    return result


def numbers(lines):
    """Returns the places of lines that end with a number, which is not an identifier."""
    return [index for index, line in enumerate(lines) if line.rstrip(b",\n")[-1:].isdigit() and b'id"' not in line.lower()]


def write(folder, name, lines):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.writelines(lines)
    return path


def indented(options, value, size, folder):
    """Returns the lines of an array of copies, in which each copy is told by an identifier."""
    path = os.path.join(folder, "array.json")
    with open(path, "wb") as file:
        piece, count = figures.compact(value), 0
        file.write(b"[")
        while file.tell() < size or not count:
            file.write((b"," if count else b"") + b'{"id":%d,"value":%s}' % (count, piece))
            count += 1
        file.write(b"]")
    with open(figures.converted(options, path, "json", "json"), "rb") as file:
        return file.readlines()


def row(options, name, command, path):
    cost = figures.measure({name: command}, options.runs, statuses=(0, 1)).get(name)
    return [[name, f"{figures.megabytes(path):.0f} MB", f"{cost.processor:.2f} s", figures.mebibytes(cost.memory)]] if cost else []


def compare(options, twitter, folder):
    # Indented, it is half as large again.
    lines = indented(options, twitter, options.megabytes * figures.MEGABYTE / 1.5, folder)
    places = numbers(lines)
    old = write(folder, "old.json", lines)
    others = {
        "one difference": write(folder, "one.json", changed(lines, places[len(places) // 2:][:1])),
        f"{len(places[::50]):,} differences": write(folder, "many.json", changed(lines, places[::50])),
    }
    rows = []
    for name, path in others.items():
        rows += row(options, f"`decant diff`, {name}", [options.decant, "diff", old, path], old)
    for name, path in others.items():
        rows += row(options, f"`git diff --no-index`, {name}", ["git", "diff", "--no-index", "--no-ext-diff", old, path], old)
    return rows


def merge(options, catalog, folder):
    # Indented, it is three and a half times as large.
    lines = indented(options, catalog, options.megabytes * figures.MEGABYTE * 0.16 / 3.5, folder)
    places = numbers(lines)
    base = write(folder, "base.json", lines)
    ours = write(folder, "ours.json", changed(lines, places[100::1000]))
    theirs = write(folder, "theirs.json", changed(lines, places[600::1000]))
    name = f"three files, {len(places[100::1000])} changes in each"
    return (row(options, f"`decant merge`, {name}", [options.decant, "merge", base, ours, theirs], base)
            + row(options, f"`git merge-file`, {name}", ["git", "merge-file", "-p", ours, base, theirs], base))


def main():
    options = figures.parsed(figures.arguments(__doc__))
    documents = list(figures.documents(options).values())
    with tempfile.TemporaryDirectory() as folder:
        rows = compare(options, documents[0], folder)
    with tempfile.TemporaryDirectory() as folder:
        rows += merge(options, documents[1], folder)
    figures.section("Comparison and merges", """
        Files of indented JSON, whose values are compared and merged; git compares and merges their lines. Each side of the merge
        has changed other numbers.""")
    figures.table(["", "size of each", "processor", "peak memory"], rows)


if __name__ == "__main__":
    main()
