/// A path as people type it, which leads to any number of places in a document.
///
///     /users/0/name     .users[0].name     $.users[0].name     one place
///     /users/*/name     /**/name     /users/[age>30]/name      many
///
/// `DocumentPointer` is its literal form, RFC 6901, which programs write. A key that is `*` or `**`, or that begins with `[`,
/// is typed as `~*`, `~*~*`, `~[`, which RFC 6901 rules out; `spelling(of:)` writes a path so.
public struct PathPattern: Sendable, Hashable {
  /// What leads from a node to nodes inside of it.
  @usableFromInline package enum Step: Sendable, Hashable {
    /// A key of a mapping; in a sequence an index, or a negative one that counts from the end. `-` is after the last element.
    case name(KeyText)
    /// Each child; in a mapping that has the key, only its value.
    case any(orKey: KeyText?)
    /// The node itself and all nodes inside of it.
    case anyDepth
    /// Each child for which all conditions hold; in a mapping that has the key, only its value.
    case matching([PathCondition], orKey: KeyText?)
    /// Elements of a sequence from a number on, and before another one; negative ones count from the end.
    case slice(from: Int, to: Int?)
  }

  /// The steps from the root; two steps of any depth never follow each other.
  @usableFromInline package let steps: [Step]

  /// The path as it was typed.
  package let text: String

  /// The names between dots that may also be one key, which has the dots.
  @usableFromInline package private(set) var joins: [Join] = []

  /// Creates a path of steps, which messages show as `text`.
  package init(steps: some Sequence<Step>, text: String) {
    self.steps = steps.reduce(into: []) { steps, step in
      if step != .anyDepth || steps.last != .anyDepth { steps.append(step) }
    }
    self.text = text
  }

  /// Where a path without a mark at its beginning, such as `a.b[0]`, is accepted.
  package enum BarePaths: Sendable {
    case accepted, refused
  }

  /// Parses a path; the offset of an error is that in `text`.
  package init(_ text: String, bare: BarePaths = .refused) throws(DecantError) {
    var parser = PathParser(text)
    let steps = try parser.path(bare)
    self.init(steps: steps, text: text)
    if steps.count == self.steps.count { joins = Join.all(of: steps, between: parser.plainNames) }
  }

  /// Creates the path to one place.
  package init(_ pointer: DocumentPointer) {
    self.init(steps: pointer.tokens.map { .name($0) }, text: Self.spelling(of: pointer.tokens))
  }
}

extension PathPattern {
  /// The names of all steps; nil if some are not names.
  package var names: [KeyText]? {
    var names: [KeyText] = []
    for step in steps {
      guard case .name(let name) = step else { return nil }
      names.append(name)
    }
    return names
  }

  /// The pointer to the only place to which the path can lead; nil if that depends on the document.
  package var pointer: DocumentPointer? {
    guard joins.isEmpty, let names, !names.contains(where: { Self.distanceFromEnd($0) != nil })
    else { return nil }
    return DocumentPointer(names)
  }

  /// Whether the path leads to one place at most, however the document looks.
  package var leadsToOnePlace: Bool { names != nil }

  /// Whether it depends on names alone where the path leads, and not on values or on the length of a sequence.
  package var isByNames: Bool {
    steps.allSatisfy { step in
      switch step {
      case .name(let name): Self.distanceFromEnd(name) == nil
      case .any, .anyDepth: true
      case .slice(let start, let end): start >= 0 && end ?? 0 >= 0
      case .matching: false
      }
    }
  }

  /// The path without its last step, and that step; nil for the root.
  package var parent: (path: PathPattern, step: Step)? {
    steps.last.map { (PathPattern(steps: steps.dropLast(), text: text), $0) }
  }

  /// Returns how far from the end of a sequence a negative index is: 1 for `-1`, the last element.
  @usableFromInline package static func distanceFromEnd(_ token: KeyText) -> Int? {
    guard token.utf8.first == UInt8(ascii: "-"),
      let distance = DocumentPointer.index(KeyText(String(token.string.dropFirst())))
    else { return nil }
    return distance > 0 ? distance : nil
  }
}

extension PathPattern.Step {
  /// The elements to which a slice leads in a sequence with a number of them.
  @usableFromInline static func elements(from start: Int, to end: Int?, of count: Int) -> Range<Int>
  {
    let start = start < 0 ? max(0, count + start) : start
    let end = end.map { $0 < 0 ? count + $0 : $0 } ?? .max
    return start..<max(start, end)
  }
}

// MARK: - Writing

extension PathPattern {
  /// Returns a path that leads to the place with literal `tokens`: a JSON Pointer with the escapes of the keys that are special.
  ///
  /// A key with control characters would not fit on one line, so all keys are then in brackets: `.["a"]["b\n"]`.
  package static func spelling(of tokens: some Sequence<KeyText>) -> String {
    let tokens = Array(tokens)
    guard tokens.contains(where: \.hasControls) else {
      return tokens.map { "/" + spelling(of: $0) }.concatenated()
    }
    return "." + tokens.map { "[\(quoted($0))]" }.concatenated()
  }

  package static func spelling(of token: KeyText) -> String {
    let first = token.utf8.first
    let isUsual =
      first != UInt8(ascii: "[") && first != UInt8(ascii: "*")
      && token.utf8.allSatisfy { $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }
    guard !isUsual else { return token.string }
    var result = ""
    let isSpecial = token == "*" || token == "**"
    for (index, scalar) in token.string.unicodeScalars.enumerated() {
      switch scalar {
      case "~": result += "~0"
      case "/": result += "~1"
      case "*" where isSpecial: result += "~*"
      case "[" where index == 0: result += "~["
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func quoted(_ token: KeyText) -> String {
    var result = "\""
    for scalar in token.string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension KeyText {
  /// Whether there are control characters, so that a path with the key is in brackets.
  package var hasControls: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
