internal import DecantCore

/// Distinct byte strings, one after another.
///
/// Look-up compares the parts of a piece before they are written, since a load that spans fresh
/// narrower stores would stall. No piece may be a prefix of another, and pieces that begin alike
/// must be entered by the same `number`.
///
///     bytes │ piece 0 │ piece 1 │ … │ the new one │
struct UniqueBytes: ~Copyable {
  var bytes = Buffer<UInt8>(capacity: 1024)
  private var index = HashIndex()
  /// The sum of the bytes that were loaded ahead; without a use, the compiler would drop the loads.
  private var loaded: UInt64 = 0
  /// The number of pieces from which on the index does not stay in the processor's cache.
  private static let manyPieces = 1 << 13
  private let mixer = Mixer()

  /// Enters the piece from `start` on; returns the number of an equal one, else `number`.
  mutating func number(
    from start: Int, as number: UInt32, starts: borrowing Buffer<UInt64>
  ) -> UInt32 {
    let length = bytes.count &- start
    let mixer = mixer
    let hash = bytes.withPaddedBytes { mixer.hash($0, from: start, count: length) }
    let known = find(hash, as: number, starts: starts) { bytes, known in
      bytes.matches(bytes, from: start, at: known, count: length)
    }
    guard let known else { return number }
    bytes.truncate(to: start)
    return known
  }

  /// Enters the piece of `marker` and `width` bytes of `word`, whose other bytes must be 0.
  @inline(__always)
  mutating func number(
    _ marker: UInt8, _ word: UInt64, width: Int, as number: UInt32,
    starts: borrowing Buffer<UInt64>
  ) -> UInt32 {
    let hash = mixer.upperHalf(mixer.fold(mixer.seed ^ UInt64(marker)) ^ word)
    let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* width)
    let known = find(hash, as: number, starts: starts) { bytes, known in
      bytes.byte(at: known) == marker && (bytes.word(at: known &+ 1) ^ word) &<< excess == 0
    }
    if let known { return known }
    bytes.append(marker)
    bytes.append(word, count: width)
    return number
  }

  /// Enters the piece of `headLength` bytes of `head` and `count` padded bytes of `text`.
  @inline(__always)
  mutating func number(
    _ head: UInt64, headLength: Int, _ text: RawSpan, from offset: Int, count: Int,
    as number: UInt32, starts: borrowing Buffer<UInt64>
  ) -> UInt32 {
    let hash = mixer.hash(text, from: offset, count: count)
    let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* headLength)
    let known = find(hash, as: number, starts: starts) { bytes, known in
      (bytes.word(at: known) ^ head) &<< excess == 0
        && text.matches(bytes, from: known &+ headLength, at: offset, count: count)
    }
    if let known { return known }
    bytes.append(head, count: headLength)
    bytes.append(contentsOf: text.extracting(offset..<offset &+ count))
    return number
  }

  /// Loads the memory with which `number` compares pieces of `marker` and eight bytes.
  ///
  /// A look-up in a large table waits for its slot, the offset of the piece and its bytes. The loads for many pieces do not
  /// depend on each other, so that they overlap.
  mutating func preload(
    _ marker: UInt8, _ words: borrowing Buffer<UInt64>, starts: borrowing Buffer<UInt64>
  ) {
    guard index.count >= Self.manyPieces else { return }
    let hashOfMarker = mixer.fold(mixer.seed ^ UInt64(marker))
    var sum: UInt64 = 0
    for number in 0..<words.count {
      guard let piece = index.firstNumber(mixer.upperHalf(hashOfMarker ^ words[number])) else {
        continue
      }
      sum &+= UInt64(bytes[Int(truncatingIfNeeded: starts[piece])])
    }
    loaded = sum
  }

  @inline(__always)
  private mutating func find(
    _ hash: UInt32, as number: UInt32, starts: borrowing Buffer<UInt64>,
    _ isEqual: (_ bytes: RawSpan, _ start: Int) -> Bool
  ) -> UInt32? {
    bytes.withPaddedBytes { bytes in
      index.find(hash, orAdd: Int(number)) {
        isEqual(bytes, Int(truncatingIfNeeded: starts[$0]))
      }
    }.map { UInt32(truncatingIfNeeded: $0) }
  }

  // MARK: Hashes

  // Random for each table, so that colliding pieces cannot be prepared.
  private struct Mixer {
    let seed: UInt64
    private let factor: UInt64

    init() {
      var generator = SystemRandomNumberGenerator()
      seed = generator.next()
      factor = generator.next() | 1
    }

    /// Returns a 32-bit hash of `length` bytes, which must have eight more after them.
    @inline(__always)
    func hash(_ bytes: RawSpan, from start: Int, count length: Int) -> UInt32 {
      var hash = seed ^ UInt64(truncatingIfNeeded: length)
      var p = start
      while p &+ 8 <= start &+ length {
        hash = fold(hash ^ bytes.word(at: p))
        p &+= 8
      }
      let rest = UInt64(truncatingIfNeeded: start &+ length &- p)
      if rest > 0 {
        hash = fold(hash ^ bytes.word(at: p) &<< (64 &- 8 &* rest))
      }
      return upperHalf(hash)
    }

    @inline(__always)
    func upperHalf(_ value: UInt64) -> UInt32 {
      UInt32(truncatingIfNeeded: fold(value) &>> 32)
    }

    @inline(__always)
    func fold(_ value: UInt64) -> UInt64 {
      let product = value.multipliedFullWidth(by: factor)
      return product.high ^ product.low
    }
  }
}
