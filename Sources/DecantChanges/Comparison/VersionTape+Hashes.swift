internal import DecantCore

// Hashes that are the same for equal values, in any spelling and order of keys.
extension VersionTape {
  private struct Open {
    let begin: Int
    let isMapping: Bool
    var hash: UInt64
    /// The hash of the last key, until that of its value is known.
    var key: UInt64?

    package mutating func add(_ child: UInt64) {
      guard isMapping else {
        hash = (hash ^ hash >> 29) &* VersionTape.factor &+ child
        return
      }
      guard let key else {
        key = child
        return
      }
      // A sum does not depend on the order.
      hash &+= VersionTape.hash(ofPair: key, child)
      self.key = nil
    }
  }

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  static func hash(ofPair key: UInt64, _ value: UInt64) -> UInt64 {
    let pair = key &* factor &+ value
    return pair ^ pair >> 29
  }

  /// Stores the hashes of all collections, so that different ones are known as such without a look at their nodes.
  ///
  /// Without it, comparing takes the size of a document times the depth of its differences: of 20,000 levels, minutes.
  mutating func hashCollections() {
    var hashes: [Int: UInt64] = [:]
    forEachHash(in: 0..<tape.count) { hashes[$0] = $1 }
    collectionHashes = hashes
  }

  func valueHash(of node: Int) -> UInt64 {
    let content = content(of: node)
    if let hash = collectionHashes[content] { return hash }
    guard tape[content].depthChange > 0 else { return scalarHash(of: content) }
    var last: UInt64 = 0
    forEachHash(in: content..<tape.partner(of: content) + 1) { last = $1 }
    return last
  }

  /// Calls `body` with the begin and the hash of each collection, from inside to outside.
  private func forEachHash(in range: Range<Int>, _ body: (Int, UInt64) -> Void) {
    var open: [Open] = []
    for index in range where !tape[index].isAnnotation {
      let entry = tape[index]
      let hash: UInt64
      if entry.depthChange > 0 {
        let isMapping = entry.kind == .beginMapping
        open.append(Open(begin: index, isMapping: isMapping, hash: isMapping ? 1 : 2))
        continue
      } else if entry.depthChange < 0, let ended = open.popLast() {
        hash = (ended.hash ^ ended.hash >> 32) &* Self.factor
        body(ended.begin, hash)
      } else if entry.reference != nil {
        hash = valueHash(of: index)
      } else {
        hash = scalarHash(of: index)
      }
      if !open.isEmpty { open[open.count - 1].add(hash) }
    }
  }
}
