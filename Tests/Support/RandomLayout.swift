import Decant
package import DecantCore

/// Random values, written in random layouts with comments, without decant's writers.
package struct RandomLayout: RandomNumberGenerator {
  private var generator: SeededGenerator
  /// The number of comments so far; each contains its own number.
  package private(set) var comments = 0

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  package mutating func next() -> UInt64 { generator.next() }

  package mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  package mutating func chance(_ percent: Int) -> Bool { pick(1...100) <= percent }

  /// In an OpenStep property list, all scalars are strings.
  package mutating func value(depth: Int = 0, onlyStrings: Bool = false) -> Value {
    switch pick(0...(depth == 0 ? 5 : depth > 3 ? 3 : 6)) {
    case 0...3 where depth > 0: return scalar(onlyStrings)
    case 4...5 where depth == 0, 4:
      return .sequence(
        (0..<pick(0...4)).map { _ in value(depth: depth + 1, onlyStrings: onlyStrings) })
    default:
      var mapping = Mapping()
      let twins = chance(30) ? TwinKeys.pairs[pick(0...TwinKeys.pairs.count - 1)] : nil
      for index in 0..<pick(0...4) {
        let key = twins.map { TwinKeys.key(index, of: $0) } ?? "k\(index)"
        mapping[key] = value(depth: depth + 1, onlyStrings: onlyStrings)
      }
      return .mapping(mapping)
    }
  }

  package mutating func scalar(_ onlyString: Bool) -> Value {
    let texts = [
      "x", "two words", "it's", "a#b", "say \"hi\"", "", "true", "12", "é", "line\nline", "a: b",
      "- x", "<&>",
    ]
    guard !onlyString, chance(60) else { return .string(texts[pick(0...texts.count - 1)]) }
    return chance(20) ? .bool(chance(50)) : Value(pick(-9...999))
  }

  package mutating func nextComment() -> String {
    comments += 1
    return "c\(comments) {[\"']},"
  }

  private mutating func space(_ comment: (Int, inout Self) -> String) -> String {
    (0..<max(0, pick(-2...2))).map { _ in
      switch pick(0...5) {
      case 0: "\n"
      case 1: "\n    "
      case 2: comment(pick(0...1), &self)
      case 3: "\t"
      default: " "
      }
    }.joined()
  }

  private mutating func slashes() -> String {
    space { kind, layout in
      kind == 0 ? "// \(layout.nextComment())\n" : "/* \(layout.nextComment()) */"
    }
  }

  private mutating func markup() -> String {
    space { _, layout in "<!-- \(layout.nextComment()) -->" }
  }

  package mutating func json5(_ value: Value) -> String { slashes() + json5Node(value) + slashes() }

  private mutating func json5Node(_ value: Value) -> String {
    switch value {
    case .sequence(let elements):
      let items = elements.map { slashes() + json5Node($0) + slashes() }
      return "[" + list(items, ",") + "]"
    case .mapping(let mapping):
      let items = mapping.map { key, value in
        let name = [key.string ?? "", "'\(key.string ?? "")'", "\(key)"][pick(0...2)]
        return slashes() + name + slashes() + ":" + slashes() + json5Node(value) + slashes()
      }
      return "{" + list(items, ",") + "}"
    default: return value.description
    }
  }

  private mutating func list(_ items: [String], _ separator: String) -> String {
    let end =
      !items.isEmpty && chance(30) ? separator + " " + slashes() : items.isEmpty ? slashes() : ""
    return items.joined(separator: separator) + end
  }

  /// Directly after unquoted text, a slash would be part of it.
  private mutating func spaced() -> String { " " + slashes() }

  package mutating func openStep(_ value: Value) -> String {
    spaced() + openStepNode(value) + spaced()
  }

  private mutating func openStepNode(_ value: Value) -> String {
    switch value {
    case .sequence(let elements):
      let items = elements.map { spaced() + openStepNode($0) + spaced() }
      return "(" + list(items, ",") + ")"
    case .mapping(let mapping):
      let items = mapping.map { key, value in
        let name = key.string ?? ""
        // Only ASCII can be without quotes.
        return spaced() + (name.utf8.allSatisfy { $0 < 0x80 } ? name : "\(key)") + spaced() + "="
          + spaced() + openStepNode(value)
          + spaced() + ";"
      }
      return "{" + items.joined() + spaced() + "}"
    default: return value.description
    }
  }

  package mutating func xml(_ value: Value) -> String {
    "<?xml version=\"1.0\"?>" + markup() + "<plist version=\"1.0\">" + markup() + xmlNode(value)
      + markup() + "</plist>\n"
  }

  private mutating func xmlNode(_ value: Value) -> String {
    switch value {
    case .sequence(let elements):
      if elements.isEmpty, chance(50) { return "<array/>" }
      return "<array>" + elements.map { markup() + xmlNode($0) }.joined() + markup() + "</array>"
    case .mapping(let mapping):
      if mapping.isEmpty, chance(50) { return "<dict />" }
      let items = mapping.map { key, value in
        markup() + "<key>\(key.string ?? "")</key>" + markup() + xmlNode(value)
      }
      return "<dict>" + items.joined() + markup() + "</dict>"
    case .string(let text):
      let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return chance(20) && !text.isEmpty
        ? "<string><![CDATA[\(text)]]></string>" : "<string>\(escaped)</string>"
    case .bool(let value): return value ? "<true/>" : "<false></false>"
    default: return "<integer>\(value)</integer>"
    }
  }

  package mutating func yaml(_ value: Value) -> String {
    let lines = yamlLines(0)
    let start = chance(30) ? "---\n" : ""
    switch value {
    case .mapping(let mapping) where !mapping.isEmpty: return lines + start + yamlBlock(value, 0)
    case .sequence(let elements) where !elements.isEmpty: return lines + start + yamlBlock(value, 0)
    default: return lines + start + yamlFlow(value) + yamlEnd()
    }
  }

  private mutating func yamlLines(_ column: Int) -> String {
    (0..<max(0, pick(-3...2))).map { _ in
      chance(50) ? "\n" : String(repeating: " ", count: column) + "# \(nextComment())\n"
    }.joined()
  }

  private mutating func yamlEnd() -> String {
    chance(25) ? " # \(nextComment())\n" : chance(10) ? "  \n" : "\n"
  }

  private mutating func yamlBlock(_ value: Value, _ column: Int, startsLine: Bool = true) -> String
  {
    let indent = String(repeating: " ", count: column)
    var text = ""
    func item(_ index: Int) -> String { index == 0 && !startsLine ? "" : indent }
    switch value {
    case .mapping(let mapping):
      for (index, (key, value)) in mapping.enumerated() {
        if index > 0 { text += yamlLines(column) }
        let name = [key.string ?? "", "\(key)", "'\(key.string ?? "")'"][pick(0...2)]
        text += item(index) + name + ":" + yamlValue(value, column, inSequence: false)
      }
    case .sequence(let elements):
      for (index, value) in elements.enumerated() {
        if index > 0 { text += yamlLines(column) }
        text += item(index) + "-" + yamlValue(value, column, inSequence: true)
      }
    default: break
    }
    return text
  }

  private mutating func yamlValue(_ value: Value, _ column: Int, inSequence: Bool) -> String {
    let isFilled = !(value.array?.isEmpty ?? value.mapping?.isEmpty ?? true)
    if isFilled, chance(70) {
      if inSequence, chance(60) {
        return " " + yamlBlock(value, column + 2, startsLine: false)
      }
      let step = value.array != nil && !inSequence && chance(40) ? 0 : pick(1...4)
      return yamlEnd() + yamlLines(column + step) + yamlBlock(value, column + step)
    }
    if let text = value.string, chance(25), text.contains("\n") {
      return " |-\n"
        + text.split(separator: "\n").map { String(repeating: " ", count: column + 3) + $0 + "\n" }
        .joined()
    }
    if let text = value.string, chance(20), text.contains(" "), !text.contains(":"),
      !text.contains("-"), !text.contains("\"")
    {
      let parts = text.split(separator: " ").map(String.init)
      return " " + parts.joined(separator: "\n" + String(repeating: " ", count: column + 2))
        + yamlEnd()
    }
    return " " + yamlFlow(value) + yamlEnd()
  }

  private mutating func flowSpace() -> String {
    switch pick(0...9) {
    case 0: " # \(nextComment())\n" + String(repeating: " ", count: 40)
    case 1: "\n" + String(repeating: " ", count: 40)
    case 2...4: " "
    default: ""
    }
  }

  private mutating func yamlFlow(_ value: Value) -> String {
    switch value {
    case .sequence(let elements):
      let items = elements.map { flowSpace() + yamlFlow($0) + flowSpace() }
      return "[" + items.joined(separator: ", ") + (items.isEmpty || chance(80) ? "" : ",") + "]"
    case .mapping(let mapping):
      let items = mapping.map { key, value in
        flowSpace() + "\(key.string ?? ""): " + yamlFlow(value) + flowSpace()
      }
      return "{" + items.joined(separator: ", ") + (items.isEmpty || chance(80) ? "" : ",") + "}"
    case .string(let text):
      if text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x20 }),
        !["true", ""].contains(text)
      {
        return text
      }
      if !text.contains("\n"), chance(50) { return "'" + text.replacing("'", with: "''") + "'" }
      return value.description
    default: return value.description
    }
  }
}
