package struct NamePattern: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case scalar(Unicode.Scalar)
    case any
    case run
    case set([ClosedRange<UInt32>], isNegated: Bool)

    var scalar: Unicode.Scalar? { if case .scalar(let scalar) = self { scalar } else { nil } }
  }

  private let parts: [Part]

  init?(_ text: Substring) {
    var parts: [Part] = []
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*":
        if parts.last != .run { parts.append(.run) }
      case "?": parts.append(.any)
      case "\\": parts.append(.scalar(rest.popFirst() ?? scalar))
      case "[":
        guard let set = Self.set(&rest) else { return nil }
        parts.append(set)
      default: parts.append(.scalar(scalar))
      }
    }
    self.parts = parts
  }

  private static func set(_ rest: inout Substring.UnicodeScalarView) -> Part? {
    var isNegated = false
    if rest.first == "!" || rest.first == "^" {
      isNegated = true
      rest.removeFirst()
    }
    var ranges: [ClosedRange<UInt32>] = []
    while var first = rest.popFirst() {
      // A closing bracket in first position is a member of the set.
      if first == "]", !ranges.isEmpty { return .set(ranges, isNegated: isNegated) }
      if first == "\\" {
        guard let escaped = rest.popFirst() else { return nil }
        first = escaped
      }
      var last = first
      let after = rest.dropFirst()
      if rest.first == "-", let end = after.first, end != "]" {
        rest = after.dropFirst()
        last = end
      }
      guard first.value <= last.value else { return nil }
      ranges.append(first.value...last.value)
    }
    return nil
  }

  package var literal: String? { beginning.unicodeScalars.count == parts.count ? beginning : nil }

  /// What each name that matches begins with.
  package var beginning: String { Self.text(parts.prefix { $0.scalar != nil }) }

  /// What each name that matches ends with.
  package var end: String {
    Self.text(parts[((parts.lastIndex { $0.scalar == nil } ?? -1) + 1)...])
  }

  private static func text(_ parts: ArraySlice<Part>) -> String {
    String(String.UnicodeScalarView(parts.compactMap(\.scalar)))
  }

  var beginsWithDot: Bool { parts.first == .scalar(".") }

  /// Whether all of a name matches, at a cost of at most the product of both lengths.
  package func matches(_ name: String) -> Bool {
    guard endsAlike(name) else { return false }
    let scalars = Array(name.unicodeScalars)
    var (part, index) = (0, 0)
    // The latest run; after a mismatch, it is extended by a character and the rest tried again.
    var (runPart, runIndex) = (-1, 0)
    while index < scalars.count {
      if part < parts.count, parts[part] == .run {
        (runPart, runIndex) = (part, index)
        part += 1
      } else if part < parts.count, Self.matches(parts[part], scalars[index]) {
        part += 1
        index += 1
      } else if runPart >= 0 {
        runIndex += 1
        (part, index) = (runPart + 1, runIndex)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .run }
  }

  /// A quick test, which most names fail: whether a name ends in the characters that end the pattern.
  ///
  /// `Glob.endMatches` has its figure.
  private func endsAlike(_ name: String) -> Bool {
    var rest = name.unicodeScalars[...]
    for part in parts.reversed() {
      guard case .scalar(let wanted) = part else { return true }
      guard rest.popLast() == wanted else { return false }
    }
    return true
  }

  private static func matches(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
    switch part {
    case .scalar(let wanted): scalar == wanted
    case .any, .run: true
    case .set(let ranges, let isNegated):
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }
}
