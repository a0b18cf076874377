/// What the text between quotes may contain in one format: in TOML a tab, in JSON none.
///
/// A type and not a table, so that the scan of each format has only its own tests in its loop.
@usableFromInline package protocol QuotedSyntax {
  /// Whether a byte below 0x20, or DEL, may be there without an escape.
  static func permits(control byte: UInt8) -> Bool

  /// Returns the number of bytes to skip at a backslash, so that an escaped quote does not end the string.
  static func widthOfEscape(_ bytes: RawSpan, at p: Int, before end: Int) -> Int
}

/// A scan of a quoted string, which continues where the window ended.
@usableFromInline package struct StringScan {
  @usableFromInline package var length = 0
  @usableFromInline package var isASCII = true
  @usableFromInline package var hasEscapes = false
  @usableFromInline package var needsJSONEscape = false

  @usableFromInline package init(
    length: Int = 0, isASCII: Bool = true, hasEscapes: Bool = false, needsJSONEscape: Bool = false
  ) {
    self.length = length
    self.isASCII = isASCII
    self.hasEscapes = hasEscapes
    self.needsJSONEscape = needsJSONEscape
  }

  /// Returns the scan of a plain string in double quotes that is shorter than 8 bytes, as most are.
  @inlinable @inline(__always)
  package static func short(_ bytes: RawSpan, at start: Int) -> StringScan? {
    let quote = UInt8(ascii: "\"")
    let mask = WordScanning.endsPlainText(bytes.word(at: start &+ 1), quote: quote)
    guard mask != 0 else { return nil }
    let length = WordScanning.bytesBefore(mask)
    return bytes.byte(at: start &+ 1 &+ length) == quote ? StringScan(length: length) : nil
  }

  /// Scans on to the closing quote, and returns the result; returns nil if the window ends before it.
  @inlinable @inline(__always)
  package mutating func next<Syntax: QuotedSyntax>(
    _ syntax: Syntax.Type, _ bytes: RawSpan, at start: Int, _ quote: UInt8, to end: Int,
    origin: Int, isComplete: Bool
  ) throws(TokenFlaw) -> StringScan? {
    var scan = self
    var p = start &+ 1 &+ scan.length
    while true {
      let mask = WordScanning.endsPlainText(bytes.word(at: p), quote: quote)
      guard mask != 0 else {
        p &+= 8
        continue
      }
      p &+= WordScanning.bytesBefore(mask)
      let byte = bytes.byte(at: p)
      if byte == quote {
        self = StringScan()
        scan.length = p &- start &- 1
        if quote == UInt8(ascii: "'"), !scan.needsJSONEscape {
          scan.needsJSONEscape = (start + 1..<p).contains {
            bytes.byte(at: $0) == UInt8(ascii: "\"")
          }
        }
        return scan
      }
      if byte >= 0x80 {
        scan.isASCII = false
        repeat {
          if UTF8Scanning.isPairOfThree(bytes.word(at: p)) {
            p &+= 6
            continue
          }
          let length = UTF8Scanning.length(bytes, at: p)
          if length == 0 {
            guard !isComplete, p &+ 4 > end else {
              throw TokenFlaw(problem: .invalidEncoding(.utf8), offset: origin + p)
            }
            suspend(scan, at: p, start)
            return nil
          }
          p &+= length
        } while bytes.byte(at: p) >= 0x80
      } else if byte == UInt8(ascii: "\\"),
        case let next = p &+ syntax.widthOfEscape(bytes, at: p, before: end), next <= end
      {
        // The decoder validates escapes.
        scan.hasEscapes = true
        p = next
      } else if p >= end || byte == UInt8(ascii: "\\") {
        guard !isComplete else {
          throw TokenFlaw(problem: .unterminatedString, offset: origin + start)
        }
        suspend(scan, at: p, start)
        return nil
      } else {
        guard syntax.permits(control: byte) else {
          throw TokenFlaw(problem: .controlCharacter(byte), offset: origin + p)
        }
        scan.needsJSONEscape = true
        p &+= 1
      }
    }
  }

  @usableFromInline mutating func suspend(_ scan: StringScan, at p: Int, _ start: Int) {
    // A string without a scanned byte may be scanned by another function next.
    self = p - start > 1 ? scan : StringScan()
    length = p - start - 1
  }
}

extension EventBatch {
  /// Appends a string without escapes.
  @inlinable @inline(__always)
  package mutating func append(_ scan: StringScan, _ flags: Event.Flags, at start: Int) {
    var flags = flags
    if scan.isASCII { flags.insert(.isASCII) }
    if !scan.needsJSONEscape { flags.insert(.needsNoJSONEscape) }
    events.append(
      Event(.string, flags: flags, at: start, textAt: start &+ 1, count: scan.length))
  }
}
