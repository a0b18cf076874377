internal import DecantCore

/// The encoded nodes of a document whose collections begin with a count, which is only known at their end.
///
/// The first byte of a collection is reserved where it begins. A short count is put into it at the end; a longer head
/// replaces it when the document is written. A tape would hold the document too, but has no counts: only to fill one with
/// twitter.json takes 3.5 million instructions, and all of the conversion to CBOR 11.6.
///
///     bytes │ … │ head of a short collection │ nodes │ reserved │ nodes … │
///     heads │ offset of the reserved byte, count │ …
struct BackpatchedNodes: ~Copyable {
  struct Collection: BitwiseCopyable {
    /// The offset of the reserved byte.
    let offset: Int
    /// The elements, or the keys and values.
    var nodes: UInt64 = 0
    let isMapping: Bool
    /// The number of `starts` before those of this mapping.
    let firstStart: Int

    /// The elements or pairs.
    var count: UInt64 { isMapping ? nodes / 2 : nodes }
  }

  var bytes = Buffer<UInt8>(capacity: 1024)
  private var open = Buffer<Collection>(capacity: 64)
  private var heads = Buffer<Collection>(capacity: 64)
  /// The offsets of the keys and values of open mappings, if these are sorted.
  private var starts = Buffer<Int>(capacity: 64)
  private let sortsKeys: Bool
  private let longestCollection: UInt64

  init(sortsKeys: Bool = false, longestCollection: UInt64 = .max) {
    self.sortsKeys = sortsKeys
    self.longestCollection = longestCollection
  }

  /// Counts a node, which begins with the next byte.
  @inline(__always)
  mutating func beginNode() {
    guard open.count > 0 else { return }
    let top = open.count &- 1
    open[top].nodes &+= 1
    if sortsKeys, open[top].isMapping { starts.append(bytes.count) }
  }

  /// Begins a collection with `byte`, which `end` replaces if the collection has a count.
  @inline(__always)
  mutating func begin(isMapping: Bool, _ byte: UInt8) {
    open.append(
      Collection(offset: bytes.count, isMapping: isMapping, firstStart: starts.count))
    bytes.append(byte)
  }

  var isBalanced: Bool { open.isEmpty }

  /// Ends the innermost collection, and returns it.
  @inline(__always)
  mutating func endCollection() throws(DecantError) -> Collection {
    guard open.count > 0 else { throw DecantError(.malformedEvents("an end without a beginning")) }
    return open.removeLast()
  }

  /// Ends the innermost collection, whose head `head` returns as one byte if the count is short.
  @inline(__always)
  mutating func end(
    _ head: (_ count: UInt64, _ isMapping: Bool) -> UInt8?,
    long: (_ count: UInt64, _ isMapping: Bool, inout Buffer<UInt8>) -> Void
  ) throws(DecantError) {
    let collection = try endCollection()
    guard collection.count <= longestCollection else {
      throw DecantError(.binary(.tooManyNodes(limit: longestCollection)))
    }
    let short = head(collection.count, collection.isMapping)
    if let short { bytes[collection.offset] = short }
    if sortsKeys { return try sort(collection, isShort: short != nil, long) }
    if short == nil { heads.append(collection) }
  }

  // MARK: Order

  /// Sorts the pairs of a mapping by the bytes of their keys, and writes the head of a long collection in front.
  private mutating func sort(
    _ collection: Collection, isShort: Bool,
    _ long: (_ count: UInt64, _ isMapping: Bool, inout Buffer<UInt8>) -> Void
  ) throws(DecantError) {
    let pairs = pairs(of: collection)
    starts.truncate(to: collection.firstStart)
    var order = pairs
    try bytes.withBytes { (bytes) throws(DecantError) in
      try order.sortInTime(by: { Self.precedes($0, $1, bytes) })
    }
    guard !isShort || order != pairs else { return }
    let start = collection.offset + 1
    let content = bytes.withBytes { [UInt8]($0.extracting(start..<bytes.count)) }
    bytes.truncate(to: isShort ? start : start - 1)
    if !isShort { long(collection.count, collection.isMapping, &bytes) }
    content.withBytes { content in
      guard collection.isMapping else { return bytes.append(contentsOf: content) }
      for pair in order {
        bytes.append(contentsOf: content.extracting(pair.start - start..<pair.end - start))
      }
    }
  }

  private struct Pair: Equatable {
    let start: Int
    let value: Int
    var end: Int
  }

  private func pairs(of collection: Collection) -> [Pair] {
    stride(from: collection.firstStart, to: starts.count - 1, by: 2).map { index in
      let end = index + 2 < starts.count ? starts[index + 2] : bytes.count
      return Pair(start: starts[index], value: starts[index + 1], end: end)
    }
  }

  private static func precedes(_ first: Pair, _ second: Pair, _ bytes: RawSpan) -> Bool {
    let shorter = min(first.value - first.start, second.value - second.start)
    for index in 0..<shorter {
      let (left, right) = (
        bytes.byte(at: first.start + index), bytes.byte(at: second.start + index)
      )
      if left != right { return left < right }
    }
    return first.value - first.start < second.value - second.start
  }

  // MARK: Output

  /// Writes the nodes with their heads, and forgets them.
  mutating func write(
    _ cursor: inout ByteCursor,
    head: (_ count: UInt64, _ isMapping: Bool, inout Buffer<UInt8>) -> Void
  ) throws(DecantError) {
    var written = 0
    if heads.count > 0 {
      let sorted = heads.withSpan { heads in
        heads.indices.map { heads[$0] }.sorted { $0.offset < $1.offset }
      }
      var longHead = Buffer<UInt8>(capacity: 16)
      for collection in sorted {
        try write(written..<collection.offset, &cursor)
        longHead.removeAll()
        head(collection.count, collection.isMapping, &longHead)
        try longHead.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
        written = collection.offset + 1
      }
    }
    try write(written..<bytes.count, &cursor)
    bytes.removeAll()
    heads.removeAll()
  }

  private func write(_ range: Range<Int>, _ cursor: inout ByteCursor) throws(DecantError) {
    try bytes.withBytes { (bytes) throws(DecantError) in
      try cursor.write(bytes.extracting(range))
    }
  }
}

extension Buffer where Element == UInt8 {
  /// Appends a byte and the lowest `width` bytes of a number, the highest first.
  @inline(__always)
  mutating func append(_ byte: UInt8, bigEndian number: UInt64, width: Int) {
    append(byte)
    append((number &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).byteSwapped, count: width)
  }
}
