"""Random values, writers of all formats that share nothing with decant, and damage to documents."""

import csv
import io
import plistlib
import struct
from decimal import Decimal

from values import Stamp, is_number

LETTERS = "abcxyz01- _.:/#{}[]()=;,'\"\\\n\t&*!|>%@`~<?$+é日🙂\u2028\u0301"
WORDS = ["", "a", "b", "name", "no", "null", "true", "1", "1.0", "0x1F", "2026-01-02", "a b", "- a", "# c", "é", "~", "<<"]


class Values:
    """A source of random values; `kinds` are those of scalars that a format has."""

    def __init__(self, random, kinds):
        self.random, self.kinds = random, kinds

    def text(self):
        if self.random.random() < 0.6:
            return self.random.choice(WORDS)
        return "".join(self.random.choices(LETTERS, k=self.random.choice([1, 3, 8, 30, 100])))

    def scalar(self):
        kind = self.random.choice(self.kinds)
        if kind == "null":
            return None
        if kind == "bool":
            return self.random.random() < 0.5
        if kind == "integer":
            return self.random.choice([1, -1]) * self.random.randrange(1 << self.random.choice([1, 7, 8, 16, 33, 63]))
        if kind == "real":
            return Decimal(f"{self.random.randrange(-10**6, 10**6)}e{self.random.randrange(-9, 9)}")
        if kind == "date":
            return Stamp.parse("20%02d-%02d-%02dT%02d:00:%02dZ" % tuple(
                self.random.randrange(low, high) for low, high in ((0, 99), (1, 13), (1, 29), (0, 24), (0, 60))))
        if kind == "data":
            return self.random.randbytes(self.random.choice([0, 1, 2, 3, 60]))
        return self.text()

    def value(self, depth=0):
        kind = self.random.random()
        if depth > 4 or depth > 0 and kind < 0.5:
            return self.scalar()
        count = self.random.choice([0, 1, 2, 3, 5])
        if kind < 0.7:
            return [self.value(depth + 1) for _ in range(count)]
        return {self.text(): self.value(depth + 1) for _ in range(count)}

    def document(self, name):
        if name == "csv":
            keys = list({self.text() for _ in range(self.random.randrange(1, 5))})
            return [{key: self.text() for key in keys} for _ in range(self.random.randrange(1, 6))]
        if name in ("toml", "openstep", "xml1", "binary1"):
            return {self.text(): self.value(1) for _ in range(self.random.randrange(5))}
        return self.value()


class Unwritable(Exception):
    """The format has no form of a value."""


class Writer:
    """A writer of one document, in a layout that `random` chooses."""

    def __init__(self, random):
        self.random = random

    def space(self):
        return self.random.choice(["", "", "", " ", "\n  "])

    def quoted(self, text, escapes=True):
        parts = []
        for letter in text:
            if letter in '"\\' or ord(letter) < 32 or letter in "\x7f\x85\u2028\u2029\ufeff":
                parts.append({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}.get(letter) or f"\\u{ord(letter):04x}")
            elif escapes and ord(letter) < 0x10000 and self.random.random() < 0.02:
                parts.append(f"\\u{ord(letter):04X}")
            else:
                parts.append(letter)
        return '"' + "".join(parts) + '"'

    def scalar(self, value):
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (bytes, Stamp)):
            raise Unwritable
        if isinstance(value, Decimal):
            text = str(value)
            return text if {".", "E"} & set(text) else text + ".0"
        return str(value) if is_number(value) else self.quoted(value)

    def list(self, begin, parts, end, comma=False):
        text = (self.space() + "," + self.space()).join(parts)
        tail = "," if comma and parts and self.random.random() < 0.3 else ""
        return begin + self.space() + text + tail + self.space() + end


class JSON(Writer):
    lenient = False

    def text(self, value):
        if isinstance(value, list):
            return self.list("[", [self.text(child) for child in value], "]", self.lenient)
        if isinstance(value, dict):
            parts = [self.key(key) + ":" + self.space() + self.text(child) for key, child in value.items()]
            return self.list("{", parts, "}", self.lenient)
        return self.scalar(value)

    def key(self, key):
        return self.quoted(key)

    def data(self, value):
        return (self.space() + self.text(value) + self.space()).encode()


class JSON5(JSON):
    lenient = True

    def space(self):
        return self.random.choice(["", "", "", " ", "\n", "/* c */", "// d\n"])

    def key(self, key):
        return key if key.isascii() and key.isalpha() and self.random.random() < 0.5 else self.quoted(key)


