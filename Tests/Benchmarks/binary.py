"""Measures CBOR and MessagePack beside the crates serde_cbor and rmp-serde, and Python's cbor2 and msgpack.

    python3 Tests/Benchmarks/binary.py [OPTION...]
"""

import tempfile

import figures
from figures import Program, peer, python
from measure import copies, with_words

READS = "import json, sys, {module}; json.dump({module}.{loads}(open(sys.argv[1], 'rb').read()), sys.stdout, ensure_ascii=False)"
WRITES = "import json, sys, {module}; sys.stdout.buffer.write({module}.{dumps}(json.load(open(sys.argv[1], 'rb'))))"
FORMATS = [
    ("CBOR", "cbor", {"module": "cbor2", "loads": "loads", "dumps": "dumps"}),
    ("MessagePack", "msgpack", {"module": "msgpack", "loads": "unpackb", "dumps": "packb"}),
]


def main():
    options = figures.parsed(figures.arguments(__doc__, megabytes=50))
    figures.section("CBOR and MessagePack", f"""
        {options.megabytes:g} MB of JSON in these formats, to compact JSON and back, of which Python's cbor2 and msgpack with json
        read a tenth: megabytes of input per second of processor time. The crates serde_cbor and rmp-serde pass each value to
        serde_json as they read it, without a tree and without a check of repeated keys.""")
    conversions = {}
    with tempfile.TemporaryDirectory() as folder:
        texts = {name: copies(options, value, folder, name, (1, 10)) for name, value in figures.documents(options).items()}
        for title, name, module in FORMATS:
            inputs = {document: {part: figures.converted(options, path, "json", name) for part, path in paths.items()}
                      for document, paths in texts.items()}
            conversions[f"{title} to JSON"] = [
                Program("decant", [options.decant, "--jobs", "1", "-f", name, "-t", "json", "-c"]),
                Program("Rust's crates", with_words(peer(name), "json")),
                Program("Python's modules", python(module["module"], READS.format(**module)), 10),
            ], inputs
            conversions[f"JSON to {title}"] = [
                Program("decant", [options.decant, "--jobs", "1", "-f", "json", "-t", name]),
                Program("Rust's crates", with_words(peer(name), name)),
                Program("Python's modules", python(module["module"], WRITES.format(**module)), 10),
            ], texts
        figures.table_of_conversions(figures.DOCUMENTS, options, conversions)


if __name__ == "__main__":
    main()
