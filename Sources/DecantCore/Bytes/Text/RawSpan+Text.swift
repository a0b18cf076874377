/// Comparison, hashing and copying of text that is a range of bytes.
extension RawSpan {
  @inlinable
  package func hash(into hasher: inout Hasher) {
    // SAFETY: the hasher reads the bytes during the call only.
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Whether `count` bytes equal those of `other`; both spans must have eight more after those.
  @inlinable @inline(__always)
  package func matches(_ other: RawSpan, from otherOffset: Int, at offset: Int, count: Int) -> Bool
  {
    var done = 0
    while count &- done > 8 {
      if word(at: offset &+ done) != other.word(at: otherOffset &+ done) { return false }
      done &+= 8
    }
    let difference = word(at: offset &+ done) ^ other.word(at: otherOffset &+ done)
    let spare = UInt64(truncatingIfNeeded: 8 &- (count &- done)) &* 8
    return spare == 64 || difference &<< spare == 0
  }
}

extension RawSpan {
  @inlinable
  package func append(to output: inout OutputRawSpan) {
    let count = Swift.min(byteCount, output.freeCapacity)
    // SAFETY: the copy is as long as both the free room and the source, at most.
    unsafe withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { buffer, initialized in
        guard count > 0, let from = source.baseAddress, let to = buffer.baseAddress else { return }
        unsafe (to + initialized).copyMemory(from: from, byteCount: count)
        initialized += count
      }
    }
  }
}

extension String {
  /// Calls `body` with the bytes.
  ///
  /// Not with a span of the string: of a short one, whose bytes are in itself, Swift 6.3 reads others where it is inlined.
  @inlinable
  package func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    var copy = self
    // SAFETY: any byte may be seen as a raw byte; `body` cannot keep the span.
    let result = copy.withUTF8 { (bytes) -> Result<R, E> in
      Result { () throws(E) in
        try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes)))
      }
    }
    return try result.get()
  }

  /// Whether both have the same scalars, rather than canonically equivalent ones.
  func hasSameBytes(as other: String) -> Bool {
    // SAFETY: the bytes are read during the calls only. Nearly all strings have such storage.
    let isSame: Bool?? = unsafe utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
      unsafe other.utf8.withContiguousStorageIfAvailable { others in
        unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes)).isEqual(
          to: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(others)))
      }
    }
    if case .some(.some(let isSame)) = isSame { return isSame }
    return withBytes { bytes in other.withBytes { bytes.isEqual(to: $0) } }
  }

  /// Hashes the bytes, so that canonically equivalent strings differ.
  func hashBytes(into hasher: inout Hasher) {
    // SAFETY: the hasher reads the bytes during the call only.
    let isDone: Void? = unsafe utf8.withContiguousStorageIfAvailable {
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { withBytes { $0.hash(into: &hasher) } }
  }
}

extension [UInt8] {
  package init(_ bytes: RawSpan) {
    // SAFETY: the array copies the bytes during the call.
    self = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }

  @inlinable
  package func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    // SAFETY: any byte may be seen as a raw byte; the array outlives the call.
    try body(unsafe span.bytes)
  }

  @usableFromInline package mutating func append(copying bytes: RawSpan) {
    // SAFETY: the array copies the bytes during the call.
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension InlineArray where Element == UInt8 {
  @inlinable @inline(__always)
  package func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    // SAFETY: any byte may be seen as a raw byte; the array outlives the call.
    try body(unsafe span.bytes)
  }
}

extension Array {
  @inlinable @inline(__always)
  package func withElements<R, E>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
    try body(span)
  }

  package mutating func append(copying elements: Span<Element>) where Element: BitwiseCopyable {
    // SAFETY: the array copies the elements during the call.
    unsafe elements.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension String {
  @usableFromInline package init(utf8 bytes: RawSpan) {
    // SAFETY: the string copies the bytes during the call, and repairs what is not UTF-8.
    self = unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension [String] {
  /// Returns the texts in a row; the first call of the generic `joined` takes 110,000 instructions, a fifth of a start.
  package func concatenated(by separator: String = "") -> String {
    var result = ""
    for (index, text) in enumerated() {
      if index > 0 { result += separator }
      result += text
    }
    return result
  }
}

extension RawSpan {
  @inlinable @inline(__always)
  package func isEqual(to other: RawSpan) -> Bool {
    let count = byteCount
    guard count == other.byteCount else { return false }
    guard count >= 4 else {
      return (0..<count).allSatisfy { byte(at: $0) == other.byte(at: $0) }
    }
    guard count >= 8 else {
      return halfWord(at: 0) == other.halfWord(at: 0)
        && halfWord(at: count &- 4) == other.halfWord(at: count &- 4)
    }
    var offset = 0
    while offset < count &- 8 {
      if word(at: offset) != other.word(at: offset) { return false }
      offset &+= 8
    }
    return word(at: count &- 8) == other.word(at: count &- 8)
  }
}
