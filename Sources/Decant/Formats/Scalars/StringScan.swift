/// What the text between quotes may contain in one format.
protocol QuotedSyntax {
  static func permits(control byte: UInt8) -> Bool

  /// Returns the number of bytes to skip at a backslash, so that an escaped quote does not end the string.
  static func widthOfEscape(_ bytes: RawSpan, at p: Int, before end: Int) -> Int
}

/// A scan of a quoted string, which continues where the window ended.
struct StringScan {
  var length = 0
  var isASCII = true
  var hasEscapes = false
  var needsJSONEscape = false

  /// Returns the scan of a plain string in double quotes that is shorter than 8 bytes, as most are.
  @inline(__always)
  static func short(_ bytes: RawSpan, at start: Int) -> StringScan? {
    let quote = UInt8(ascii: "\"")
    let mask = WordScanning.endsPlainText(bytes.word(at: start &+ 1), quote: quote)
    guard mask != 0 else { return nil }
    let length = WordScanning.bytesBefore(mask)
    return bytes.byte(at: start &+ 1 &+ length) == quote ? StringScan(length: length) : nil
  }

  /// Scans on to the closing quote, and returns the result; returns nil if the window ends before it.
  @inline(__always)
  mutating func next<Syntax: QuotedSyntax>(
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

  private mutating func suspend(_ scan: StringScan, at p: Int, _ start: Int) {
    // A string without a scanned byte may be scanned by another function next.
    self = p - start > 1 ? scan : StringScan()
    length = p - start - 1
  }
}

extension EventBatch {
  /// Appends a string without escapes.
  @inline(__always)
  mutating func append(_ scan: StringScan, _ flags: Event.Flags, at start: Int) {
    var flags = flags
    if scan.isASCII { flags.insert(.isASCII) }
    if !scan.needsJSONEscape { flags.insert(.needsNoJSONEscape) }
    events.append(
      Event(.string, flags: flags, at: start, textAt: start &+ 1, count: scan.length))
  }
}
