/// A set of keys, numbered in the order of insertion.
///
///     starts │ 0 │ 6 │            text │ f first f second │
///
/// It takes, per key, the text, one byte, and at most 26 bytes; 37 while it grows.
package final class KeySet {
  private var index = HashIndex()
  private let keyHash = KeyHash()
  private var starts = Buffer<UInt32>(capacity: 1024)
  private var text = Buffer<UInt8>(capacity: 1 << 14)

  static let kept: Event.Flags = [.isASCII, .needsNoJSONEscape, .isEscaped]

  package init() {}

  package var count: Int { starts.count }

  package func insert(
    _ key: RawSpan, flags: Event.Flags, hash: UInt32
  ) throws(DecantError) -> (number: Int, isKnown: Bool) {
    guard text.count + key.byteCount < Int(UInt32.max), count < Int(Int32.max) else {
      throw DecantError(.tooLong)
    }
    if let known = index.find(hash, orAdd: count, { isKey($0, key, flags) }) {
      return (known, true)
    }
    starts.append(UInt32(text.count))
    text.append(UInt8(truncatingIfNeeded: flags.intersection(Self.kept).rawValue))
    text.append(contentsOf: key)
    return (count - 1, false)
  }

  package func insert(identity: [UInt8]) throws(DecantError) -> (number: Int, isKnown: Bool) {
    try identity.withBytes { (bytes) throws(DecantError) in
      try insert(bytes, flags: [], hash: keyHash(bytes, in: 0))
    }
  }

  package func contains(_ key: RawSpan, flags: Event.Flags, hash: UInt32) -> Bool {
    index.find(hash) { isKey($0, key, flags) } != nil
  }

  func withKey<R, E>(
    _ number: Int, _ body: (RawSpan, Event.Flags) throws(E) -> R
  ) throws(E) -> R {
    let range = range(of: number)
    return try text.withBytes { (text) throws(E) -> R in
      try body(
        text.extracting(range), Event.Flags(rawValue: UInt16(text.byte(at: range.lowerBound - 1))))
    }
  }

  private func range(of number: Int) -> Range<Int> {
    let end = number + 1 < count ? Int(starts[number + 1]) : text.count
    return Int(starts[number]) + 1..<end
  }

  private func isKey(_ number: Int, _ key: RawSpan, _ flags: Event.Flags) -> Bool {
    withKey(number) { known, knownFlags in
      knownFlags.contains(.isEscaped) == flags.contains(.isEscaped) && known.isEqual(to: key)
    }
  }
}

/// The keys of open mappings that exceed `MappingKeys.tableLimit`.
@usableFromInline struct SurplusKeys {
  private struct Level {
    let depth: Int
    let keys = KeySet()
    var last = 0
  }

  private var levels: [Level] = []
  @usableFromInline private(set) var depth = 0

  package mutating func removeAll() {
    levels.removeAll()
    depth = 0
  }

  @inline(never)
  @usableFromInline mutating func endMapping() {
    levels.removeLast()
    depth = levels.last?.depth ?? 0
  }

  mutating func record(
    _ key: RawSpan, _ flags: Event.Flags, _ hash: UInt32, at depth: Int
  ) throws(DecantError) -> Bool {
    if self.depth != depth {
      self.depth = depth
      levels.append(Level(depth: depth))
    }
    let top = levels.count - 1
    let (number, isKnown) = try levels[top].keys.insert(key, flags: flags, hash: hash)
    levels[top].last = number
    return isKnown
  }

  package func contains(_ key: RawSpan, _ hash: UInt32, at depth: Int) -> Bool {
    self.depth == depth && levels.last?.keys.contains(key, flags: [], hash: hash) == true
  }

  func withLastKey<R, E>(
    at depth: Int, _ body: (RawSpan, Event.Flags) throws(E) -> R
  ) throws(E) -> R? {
    guard let level = levels.first(where: { $0.depth == depth }) else { return nil }
    return try level.keys.withKey(level.last, body)
  }
}