class YAML(JSON):
    def space(self):
        return self.random.choice(["", "", " "])

    def key(self, key):
        return self.quoted(key) + self.space()

    def text(self, value):
        # A colon without a space is part of a plain scalar.
        if isinstance(value, dict):
            return self.list("{", [self.key(key) + ": " + self.text(child) for key, child in value.items()], "}")
        return super().text(value)

    def block(self, value, depth=0):
        """Returns lines; the first has no indentation."""
        indent = "  " * depth
        if isinstance(value, dict) and value and self.random.random() < 0.8:
            return ("\n" + indent).join(
                self.comment(indent) + self.key(key) + ":" + self.child(child, depth) for key, child in value.items())
        if isinstance(value, list) and value and self.random.random() < 0.8:
            return ("\n" + indent).join(self.comment(indent) + "- " + self.block(child, depth + 1) for child in value)
        return self.text(value) + self.random.choice(["", "", " # c"])

    def child(self, value, depth):
        if isinstance(value, (dict, list)) and value and self.random.random() < 0.8:
            return "\n" + "  " * (depth + 1) + self.block(value, depth + 1)
        return " " + self.text(value)

    def comment(self, indent):
        return "# c\n" + indent if self.random.random() < 0.1 else ""

    def data(self, value):
        return (self.block(value) + "\n").encode()


class TOML(JSON):
    def scalar(self, value):
        if value is None or isinstance(value, bytes):
            raise Unwritable
        return str(value) if isinstance(value, Stamp) else super().scalar(value)

    def key(self, key):
        return self.quoted(key)

    def text(self, value):
        if isinstance(value, dict):
            return "{ " + ", ".join(self.key(key) + " = " + self.text(child) for key, child in value.items()) + " }"
        return super().text(value)

    def table(self, value, path):
        lines, tables = [], []
        for key, child in value.items():
            if isinstance(child, dict) and self.random.random() < 0.6:
                tables.append((path + [self.key(key)], child))
            else:
                lines.append(self.key(key) + " = " + self.text(child) + self.random.choice(["", " # c"]))
        for name, child in tables:
            lines.append("[" + ".".join(name) + "]")
            lines += self.table(child, name)
        return lines

    def data(self, value):
        return ("\n".join(self.table(value, [])) + "\n").encode()


class OpenStep(Writer):
    def quoted(self, text, escapes=True):
        if any(ord(letter) > 0x7E or ord(letter) < 32 and letter not in "\n\t" for letter in text):
            raise Unwritable
        return super().quoted(text, escapes=False)

    def text(self, value):
        if isinstance(value, list):
            return self.list("(", [self.text(child) for child in value], ")", True)
        if isinstance(value, dict):
            return "{" + "".join(self.quoted(key) + " = " + self.text(child) + ";" for key, child in value.items()) + "}"
        if isinstance(value, bytes):
            return "<" + value.hex() + ">"
        if not isinstance(value, str) or isinstance(value, Stamp):
            raise Unwritable
        return self.quoted(value)

    def data(self, value):
        return self.text(value).encode()


class CBOR(Writer):
    def head(self, kind, count):
        for low, form, limit in ((24, "B", 1 << 8), (25, "H", 1 << 16), (26, "I", 1 << 32), (27, "Q", 1 << 64)):
            if count < 24 and self.random.random() < 0.9:
                return bytes([kind << 5 | count])
            if count < limit:
                return bytes([kind << 5 | low]) + struct.pack(">" + form, count)
        raise Unwritable

    def data(self, value):
        if value is None or isinstance(value, bool):
            return {None: b"\xf6", False: b"\xf4", True: b"\xf5"}[value]
        if isinstance(value, int):
            return self.head(0, value) if value >= 0 else self.head(1, -1 - value)
        if isinstance(value, Decimal):
            return b"\xfb" + struct.pack(">d", value)
        if isinstance(value, Stamp):
            return b"\xc0" + self.data(str(value))
        if isinstance(value, str):
            return self.head(3, len(value.encode())) + value.encode()
        if isinstance(value, bytes):
            return self.head(2, len(value)) + value
        if isinstance(value, list):
            return self.head(4, len(value)) + b"".join(map(self.data, value))
        return self.head(5, len(value)) + b"".join(self.data(key) + self.data(child) for key, child in value.items())


class MessagePack(Writer):
    def head(self, codes, count):
        for code, form, limit in zip(codes, "BHI", (1 << 8, 1 << 16, 1 << 32)):
            if count < limit and code:
                return bytes([code]) + struct.pack(">" + form, count)
        raise Unwritable

    def data(self, value):
        if value is None or isinstance(value, bool):
            return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
        if isinstance(value, int):
            return bytes([0xD3]) + struct.pack(">q", value)
        if isinstance(value, Decimal):
            return b"\xcb" + struct.pack(">d", value)
        if isinstance(value, Stamp):
            raise Unwritable
        if isinstance(value, str):
            return self.head((0xD9, 0xDA, 0xDB), len(value.encode())) + value.encode()
        if isinstance(value, bytes):
            return self.head((0xC4, 0xC5, 0xC6), len(value)) + value
        if isinstance(value, list):
            return self.head((0, 0xDC, 0xDD), len(value)) + b"".join(map(self.data, value))
        return self.head((0, 0xDE, 0xDF), len(value)) + b"".join(
            self.data(key) + self.data(child) for key, child in value.items())


