internal import DecantCore

/// The conditions under which a string may be plain, single-quoted or a block; in doubt, it is quoted.
enum YAMLPlainText {
  enum Context {
    case block
    /// Inside brackets, a comma ends a plain scalar and, for some readers, a colon or a question mark does.
    case flow
  }

  /// Precondition: eight bytes after the text are readable.
  @inline(__always)
  static func allows(
    _ text: RawSpan, from start: Int, count: Int, in context: Context, ascii: Bool
  ) -> Bool {
    guard count > 0 else { return false }
    let first = text.byte(at: start)
    let bit: UInt64 = 1 &<< UInt64(first & 63)
    if first < 0x80 {
      let harmless = first < 64 ? harmlessLow : harmlessHigh
      let doubtful = first < 64 ? doubtfulLow : doubtfulHigh
      if harmless & bit == 0 {
        guard doubtful & bit != 0, !YAMLImplicit.mightResolve(text, from: start, count: count)
        else {
          return false
        }
      }
    }
    return text.byte(at: start &+ count &- 1) != UInt8(ascii: " ")
      && isPlainRun(text, from: start, count: count, in: context, ascii: ascii)
  }

  /// Returns whether an ambiguous text is valid as a plain scalar: of the characters that end one, it contains only
  /// commas and colons.
  static func mayKeepMeaning(
    _ text: RawSpan, from start: Int, count: Int, in context: Context
  ) -> Bool {
    guard count > 0, YAMLImplicit.mightResolve(text, from: start, count: count),
      !YAMLImplicit.isSign(text, from: start, count: count)
    else { return false }
    for p in start..<start + count {
      switch text.byte(at: p) {
      case UInt8(ascii: ","):
        if context == .flow { return false }
      case UInt8(ascii: ":"):
        let isFollowed = p + 1 < start + count && text.byte(at: p + 1) > 0x20
        guard isFollowed, context == .block || text.byte(at: p + 1) != UInt8(ascii: ",") else {
          return false
        }
      default: break
      }
    }
    return text.byte(at: start + count - 1) != UInt8(ascii: " ")
  }

  /// Returns whether a plain text of the input may be written as it is in a flow collection; returns false in doubt, as for `~`.
  @inline(never)
  static func isValidInFlow(_ text: RawSpan, from start: Int, count: Int) -> Bool {
    allows(text, from: start, count: count, in: .flow, ascii: false)
      || mayKeepMeaning(text, from: start, count: count, in: .flow)
        && text.byte(at: start) != UInt8(ascii: "~")
  }

  // Bit sets of the ASCII bytes that may begin a plain scalar, below 64 and above. A text that begins with a harmless
  // byte is a string; with a doubtful one, it may be a number, a word or a marker.
  // $()/;
  private static var harmlessLow: UInt64 { 0x0800_8310_0000_0000 }
  // +-.0123456789<=
  private static var doubtfulLow: UInt64 { 0x33FF_6800_0000_0000 }
  // ABCDEGHIJKLMPQRSUVWXZ\^_abcdeghijklmpqrsuvwxz
  private static var harmlessHigh: UInt64 { 0x05EF_3FBE_D5EF_3FBE }
  // FNOTYfnoty~
  private static var doubtfulHigh: UInt64 { 0x4210_C040_0210_C040 }

  @inline(__always)
  private static func isPlainRun(
    _ text: RawSpan, from start: Int, count: Int, in context: Context, ascii: Bool
  ) -> Bool {
    let end = start &+ count
    var p = start
    while p < end {
      let word = text.word(at: p)
      var mask = WordScanning.mayEndPlainYAML(word)
      if context == .flow { mask |= WordScanning.isFlowIndicator(word) }
      guard mask & WordScanning.highBits != 0 else {
        p &+= 8
        continue
      }
      p &+= WordScanning.bytesBefore(mask)
      guard p < end else { break }
      let byte = text.byte(at: p)
      if byte >= 0x80 {
        guard !ascii else { return false }
        let width = printableWidth(text, at: p)
        guard width > 0 else { return false }
        p &+= width
      } else if byte == UInt8(ascii: ":") {
        // The byte after the end is arbitrary.
        guard context == .block, p &+ 1 < end, text.byte(at: p &+ 1) != UInt8(ascii: " ") else {
          return false
        }
        p &+= 1
      } else if byte == UInt8(ascii: "#") {
        guard p > start, text.byte(at: p &- 1) != UInt8(ascii: " ") else { return false }
        p &+= 1
      } else {
        return false
      }
    }
    return true
  }

