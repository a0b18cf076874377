import Decant
package import DecantCore

/// Documents with a line for each item, as tools and people write them.
extension RandomLayout {
  /// How the collections of a notation are written.
  private struct Marks {
    var mapping = ("{", "}")
    var sequence = ("[", "]")
    var key: (String) -> String = { "\(Value.string($0)): " }
    /// The end of an item of a mapping, and of a sequence.
    var pairEnd = ","
    var itemEnd = ","
    /// Whether the last item has an end.
    var endsLastPair = false
    var scalar: (Value) -> String = \.description
    var comment: (String) -> String = { _ in "" }
    var keyIsOnOwnLine = false
  }

  package mutating func linedJSON(_ value: Value) -> String { lined(value, Marks()) + "\n" }

  package mutating func linedJSON5(_ value: Value) -> String {
    var marks = Marks()
    let quote = ["", "'", "\""][pick(0...2)]
    marks.key = { quote + $0 + quote + ": " }
    marks.endsLastPair = chance(50)
    marks.comment = { "// " + $0 }
    return lined(value, marks) + "\n"
  }

  package mutating func linedOpenStep(_ value: Value) -> String {
    let sign = chance(80) ? " = " : "="
    return lined(
      value,
      Marks(
        sequence: ("(", ")"), key: { Self.openStepKey($0) + sign }, pairEnd: ";",
        endsLastPair: true,
        comment: { "// " + $0 })) + "\n"
  }

  /// Only ASCII can be without quotes.
  private static func openStepKey(_ key: String) -> String {
    key.utf8.allSatisfy { $0 < 0x80 } ? key : "\(Value.string(key))"
  }

  package mutating func linedXML(_ value: Value) -> String {
    let scalar: (Value) -> String = { value in
      switch value {
      case .string(let text):
        "<string>"
          + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</string>"
      case .bool(let flag): flag ? "<true/>" : "<false/>"
      default: "<integer>\(value)</integer>"
      }
    }
    let marks = Marks(
      mapping: ("<dict>", "</dict>"), sequence: ("<array>", "</array>"),
      key: { "<key>\($0)</key>" }, pairEnd: "", itemEnd: "", scalar: scalar,
      comment: { "<!-- " + $0 + " -->" }, keyIsOnOwnLine: true)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n"
      + lined(value, marks) + "\n</plist>\n"
  }

  private mutating func lined(_ value: Value, _ marks: Marks) -> String {
    let unit = ["  ", "    ", "\t", "        ", " "][pick(0...4)]
    return lined(value, marks, unit, indent: "")
  }

  private mutating func lined(
    _ value: Value, _ marks: Marks, _ unit: String, indent: String
  ) -> String {
    let isMapping = value.mapping != nil
    var items: [String] = []
    let inner = indent + unit
    for (key, value) in value.mapping ?? Mapping() {
      let gap = marks.keyIsOnOwnLine ? "\n" + inner : ""
      items.append(
        marks.key(key.string ?? "") + gap + lined(value, marks, unit, indent: inner))
    }
    for element in value.array ?? [] {
      items.append(lined(element, marks, unit, indent: inner))
    }
    guard isMapping || value.array != nil else { return marks.scalar(value) }
    let (open, close) = isMapping ? marks.mapping : marks.sequence
    guard !items.isEmpty else { return open + close }
    var text = open
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      let end = isMapping ? marks.pairEnd : marks.itemEnd
      if chance(10), !marks.comment("").isEmpty {
        text += "\n" + inner + marks.comment(nextComment())
      }
      text += "\n" + inner + item + (isLast && !marks.endsLastPair ? "" : end)
      if chance(10), !marks.comment("").isEmpty { text += " " + marks.comment(nextComment()) }
    }
    return text + "\n" + indent + close
  }

  /// JSON without comments.
  package mutating func json(_ value: Value) -> String { blank() + jsonNode(value) + blank() }

  private mutating func blank() -> String { ["", "", " ", "\n", "\n    ", "\t"][pick(0...5)] }

  private mutating func jsonNode(_ value: Value) -> String {
    switch value {
    case .sequence(let elements):
      let items = elements.map { blank() + jsonNode($0) + blank() }
      return "[" + (items.isEmpty ? blank() : items.joined(separator: ",")) + "]"
    case .mapping(let mapping):
      let items = mapping.map {
        blank() + "\($0.key)" + blank() + ":" + blank() + jsonNode($0.value) + blank()
      }
      return "{" + (items.isEmpty ? blank() : items.joined(separator: ",")) + "}"
    default: return value.description
    }
  }
}
