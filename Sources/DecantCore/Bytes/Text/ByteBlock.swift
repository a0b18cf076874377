public import DecantSystem

/// Sixteen bytes that are tested at once.
///
/// A test returns a block whose matching bytes are all ones. Operations on vectors are only fast if
/// both operands have the concrete vector type: a scalar operand, `any` and `all` compile to loops
/// over the bytes.
@usableFromInline package struct ByteBlock: BitwiseCopyable {
  @usableFromInline typealias Lanes = SIMD16<UInt8>

  @inlinable package static var width: Int { 16 }

  @usableFromInline var lanes: Lanes

  @usableFromInline init(_ lanes: Lanes) {
    self.lanes = lanes
  }

  @usableFromInline init(_ mask: SIMDMask<SIMD16<Int8>>) {
    // SAFETY: both are sixteen bytes, and any bits are a vector of bytes.
    lanes = unsafe unsafeBitCast(mask, to: Lanes.self)
  }

  @inlinable @inline(__always)
  package init(repeating byte: UInt8) {
    lanes = Lanes(repeating: byte)
  }

  @inlinable @inline(__always)
  package init(_ first: UInt64, _ second: UInt64) {
    let words = SIMD2<UInt64>(first.littleEndian, second.littleEndian)
    // SAFETY: as above.
    lanes = unsafe unsafeBitCast(words, to: Lanes.self)
  }

  @usableFromInline var words: SIMD2<UInt64> {
    // SAFETY: both are sixteen bytes, and any bits are a vector of words.
    @inlinable @inline(__always) get { unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self) }
  }

  // MARK: Questions

  @inlinable @inline(__always)
  package func equals(_ byte: UInt8) -> ByteBlock {
    ByteBlock(lanes .== Lanes(repeating: byte))
  }

  /// Precondition: `limit` is positive.
  @inlinable @inline(__always)
  package func isBelow(_ limit: UInt8) -> ByteBlock {
    ByteBlock(lanes .<= Lanes(repeating: limit &- 1))
  }

  @inlinable @inline(__always)
  package func isAtLeast(_ limit: UInt8) -> ByteBlock {
    ByteBlock(lanes .>= Lanes(repeating: limit))
  }

  /// Bytes that are not continuation bytes of UTF-8, which are the lowest signed bytes.
  var beginsScalar: ByteBlock {
    @inline(__always) get {
      ByteBlock(signedLanes .> SIMD16<Int8>(repeating: -0x41))
    }
  }

  package var isNotDigit: ByteBlock {
    @inlinable @inline(__always) get {
      ByteBlock(
        (lanes &- Lanes(repeating: UInt8(ascii: "0"))) .>= Lanes(repeating: 10))
    }
  }

  /// White space in JSON: space, line feed, carriage return and tab.
  package var isSpace: ByteBlock {
    @inlinable @inline(__always) get {
      equals(0x20) | equals(0x0A) | equals(0x0D) | equals(0x09)
    }
  }

  /// Bytes that end plain text: `quote`, `\`, control characters, and bytes outside ASCII.
  @inlinable @inline(__always)
  package func endsPlainText(quote: UInt8) -> ByteBlock {
    // As signed numbers, bytes outside ASCII are negative.
    ByteBlock(signedLanes .< SIMD16<Int8>(repeating: 0x20)) | equals(quote)
      | equals(UInt8(ascii: "\\"))
  }

  @usableFromInline var signedLanes: SIMD16<Int8> {
    // SAFETY: both are sixteen bytes, and any bits are a vector of signed bytes.
    @inlinable @inline(__always) get { unsafe unsafeBitCast(lanes, to: SIMD16<Int8>.self) }
  }

  // MARK: Answers

  @inlinable @inline(__always)
  package static func | (left: ByteBlock, right: ByteBlock) -> ByteBlock {
    ByteBlock(left.lanes | right.lanes)
  }

  @inlinable @inline(__always)
  package static func & (left: ByteBlock, right: ByteBlock) -> ByteBlock {
    ByteBlock(left.lanes & right.lanes)
  }

  @inlinable @inline(__always)
  package static func |= (left: inout ByteBlock, right: ByteBlock) {
    left = left | right
  }

  package var isZero: Bool {
    @inlinable @inline(__always) get {
      let words = words
      return words[0] | words[1] == 0
    }
  }

  var isASCII: Bool {
    @inline(__always) get {
      let words = words
      return (words[0] | words[1]) & WordScanning.highBits == 0
    }
  }

  /// The number of bytes before the first marked byte; 16 if there is none.
  @usableFromInline package var bytesBefore: Int {
    @inlinable @inline(__always) get {
      (Int(System.topBits(of: signedLanes)) | 1 &<< Self.width).trailingZeroBitCount
    }
  }

  /// The number of marked bytes before the first other one; 16 if all are marked.
  @usableFromInline package var bytesMarked: Int {
    @inlinable @inline(__always) get {
      (~Int(System.topBits(of: signedLanes))).trailingZeroBitCount
    }
  }

  // MARK: Counting

  /// Adds one to each byte that `answer` marks; a mark is -1.
  @inlinable @inline(__always)
  package mutating func count(_ answer: ByteBlock) {
    lanes = lanes &- answer.lanes
  }

  var sum: Int {
    @inline(__always) get {
      let halves: UInt64 = 0x00FF_00FF_00FF_00FF
      let words = words
      let pairs =
        (words[0] & halves) &+ (words[0] &>> 8 & halves) &+ (words[1] & halves)
        &+ (words[1] &>> 8 & halves)
      return Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
    }
  }
}

