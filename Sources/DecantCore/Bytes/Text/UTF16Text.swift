/// Text in big-endian UTF-16, as in binary property lists.
package enum UTF16Text {
  package struct Finding {
    package var isASCII = true
    package var needsNoJSONEscape = true
    /// The first lone surrogate, and its index among the units.
    package var surrogate: (unit: UInt16, index: Int)?
  }

  /// Appends `units` code units from `offset` on to `output`, as UTF-8.
  ///
  /// A lone surrogate becomes three bytes, as if it were a scalar.
  package static func append(
    _ bytes: RawSpan, at offset: Int, units: Int, to output: ByteStorage
  ) -> Finding {
    precondition(units >= 0 && offset >= 0 && units <= (bytes.byteCount - offset) / 2)
    var finding = Finding()
    output.reserve(units * 3)
    _ = output.fill { output in
      // SAFETY: three bytes were reserved for each unit, and a pair takes four.
      unsafe output.withUnsafeMutableBytes { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        var end = unsafe start + initialized
        var index = 0
        while index < units {
          let unit = UInt32(bytes.bigEndianUnit(at: offset &+ index &* 2))
          index &+= 1
          if unit < 0x80 {
            if unit < 0x20 || unit == 0x22 || unit == 0x5C { finding.needsNoJSONEscape = false }
            unsafe end.storeBytes(of: UInt8(truncatingIfNeeded: unit), as: UInt8.self)
            unsafe end += 1
            continue
          }
          finding.isASCII = false
          if unit < 0x800 {
            unsafe store(0xC0 | unit &>> 6, 0x80 | unit & 0x3F, at: &end)
            continue
          }
          if unit & 0xF800 == 0xD800 {
            let next =
              index < units ? UInt32(bytes.bigEndianUnit(at: offset &+ index &* 2)) : 0
            if unit < 0xDC00, next & 0xFC00 == 0xDC00 {
              index &+= 1
              let scalar = 0x1_0000 &+ (unit & 0x3FF) &<< 10 &+ next & 0x3FF
              unsafe store(0xF0 | scalar &>> 18, 0x80 | scalar &>> 12 & 0x3F, at: &end)
              unsafe store(0x80 | scalar &>> 6 & 0x3F, 0x80 | scalar & 0x3F, at: &end)
              continue
            }
            if finding.surrogate == nil {
              finding.surrogate = (UInt16(truncatingIfNeeded: unit), index &- 1)
            }
          }
          unsafe store(0xE0 | unit &>> 12, 0x80 | unit &>> 6 & 0x3F, at: &end)
          unsafe end.storeBytes(of: UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F), as: UInt8.self)
          unsafe end += 1
        }
        unsafe initialized = end - start
      }
    }
    return finding
  }

  @inline(__always)
  private static func store(
    _ first: UInt32, _ second: UInt32, at end: inout UnsafeMutableRawPointer
  ) {
    unsafe end.storeBytes(of: UInt8(truncatingIfNeeded: first), as: UInt8.self)
    unsafe end.storeBytes(of: UInt8(truncatingIfNeeded: second), toByteOffset: 1, as: UInt8.self)
    unsafe end += 2
  }

  package static func unitCount(ofUTF8 text: RawSpan) -> Int {
    var count = 0
    for offset in 0..<text.byteCount {
      let byte = text.byte(at: offset)
      // Each leading byte is one unit, or two if four bytes begin with it.
      if byte & 0xC0 != 0x80 { count &+= byte >= 0xF0 ? 2 : 1 }
    }
    return count
  }

  package static func append(utf8 text: RawSpan, to output: inout Buffer<UInt8>) {
    output.reserve(text.byteCount * 2)
    var p = 0
    while p < text.byteCount {
      let first = UInt32(text.byte(at: p))
      if first < 0x80 {
        output.append(0)
        output.append(UInt8(truncatingIfNeeded: first))
        p &+= 1
        continue
      }
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard p &+ length <= text.byteCount else { break }
      var scalar = first & (0x7F &>> UInt32(truncatingIfNeeded: length))
      for step in 1..<length {
        scalar = scalar &<< 6 | UInt32(text.byte(at: p &+ step) & 0x3F)
      }
      p &+= length
      if scalar >= 0x1_0000 {
        output.append(unit: 0xD7C0 &+ scalar &>> 10)
        scalar = 0xDC00 | scalar & 0x3FF
      }
      output.append(unit: scalar)
    }
  }
}

extension RawSpan {
  @inline(__always)
  fileprivate func bigEndianUnit(at offset: Int) -> UInt16 {
    UInt16(byte(at: offset)) &<< 8 | UInt16(byte(at: offset &+ 1))
  }
}

extension Buffer where Element == UInt8 {
  @inline(__always)
  fileprivate mutating func append(unit: UInt32) {
    append(UInt8(truncatingIfNeeded: unit &>> 8))
    append(UInt8(truncatingIfNeeded: unit))
  }
}

extension Unicode.Scalar {
  package init?(high: UInt32, low: UInt32) {
    guard 0xD800...0xDBFF ~= high, 0xDC00...0xDFFF ~= low else { return nil }
    self.init(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }
}
