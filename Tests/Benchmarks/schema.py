"""Measures decant check --schema with a schema of 2 MB, which has thousands of definitions, and a document of 1 MB.

    python3 Tests/Benchmarks/schema.py [DECANT] [--keep FOLDER]
    python3 Tests/Benchmarks/schema.py [DECANT] --records MEGABYTES [--keep FOLDER]

Figures are milliseconds of wall-clock time, the least of several runs: the check of the document without a schema, of an
empty document by the schema, and of the document by the schema. Python's jsonschema is measured once if it is installed.

With --records, the document is an array of records of seven fields, with patterns and bounds. Figures are seconds of processor
time, the median of several runs, and the peak memory; jsonschema-rs with orjson, which only tell whether the document is valid,
are measured beside it if they are installed, without Python's garbage collector.
"""

import argparse
import importlib.util
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
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


RECORDS = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "name", "email", "age", "score"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "integer", "minimum": 1},
            "name": {"type": "string", "minLength": 1, "maxLength": 80},
            "email": {"type": "string", "pattern": "^[^@ ]+@[^@ ]+$"},
            "age": {"type": "integer", "minimum": 0, "maximum": 150},
            "score": {"type": "number", "minimum": 0, "exclusiveMaximum": 100.5},
            "tags": {"type": "array", "items": {"enum": ["a", "b", "cc", "dd"]}, "maxItems": 5},
            "sku": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$"},
        },
    },
}

PEER = """
import gc, sys
gc.disable()
import jsonschema_rs, orjson
schema, document = (open(path, "rb").read() for path in sys.argv[1:])
assert jsonschema_rs.validator_for(orjson.loads(schema)).is_valid(orjson.loads(document))
"""


def write_records(path, size, source):
    with open(path, "w") as file:
        number = 0
        while file.tell() < size:
            number += 1
            record = {
                "id": number, "name": f"name {source.randrange(10**6)}", "email": f"u{number}@example.org",
                "age": source.randrange(100), "score": round(source.random() * 100, 2),
                "tags": source.sample(["a", "b", "cc", "dd"], 2), "sku": f"AB-{source.randrange(10**4):04}",
            }
            file.write(("[" if number == 1 else ",\n") + json.dumps(record))
        file.write("]\n")


def usage(command):
    """Returns seconds of processor time, and the peak memory in bytes."""
    times, memory = [], 0
    for _ in range(RUNS):
        process = subprocess.Popen(command)
        _, status, used = os.wait4(process.pid, 0)
        assert status == 0, command
        times.append(used.ru_utime + used.ru_stime)
        memory = max(memory, used.ru_maxrss * 1024)
    return statistics.median(times), memory


def measure_records(decant, size, folder, source):
    document, schema = os.path.join(folder, "records.json"), os.path.join(folder, "records-schema.json")
    write_records(document, size, source)
    with open(schema, "w") as file:
        json.dump(RECORDS, file)
    rows = [("decant check --schema", [decant, "check", "--schema", schema, document])]
    if importlib.util.find_spec("jsonschema_rs") and importlib.util.find_spec("orjson"):
        rows.append(("jsonschema-rs, orjson", [sys.executable, "-c", PEER, schema, document]))
    for name, command in rows:
        time, memory = usage(command)
        print(f"{name}: {time:6.2f} s {memory / 1e6:7.0f} MB")


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
    parser.add_argument("--records", metavar="MEGABYTES", type=float, help="check an array of records")
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp()
    source = random.Random(1)
    if options.records:
        measure_records(options.decant, options.records * 1e6, folder, source)
        return
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
