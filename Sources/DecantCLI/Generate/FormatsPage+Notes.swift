internal import Decant

/// What there is to say of a format beyond what it says of itself.
enum FormatNote {
  static let all = [
    "json": """
    One document; more after it is an error, and --from jsonl reads it. Numbers stay as they are written, \
    of any size. A key that stands twice in one mapping is an error unless --duplicate-keys allows it.
    """,
    "json5": """
    Comments, keys without quotes, strings in single quotes, commas behind the last element, and \
    numbers such as 0x1F, +1, .5 and Infinity. It is written as JSON.
    """,
    "jsonl": """
    Any number of documents, separated by any white space. Each is written on a line of its own. With \
    --on-error skip each must be on one line, and a bad line is reported and left out.
    """,
    "json-seq": """
    A record separator, the byte 1E, before each document. What stands between two separators is a \
    record, which --on-error skip can leave out.
    """,
    "yaml": """
    Any number of documents. Plain scalars are understood by the core schema of YAML 1.2: no is a string. \
    --yaml-schema 1.1 gives the old rules, as does the directive %YAML 1.1 for its document; \
    --yaml-schema failsafe makes every scalar a string. What is written means the same to readers of \
    both versions: a string like no is quoted, and a number like 1e-5 becomes 1.0e-5. From YAML to YAML \
    a plain scalar that does not change keeps its spelling (0400, yes, 12:30:45), so that readers of \
    either version find in the output what they found in the input. U+0085, U+2028 and U+2029 are text, \
    and line breaks only with --yaml-schema 1.1. \
    Anchors, tags and keys of any kind are kept from YAML to YAML; for other formats aliases are \
    replaced by copies of what they stand for, at most as many nodes as --max-alias-nodes says.
    """,
    "plist": """
    Any property list: whether it is XML, binary or OpenStep its content tells, and it is written as what it \
    was read as, or as XML where --to plist asks for that. An empty file is not a property list. A keyed archive \
    stays one in every kind of property list; --from plist gives its tables to other formats too.
    """,
    "xml1": """
    Property lists as Apple's tools write them. A dictionary whose only key is CF$UID, with an integer, \
    is a reference of a keyed archive. A carriage return is written as a character reference, which XML \
    parsers keep. Apple's writers emit control characters, which XML forbids: as they come they are an \
    error; --lossy reads U+FFFD for each and counts the texts, and --tagged reads them as they are.
    """,
    "binary1": """
    The compact form of property lists. It is read from a file without being copied, and from a pipe \
    after its last byte has come; it is written when the document is whole, and to a terminal only with \
    --output -. Sets are read as sequences.
    """,
    "openstep": """
    The property lists of NeXTSTEP, with strings, data, sequences and mappings: {a = b; c = (d, e);}. Every \
    scalar is a string, also one like 5 or YES. Xcode's projects are of this format. Octal \
    escapes are of NeXTSTEP's characters. A mapping whose only key is CF$UID, with digits, is a reference of a \
    keyed archive. GNUstep's notation for values with types is read always, and \
    written with --tagged. Words of letters, digits, '$', '.', '/' and '_' are written without quotes, \
    all other text with; four spaces are a level, where --indent does not say otherwise.
    """,
    "strings": """
    Tables of strings for translators, which are OpenStep property lists without the outer braces: \
    "key" = "value";. They are written so, with all text in quotes; an empty file is an empty table. As Xcode \
    puts them into the bundle of a program they are binary or XML property lists, which their content tells.
    """,
    "keyedarchive": """
    What NSKeyedArchiver wrote, in a property list of any kind: the objects as plain data. Its content tells, \
    where no format is named and the output is not a property list. --in-place, and --replace of 'decant \
    migrate', refuse to put the objects in the place of their archive unless --from keyedarchive is given. Strings, \
    numbers, dates, data, arrays, dictionaries and sets are what they say; any other object is a mapping of \
    its keys, with its class under $class unless --class-names drop leaves that out. An object that \
    several others refer to is an anchor and aliases in YAML, and is written as often in other formats; one \
    that stands inside itself can be written in YAML alone.
    """,
  ]
}

/// What an input may begin with, and the format that tells.
struct DetectionSample: Sendable {
  let beginning: String
  let format: String

