/// Numbers as text, at the end of a block.
extension ByteStorage {
  /// Appends an integer in decimal.
  func append(decimal value: Int64) {
    append(decimalOf: value.magnitude, isNegative: value < 0)
  }

  /// Appends an integer in decimal.
  func append(decimal value: UInt64) {
    append(decimalOf: value, isNegative: false)
  }

  private func append(decimalOf magnitude: UInt64, isNegative: Bool) {
    reserve(24)
    _ = fill { output in
      output.append(through: 24) { text in
        if isNegative { text.put(UInt8(ascii: "-")) }
        text.put(digits: magnitude, count: DoubleWriting.digitCount(magnitude))
      }
    }
  }

  /// Appends the shortest number in JSON's grammar that is nearer to `value` than to any other double.
  ///
  /// It is written with a point or an exponent, as Swift's own `description` is: `1.0`, `1e-07`.
  ///
  /// - Precondition: `value` is finite.
  func append(shortest value: Double) {
    reserve(32)
    _ = fill { output in
      output.append(through: 32) { text in
        if value.sign == .minus { text.put(UInt8(ascii: "-")) }
        guard value != 0 else { return text.putZero() }
        let decimal = DoubleWriting.shortest(value.magnitude)
        text.put(decimal, isHuge: value.magnitude > 0x1p53)
      }
    }
  }
}

extension OutputRawSpan {
  /// Calls `body` with a place for up to `room` bytes, which must be free, and keeps what it puts there.
  fileprivate mutating func append(through room: Int, _ body: (inout TextPlace) -> Void) {
    precondition(freeCapacity >= room)
    // SAFETY: the place is checked to have `room` bytes, and does not outlive the call.
    unsafe withUnsafeMutableBytes { buffer, initialized in
      let free = unsafe UnsafeMutableRawBufferPointer(
        rebasing: buffer[initialized..<initialized + room])
      var place = unsafe TextPlace(free)
      body(&place)
      initialized += place.count
    }
  }
}

/// Room for a short text that is being put together.
@safe
private struct TextPlace {
  private let room: UnsafeMutableRawBufferPointer
  private let limit: Int
  private(set) var count = 0

  @unsafe
  init(_ room: UnsafeMutableRawBufferPointer) {
    unsafe self.room = room
    limit = room.count
  }

  mutating func put(_ byte: UInt8) {
    store(byte, at: count)
    count &+= 1
  }

  mutating func putZero() {
    put(UInt8(ascii: "0"))
    put(UInt8(ascii: "."))
    put(UInt8(ascii: "0"))
  }

  private func store(_ byte: UInt8, at offset: Int) {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: limit))
    // SAFETY: the precondition keeps the store inside the room.
    unsafe room.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
  }

  /// Puts the last `length` digits of a number.
  mutating func put(digits number: UInt64, count length: Int) {
    store(digits: number, from: count, count: length)
    count &+= length
  }

  /// Stores digits two at a time, the last ones first.
  private func store(digits number: UInt64, from start: Int, count length: Int) {
    precondition(start >= 0 && length >= 0 && start <= limit &- length)
    var rest = number
    var place = start &+ length
    while place &- start >= 2 {
      let (hundreds, pair) = rest.quotientAndRemainder(dividingBy: 100)
      let tens = (pair &* 103) &>> 10
      let digits = UInt16(truncatingIfNeeded: tens | (pair &- tens &* 10) &<< 8) | 0x3030
      place &-= 2
      // SAFETY: both bytes stand in the room, from `start` on.
      unsafe room.storeBytes(of: digits.littleEndian, toByteOffset: place, as: UInt16.self)
      rest = hundreds
    }
    if place > start {
      store(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10), at: start)
    }
  }

  /// Puts a number the way Swift writes doubles: with an exponent below 1e-04 and above 2^53.
  mutating func put(_ decimal: DoubleWriting.Decimal, isHuge: Bool) {
    let length = DoubleWriting.digitCount(decimal.digits)
    // How many digits stand before the point.
    let point = length &+ decimal.exponent
    if isHuge || point < -3 {
      if length > 1 {
        put(digits: decimal.digits, count: length, pointBehind: 1)
      } else {
        put(digits: decimal.digits, count: length)
      }
      put(UInt8(ascii: "e"))
      put(point > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      let exponent = UInt64((point &- 1).magnitude)
      put(digits: exponent, count: max(2, DoubleWriting.digitCount(exponent)))
    } else if point <= 0 {
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "."))
      for _ in point..<0 { put(UInt8(ascii: "0")) }
      put(digits: decimal.digits, count: length)
    } else if point < length {
      put(digits: decimal.digits, count: length, pointBehind: point)
    } else {
      put(digits: decimal.digits, count: length)
      for _ in length..<point { put(UInt8(ascii: "0")) }
      put(UInt8(ascii: "."))
      put(UInt8(ascii: "0"))
    }
  }

  /// Puts the digits of a number, with a point behind the first `point` of them.
  private mutating func put(digits number: UInt64, count length: Int, pointBehind point: Int) {
    precondition(point >= 0 && point <= length && count < limit &- length)
    store(digits: number, from: count &+ 1, count: length)
    for place in count..<count &+ point {
      // SAFETY: the precondition keeps this among the digits just stored.
      store(unsafe room.load(fromByteOffset: place &+ 1, as: UInt8.self), at: place)
    }
    store(UInt8(ascii: "."), at: count &+ point)
    count &+= length &+ 1
  }
}
