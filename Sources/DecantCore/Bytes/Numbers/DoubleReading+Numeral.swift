/// The first step from text to a double: its digits as an integer, and its exponent.
///
///     -12.50e3  ─▶  digits 1250, exponent 1, isNegative
extension DoubleReading {
  /// A number by its digits, as an integer, and its exponent.
  @usableFromInline package struct Numeral {
    @usableFromInline package private(set) var digits: UInt64 = 0
    @usableFromInline package private(set) var exponent = 0
    @usableFromInline package private(set) var isNegative = false
    /// Whether digits after the nineteenth, other than zeros, were left out.
    @usableFromInline package private(set) var isCut = false
    /// Whether the text has an exponent of its own.
    package private(set) var isScientific = false

    /// Creates the number `digits` · 10^`exponent`.
    package init(digits: UInt64, exponent: Int) {
      self.digits = digits
      self.exponent = exponent
    }

    /// Parses a number; nil if its exponent is too long.
    package init?(_ text: RawSpan) {
      self.init(in: text, 0..<text.byteCount)
    }

    /// Parses the number in `range`; faster if more bytes follow it.
    @inlinable @inline(__always)
    package init?(in bytes: RawSpan, _ range: Range<Int>) {
      let isNegative = !range.isEmpty && bytes.byte(at: range.lowerBound) == UInt8(ascii: "-")
      self.isNegative = isNegative
      let first = isNegative ? range.lowerBound &+ 1 : range.lowerBound
      guard !readShort(bytes, first, range.upperBound) else { return }
      guard readAny(bytes.extracting(first..<range.upperBound)) else { return nil }
    }

    /// Reads two to nineteen digits with a point among the first eight bytes; returns false for other numbers.
    ///
    /// The grammar is checked already, so that only a letter can be anything else than a digit.
    @inlinable @inline(__always)
    package mutating func readShort(_ bytes: RawSpan, _ first: Int, _ end: Int) -> Bool {
      let count = end &- first &- 1
      guard count <= 19, first &+ 24 <= bytes.byteCount else { return false }
      let word = bytes.word(at: first)
      let point = WordScanning.bytesBefore(WordScanning.equals(word, UInt8(ascii: ".")))
      guard point < min(count, 8) else { return false }

      let fraction = ~0 &<< UInt64(truncatingIfNeeded: point &* 8)
      var start = word & ~fraction | bytes.word(at: first &+ 1) & fraction
      if count < 8 { start &<<= UInt64(truncatingIfNeeded: 64 &- count &* 8) }
      guard start & Self.letters == 0 else { return false }
      digits = DigitRun.value(start)
      if count > 8 {
        let next = bytes.word(at: first &+ 9)
        let rest = count < 16 ? next &<< UInt64(truncatingIfNeeded: 128 &- count &* 8) : next
        guard rest & Self.letters == 0 else { return false }
        digits = digits &* DigitRun.powers[min(count &- 8, 8)] &+ DigitRun.value(rest)
        var offset = first &+ 17
        while offset < end {
          let digit = bytes.byte(at: offset) &- UInt8(ascii: "0")
          guard digit <= 9 else { return false }
          digits = digits &* 10 &+ UInt64(digit)
          offset &+= 1
        }
      }
      exponent = point &- count
      return true
    }

    /// The bit that letters have, and digits lack.
    @inlinable static var letters: UInt64 { WordScanning.repeated(0x40) }

    /// Reads any number; returns false if its exponent is too long.
    @inline(never)
    @usableFromInline mutating func readAny(_ text: RawSpan) -> Bool {
      let end = text.byteCount
      (digits, exponent) = (0, 0)
      var p = readShortDigits(text) ?? readDigits(text)
      guard p < end else { return true }
      isScientific = true
      p &+= 1
      let isBelow = p < end && text.byte(at: p) == UInt8(ascii: "-")
      if p < end, isBelow || text.byte(at: p) == UInt8(ascii: "+") { p &+= 1 }
      guard end - p <= 9 else { return false }
      var power = 0
      while p < end {
        power = power &* 10 &+ Int(text.byte(at: p) &- UInt8(ascii: "0"))
        p &+= 1
      }
      exponent &+= isBelow ? -power : power
      return true
    }

    package var withoutTrailingZeros: Numeral {
      var numeral = self
      while numeral.digits > 0, numeral.digits.isMultiple(of: 10) {
        numeral.digits /= 10
        numeral.exponent += 1
      }
      return numeral
    }

    /// The number without trailing zeros; nil for zero, and if it has too many digits.
    package var exact: Numeral? { isCut || digits == 0 ? nil : withoutTrailingZeros }

    /// Whether the shortest form of `value`, the nearest double, equals the magnitude.
    @inlinable @inline(__always)
    package func isShortest(of value: Double) -> Bool {
      // Different numbers of fifteen digits have different nearest doubles, so each is the shortest of its own.
      if digits < 1_000_000_000_000_000, -290...290 ~= exponent { return true }
      let shortest = DoubleWriting.nearest(value)
      var numeral = self
      while numeral.exponent < shortest.exponent, numeral.digits.isMultiple(of: 10) {
        numeral.digits /= 10
        numeral.exponent &+= 1
      }
      while numeral.exponent > shortest.exponent, numeral.digits < shortest.digits {
        numeral.digits &*= 10
        numeral.exponent &-= 1
      }
      return numeral.exponent == shortest.exponent && numeral.digits == shortest.digits
    }

    /// Reads the digits before a point and after it, if they are nineteen at most; returns the place
    /// after them.
    @inline(__always)
    private mutating func readShortDigits(_ text: RawSpan) -> Int? {
      let end = text.byteCount
      var p = 0
      var value: UInt64 = 0
      while p < end {
        let digit = text.byte(at: p) &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        value = value &* 10 &+ UInt64(digit)
        p &+= 1
      }
      var count = p
      if p < end, text.byte(at: p) == UInt8(ascii: ".") {
        p &+= 1
        let first = p
        while p &+ 8 <= end {
          let run = DigitRun(in: text, at: p)
          guard run.count == 8 else { break }
          value = value &* 100_000_000 &+ run.value
          p &+= 8
        }
        while p < end {
          let digit = text.byte(at: p) &- UInt8(ascii: "0")
          guard digit <= 9 else { break }
          value = value &* 10 &+ UInt64(digit)
          p &+= 1
        }
        count &+= p &- first
        exponent = first &- p
      }
      guard count <= 19 else {
        exponent = 0
        return nil
      }
      digits = value
      return p
    }

    /// Reads any digits, and leaves out those after the nineteenth; returns the place after them.
    @inline(never)
    private mutating func readDigits(_ text: RawSpan) -> Int {
      let end = text.byteCount
      var p = 0
      var count = 0
      var point = -1
      while p < end {
        let run = DigitRun(in: text, at: p)
        if run.count > 0, count &+ run.count <= 19 {
          digits = digits &* run.scale &+ run.value
          // Leading zeros are not counted.
          if digits > 0 { count &+= count == 0 ? run.count &- run.zeros : run.count }
          if point >= 0 { exponent &-= run.count }
          p &+= run.count
          continue
        }
        let byte = text.byte(at: p)
        let digit = byte &- UInt8(ascii: "0")
        if digit <= 9 {
          if count < 19 {
            digits = digits &* 10 &+ UInt64(digit)
            if digits > 0 { count &+= 1 }
            if point >= 0 { exponent &-= 1 }
          } else {
            if digit > 0 { isCut = true }
            if point < 0 { exponent &+= 1 }
          }
        } else if byte == UInt8(ascii: ".") {
          point = p
        } else {
          break
        }
        p &+= 1
      }
      return p
    }
  }
}
