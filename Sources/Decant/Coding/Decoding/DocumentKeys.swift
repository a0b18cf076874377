/// The values of a document's mappings by key, according to the key strategy.
final class DocumentKeys {
  private struct Hint: BitwiseCopyable {
    var mapping: UInt32 = .max
    var pair: UInt32 = 0
  }

  let tape: Tape
  private let entries: [Tape.Entry]
  private let text: [UInt8]
  private let strategy: DecodingOptions.KeyDecodingStrategy
  private let areConverted: Bool

  /// Where to start the search for the next key of a mapping: a direct-mapped cache.
  private let hints = SharedBuffer(repeating: Hint(), count: hintCount)
  private static let hintCount = 64
  /// The values of mappings with more than `longestKeyList` keys, by key.
  private var indexes: [Int: [KeyText: Int]] = [:]
  private static let longestKeyList = 64
  /// The values of mappings, by their keys as converted by a custom strategy.
  private var convertedIndexes: [Int: [KeyText: Int]] = [:]
  /// The mappings whose keys are data, exempt from the key strategy.
  private var verbatim: Set<Int> = []
  private var rewrittenNames: [KeyText: String] = [:]

  init(of tape: Tape, _ strategy: DecodingOptions.KeyDecodingStrategy) {
    self.tape = tape
    entries = tape.entries
    text = tape.text
    self.strategy = strategy
    areConverted = !strategy.isDefault
  }

  /// Exempts a mapping from the key strategy if its keys are data, as those of dictionaries are.
  @inline(__always)
  func exempt(_ mapping: Int, for type: Any.Type) {
    if areConverted, type is any KeyedByData.Type { verbatim.insert(mapping) }
  }

  // MARK: Values

  /// Finds the value of a key, in constant time if keys are requested in document order.
  @inline(__always)
  func value(of key: some CodingKey, in mapping: Int) -> Int? {
    let name = key.stringValue
    return areConverted ? value(ofConverted: name, in: mapping) : value(named: name, in: mapping)
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
    switch strategy {
    case .useDefaultKeys:
      return value(named: name, in: mapping)
    case .convertFromSnakeCase:
      return value(named: rewritten(name, .snake), in: mapping) ?? value(named: name, in: mapping)
    case .style(let style):
      return value(named: rewritten(name, style), in: mapping)
    case .custom:
      if let index = convertedIndexes[mapping] { return index[KeyText(name)] }
      let index = index(of: mapping) { convertedName(of: $0, in: mapping) }
      convertedIndexes[mapping] = index
      return index[KeyText(name)]
    }
  }

  private func rewritten(_ name: String, _ style: KeyStyle) -> String {
    if let known = rewrittenNames[KeyText(name)] { return known }
    let new = style.rewriting(name)
    rewrittenNames[KeyText(name)] = new
    return new
  }

  /// Finds the value of a key of the document.
  func value(named name: String, in mapping: Int) -> Int? {
    let slot = mapping & (Self.hintCount - 1)
    let hint = hints[slot]
    let start = hint.mapping == UInt32(truncatingIfNeeded: mapping) ? Int(hint.pair) : mapping + 1
    var tries = Self.longestKeyList
    var found = name.withBytes { name in
      text.withBytes { text in
        entries.withElements { find(name, in: mapping, from: start, $0, text, &tries) }
      }
    }
    if found == nil, tries == 0 {
      let index = indexes[mapping] ?? index(of: mapping) { $0 }
      indexes[mapping] = index
      found = index[KeyText(name)]
    }
    guard let value = found else { return nil }
    hints[slot] = Hint(
      mapping: UInt32(truncatingIfNeeded: mapping),
      pair: UInt32(truncatingIfNeeded: entries.end(of: value)))
    return value
  }

  /// Returns nil too if it has compared as many keys as `tries`, which then is 0.
  @inline(__always)
  private func find(
    _ name: RawSpan, in mapping: Int, from start: Int, _ entries: Span<Tape.Entry>,
    _ text: RawSpan, _ tries: inout Int
  ) -> Int? {
    let end = mapping &+ entries[mapping].link
    if start < end {
      let key = entries[start]
      if key.isPlainKey, Int(key.length) == name.byteCount,
        text.extracting(key.textRange).isEqual(to: name)
      {
        return entries.content(of: start + 1)
      }
    }
    return search(name, start..<end, entries, text, &tries)
      ?? search(name, mapping + 1..<start, entries, text, &tries)
  }

