/// A random document of all kinds of values, as tagged JSON.
public struct RandomTaggedDocument: Sendable {
  public private(set) var text = ""

  private var generator: SeededGenerator
  private var room: Int
  private var keys = 0
  private let kinds: [Kind]

  public enum Kind: CaseIterable, Sendable {
    case null, boolean, integer, unsignedInteger, largeInteger, real, preciseReal, nonFinite
    case text, oddText, surrogate, date, exactDate, localTime, data, uid
    case sequence, mapping, otherKeys, taggedKeys, tag, lookalike
  }

  /// Creates a document of `kinds` besides sequences, mappings and text.
  public init(seed: UInt64, size: Int = 40, of kinds: [Kind] = Kind.allCases) {
    generator = SeededGenerator(seed: seed)
    room = size
    self.kinds = kinds + [.text, .sequence, .mapping]
    // Not every format supports scalars as documents.
    collection(root(), depth: 0)
  }

  private mutating func root() -> Kind {
    let roots = [Kind.otherKeys, .taggedKeys].filter { kinds.contains($0) }
    return pick(0...3) > 0 ? .mapping : roots.randomElement(using: &generator) ?? .mapping
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[pick(0...choices.count - 1)]
  }

  private mutating func value(depth: Int) {
    room -= 1
    let kind = kinds[pick(0...kinds.count - 1)]
    switch kind {
    case .sequence, .mapping, .otherKeys, .taggedKeys, .tag, .lookalike:
      if depth < 8, room > 0 { collection(kind, depth: depth) } else { text += "\"\"" }
    default:
      scalar(kind)
    }
  }

  private mutating func collection(_ kind: Kind, depth: Int) {
    switch kind {
    case .otherKeys:
      text += "{\"$map\":["
      // Without such a key, it would not be a `$map`.
      elements(atLeast: 1) { me, index in
        me.text += "["
        me.otherKey(index == 0 ? 1...5 : 0...5, depth: depth)
        me.text += ","
        me.value(depth: depth + 1)
        me.text += "]"
      }
      text += "]}"
    case .taggedKeys:
      text += "{\"$map\":["
      elements(atLeast: 1) { me, index in
        me.text += "["
        // The keys can all be strings if one has a tag.
        if index == 0 || me.pick(0...1) == 0 {
          me.taggedKey(depth: depth)
        } else {
          me.otherKey(0...0, depth: depth)
        }
        me.text += ","
        me.value(depth: depth + 1)
        me.text += "]"
      }
      text += "]}"
    case .tag:
      text += "{\"$tag\":[\"\(tag())\","
      // The tag of a scalar could change its type in YAML.
      collection(pick(0...1) == 0 ? .sequence : .mapping, depth: depth + 1)
      text += "]}"
    case .lookalike:
      let key = pick(["$date", "$null", "CF$UID", "$x", "$literal", "$text:$text:y"])
      text += "{\"$literal\":{\"\(key)\":"
      if key == "CF$UID" { text += "5" } else { value(depth: depth + 1) }
      text += "}}"
    case .sequence:
      text += "["
      elements { me, _ in me.value(depth: depth + 1) }
      text += "]"
    default:
      text += "{"
      elements { me, _ in
        me.text += "\"\(me.key())\":"
        me.value(depth: depth + 1)
      }
      text += "}"
    }
  }

  private mutating func elements(
    atLeast least: Int = 0, _ element: (inout Self, Int) -> Void
  ) {
    for index in 0..<pick(least...5) {
      if index > 0 { text += "," }
      element(&self, index)
    }
  }

  private mutating func key() -> String {
    keys += 1
    if pick(0...5) == 0 {
      return TwinKeys.key(keys, of: TwinKeys.pairs[pick(0...TwinKeys.pairs.count - 1)])
    }
    let odd = kinds.contains(.surrogate) && pick(0...9) == 0 ? "\\ud800" : ""
    let start = pick(["k", "key ", "é", "😀", "a.b/", "no", "1", "~", "", "=", "/*", "\\\"", "- "])
    let forbidden = kinds.contains(.oddText) && pick(0...9) == 0 ? "\\u0001" : ""
    return start + odd + forbidden + "_\(keys)"
  }

