"""The values of documents, and a comparison of two.

A value is None, a bool, an int, a Decimal, a float where the format stores binary reals, a str, bytes, a Stamp, a list or
a dict.
"""

import datetime
import math
import re
from decimal import Decimal


class Unsure(Exception):
    """The value is not known: the document is invalid, or its meaning is not the same in all readers."""


class Stamp(str):
    """A date or a time; with an offset, in UTC."""

    @staticmethod
    def of(value):
        if isinstance(value, datetime.datetime):
            if value.tzinfo:
                value = value.astimezone(datetime.timezone.utc)
            return Stamp(value.replace(tzinfo=None).isoformat() + ("Z" if value.tzinfo else ""))
        return Stamp(value.isoformat())

    @staticmethod
    def parse(text):
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text) or re.fullmatch(r"\d\d:\d\d:\d\d(\.\d+)?", text):
            return Stamp(text.rstrip("0").rstrip(".") if "." in text else text)
        try:
            return Stamp.of(datetime.datetime.fromisoformat(text))
        except (ValueError, OverflowError):
            return None


def mapping(pairs):
    result = {}
    for key, value in pairs:
        if isinstance(key, (list, dict)):
            raise Unsure
        # A string is not the number with its digits, and true is not 1.
        name = key if isinstance(key, str) else ("key", isinstance(key, bool), float(key) if isinstance(key, Decimal) else key)
        if name in result:
            raise Unsure
        result[name] = value
    return result


def need(value):
    if value is None:
        raise Unsure
    return value


NULL = re.compile(r"null|Null|NULL|~|")
BOOL = re.compile(r"true|True|TRUE|false|False|FALSE")
INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
REAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
INFINITY = re.compile(r"[-+]?\.(inf|Inf|INF)")
NOT_A_NUMBER = re.compile(r"\.nan|\.NaN|\.NAN")


def plain_scalar(text):
    """Returns the value of a scalar without quotes in the core schema."""
    if NULL.fullmatch(text):
        return None
    if BOOL.fullmatch(text):
        return text[0] in "tT"
    if INTEGER.fullmatch(text):
        return int(text, 0 if text[1:2] in ("o", "x") else 10)
    if REAL.fullmatch(text):
        return Decimal(text)
    if INFINITY.fullmatch(text):
        return -math.inf if text[0] == "-" else math.inf
    return math.nan if NOT_A_NUMBER.fullmatch(text) else text


def is_number(value):
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def difference(one, other, texts=False):
    """Returns the first parts of two values that differ, or None; with `texts`, a number also equals its text."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(value, other[key]) for key, value in one.items()]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = zip(one, other)
    else:
        return None if is_same_scalar(one, other, texts) else (one, other)
    return next(filter(None, (difference(*pair, texts) for pair in pairs)), None)


def is_same_scalar(one, other, texts):
    if isinstance(one, Stamp) or isinstance(other, Stamp):
        return isinstance(one, str) and isinstance(other, str) and Stamp.parse(one) == Stamp.parse(other)
    if is_number(one) and is_number(other):
        if isinstance(one, float) or isinstance(other, float):
            a, b = float(one), float(other)
            return a == b or a != a and b != b
        return one == other
    if texts and is_number(one) and isinstance(other, str):
        value = plain_scalar(other)
        return is_number(value) and is_same_scalar(one, value, False)
    if texts and is_number(other) and isinstance(one, str):
        return is_same_scalar(other, one, texts)
    return type(one) is type(other) and one == other and not isinstance(one, (dict, list))
