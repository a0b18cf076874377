internal import DecantCore
internal import DecantConversion

/// The values of a document's mappings by key, according to the key strategy.
final class DocumentKeys {
  private struct Hint: BitwiseCopyable {
    var mapping: UInt32 = .max
    var pair: UInt32 = 0
  }

  let tape: Tape
  let entries: [Tape.Entry]
  private let text: [UInt8]
  let strategy: DecodingOptions.KeyDecodingStrategy
  let areConverted: Bool

  /// Where to start the search for the next key of a mapping: a direct-mapped cache.
  private let hints = SharedBuffer(repeating: Hint(), count: hintCount)
  private static let hintCount = 64
  /// The values of mappings with more than `longestKeyList` keys, by key.
  private var indexes: [Int: [KeyText: Int]] = [:]
  private static let longestKeyList = 64
  /// The values of mappings, by their keys as converted by a custom strategy.
  private var convertedIndexes: [Int: [KeyText: Int]] = [:]
  /// The mappings whose keys are data, exempt from the key strategy.
  private(set) var verbatim: Set<Int> = []
  /// The mappings of which the key `$id` is the number of an instance.
  var hasNumber: Set<Int> = []
  private(set) var rewrittenNames: [KeyText: String] = [:]
  /// Whether a key in snake case is not the one that its coding key is rewritten to, as `ALL_CAPS`.
  private lazy var hasOtherSnakeCase = SnakeCase.isOther(amongKeysOf: tape)

  /// The path of the sequence of which the document is an element, and the index there.
  var sequence: [any CodingKey]?
  @safe @exclusivity(unchecked) var index = 0

  /// The mappings with which types are being decoded, and the types of their keys, for coding paths.
  let openMappings = SharedBuffer<OpenMapping>(capacity: 16)

  struct OpenMapping: BitwiseCopyable {
    let node: Int
    let type: any CodingKey.Type
  }

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
      return value(named: rewritten(name, .snake), in: mapping)
        ?? value(named: name, in: mapping)
        ?? (hasOtherSnakeCase ? convertedIndex(of: mapping)[KeyText(name)] : nil)
    case .style(let style):
      return value(named: rewritten(name, style), in: mapping)
    case .custom:
      return convertedIndex(of: mapping)[KeyText(name)]
    }
  }

  private func convertedIndex(of mapping: Int) -> [KeyText: Int] {
    if let index = convertedIndexes[mapping] { return index }
    let path = codingPath(of: mapping)
    let index = index(of: mapping) { convertedName(of: $0, in: mapping, at: path) }
    convertedIndexes[mapping] = index
    return index
  }

  func rewritten(_ name: String, _ style: KeyStyle) -> String {
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
      pair: UInt32(truncatingIfNeeded: tape.end(of: value)))
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
    let key = entries[tape.content(of: pair)]
    guard key.depthChange == 0, key.flags.isDisjoint(with: [.isDuplicateKey, .isEscaped]) else {
      return false
    }
    if let word = key.kind.word { return word.withBytes { $0.isEqual(to: name) } }
    return text.extracting(key.textRange).isEqual(to: name)
  }

  private func index(of mapping: Int, _ name: (String) -> String) -> [KeyText: Int] {
    var index: [KeyText: Int] = [:]
    for (key, value) in tape.pairs(in: mapping) {
      guard let key = self.key(at: tape.content(of: key)) else { continue }
      let name = KeyText(name(key))
      if index[name] == nil { index[name] = tape.content(of: value) }
    }
    return index
  }
}

extension Tape.Entry {
  @inline(__always)
  var isPlainKey: Bool {
    kind == .string && flags.isDisjoint(with: [.isDuplicateKey, .isEscaped])
  }
}
