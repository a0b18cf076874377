"""Readers of all formats that share nothing with decant."""

import base64
import codecs
import csv
import datetime
import io
import json
import plistlib
import re
import tomllib
from decimal import Decimal

from parsers import CBOR, JSON5, MessagePack, OpenStep
from values import Stamp, Unsure, mapping, need, plain_scalar

try:
    import yaml
except ImportError:
    yaml = None


def refuse(_):
    raise Unsure


def from_json(data):
    return json.loads(
        data.decode("utf-8-sig"), parse_float=Decimal, parse_constant=refuse, object_pairs_hook=mapping)


def from_toml(data):
    def plain(value):
        if isinstance(value, dict):
            return {key: plain(child) for key, child in value.items()}
        if isinstance(value, list):
            return [plain(child) for child in value]
        if isinstance(value, (datetime.date, datetime.time)):
            return Stamp.of(value)
        return value

    return plain(tomllib.loads(data.decode("utf-8-sig"), parse_float=Decimal))


def from_plist(data):
    def plain(value):
        if isinstance(value, dict):
            return {key: plain(child) for key, child in value.items()}
        if isinstance(value, list):
            return [plain(child) for child in value]
        if isinstance(value, datetime.datetime):
            return Stamp.of(value.replace(tzinfo=datetime.timezone.utc))
        if isinstance(value, plistlib.UID):
            raise Unsure
        return value

    # Python takes what is not XML for the end of the document, and the last of two equal keys.
    keys = re.findall(rb"<key>", data)
    value = plain(plistlib.loads(data))
    if count_keys(value) != len(keys) and not data.startswith(b"bplist"):
        raise Unsure
    return value


def count_keys(value):
    if isinstance(value, dict):
        return len(value) + sum(map(count_keys, value.values()))
    return sum(map(count_keys, value)) if isinstance(value, list) else 0


def from_yaml(data):
    """Resolves the events of libyaml by the rules of YAML 1.2."""
    # Directives; and line breaks of YAML 1.1, which libyaml still reads as such.
    if yaml is None or re.search(rb"^%|\xe2\x80[\xa8\xa9]|\xc2\x85", data, re.M):
        raise Unsure
    events = yaml.parse(data, Loader=yaml.CLoader)
    anchors = {}

    def value(event):
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in anchors:
                raise Unsure
            return anchors[event.anchor]
        result = node(event)
        if event.anchor:
            anchors[event.anchor] = result
        return result

    def node(event):
        tag = (event.tag or "").removeprefix("tag:yaml.org,2002:")
        if isinstance(event, yaml.ScalarEvent):
            if tag == "" and event.style in ("", None):
                if event.value == "<<":
                    raise Unsure
                return plain_scalar(event.value)
            if tag == "binary":
                return base64.b64decode(event.value, validate=True)
            if tag == "timestamp":
                return need(Stamp.parse(event.value))
            if tag not in ("", "!", "str"):
                raise Unsure
            return event.value
        is_sequence = isinstance(event, yaml.SequenceStartEvent)
        if tag not in ("", "seq" if is_sequence else "map"):
            raise Unsure
        end = yaml.SequenceEndEvent if is_sequence else yaml.MappingEndEvent
        children = []
        while not isinstance(event := next(events), end):
            children.append(value(event))
        return children if is_sequence else mapping(zip(children[::2], children[1::2]))

    documents = []
    for event in events:
        if isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent)):
            documents.append(value(event))
    if len(documents) != 1:
        raise Unsure
    return documents[0]


def from_csv(data):
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    if any(len(row) != len(rows[0]) for row in rows):
        raise Unsure
    return [mapping(zip(rows[0], row)) for row in rows[1:]]


READERS = {
    "json": from_json, "yaml": from_yaml, "toml": from_toml, "xml1": from_plist, "binary1": from_plist,
    "cbor": lambda data: CBOR(data).whole(), "msgpack": lambda data: MessagePack(data).whole(),
    "json5": lambda data: JSON5(data).whole(), "openstep": lambda data: OpenStep(data).whole(), "csv": from_csv,
}


def read(data, name):
    """Returns the value of a document, or raises `Unsure`."""
    try:
        if data.startswith((codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)) or b"\0" in data and name not in (
                "binary1", "cbor", "msgpack"):
            raise Unsure
        return READERS[name](data)
    except Unsure:
        raise
    except Exception as error:
        raise Unsure from error
