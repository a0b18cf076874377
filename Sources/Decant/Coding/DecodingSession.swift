/// The decoding of one document: the state that its decoders share.
///
/// Nodes are indexes of the node's own entry, after anchor and tag. The document never changes, so
/// a decoder that a type keeps remains valid.
final class DecodingSession {
  let tape: Tape
  let entries: [Tape.Entry]
  let text: [UInt8]
  let options: DecodingOptions
  let abilities: Format.Abilities

  /// Where to start the search for the next key of a mapping: a direct-mapped cache.
  private let hints = SharedBuffer(repeating: Hint(), count: hintCount)
  private static let hintCount = 64
  /// The values of mappings with more than `longestKeyList` keys, by key.
  private var keyIndexes: [Int: [String: Int]] = [:]
  /// The values of mappings, by their keys as converted by a custom strategy.
  private var convertedIndexes: [Int: [String: Int]] = [:]
  private static let longestKeyList = 64
  /// The mappings whose keys are data, exempt from the key strategy.
  private var verbatim: Set<Int> = []
  private var rewrittenKeys: [String: String] = [:]
  private var depth = 0
  private var stack = StackRoom.unknown
  let forms: KnownTypes<DecodedForm>
  let isArchive: Bool
  var archive: ArchivedObjects?
  var sharing = Sharing()

  struct Hint: BitwiseCopyable {
    var mapping: UInt32 = .max
    var pair: UInt32 = 0
  }

  init(
    _ document: Document, _ abilities: Format.Abilities, _ options: DecodingOptions,
    forms: KnownTypes<DecodedForm>, _ classes: KeyedArchive.Classes? = nil
  ) {
    isArchive = classes != nil
    archive = classes.map { ArchivedObjects($0) }
    self.forms = forms
    tape = document.tape
    entries = document.tape.entries
    text = document.tape.text
    self.options = options
    self.abilities = abilities
    if isArchive { indexArchive() }
  }

  var root: Int { entries.content(of: 0) }

  @inline(__always)
  func end(of node: Int) -> Int {
    entries[node].depthChange > 0 ? node + entries[node].link + 1 : node + 1
  }

  @inline(__always)
  func partner(of node: Int) -> Int { entries.partner(of: node) }

  func string(at node: Int) -> String {
    tape.string(at: node)
  }

  // MARK: Depth

  /// Enters a nested value, or throws if it is too deep; balanced by `leave`.
  func enter(_ node: Int) throws {
    if depth == 0 { stack = .here }
    guard depth < options.maximumDepth, !stack.isExhausted else { throw tooDeep(node) }
    depth += 1
  }

  @inline(never)
  private func tooDeep(_ node: Int) -> DecodingError {
    guard depth < options.maximumDepth else {
      return .tooDeep(limit: options.maximumDepth, at: path(to: node))
    }
    return .outOfStack(depth: depth, at: path(to: node))
  }

  func isDeep(by levels: Int) -> Bool { depth + levels >= options.maximumDepth }

  /// Throws if the stack is nearly used up; for nested containers, which do not `enter`.
  func checkStack(at node: Int) throws {
    if stack.isExhausted { throw tooDeep(node) }
  }

  func leave() {
    depth -= 1
  }

  // MARK: Keys

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

  func keepKeys(of mapping: Int) {
    verbatim.insert(mapping)
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
    /// The search was abandoned after `longestKeyList` keys.
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
      if key.kind == .string, Int(key.length) != name.byteCount {
        // The lengths differ, as for most keys.
      } else if isKey(pair, name, text) {
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
    forEachPair(of: mapping) { key, value in
      guard let key = self.key(at: key) else { return }
      let name = name(key)
      if index[name] == nil { index[name] = value }
    }
    return index
  }

  func forEachPair(of mapping: Int, _ body: (_ key: Int, _ value: Int) -> Void) {
    let end = partner(of: mapping)
    var pair = mapping + 1
    while pair < end {
      let key = entries.content(of: pair)
      let value = entries.content(of: self.end(of: key))
      body(key, value)
      pair = self.end(of: value)
    }
  }

  /// Returns a key as text, or nil if it is a collection or contains a lone surrogate.
  func key(at node: Int) -> String? {
    let event = entries[node]
    guard event.depthChange == 0, !event.flags.contains(.isEscaped) else { return nil }
    return event.kind.word ?? string(at: node)
  }

  func keys<Key: CodingKey>(of mapping: Int, as type: Key.Type) -> [Key] {
    let isConverted = !options.keyDecodingStrategy.isDefault
    var keys: [Key] = []
    forEachPair(of: mapping) { key, _ in
      guard !entries[key].flags.contains(.isDuplicateKey), let name = self.key(at: key) else {
        return
      }
      let named = isConverted ? Key(stringValue: convertedName(of: name, in: mapping)) : nil
      if let key = named ?? Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }
}

extension Tape.Entry {
  @inline(__always)
  var isPlainKey: Bool {
    kind == .string && flags.isDisjoint(with: [.isDuplicateKey, .isEscaped])
  }
}
