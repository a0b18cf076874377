internal import DecantCore

/// How an archive of version 2 represents an instance, another object that has a class, or a reference to an instance.
///
///     {$id: 1, $class: Note, text: …}       an instance that is a mapping without reserved keys
///     {$id: 1, $value: [ … ]}               any other instance
///     {$class: Size, width: …}              an object without identity
///     {$ref: 1}                             a reference to it, before it or after it
struct InstanceMark {
  /// The number; nil for an object without identity.
  let id: Int?
  /// Whether it is a reference.
  let isReference: Bool
  /// The key and value of `$value`, if that is the content.
  private(set) var wrapped: (key: Int, value: Int)?
  /// The text of the tag with the class.
  private(set) var classTag: String?
  /// The pairs that are not the content.
  private(set) var ownPairs: [Range<Int>] = []

  /// Returns nil for a mapping that is data, which has no reserved key or is the content of `$literal`.
  init?(at mapping: Int, in tape: Tape) {
    guard tape[mapping].kind == .beginMapping, !tape[mapping].isKey,
      !tape.isLiteral(at: mapping)
    else { return nil }
    var pairs: [KeyText: (key: Int, value: Int)] = [:]
    var count = 0
    for (key, value) in tape.pairs(in: mapping) {
      count += 1
      guard let name = tape.dollarKey(at: key) else { continue }
      pairs[KeyText(name)] = (key, value)
    }
    let reference = pairs[KeyText(SharedKey.reference)]
    let number = reference ?? pairs[KeyText(SharedKey.id)]
    isReference = reference != nil
    id = number.flatMap {
      tape[$0.value].kind == .integer ? Int(tape.string(at: $0.value)) : nil
    }
    guard number == nil || (id ?? 0) > 0, !isReference || count == 1 else { return nil }
    ownPairs = number.map { [$0.key..<$0.value + 1] } ?? []
    if let (key, value) = pairs[KeyText(SharedKey.className)] {
      guard tape[value].kind == .string else { return nil }
      classTag = "\(tape.string(at: value))\n\(tape.string(at: value))"
      ownPairs.append(key..<value + 1)
    }
    guard !ownPairs.isEmpty else { return nil }
    if let value = pairs[KeyText(SharedKey.value)], count == ownPairs.count + 1 { wrapped = value }
  }
}

extension Tape {
  /// Whether a node is an instance, another object that has a class, or a reference.
  var hasInstances: Bool {
    entries.contains {
      $0.flags.contains(.isInstance) && ($0.kind == .anchor || $0.kind == .tag || $0.kind == .alias)
    }
  }

  /// Whether a mapping is the content of `$literal`, which is data.
  func isLiteral(at mapping: Int) -> Bool {
    mapping > 1 && self[mapping - 1].isKey && isString(TaggedForm.literal.rawValue, at: mapping - 1)
      && self[mapping - 2].kind == .beginMapping
      && end(of: mapping) == partner(of: mapping - 2)
  }

  /// Returns a key that begins with `$`.
  func dollarKey(at index: Int) -> String? {
    guard self[index].kind == .string, !self[index].flags.contains(.isEscaped),
      text[textRange(at: index)].first == UInt8(ascii: "$")
    else { return nil }
    return string(at: index)
  }

  /// Appends a reserved key, and the number of an instance.
  mutating func append(
    _ key: String, numberOf name: KeyText, at offset: Int
  ) throws(DecantError) {
    try append(.string, key, flags: .plainASCII.union(.isKey), at: offset)
    try append(.integer, String(name.string.dropFirst()), flags: .plainASCII, at: offset)
  }

  mutating func append(referenceTo name: KeyText, at offset: Int) throws(DecantError) {
    try append(.beginMapping, at: offset)
    try append(SharedKey.reference, numberOf: name, at: offset)
    try append(.endMapping, at: offset)
  }

  /// Appends an event that is not in the input, at the offset of another one.
  mutating func append(
    _ kind: Event.Kind, _ text: String = "", flags: Event.Flags = [], at offset: Int
  ) throws(DecantError) {
    try text.withBytes { (text) throws(DecantError) in
      try append(
        Event(kind, flags: flags, at: 0, textAt: 0, count: text.byteCount), text, at: offset)
    }
  }
}
