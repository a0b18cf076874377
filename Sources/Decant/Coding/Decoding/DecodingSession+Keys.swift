/// The values of mappings by key, according to the key strategy.
extension DecodingSession {
  struct Hint: BitwiseCopyable {
    var mapping: UInt32 = .max
    var pair: UInt32 = 0
  }

  /// Finds the value of a key, in constant time if keys are requested in document order.
  @inline(__always)
  func value(of key: some CodingKey, in mapping: Int) -> Int? {
    let name = key.stringValue
    guard !options.keyDecodingStrategy.isDefault else { return value(named: name, in: mapping) }
    return value(ofConverted: name, in: mapping)
  }

  /// Returns the value of a key that the caller probably requests again: the hint stays in place.
  func peek(at key: some CodingKey, in mapping: Int) -> Int? {
    let slot = mapping & (Self.hintCount - 1)
    let hint = hints[slot]
    defer { hints[slot] = hint }
    return value(of: key, in: mapping)
  }

  @inline(never)
  private func value(ofConverted name: String, in mapping: Int) -> Int? {
    if verbatim.contains(mapping) { return value(named: name, in: mapping) }
    switch options.keyDecodingStrategy {
    case .useDefaultKeys:
      return value(named: name, in: mapping)
    case .convertFromSnakeCase:
      return value(named: rewritten(name, .snake), in: mapping) ?? value(named: name, in: mapping)
    case .style(let style):
      return value(named: rewritten(name, style), in: mapping)
    case .custom(let convert):
      if let index = convertedIndexes[mapping] { return index[name] }
      let index = keyIndex(of: mapping) { self.name(of: $0, in: mapping, convert) }
      convertedIndexes[mapping] = index
      return index[name]
    }
  }

  private func rewritten(_ name: String, _ style: KeyStyle) -> String {
    if let known = rewrittenKeys[name] { return known }
    let new = style.rewriting(name)
    rewrittenKeys[name] = new
    return new
  }

  func convertedName(of key: String, in mapping: Int) -> String {
    guard !verbatim.contains(mapping) else { return key }
    return switch options.keyDecodingStrategy {
    case .useDefaultKeys: key
    case .convertFromSnakeCase, .style: KeyStyle.camel.rewriting(key)
    case .custom(let convert): name(of: key, in: mapping, convert)
    }
  }

  private func name(
    of key: String, in mapping: Int, _ convert: ([any CodingKey]) -> any CodingKey
  ) -> String {
    convert(path(to: mapping) + [EventKey(stringValue: key)]).stringValue
  }

  func value(named name: String, in mapping: Int) -> Int? {
    let slot = mapping & (Self.hintCount - 1)
    let hint = hints[slot]
    let start = hint.mapping == UInt32(truncatingIfNeeded: mapping) ? Int(hint.pair) : mapping + 1
    let found = name.withBytes { name in
      text.withBytes { text in
        entries.withElements { find(name, in: mapping, from: start, $0, text) }
      }
    }
    let value: Int
    switch found {
    case .value(let found)?: value = found
    case .tooMany?:
      if keyIndexes[mapping] == nil { keyIndexes[mapping] = keyIndex(of: mapping) { $0 } }
      guard let found = keyIndexes[mapping]?[name] else { return nil }
      value = found
    case nil: return nil
    }
    let next = end(of: value)
    hints[slot] = Hint(
      mapping: UInt32(truncatingIfNeeded: mapping), pair: UInt32(truncatingIfNeeded: next))
    return value
  }

  private enum Search {
    case value(Int)
    /// The search ended after `longestKeyList` keys.
    case tooMany
  }

  @inline(__always)
  private func find(
    _ name: RawSpan, in mapping: Int, from start: Int, _ entries: Span<Tape.Entry>,
    _ text: RawSpan
  ) -> Search? {
    let end = mapping &+ entries[mapping].link
    if start < end {
      let key = entries[start]
      if key.isPlainKey, Int(key.length) == name.byteCount,
        text.extracting(key.textRange).isEqual(to: name)
      {
        return .value(entries.content(of: start + 1))
      }
    }
    return search(name, start..<end, entries, text)
      ?? search(name, mapping + 1..<start, entries, text)
  }

  @inline(never)
  private func search(
    _ name: RawSpan, _ pairs: Range<Int>, _ entries: Span<Tape.Entry>, _ text: RawSpan
  ) -> Search? {
    var tries = Self.longestKeyList
    var pair = pairs.lowerBound
    while pair < pairs.upperBound {
      let key = entries[pair]
      // The lengths of most keys differ.
      if key.kind != .string || Int(key.length) == name.byteCount, isKey(pair, name, text) {
        return .value(entries.content(of: entries.end(of: pair)))
      }
      tries -= 1
      guard tries > 0 else { return .tooMany }
      pair = entries.end(of: key.kind == .string ? pair + 1 : entries.end(of: pair))
    }
    return nil
  }

  private func isKey(_ pair: Int, _ name: RawSpan, _ text: RawSpan) -> Bool {
    let key = entries[entries.content(of: pair)]
    guard key.depthChange == 0, key.flags.isDisjoint(with: [.isDuplicateKey, .isEscaped]) else {
      return false
    }
    if let word = key.kind.word { return word.withBytes { $0.isEqual(to: name) } }
    return text.extracting(key.textRange).isEqual(to: name)
  }

  private func keyIndex(of mapping: Int, _ name: (String) -> String) -> [String: Int] {
    var index: [String: Int] = [:]
    for (key, value) in pairs(of: mapping) {
      guard let key = self.key(at: key.content) else { continue }
      let name = name(key)
      if index[name] == nil { index[name] = value.content }
    }
    return index
  }

  func pairs(of mapping: Int) -> Document.Node.Pairs {
    Document.Node(tape: tape, index: mapping).pairs
  }

  /// Returns a key as text, or nil if it is a collection or contains a lone surrogate.
  func key(at node: Int) -> String? {
    let event = entries[node]
    guard event.depthChange == 0, !event.flags.contains(.isEscaped) else { return nil }
    return event.kind.word ?? string(at: node)
  }

  func keys<Key: CodingKey>(of mapping: Int, as type: Key.Type) -> [Key] {
    let isConverted = !options.keyDecodingStrategy.isDefault
    return pairs(of: mapping).compactMap { key, _ in
      guard !entries[key.content].flags.contains(.isDuplicateKey),
        let name = self.key(at: key.content)
      else { return nil }
      let named = isConverted ? Key(stringValue: convertedName(of: name, in: mapping)) : nil
      return named ?? Key(stringValue: name)
    }
  }
}

extension Tape.Entry {
  @inline(__always)
  var isPlainKey: Bool {
    kind == .string && flags.isDisjoint(with: [.isDuplicateKey, .isEscaped])
  }
}
