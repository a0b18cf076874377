/// A field of the envelope, and what else the manual page about archives lists.
struct ArchiveField {
  let name: String
  let meaning: String

  static let all = [
    ArchiveField(name: "$archiver", meaning: "The string decant."),
    ArchiveField(name: "$version", meaning: "The version of this form of archives, the integer 1."),
    ArchiveField(
      name: "$type",
      meaning:
        "The name of the type, a string that is not empty. It is a name that the type gives itself."
    ),
    ArchiveField(
      name: "$schema",
      meaning: """
        The version of the type's documents, an integer from 0 on; types begin with 1. Types know how to lift \
        documents of older versions to their own.
        """),
    ArchiveField(
      name: "$digest",
      meaning: """
        The string sha256: and 64 hexadecimal digits in lower case, the digest of everything else in the archive.
        """),
    ArchiveField(name: "$root", meaning: "What was archived, any value."),
  ]

  static let checks = [
    "$archiver is there, and decant its value; no other document follows.",
    "$version is an integer from 1 on, and not newer than the reader knows.",
    "No other key begins with $, no field is missing, and each has the form described above.",
    "The digest is that of everything else in the archive.",
    "The name of the type is the one that the caller wants, or a former name of the same type.",
    "The version of the type is not newer than the caller knows.",
  ]

  static let forms = [
    (value: "point in time", form: #"{"$date":"2026-11-21T09:30:00.5Z"}"#),
    (value: "bytes", form: #"{"$data":"AAH+/w=="}"#),
    (value: "reference of a keyed archive", form: #"{"CF$UID":5}"#),
    (value: "NaN, infinities", form: #"{"$real":"nan"}  {"$real":"inf"}  {"$real":"-inf"}"#),
    (value: "number that is no double", form: #"{"$number":"0.1e401"}"#),
    (value: "text with half of a surrogate pair", form: #"{"$text":"a\\ud800"}"#),
    (value: "such a key, or one with this prefix", form: #""$text:a\\ud800""#),
    (value: "mapping with a key that is no string", form: #"{"$map":[["b",2],[1,"one"]]}"#),
    (value: "local YAML tag", form: #"{"$tag":["!name",{"a":1}]}"#),
    (value: "mapping whose only key begins with $", form: #"{"$literal":{"$date":"dinner"}}"#),
    (value: "mapping whose only key is CF$UID", form: #"{"$literal":{"CF$UID":5}}"#),
  ]

  static let program = #"""
    from decimal import Decimal
    from hashlib import sha256
    from json import dumps, load
    from sys import stdin

    def number(value):
        double = float(value)
        if Decimal(repr(double)) != value:
            sign, digits, power = value.as_tuple()
            digits = ''.join(map(str, digits))
            power += len(digits)
            return '{"$number":"%s0.%se%d"}' % ('-' * sign, digits.rstrip('0'), power)
        sign, digits, power = Decimal(repr(double)).as_tuple()
        digits = ''.join(map(str, digits))
        point = len(digits) + power
        digits = digits.rstrip('0')
        if not digits:
            return '0'
        if len(digits) <= point <= 21:
            text = digits + '0' * (point - len(digits))
        elif 0 < point <= 21:
            text = digits[:point] + '.' + digits[point:]
        elif -6 < point <= 0:
            text = '0.' + '0' * -point + digits
        else:
            tail = '.' + digits[1:] if len(digits) > 1 else ''
            text = digits[0] + tail + 'e%+d' % (point - 1)
        return '-' * sign + text

    def canonical(value, literal=False):
        if isinstance(value, dict):
            only = list(value)[0] if len(value) == 1 and not literal else None
            if only == '$number':
                return number(Decimal(value[only]))
            if only == '$map':
                pairs = sorted(map(canonical, value[only]), key=str.encode)
                return '{"$map":[' + ','.join(pairs) + ']}'
            keys = sorted(value, key=lambda key: key.encode('utf-16-be'))
            pairs = [dumps(key, ensure_ascii=False) + ':'
                     + canonical(value[key], only == '$literal') for key in keys]
            return '{' + ','.join(pairs) + '}'
        if isinstance(value, list):
            return '[' + ','.join(map(canonical, value)) + ']'
        if isinstance(value, Decimal):
            return number(value)
        return dumps(value, ensure_ascii=False)

    archive = load(stdin, parse_int=Decimal, parse_float=Decimal)
    stated = archive.pop('$digest')
    text = canonical(archive)
    print('stated:', stated)
    print('actual:', 'sha256:' + sha256(text.encode()).hexdigest())
    """#
}
