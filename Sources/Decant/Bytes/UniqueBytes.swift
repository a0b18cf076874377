/// Pieces of bytes, each held once, one behind another.
///
/// A piece is put together at the end, and then taken: if an equal one stands there already, the new
/// one is dropped. No piece may begin with all bytes of another, so that comparing the bytes of the new
/// one is enough.
///
///     bytes │ piece 0 │ piece 1 │ … │ the new one │
///     slots │ hash, number │ free │ hash, number │ …          open addressing, half full at most
struct UniqueBytes: ~Copyable {
  var bytes = Buffer<UInt8>(capacity: 1024)
  /// The hash in the upper half, the number of the piece plus one in the lower; 0 where there is none.
  private var slots = Buffer<UInt64>(capacity: 1024)
  private var count = 0
  // Made anew for each table, so that nobody can prepare pieces that collide.
  private let seed: UInt64
  private let factor: UInt64

  init() {
    var generator = SystemRandomNumberGenerator()
    seed = generator.next()
    factor = generator.next() | 1
    for _ in 0..<1024 { slots.append(0) }
  }

  /// Gives the number of the piece that begins at `start`: that of an equal one, else `number`.
  ///
  /// `starts` says where the pieces of earlier numbers begin.
  @inline(__always)
  mutating func take(
    from start: Int, as number: UInt32, starts: borrowing Buffer<UInt64>
  ) -> UInt32 {
    let length = bytes.count &- start
    let hash = bytes.hash(from: start, seed, factor)
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if entry &>> 32 == hash {
        let known = UInt32(truncatingIfNeeded: entry) &- 1
        if bytes.isEqual(from: Int(starts[Int(known)]), to: start, count: length) {
          bytes.truncate(to: start)
          return known
        }
      }
      slot = (slot &+ 1) & mask
    }
    slots[slot] = hash &<< 32 | UInt64(number &+ 1)
    count &+= 1
    if count &* 2 > slots.count { grow() }
    return number
  }

  @inline(never)
  private mutating func grow() {
    var larger = Buffer<UInt64>(capacity: slots.count * 2)
    for _ in 0..<slots.count * 2 { larger.append(0) }
    let mask = larger.count - 1
    for index in 0..<slots.count where slots[index] != 0 {
      let entry = slots[index]
      var slot = Int(truncatingIfNeeded: entry &>> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }
}

extension Buffer where Element == UInt8 {
  /// A hash, of 32 bits, of the bytes from `start` on.
  @inline(__always)
  fileprivate mutating func hash(from start: Int, _ seed: UInt64, _ factor: UInt64) -> UInt64 {
    let length = count &- start
    // Eight bytes more, so that the last word can be read whole.
    reserve(8)
    return withBytesAndRoom(8) { bytes in
      var hash = seed ^ UInt64(truncatingIfNeeded: length)
      var p = start
      while p &+ 8 <= start &+ length {
        hash = Self.fold(hash ^ bytes.word(at: p), factor)
        p &+= 8
      }
      let rest = UInt64(truncatingIfNeeded: start &+ length &- p)
      if rest > 0 {
        hash = Self.fold(hash ^ bytes.word(at: p) &<< (64 &- 8 &* rest), factor)
      }
      return Self.fold(hash, factor) &>> 32
    }
  }

  @inline(__always)
  private static func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }

  /// Whether `length` bytes from `first` on are those from `second` on, behind which all ends.
  @inline(__always)
  fileprivate func isEqual(from first: Int, to second: Int, count length: Int) -> Bool {
    withBytesAndRoom(8) { bytes in
      bytes.matches(bytes, from: second, at: first, count: length)
    }
  }
}
