"""Measures JSON, property lists, many files, and gigabytes in little memory, beside the programs that are installed.

    python3 Tests/Benchmarks/measure.py [--only json|plist|migrate|memory] [OPTION...]
"""

import glob
import os
import plistlib
import random
import sys
import tempfile

import figures
from figures import Program, peer, python, tool


def with_words(command, *words):
    return command and command + list(words)


def copies(options, value, folder, name, parts):
    """Returns files of the document's copies, by the part of the size that each has."""
    paths = {part: os.path.join(folder, f"{name}-{part}.json") for part in parts}
    for part, path in paths.items():
        figures.write_copies(figures.compact(value), options.megabytes * figures.MEGABYTE / part, path)
    return paths


def json(options, folder):
    one = [options.decant, "--jobs", "1", "-f", "json", "-t", "json"]
    simdjson, serde = peer("simdjson"), peer("json")
    inputs = {}
    for name, value in figures.documents(options).items():
        inputs[name] = copies(options, value, folder, name, (1, 10, 50))
        # Property lists have no null.
        inputs[name]["lean"] = copies(options, figures.without_nulls(value), folder, name + "-lean", (50,))[50]
        inputs[name]["lines"] = os.path.join(folder, name + ".jsonl")
        figures.write_copies(
            figures.compact(value), options.megabytes * figures.MEGABYTE, inputs[name]["lines"], b"", b"\n", b"\n")
    figures.section("JSON", f"""
        Documents that are common benchmarks of JSON libraries, in compact JSON, repeated as the elements of an array of
        {options.megabytes:g} MB, to compact JSON: megabytes of input per second of processor time. decant checks UTF-8,
        grammar, numbers and repeated keys, and reads a window at a time; the last column is the kernel's part of the time.
        The others read all of the input into memory: jq, gojq and `JSONSerialization` a tenth of it, and `plutil` a fiftieth,
        so that their peak memory is that of a smaller input. serde_json and simdjson are called by programs of a few lines
        (`Tests/Benchmarks/peers`); they make no tree, whose time would be that of the kernel for its memory.""")
    figures.table_of_programs("JSON to JSON", options, [
        Program("`cat`", ["cat"]),
        Program("decant", one + ["-c"]),
        Program("decant, pretty", one),
        Program("serde_json, without a tree", with_words(serde, "stream")),
        Program("jq", with_words(tool("jq"), "-c", "."), 10),
        Program("gojq", with_words(tool("gojq"), "-c", "."), 10),
        Program("Foundation's `JSONSerialization`", peer("serialization"), 10),
        Program("Swift's `plutil`", with_words(tool("plutil"), "-convert", "json", "-o", "-", "--"), "lean"),
    ], inputs)
    figures.paragraph("""
        The same files without an output, in each cell three figures for the three documents. Those that keep the whole input
        also take the time in which the kernel gives them memory, which is long on a virtual machine; simdjson uses the memory of
        one line of JSON Lines for the next.""")
    check = Program("decant", [options.decant, "check"])
    checked = figures.rates(options, [
        check, Program("simdjson", with_words(simdjson, "check")), Program("serde_json", with_words(serde, "check"))], inputs)
    lines = figures.rates(options, [
        check._replace(part="lines"), Program("simdjson", with_words(simdjson, "lines"), "lines")], inputs)
    minified = figures.rates(options, [Program("simdjson", with_words(simdjson, "minify"))], inputs)
    figures.table(["", *checked], [
        [name, *(figures.cell(results.get(column, []), time) for column in checked)] for name, results, time in [
            ("checked", checked, "processor"), ("checked, in user mode alone", checked, "user"),
            ("checked, of JSON Lines", lines, "processor"), ("of JSON Lines, in user mode alone", lines, "user"),
            ("white space dropped, unchecked", minified, "processor"),
        ] if results])


PLISTLIB_READS = """
import json, plistlib, sys
json.dump(plistlib.load(open(sys.argv[1], 'rb')), sys.stdout)
"""
PLISTLIB_WRITES = """
import json, plistlib, sys
sys.stdout.buffer.write(plistlib.dumps(json.load(open(sys.argv[1], 'rb')), fmt=plistlib.%s))
"""


def property_lists(options, folder):
    crate, plutil, convert = peer("plist"), tool("plutil"), ["-o", "-", "--"]
    texts, lists = {}, {"xml1": {}, "binary1": {}}
    for name, value in figures.documents(options).items():
        texts[name] = copies(options, figures.without_nulls(value), folder, name, (1, 10, 50))
        for kind, inputs in lists.items():
            inputs[name] = {part: figures.converted(options, path, "json", kind) for part, path in texts[name].items()}
    figures.section("Property lists", f"""
        The same documents without their nulls, {options.megabytes:g} MB of JSON; the crate plist, with serde_json, reads a tenth,
        and plistlib and `plutil` a fiftieth. Binary property lists store equal values once, so they are several times smaller.""")
    conversions = {}
    for kind, title, constant in [("xml1", "XML", "FMT_XML"), ("binary1", "binary", "FMT_BINARY")]:
        conversions[f"{title} to JSON"] = [
            Program("decant", [options.decant, "--jobs", "1", "-f", kind, "-t", "json", "-c"]),
            Program("the crate plist", with_words(crate, "json"), 10),
            Program("plistlib", python("plistlib", PLISTLIB_READS), 50),
            Program("`plutil`", with_words(plutil, "-convert", "json", *convert), 50),
        ], lists[kind]
        conversions[f"JSON to {title}"] = [
            Program("decant", [options.decant, "--jobs", "1", "-f", "json", "-t", kind]),
            Program("the crate plist", with_words(crate, kind), 10),
            Program("plistlib", python("plistlib", PLISTLIB_WRITES % constant), 50),
            Program("`plutil`", with_words(plutil, "-convert", kind, *convert), 50),
        ], texts
    figures.table_of_conversions(figures.DOCUMENTS, options, conversions)