  private mutating func tag() -> String {
    pick(["!a", "!b/c", "!<tag:example.org,2026:x>"])
  }

  private mutating func otherKey(_ choices: ClosedRange<Int>, depth: Int) {
    keys += 1
    switch pick(choices) {
    case 0: text += "\"k\(keys)\""
    case 1: text += "\(keys)"
    case 2: text += "[\(keys),{\"a\":[]}]"
    case 3: text += "{\"$map\":[[true,\(keys)],[[],{\"$data\":\"AA==\"}]]}"
    case 4 where kinds.contains(.taggedKeys): taggedKey(depth: depth)
    default: text += "\(keys).5"
    }
  }

  private mutating func taggedKey(depth: Int) {
    keys += 1
    text += "{\"$tag\":[\"\(tag())\","
    switch pick(0...3) {
    case 0: text += "[\(keys)]"
    case 1: text += "{\"$map\":[[{\"$tag\":[\"!k\",\"k\"]},\(keys)]]}"
    default: text += "\"k\(keys)\""
    }
    text += "]}"
  }

  /// Days of many centuries, and those about a change of calendars.
  private static let dates = [
    "2026-11-21T09:30:00Z", "1969-12-31T23:59:59Z",
    "0001-01-01T00:00:00Z", "0100-03-01T12:00:00Z", "0999-12-31T23:59:59Z",
    "1500-02-28T06:07:08Z", "1582-10-14T23:59:59Z", "1582-10-15T00:00:00Z",
    "1900-02-28T00:00:01Z", "9999-12-31T23:59:59Z",
  ]

  private mutating func scalar(_ kind: Kind) {
    switch kind {
    case .null: text += "null"
    case .boolean: text += pick(["true", "false"])
    case .integer: text += pick(["0", "-1", "7", "9223372036854775807"])
    case .unsignedInteger: text += "18446744073709551615"
    case .largeInteger:
      text += pick(["-0", "18446744073709551616", "1" + String(repeating: "0", count: 60)])
    case .real: text += pick(["0.5", "-1.25", "1.0", "3.141592653589793", "1e+300", "-0.0"])
    case .preciseReal:
      text += pick(["1.10", "1e+5", "0.1000000000000000055511", "1E+400", "1e-999"])
    case .nonFinite: text += "{\"$real\":\"\(pick(["nan", "inf", "-inf"]))\"}"
    case .date:
      text += "{\"$date\":\"\(pick(Self.dates))\"}"
    case .exactDate:
      text +=
        "{\"$date\":\"\(pick(["2026-11-21T09:30:00.125Z", "2001-01-01T00:00:00.123456789123Z"]))\"}"
    case .localTime:
      text += pick([
        "{\"$localDateTime\":\"2026-11-21T09:30:00\"}", "{\"$localDate\":\"2026-11-21\"}",
        "{\"$localTime\":\"09:30:00.50\"}",
      ])
    case .data: text += "{\"$data\":\"\(pick(["", "AA==", "AAEC/w==", "/////w=="]))\"}"
    case .uid: text += "{\"CF$UID\":\(pick(["0", "255", "65536"]))}"
    case .surrogate: text += "\"\(pick(["\\ud800", "a\\udfff\\n"]))\""
    case .oddText: text += "\"\(pick(["\\u0000", "a\\u001fb", "\u{FFFE}", "\\u000b"]))\""
    default: text += "\"\(string())\""
    }
  }

  private mutating func string() -> String {
    pick([
      "", " ", "a", "no", "true", "null", "~", "1", "1.5", "0x1F", "2026-11-21", "a: b", "# c",
      "- d",
      "\\n", "a\\nb\\n", "\\r\\n", "\\t", "é", "e\u{301}", "\u{212A}", "\u{85}", "\u{2028}", "😀",
      "<&>]]>", "\\\\", "\\\"",
      "'",
      "YES", "/* */", "//", "<*I5>", "{}", "$null", "a\u{7F}", "\u{FEFF}b",
    ])
  }
}
