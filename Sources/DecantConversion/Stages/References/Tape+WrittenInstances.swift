internal import DecantCore

/// A writer of the instances on a tape, whose anchors and aliases become marks.
///
/// A definition before which an alias of YAML can refer to it has an anchor too. Data with a reserved key is escaped:
///
///     a: &s1 {text: …}                a: {$id: 1, text: …}
///     b: *s1                   ─▶     b: {$ref: 1}
///     c: {$id: urn:x, d: 1}           c: {$literal: {$id: urn:x, d: 1}}
struct InstanceWriting {
  /// The number of events that aliases of YAML may expand to, in addition to one per event of the document.
  private static let usualExpansion = 100_000

  private let tape: Tape
  private var result: Tape
  /// The aliases that stay aliases, and the names of their anchors.
  private var aliases: Set<Int> = []
  private var named: Set<KeyText> = []
  private var defined: Set<KeyText> = []

  /// Returns a tape with marks, and with aliases where they say the same if `hasAliases`.
  static func write(_ tape: Tape, hasAliases: Bool) throws(DecantError) -> Tape {
    var writing = InstanceWriting(tape, hasAliases)
    try writing.write(0..<tape.count)
    return writing.result
  }

  private init(_ tape: Tape, _ hasAliases: Bool) {
    self.tape = tape
    result = Tape(origin: tape.origin)
    // Other anchors could have the same names.
    let isAlone = tape.entries.allSatisfy { $0.kind != .anchor || $0.flags.contains(.isInstance) }
    if hasAliases, isAlone { findAliases() }
  }

  private mutating func findAliases() {
    var ends: [KeyText: (end: Int, cost: Int)] = [:]
    var open: [(name: KeyText, end: Int, spent: Int, start: Int)] = []
    var spent = 0
    for index in 0..<tape.count {
      while let last = open.last, last.end <= index {
        ends[last.name] = (last.end, last.end - last.start + spent - last.spent)
        open.removeLast()
      }
      guard tape[index].flags.contains(.isInstance) else { continue }
      let name = tape.name(at: index)
      switch tape[index].kind {
      case .anchor where ends[name] == nil:
        open.append((name, tape.end(of: index), spent, index))
      case .alias:
        guard let (_, cost) = ends[name], spent + cost <= Self.usualExpansion + tape.count else {
          continue
        }
        spent += cost
        aliases.insert(index)
        named.insert(name)
      default: break
      }
    }
  }

  private mutating func write(_ range: Range<Int>) throws(DecantError) {
    // The ends of the mappings that are around a node, and of open instances, innermost last.
    var ends: [(index: Int, isMapping: Bool)] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let entry = tape[index]
      switch entry.kind {
      case .anchor where entry.flags.contains(.isInstance),
        .tag where entry.flags.contains(.isInstance):
        let end = tape.end(of: index)
        let (next, isWrapped) = try writeDefinition(at: index)
        if next < end { ends.append((end, isWrapped)) }
        index = next
      case .alias where entry.flags.contains(.isInstance):
        try writeReference(at: index)
        index += 1
      case .beginMapping where isEscaped(index):
        try result.append(.beginMapping, at: tape.offset(at: index))
        try append(key: TaggedForm.literal.rawValue, at: tape.offset(at: index))
        ends.append((tape.end(of: index), true))
        try result.append(index..<index + 1, of: tape)
        index += 1
      default:
        try result.append(index..<index + 1, of: tape)
        index += 1
      }
      while let end = ends.last, end.index == index {
        ends.removeLast()
        if end.isMapping { try result.append(.endMapping, at: tape.offset(at: index - 1)) }
      }
    }
  }

  /// Writes the beginning of an object; returns the index of the rest, and whether that is the value of a mapping.
  private mutating func writeDefinition(
    at index: Int
  ) throws(DecantError) -> (next: Int, isWrapped: Bool) {
    let name = tape[index].kind == .anchor ? tape.name(at: index) : nil
    if let name, !defined.insert(name).inserted {
      // A copy of the instance.
      try writeReference(at: index)
      return (tape.end(of: index), false)
    }
    var next = name == nil ? index : index + 1
    var className: String?
    if tape[next].kind == .tag, tape[next].flags.contains(.isInstance) {
      className = tape.string(at: next).split(separator: "\n").dropFirst().first.map(String.init)
      next += 1
    }
    let offset = tape.offset(at: index)
    if let name, named.contains(name) {
      try result.append(.anchor, name.string, flags: .plainASCII, at: offset)
    }
    let isInline = tape[next].kind == .beginMapping && !mustBeWrapped(next)
    if isInline {
      try result.append(next..<next + 1, of: tape)
    } else {
      try result.append(.beginMapping, at: offset)
    }
    if let name { try result.append(SharedKey.id, numberOf: name, at: offset) }
    if let className {
      try append(key: SharedKey.className, at: offset)
      try result.append(.string, className, at: offset)
    }
    guard !isInline else { return (next + 1, false) }
    try append(key: SharedKey.value, at: offset)
    return (next, true)
  }

  private mutating func writeReference(at index: Int) throws(DecantError) {
    let offset = tape.offset(at: index)
    let name = tape.name(at: index)
    if aliases.contains(index) {
      return try result.append(.alias, name.string, flags: .plainASCII, at: offset)
    }
    try result.append(referenceTo: name, at: offset)
  }

  private mutating func append(key: String, at offset: Int) throws(DecantError) {
    try result.append(.string, key, flags: .plainASCII.union(.isKey), at: offset)
  }

  // MARK: Data

  /// Whether data could be mistaken for a mark.
  private func isEscaped(_ mapping: Int) -> Bool {
    !tape[mapping].isKey && !tape.isLiteral(at: mapping) && hasReservedKey(mapping)
  }

  private func hasReservedKey(_ mapping: Int) -> Bool {
    tape.pairs(in: mapping).contains { isReserved($0.key) }
  }

  /// Whether the content of an instance cannot have `$id` among its keys.
  private func mustBeWrapped(_ mapping: Int) -> Bool {
    var count = 0
    var last: String?
    for (key, _) in tape.pairs(in: mapping) {
      guard tape[key].kind == .string else { return true }
      if isReserved(key) || tape.isString(SharedKey.value, at: key) { return true }
      count += 1
      last = tape.string(at: key)
    }
    guard count == 1, let last else { return false }
    return TaggedForm.mustBeWrapped(onlyKey: last)
  }

  private func isReserved(_ key: Int) -> Bool {
    tape.dollarKey(at: key).map(SharedKey.isReserved) ?? false
  }
}
