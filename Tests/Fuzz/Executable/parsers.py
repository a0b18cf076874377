"""Parsers of formats that Python has no module for: CBOR, MessagePack, JSON5 and OpenStep."""

import datetime
import re
import struct
from decimal import Decimal

from values import Stamp, Unsure, mapping


class Binary:
    """What the readers of CBOR and MessagePack share."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        part = self.data[self.place:self.place + count]
        if len(part) < count:
            raise Unsure
        self.place += count
        return part

    def number(self, form):
        return struct.unpack(">" + form, self.take(struct.calcsize(form)))[0]

    def whole(self):
        value = self.value()
        if self.place != len(self.data):
            raise Unsure
        return value

    @staticmethod
    def stamp(seconds):
        return Stamp.of(datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc))


class CBOR(Binary):
    def value(self):
        byte = self.number("B")
        kind, low = byte >> 5, byte & 31
        if kind == 7:
            return self.simple(low)
        if low == 31:
            return self.indefinite(kind)
        if low > 27:
            raise Unsure
        count = low if low < 24 else self.number("BHIQ"[low - 24])
        if kind < 2:
            return -1 - count if kind else count
        if kind == 2:
            return self.take(count)
        if kind == 3:
            return self.take(count).decode()
        if kind == 4:
            return [self.value() for _ in range(count)]
        if kind == 5:
            return mapping((self.value(), self.value()) for _ in range(count))
        return self.tagged(count)

    def indefinite(self, kind):
        parts = []
        while self.data[self.place:self.place + 1] != b"\xff":
            parts.append(self.value())
        self.place += 1
        if kind in (2, 3):
            return (b"" if kind == 2 else "").join(parts)
        if kind not in (4, 5):
            raise Unsure
        return parts if kind == 4 else mapping(zip(parts[::2], parts[1::2]))

    def simple(self, low):
        if 20 <= low <= 22:
            return (False, True, None)[low - 20]
        if 25 <= low <= 27:
            return self.number("efd"[low - 25])
        raise Unsure

    def tagged(self, tag):
        value = self.value()
        if tag == 55799:
            return value
        if tag in (2, 3) and isinstance(value, bytes):
            number = int.from_bytes(value, "big")
            return -1 - number if tag == 3 else number
        if tag == 4 and isinstance(value, list) and len(value) == 2:
            return Decimal(f"{value[1]}E{value[0]}")
        if tag == 0 and isinstance(value, str):
            return Stamp.parse(value) or value
        if tag == 1 and isinstance(value, (int, float)):
            return self.stamp(value)
        raise Unsure


class MessagePack(Binary):
    def value(self):
        byte = self.number("B")
        if byte < 0x80:
            return byte
        if byte >= 0xE0:
            return byte - 256
        if byte < 0x90:
            return self.map(byte & 15)
        if byte < 0xA0:
            return [self.value() for _ in range(byte & 15)]
        if byte < 0xC0:
            return self.take(byte & 31).decode()
        if byte in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[byte]
        if 0xC4 <= byte <= 0xC6:
            return self.take(self.number("BHI"[byte - 0xC4]))
        if 0xCA <= byte <= 0xCB:
            return self.number("fd"[byte - 0xCA])
        if 0xCC <= byte <= 0xD3:
            return self.number("BHIQbhiq"[byte - 0xCC])
        if 0xD9 <= byte <= 0xDB:
            return self.take(self.number("BHI"[byte - 0xD9])).decode()
        if 0xDC <= byte <= 0xDD:
            return [self.value() for _ in range(self.number("HI"[byte - 0xDC]))]
        if 0xDE <= byte <= 0xDF:
            return self.map(self.number("HI"[byte - 0xDE]))
        if byte in (0xC7, 0xD6, 0xD7):
            return self.time(self.number("B") if byte == 0xC7 else 4 if byte == 0xD6 else 8)
        raise Unsure

    def time(self, size):
        if self.number("b") != -1 or size not in (4, 8, 12):
            raise Unsure
        if size == 12:
            self.number("I")
            return self.stamp(self.number("q"))
        return self.stamp(self.number("I") if size == 4 else self.number("Q") & 0x3FFFFFFFF)

    def map(self, count):
        return mapping((self.value(), self.value()) for _ in range(count))


class Text:
    """What the readers of JSON5 and OpenStep share."""

    def __init__(self, data):
        self.text, self.place = data.decode("utf-8-sig"), 0

    def space(self):
        self.match(r"(\s|//[^\n]*|/\*.*?\*/)*")

    def match(self, pattern):
        found = re.compile(pattern, re.S).match(self.text, self.place)
        if found:
            self.place = found.end()
            return found.group()
        return None

    def next(self, pattern):
        self.space()
        return self.match(pattern)

    def need(self, pattern):
        found = self.next(pattern)
        if found is None:
            raise Unsure
        return found

    def whole(self):
        value = self.value()
        self.space()
        if self.place != len(self.text):
            raise Unsure
        return value

    def string(self, escapes, hexadecimal):
        quote = self.need("[\"']")
        parts = []
        while (part := self.match(rf"[^{quote}\\]+|\\.")) is not None:
            if part[0] == "\\" and part[1] in hexadecimal:
                part = chr(int(self.need(r"[0-9a-fA-F]{%d}" % hexadecimal[part[1]]), 16))
            elif part[0] == "\\":
                if part[1].isdigit() and part[1] not in escapes:
                    raise Unsure
                part = escapes.get(part[1], part[1])
            parts.append(part)
        self.need(quote)
        return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16")


class JSON5(Text):
    ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "",
               "\u2028": "", "\u2029": ""}

    def value(self):
        if self.next(r"\["):
            return self.list(r"\]", self.value)
        if self.next("{"):
            return mapping(self.list("}", self.member))
        self.space()
        if self.text[self.place:self.place + 1] in ("'", '"'):
            return self.string(self.ESCAPES, {"u": 4, "x": 2})
        word = self.need(r"[-+.\w]+")
        if word in ("null", "true", "false"):
            return {"null": None, "true": True, "false": False}[word]
        if re.fullmatch(r"[-+]?0[xX][0-9a-fA-F]+", word):
            return int(word, 16)
        if re.fullmatch(r"[-+]?(\d+|(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)", word):
            return Decimal(word)
        if re.fullmatch(r"[-+]?(Infinity|NaN)", word):
            return float(word)
        raise Unsure

    def list(self, end, read):
        values = []
        while not self.next(end):
            values.append(read())
            if not self.next(","):
                self.need(end)
                break
        return values

    def member(self):
        self.space()
        if self.text[self.place:self.place + 1] in ("'", '"'):
            key = self.string(self.ESCAPES, {"u": 4, "x": 2})
        else:
            key = self.need(r"[\w$]+")
        self.need(":")
        return key, self.value()


class OpenStep(Text):
    """Reads texts, data, arrays and dictionaries; numbers are texts."""

    ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a"}

    def value(self):
        if self.next(r"\("):
            values = []
            while not self.next(r"\)"):
                values.append(self.value())
                if not self.next(","):
                    self.need(r"\)")
                    break
            return values
        if self.next("{"):
            return self.members("}")
        if self.next("<"):
            return bytes.fromhex(self.need("[0-9a-fA-F ]*>")[:-1])
        return self.scalar()

    def members(self, end):
        pairs = []
        while not self.next(end):
            key = self.scalar()
            self.need("=")
            pairs.append((key, self.value()))
            self.need(";")
        return mapping(pairs)

    def scalar(self):
        self.space()
        if self.text[self.place:self.place + 1] in ("'", '"'):
            return self.string(self.ESCAPES, {"U": 4})
        return self.need(r"[A-Za-z0-9_$/:.-]+")
