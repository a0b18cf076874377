"""Measures decant check --schema with a schema of 2 MB, which has thousands of definitions, and a document of 1 MB.

    python3 Tests/Benchmarks/schema.py [DECANT] [--keep FOLDER]

Figures are milliseconds of wall-clock time, the least of several runs: the check of the document without a schema, of an
empty document by the schema, and of the document by the schema. Python's jsonschema is measured once if it is installed.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import tempfile
import time

DEFINITIONS = 3300
RUNS = 7


def definition(number, source):
    """A definition of an object that refers to others."""
    others = [f"#/$defs/type{source.randrange(DEFINITIONS)}" for _ in range(2)]
    return {
        "description": f"The resource number {number}, as an API would describe it.",
        "type": "object",
        "required": ["id", "kind"],
        "properties": {
            "id": {"type": "string", "pattern": "^[a-z][a-z0-9-]*$", "maxLength": 63},
            "kind": {"enum": [f"type{number}", "any"]},
            "count": {"type": "integer", "minimum": 0, "maximum": 1000000},
            "ratio": {"type": "number", "exclusiveMaximum": 1},
            "tags": {"type": "array", "items": {"type": "string", "minLength": 1}, "uniqueItems": True},
            "child": {"$ref": others[0]},
            "other": {"anyOf": [{"type": "null"}, {"$ref": others[1]}]},
        },
        "additionalProperties": False,
    }


def schema(source):
    definitions = {f"type{number}": definition(number, source) for number in range(DEFINITIONS)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "array",
        "items": {"$ref": "#/$defs/type0"},
        "$defs": definitions,
    }


def node(source, depth):
    value = {
        "id": f"node-{source.randrange(10**9)}",
        "kind": "any",
        "count": source.randrange(1000),
        "ratio": source.random(),
        "tags": [f"tag{number}" for number in range(source.randrange(4))],
    }
    if depth:
        value["child"] = node(source, depth - 1)
        value["other"] = node(source, depth - 1) if source.randrange(2) else None
    return value


def document(source):
    items, size = [], 0
    while size < 1_000_000:
        items.append(node(source, 3))
        size += len(json.dumps(items[-1])) + 2
    return items


def milliseconds(command):
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(command, check=True)
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decant", nargs="?", default=shutil.which("decant") or ".build/release/decant")
    parser.add_argument("--keep", metavar="FOLDER", help="write the schema and the document to FOLDER")
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp()
    source = random.Random(1)
    paths = {}
    for name, value in [("schema", schema(source)), ("document", document(source)), ("empty", [])]:
        paths[name] = os.path.join(folder, f"{name}.json")
        with open(paths[name], "w") as file:
            json.dump(value, file)
        print(f"{name}: {os.path.getsize(paths[name]) / 1e6:.2f} MB")
    check = [options.decant, "check"]
    print(f"check of the document:  {milliseconds(check + [paths['document']]):7.1f} ms")
    by = check + ["--schema", paths["schema"]]
    print(f"empty by the schema:    {milliseconds(by + [paths['empty']]):7.1f} ms")
    print(f"document by the schema: {milliseconds(by + [paths['document']]):7.1f} ms")
    try:
        import jsonschema
    except ImportError:
        return
    with open(paths["schema"]) as file, open(paths["document"]) as other:
        validator, value = jsonschema.Draft202012Validator(json.load(file)), json.load(other)
    start = time.perf_counter()
    assert validator.is_valid(value)
    print(f"jsonschema in Python:   {(time.perf_counter() - start) * 1000:7.1f} ms, without reading")


if __name__ == "__main__":
    main()
