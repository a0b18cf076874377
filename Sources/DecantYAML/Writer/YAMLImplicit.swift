internal import DecantCore

/// The plain texts that YAML 1.1 or 1.2 may resolve to something other than a string.
///
/// Larger than the specifications require, because readers differ: Ruby's parses `1,000` as a number, PyYAML's parses
/// `1e3` as a string. No reader follows the expressions of 1.1 for `1.2.3`, which would be a float.
enum YAMLImplicit {
  @inline(never)
  static func mightResolve(_ text: RawSpan, from start: Int, count: Int) -> Bool {
    switch text.byte(at: start) {
    case UInt8(ascii: "<"):
      return count == 2 && text.byte(at: start &+ 1) == UInt8(ascii: "<")
    case UInt8(ascii: "="):
      return count == 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return isNumberLike(text, from: start, to: start &+ count)
        && !isVersionLike(text, from: start, to: start &+ count)
    case UInt8(ascii: "~"):
      return count == 1
    case UInt8(ascii: "-"):
      return isSign(text, from: start, count: count) || isSignedNumberLike(text, start, count)
    case UInt8(ascii: "."):
      return isSign(text, from: start, count: count) || isPointNumberLike(text, start, count)
    case UInt8(ascii: "+"):
      return isSignedNumberLike(text, start, count)
    default:
      return isWord(text, from: start, count: count)
    }
  }

  static func isMergeKey(_ text: RawSpan) -> Bool {
    text.byteCount == 2 && text.byte(at: 1) == UInt8(ascii: "<")
      && text.byte(at: 0) == UInt8(ascii: "<")
  }

  static func isSign(_ text: RawSpan, from start: Int, count: Int) -> Bool {
    let sign = text.byte(at: start)
    guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: ".") else { return false }
    let second = count > 1 ? text.byte(at: start &+ 1) : 0
    let third = count > 2 ? text.byte(at: start &+ 2) : 0
    if sign == second, sign == third { return true }
    return sign == UInt8(ascii: "-") && !(0x21..<0x7F ~= second && !isIndicator(second))
  }

  /// Returns whether old readers may parse a `-` before the byte as an indicator.
  private static func isIndicator(_ byte: UInt8) -> Bool {
    ":?,[]{}#".utf8.contains(byte)
  }

  private static func isSignedNumberLike(_ text: RawSpan, _ start: Int, _ count: Int) -> Bool {
    guard count > 1 else { return true }
    switch text.byte(at: start &+ 1) {
    // For ruamel.yaml, -_27 is a number.
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      return isNumberLike(text, from: start &+ 1, to: start &+ count)
    case UInt8(ascii: "."):
      return isPointNumberLike(text, start &+ 1, count &- 1)
    default:
      return false
    }
  }

  private static func isPointNumberLike(_ text: RawSpan, _ start: Int, _ count: Int) -> Bool {
    guard count > 1 else { return true }
    if count == 4 {
      let word = text.word(at: start) & 0xFFFF_FFFF | 0x2020_2000
      // ".inf" and ".nan", the first letter lowest.
      if word == 0x666E_692E || word == 0x6E61_6E2E { return true }
    }
    return isNumberLike(text, from: start &+ 1, to: start &+ count)
  }

  private static func isNumberLike(_ text: RawSpan, from start: Int, to end: Int) -> Bool {
    let radix = end - start > 2 ? text.byte(at: start &+ 1) | 0x20 : 0
    let isPrefixed =
      text.byte(at: start) == UInt8(ascii: "0")
      && (radix == UInt8(ascii: "x") || radix == UInt8(ascii: "o") || radix == UInt8(ascii: "b"))
    for p in (isPrefixed ? start + 2 : start)..<end {
      switch text.byte(at: p) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        break
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        let isExponent = text.byte(at: p) | 0x20 == UInt8(ascii: "e")
        guard isPrefixed || isExponent else { return false }
      case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "T"), UInt8(ascii: "t"),
        UInt8(ascii: "Z"), UInt8(ascii: "z"):
        guard !isPrefixed else { return false }
      default:
        return false
      }
    }
    return true
  }

  /// Returns whether a text is digits in groups, as in `1.2.3`, `10.0.0.1`, `555-1234` and `1.0.0-2`: no number, and no date.
  private static func isVersionLike(_ text: RawSpan, from start: Int, to end: Int) -> Bool {
    var dots = 0
    var hyphens = 0
    var isAfterDigit = false
    var lengthOfFirst = 0
    for p in start..<end {
      switch text.byte(at: p) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        isAfterDigit = true
        continue
      case UInt8(ascii: "."): dots += 1
      case UInt8(ascii: "-"): hyphens += 1
      default: return false
      }
      guard isAfterDigit else { return false }
      isAfterDigit = false
      if lengthOfFirst == 0 { lengthOfFirst = p - start }
    }
    guard isAfterDigit else { return false }
    // Some readers take a date with a single digit for a month, and what follows a date for a time.
    return hyphens == 0 ? dots > 1 : hyphens == 1 || lengthOfFirst != 4
  }

  private static func isWord(_ text: RawSpan, from start: Int, count: Int) -> Bool {
    guard count <= 5 else { return false }
    let unwanted = UInt64(64 &- 8 &* count)
    let lowered = (text.word(at: start) | WordScanning.repeated(0x20)) &<< unwanted
    let word = lowered &>> unwanted
    switch word {
    // y, n, no, on, yes, off, null, true, false; the first letter lowest.
    case 0x79, 0x6E, 0x6F6E, 0x6E6F, 0x73_6579, 0x66_666F, 0x6C6C_756E, 0x6575_7274,
      0x65_736C_6166:
      return true
    default:
      return false
    }
  }
}