  @inline(never)
  private func search(
    _ name: RawSpan, _ pairs: Range<Int>, _ entries: Span<Tape.Entry>, _ text: RawSpan,
    _ tries: inout Int
  ) -> Int? {
    var pair = pairs.lowerBound
    while pair < pairs.upperBound, tries > 0 {
      let key = entries[pair]
      // The lengths of most keys differ.
      if key.kind != .string || Int(key.length) == name.byteCount, isKey(pair, name, text) {
        return entries.content(of: entries.end(of: pair))
      }
      tries -= 1
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

  private func index(of mapping: Int, _ name: (String) -> String) -> [KeyText: Int] {
    var index: [KeyText: Int] = [:]
    for (key, value) in pairs(of: mapping) {
      guard let key = self.key(at: key.content) else { continue }
      let name = KeyText(name(key))
      if index[name] == nil { index[name] = value.content }
    }
    return index
  }

  // MARK: Keys

  func pairs(of mapping: Int) -> Document.Node.Pairs {
    Document.Node(tape: tape, index: mapping).pairs
  }

  /// Returns a key as text, or nil if it is a collection or contains a lone surrogate.
  private func key(at node: Int) -> String? {
    let event = entries[node]
    guard event.depthChange == 0, !event.flags.contains(.isEscaped) else { return nil }
    return event.kind.word ?? tape.string(at: node)
  }

  private func convertedName(of key: String, in mapping: Int) -> String {
    guard !verbatim.contains(mapping) else { return key }
    return switch strategy {
    case .useDefaultKeys: key
    case .convertFromSnakeCase, .style: KeyStyle.camel.rewriting(key)
    case .custom(let convert): convert(path(to: mapping) + [EventKey(stringValue: key)]).stringValue
    }
  }

  func keys<Key: CodingKey>(of mapping: Int, as type: Key.Type) -> [Key] {
    pairs(of: mapping).compactMap { key, _ in
      guard !entries[key.content].flags.contains(.isDuplicateKey),
        let name = self.key(at: key.content)
      else { return nil }
      let named = areConverted ? Key(stringValue: convertedName(of: name, in: mapping)) : nil
      return named ?? Key(stringValue: name)
    }
  }

  /// Returns two keys of a mapping that are equal as Swift's strings, but not as bytes.
  func equalStrings(amongKeysOf mapping: Int) -> (String, String)? {
    var known: [String: String] = [:]
    for (key, _) in pairs(of: mapping) {
      guard let name = self.key(at: key.content) else { continue }
      if let other = known.updateValue(name, forKey: name), KeyText(other) != KeyText(name) {
        return (other, name)
      }
    }
    return nil
  }

  // MARK: Paths

  /// Returns the coding path of a node, which is computed only on request.
  func path(to node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = Document.Node(tape: tape, index: 0)
    while place.content != node, let step = step(from: place, towards: node) {
      path.append(step.key)
      place = step.node
    }
    return path
  }

  private func step(
    from place: Document.Node, towards node: Int
  ) -> (key: EventKey, node: Document.Node)? {
    if place.kind == .beginMapping {
      return place.pairs.first { $0.value.range.upperBound > node }.map { key, value in
        let name = convertedName(of: self.key(at: key.content) ?? "", in: place.content)
        return (EventKey(stringValue: name), value)
      }
    }
    return place.elements.enumerated().first { $0.element.range.upperBound > node }
      .map { (EventKey(index: $0.offset), $0.element) }
  }

  /// Returns the node at a coding path, or the last node on the way that exists.
  func node(at path: [any CodingKey]) -> Int {
    var place = Document.Node(tape: tape, index: 0)
    for key in path {
      let next =
        place.kind == .beginMapping
        ? value(of: key, in: place.content).map { Document.Node(tape: tape, index: $0) }
        : key.intValue.flatMap { place[$0] }
      guard let next else { break }
      place = next
    }
    return place.content
  }
}

extension Tape.Entry {
  @inline(__always)
  var isPlainKey: Bool {
    kind == .string && flags.isDisjoint(with: [.isDuplicateKey, .isEscaped])
  }
}