def property_list(form):
    def data(_, value):
        import datetime

        def plain(value):
            if value is None:
                raise Unwritable
            if isinstance(value, Stamp):
                return datetime.datetime.fromisoformat(value[:-1])
            if isinstance(value, Decimal):
                return float(value)
            if isinstance(value, list):
                return [plain(child) for child in value]
            if isinstance(value, dict):
                return {key: plain(child) for key, child in value.items()}
            return value

        try:
            return plistlib.dumps(plain(value), fmt=form, sort_keys=False)
        except ValueError as error:
            raise Unwritable from error

    return data


def csv_data(random, value):
    file = io.StringIO(newline="")
    writer = csv.DictWriter(
        file, list(value[0]), quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
        lineterminator=random.choice(["\n", "\r\n"]))
    writer.writeheader()
    writer.writerows(value)
    return file.getvalue().encode()


def writer(kind):
    return lambda random, value: kind(random).data(value)


TEXT, JSON_KINDS = ["text", "text"], ["text", "text", "integer", "real", "bool", "null"]
# Of each format, its writer and the kinds of its scalars.
FORMATS = {
    "json": (writer(JSON), JSON_KINDS),
    "json5": (writer(JSON5), JSON_KINDS),
    "yaml": (writer(YAML), JSON_KINDS),
    "toml": (writer(TOML), ["text", "text", "integer", "real", "bool", "date"]),
    "xml1": (property_list(plistlib.FMT_XML), ["text", "text", "integer", "real", "bool", "date", "data"]),
    "binary1": (property_list(plistlib.FMT_BINARY), ["text", "text", "integer", "real", "bool", "date", "data"]),
    "openstep": (writer(OpenStep), ["text", "text", "data"]),
    "cbor": (writer(CBOR), JSON_KINDS + ["data", "date"]),
    "msgpack": (writer(MessagePack), JSON_KINDS + ["data"]),
    "csv": (csv_data, TEXT),
}

TOKENS = [
    b"{", b"}", b"[", b"]", b"(", b")", b"<", b">", b"=", b";", b",", b":", b"\n", b"\r\n", b"\t", b" ", b"#", b"//", b"/*", b"*/",
    b"- ", b"? ", b": ", b"&a ", b"*a", b"!!int ", b"!!binary ", b"!x ", b"|\n ", b">-\n ", b"%YAML 1.1\n", b"---\n", b"...\n",
    b"<<: *a\n", b'"', b"'", b'"""', b"'''", b"\\u0000", b"\\ud800", b"\\x41", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xe2\x80\xa8",
    b"\0", b"\x1e", b"true", b"null", b"NaN", b"-inf", b"1e999999999", b"-0.0", b"0x1F", b"9" * 40, b"[[a]]\n", b"[a.b]\n",
    b"a.b = 1\n", b"<!DOCTYPE plist>", b"<!ENTITY a 'b'>", b"<dict>", b"</dict>", b"<key>", b"<integer>", b"<![CDATA[", b"]]>",
    b"&amp;", b"&#0;", b"bplist00", b"\xd9\xd9\xf7", b"\xc2\x58", b"\x9b\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"$tag",
    b"$archiver", b"$ref", b"$objects", b"$top", b"<<<<<<< a\n", b"=======\n", b">>>>>>> b\n", b"2026-01-02", b"07:32", b"<*I5>",
]


def damaged(random, data, others):
    """Returns the document with a few changes of single bytes, tokens, pieces, and of pieces of others."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 4, 16])):
        place = random.randrange(len(data) + 1)
        end = min(len(data), place + random.choice([0, 1, 2, 8, 64]))
        kind = random.randrange(7)
        if kind == 0 and data:
            data[min(place, len(data) - 1)] ^= 1 << random.randrange(8)
        elif kind == 1:
            del data[place:end]
        elif kind == 2:
            data[place:place] = data[place:end] * random.choice([1, 2, 50])
        elif kind == 3:
            other = random.choice(others)
            start = random.randrange(len(other) + 1)
            data[place:end] = other[start:start + random.choice([1, 8, 64, 1000])]
        elif kind == 4:
            del data[random.choice([place, len(data) - 1 if data else 0]):]
        else:
            data[place:place] = random.choice(TOKENS) * random.choice([1, 1, 1, 2, 500])
    return bytes(data[:20_000])