def make_settings(folder, count):
    """Writes XML property lists of about 2 KB, a thousand to a folder, the same ones each time."""
    generator = random.Random(7)
    for index in range(count):
        if index % 1000 == 0:
            os.makedirs(f"{folder}/{index // 1000:04}")
        value = {
            "name": f"settings {index}", "enabled": index % 2 == 0, "ratio": generator.random(),
            "list": [{"key": f"item {item}", "value": generator.randrange(10**6)} for item in range(16)],
        }
        with open(f"{folder}/{index // 1000:04}/{index:06}.plist", "wb") as file:
            plistlib.dump(value, file)


def migration(options, folder):
    count = max(100, int(options.megabytes * 1000))
    settings, target = os.path.join(folder, "settings"), os.path.join(folder, "converted")
    make_settings(settings, count)
    # Otherwise the first run waits for the disk writes of other programs.
    os.sync()
    command = [options.decant, "migrate", "-t", "yaml", "--jobs", "2", "--output", target, settings]
    rows = []
    for name, words in [("decant, `migrate --jobs 2`", []), ("decant, the same again: nothing to do", []),
                        ("decant, `migrate --dry-run`", ["--dry-run", "--force"])]:
        cost = figures.run(command + words, True)
        rows.append([name, f"{cost.elapsed / count * 1000:.3f} ms", f"{cost.processor / count * 1000:.3f} ms",
                     figures.mebibytes(cost.memory)])
    plutil = tool("plutil")
    if plutil:
        sample = sorted(glob.glob(os.path.join(settings, "0000", "*.plist")))[:max(1, count // 500)]
        # A loop of the shell, which calls plutil for each file.
        script = 'for file; do "$0" -convert json -o - -- "$file" || exit; done'
        cost = figures.run(["sh", "-c", script, plutil[0], *sample])
        rows.append(["`plutil -convert json`, started for each", f"{cost.elapsed / len(sample) * 1000:.3f} ms", "", ""])
    figures.section("Many files", f"""
        {count:,} XML property lists of 2 KB become files of YAML, which are written whole or not at all, by two threads: the time
        that passes and the processor time for each file.""")
    figures.table(["", "passes", "processor", "peak memory"], rows)


RECORD = (b'{"id":%d,"name":"record number %d","tags":["a","b","c"],"value":3.14159,'
          b'"nested":{"yes":true,"no":null,"text":"some more text to make it longer"}}')


def memory(options, folder):
    rows = []

    def passes_through(path, source, target):
        cost = figures.run([options.decant, "--lossy", "-q", "-f", source, "-t", target, path], True)
        rows.append([f"{source} to {target}", f"{figures.megabytes(path):.0f} MB", f"{cost.elapsed:.2f} s",
                     f"{cost.processor:.2f} s", figures.mebibytes(cost.memory)])

    for name, opening, between, closing in [("json", b"[", b",", b"]\n"), ("jsonl", b"", b"\n", b"\n")]:
        path = os.path.join(folder, "records." + name)
        with open(path, "wb") as file:
            file.write(opening + RECORD % (0, 0))
            first, size = 1, 0
            while size < options.megabytes * figures.MEGABYTE:
                size += file.write(between + between.join(RECORD % (id, id) for id in range(first, first + 5000)))
                first += 5000
            file.write(closing)
        passes_through(path, name, name)
        if name == "json":
            passes_through(path, name, "yaml")
            written = figures.converted(options, path, name, "yaml", ["--lossy"])
            passes_through(written, "yaml", "json")
            os.remove(written)
        os.remove(path)
    figures.section("A gigabyte", f"""
        {options.megabytes:g} MB of records, as one sequence or as JSON Lines, with as many threads as decant chooses: seconds of
        one run. Conversions are done in constant memory, whatever the size of the input.""")
    figures.table(["", "input", "passes", "processor", "peak memory"], rows)


SECTIONS = {"json": json, "plist": property_lists, "migrate": migration, "memory": memory}


def main():
    parser = figures.arguments(__doc__)
    parser.add_argument("--only", choices=SECTIONS)
    options = figures.parsed(parser)
    for name, measures in SECTIONS.items():
        if options.only in (None, name):
            with tempfile.TemporaryDirectory(prefix="decant-benchmarks-") as folder:
                measures(options, folder)


if __name__ == "__main__":
    sys.exit(main())