  static let all = [
    DetectionSample(beginning: #"{"a": 1}"#, format: "json"),
    DetectionSample(beginning: "[1, 2]", format: "json"),
    DetectionSample(beginning: "/* comment */ {a: 1}", format: "json5"),
    DetectionSample(beginning: "{a: 1}", format: "json5"),
    DetectionSample(beginning: "{a: text}", format: "yaml"),
    DetectionSample(beginning: "a: 1", format: "yaml"),
    DetectionSample(beginning: "- a", format: "yaml"),
    DetectionSample(beginning: "{ a = 1; }", format: "openstep"),
    DetectionSample(beginning: "( a, b )", format: "openstep"),
    DetectionSample(beginning: "<0fbd77>", format: "openstep"),
    DetectionSample(beginning: #""a" = "b";"#, format: "strings"),
    DetectionSample(beginning: "// !$*UTF8*$!", format: "openstep"),
    DetectionSample(beginning: "<?xml version=\"1.0\"?><plist>", format: "xml1"),
    DetectionSample(beginning: "bplist00", format: "binary1"),
  ]
}

/// What becomes of a kind of value in formats that do not hold it.
struct ValueNote: Sendable {
  let value: String
  /// What a format has that holds it; nil where this is no matter of one ability.
  let ability: Format.Abilities?
  let text: String

  static let all = [
    ValueNote(
      value: "null", ability: .null,
      text: "Elsewhere lost: its key, or its element of a sequence, is left out."),
    ValueNote(
      value: "boolean", ability: .booleans,
      text: "Elsewhere degraded to a string, YES or NO."),
    ValueNote(
      value: "integer", ability: .numbers,
      text: """
        XML property lists hold integers from -9223372036854775808 to 18446744073709551615, and a larger \
        one is lost: it becomes a real. Binary property lists hold 128 bits. OpenStep has no numbers, and \
        an integer is degraded to a string.
        """),
    ValueNote(
      value: "real", ability: .numbers,
      text: """
        Its digits stay as they are written, but for binary property lists, which hold doubles: a real that \
        is no double in its shortest form is degraded, rounded. Without numbers it is degraded to a string.
        """),
    ValueNote(
      value: "NaN and infinities", ability: .nonFiniteNumbers,
      text: "In JSON lost: null takes their place. In OpenStep degraded to strings."),
    ValueNote(
      value: "string", ability: nil,
      text: """
        All formats hold all text, but XML forbids control characters and two others, which are lost: U+FFFD \
        takes their place. Half of a surrogate pair, as JSON can spell it, is not text; it is lost in the same \
        way in every format.
        """),
    ValueNote(
      value: "date", ability: .dates,
      text: """
        Elsewhere degraded to a string as RFC 3339 has it, in UTC. XML property lists hold whole seconds, and a \
        fraction is lost; binary ones hold what a double of seconds does.
        """),
    ValueNote(value: "data", ability: .data, text: "Elsewhere degraded to a string of Base64."),
    ValueNote(
      value: "reference of a keyed archive", ability: .uids,
      text: "Elsewhere degraded to a mapping whose one key is CF$UID."),
    ValueNote(
      value: "key that is no string", ability: .anyKeys,
      text: """
        Elsewhere a scalar is degraded to its text; two keys that become equal so are an error always. A key \
        that is a collection is an error even with --lossy; only --tagged keeps it.
        """),
    ValueNote(
      value: "key that stands twice", ability: .duplicateKeys,
      text: """
        As it comes it is an error. --duplicate-keys first or last keeps one of the two values; keep keeps \
        both, in a format that holds both.
        """),
    ValueNote(
      value: "anchor, alias and merge key", ability: .anchors,
      text: "Elsewhere copies take their place."),
    ValueNote(
      value: "tag", ability: .tags, text: "Elsewhere degraded: the value stays, its tag goes."),
    ValueNote(
      value: "several documents", ability: .manyDocuments,
      text: "Elsewhere an error; --slurp gathers them in one sequence."),
    ValueNote(value: "comment", ability: nil, text: "No data: it is not kept in any format."),
  ]
}

/// How a value is spelled, with its type beside it, in a format that does not hold it.
struct TaggedFormNote: Sendable {
  let value: String
  /// The form, as JSON.
  let form: String

  static let all = [
    TaggedFormNote(value: "null", form: #"{"$null": true}"#),
    TaggedFormNote(value: "date", form: #"{"$date": "2026-11-21T09:30:00Z"}"#),
    TaggedFormNote(value: "data", form: #"{"$data": "D713"}"#),
    TaggedFormNote(value: "reference", form: #"{"CF$UID": 5}"#),
    TaggedFormNote(value: "NaN, infinities", form: #"{"$real": "nan"}, "inf", "-inf""#),
    TaggedFormNote(value: "number", form: #"{"$number": "1.10"}"#),
    TaggedFormNote(value: "text", form: #"{"$text": "\\ud800"}"#),
    TaggedFormNote(value: "other keys", form: #"{"$map": [[1, "one"], [[2], "two"]]}"#),
    TaggedFormNote(value: "tag", form: #"{"$tag": ["!x", "value"]}"#),
    TaggedFormNote(value: "what looks so", form: #"{"$literal": {"$date": 1}}"#),
  ]
}