  /// Returns 0 if the scalar at `p` must be escaped: controls, U+2028 and U+2029, which break lines in YAML 1.1,
  /// U+FEFF, U+FFFE and U+FFFF; precondition: the text is valid UTF-8, and the scalar is not ASCII.
  @inline(__always)
  static func printableWidth(_ text: RawSpan, at p: Int) -> Int {
    switch text.byte(at: p) {
    case ..<0xC3:
      return text.byte(at: p &+ 1) < 0xA0 ? 0 : 2
    case ..<0xE0:
      return 2
    case 0xE2:
      return text.byte(at: p &+ 1) == 0x80 && text.byte(at: p &+ 2) & 0xFE == 0xA8 ? 0 : 3
    case 0xEF:
      let second = text.byte(at: p &+ 1), third = text.byte(at: p &+ 2)
      return second == 0xBB && third == 0xBF || second == 0xBF && third >= 0xBE ? 0 : 3
    case ..<0xF0:
      return 3
    default:
      return 4
    }
  }

  /// Whether a plain scalar that begins so may be written as it is in a block; false in doubt, as for `~`.
  @inline(__always)
  static func mayBegin(_ first: UInt8) -> Bool {
    guard first < 0x80 else { return true }
    guard first != UInt8(ascii: "~") else { return false }
    let known = first < 64 ? harmlessLow | doubtfulLow : harmlessHigh | doubtfulHigh
    return known & 1 &<< UInt64(first & 63) != 0
  }

  struct Contents {
    var hasLineBreaks = false
    var hasTabs = false
    var hasOthers = false
  }

  /// Returns whether a literal block of several lines needs no indicator and no escapes; returns false in doubt.
  static func isUsualBlock(_ text: RawSpan, isASCII: Bool) -> Bool {
    text.byteCount > 0 && text.byte(at: 0) > 0x20
      && text.firstIndex(of: 0x0A, in: 0..<text.byteCount) != nil
      && (isASCII || !contents(of: text, ascii: false).hasOthers)
  }

  /// Whether the text is one line without characters that YAML does not allow, as in most comments.
  static func isPrintableLine(_ text: RawSpan, ascii: Bool) -> Bool {
    let contents = contents(of: text, ascii: ascii)
    return !contents.hasOthers && !contents.hasLineBreaks
  }

  static func contents(of text: RawSpan, ascii: Bool) -> Contents {
    var contents = Contents()
    var p = 0
    while p < text.byteCount {
      if text.byteCount &- p >= ByteBlock.width {
        let block = text.block(at: p)
        let printable = (block.isBelow(0x20) | block.isAtLeast(0x7F)).bytesBefore
        p &+= printable
        guard printable < ByteBlock.width else { continue }
      }
      let byte = text.byte(at: p)
      if byte >= 0x80 {
        let width = ascii ? 0 : printableWidth(text, at: p)
        if width == 0 {
          contents.hasOthers = true
          return contents
        }
        p += width
        continue
      }
      p += 1
      switch byte {
      case 0x20..<0x7F: break
      case 0x0A: contents.hasLineBreaks = true
      case 0x09: contents.hasTabs = true
      default:
        contents.hasOthers = true
        return contents
      }
    }
    return contents
  }
}

extension WordScanning {
  @inline(__always)
  fileprivate static func mayEndPlainYAML(_ word: UInt64) -> UInt64 {
    let ones = repeated(0x01)
    let control = word &- repeated(0x20)
    let colons = (word ^ repeated(0x3A)) &- ones
    let hashes = (word ^ repeated(0x23)) &- ones
    let deletes = (word ^ repeated(0x7F)) &- ones
    return (control | colons | hashes | deletes | word) & highBits
  }

  /// Marks the bytes `,?[]{}`; bytes above the first of them may be false positives.
  @inline(__always)
  fileprivate static func isFlowIndicator(_ word: UInt64) -> UInt64 {
    let raised = word | repeated(0x20)
    return equals(word, 0x2C) | equals(word, 0x3F) | equals(raised, 0x7B) | equals(raised, 0x7D)
  }
}