extension RawSpan {
  @inlinable @inline(__always)
  package func block(at offset: Int) -> ByteBlock {
    precondition(offset >= 0 && offset <= byteCount &- ByteBlock.width)
    // SAFETY: the precondition keeps the load inside the span; any bit pattern is a block.
    return unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: ByteBlock.self)
  }

  /// Returns the union of the answers for the four blocks from `offset` on, each with the block one byte before it.
  @inlinable @inline(__always)
  package func unionOfBlocks(
    at offset: Int, _ question: (ByteBlock, _ before: ByteBlock) -> ByteBlock
  ) -> ByteBlock {
    precondition(offset >= 1 && offset <= byteCount &- 4 &* ByteBlock.width)
    var union = ByteBlock(repeating: 0)
    for index in 0..<4 {
      let start = offset &+ index &* ByteBlock.width
      // SAFETY: the precondition keeps the loads inside the span; any bit pattern is a block.
      union |= unsafe question(
        unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: ByteBlock.self),
        unsafeLoadUnaligned(fromUncheckedByteOffset: start &- 1, as: ByteBlock.self))
    }
    return union
  }

  package func count(of byte: UInt8) -> Int {
    countOfBytes(of: { $0.equals(byte) }) { $0 == byte }
  }

  /// Counts the bytes for which a test is true; `isCounted` is the same test of a single byte.
  @inline(__always)
  func countOfBytes(
    of question: (ByteBlock) -> ByteBlock, _ isCounted: (UInt8) -> Bool
  ) -> Int {
    // SAFETY: the loops end with the last whole block of the buffer, which outlives the call.
    unsafe withUnsafeBytes { buffer in
      var total = 0
      var offset = 0
      while buffer.count &- offset >= ByteBlock.width {
        // At most 255 blocks, so that no byte of the counter overflows.
        let end = offset &+ min((buffer.count &- offset) / ByteBlock.width, 255) &* ByteBlock.width
        var counter = ByteBlock(repeating: 0)
        while end &- offset >= 4 &* ByteBlock.width {
          for index in 0..<4 {
            let block = unsafe buffer.loadUnaligned(
              fromByteOffset: offset &+ index &* ByteBlock.width, as: ByteBlock.self)
            counter.count(question(block))
          }
          offset &+= 4 &* ByteBlock.width
        }
        while offset < end {
          let block = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: ByteBlock.self)
          counter.count(question(block))
          offset &+= ByteBlock.width
        }
        total &+= counter.sum
      }
      while offset < buffer.count {
        if unsafe isCounted(buffer[offset]) { total &+= 1 }
        offset &+= 1
      }
      return total
    }
  }
}
