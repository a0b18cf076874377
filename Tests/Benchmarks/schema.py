"""Measures 'decant check --schema': an array of records, and a schema of 2 MB with thousands of definitions.

    python3 Tests/Benchmarks/schema.py [OPTION...]
"""

import json
import os
import random
import sys
import tempfile

import figures

DEFINITIONS = 3300


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


def measure_records(options, folder, source):
    document, schema = os.path.join(folder, "records.json"), os.path.join(folder, "records-schema.json")
    write_records(document, options.megabytes * figures.MEGABYTE, source)
    with open(schema, "w") as file:
        json.dump(RECORDS, file)
    commands = {"`decant check --schema`": [options.decant, "check", "--schema", schema, document]}
    if figures.python("jsonschema_rs", "") and figures.python("orjson", ""):
        commands["jsonschema-rs and orjson"] = [sys.executable, "-I", "-c", PEER, schema, document]
    costs = figures.measure(commands, options.runs)
    size = figures.megabytes(document)
    speeds = [f"{name} {size / cost.processor:.0f} MB, in {figures.mebibytes(cost.memory)}" for name, cost in costs.items()]
    figures.section("Schemas", f"""
        An array of records of seven fields, with patterns and bounds, {options.megabytes:g} MB, is checked by a JSON Schema, in a
        second of processor time {"; ".join(speeds)}. jsonschema-rs, in Rust, with orjson and without Python's garbage collector,
        only tells whether the document is valid.""")


def measure_definitions(options, folder, source):
    paths = {}
    for name, value in [("schema", schema(source)), ("document", document(source)), ("empty", [])]:
        paths[name] = os.path.join(folder, f"{name}.json")
        with open(paths[name], "w") as file:
            json.dump(value, file)
    check = [options.decant, "check"]
    by = check + ["--schema", paths["schema"]]
    costs = figures.measure({
        "the document, without a schema": check + [paths["document"]],
        "an empty document by the schema": by + [paths["empty"]],
        "the document by the schema": by + [paths["document"]],
    }, options.runs)
    without, empty, whole = (f"{cost.processor * 1000:.0f} ms" for cost in costs.values())
    size, large = figures.megabytes(paths["document"]), figures.megabytes(paths["schema"])
    figures.paragraph(f"""
        A schema of {large:.1f} MB with {DEFINITIONS} definitions checks a document of {size:.1f} MB in {whole} and an empty one in
        {empty}; without a schema the document takes {without}.""")


def main():
    options = figures.parsed(figures.arguments(__doc__, megabytes=20))
    with tempfile.TemporaryDirectory() as folder:
        measure_records(options, folder, random.Random(1))
        measure_definitions(options, folder, random.Random(1))


if __name__ == "__main__":
    main()
