/// What a label of a host name may contain that is not ASCII: IDNA 2008 (RFC 5892), and its directions (RFC 5893).
///
/// The properties are those that Swift has. Scripts, directions and how letters join are told by ranges instead of tables,
/// which are right for scripts in wide use.
enum InternationalLabel {
  static func isValid(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, label.first != "-", label.last != "-",
      label.count < 4 || label[2] != "-" || label[3] != "-", !first.isMark
    else { return false }
    return label.indices.allSatisfy { isAllowed(at: $0, in: label) }
  }

  private static func isAllowed(at index: Int, in label: [Unicode.Scalar]) -> Bool {
    let scalar = label[index]
    let previous = index > 0 ? label[index - 1] : nil
    let next = index + 1 < label.count ? label[index + 1] : nil
    switch scalar.value {
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0xB7: return previous == "l" && next == "l"
    case 0x375: return next?.isGreek == true
    case 0x5F3, 0x5F4: return previous?.isHebrew == true
    case 0x30FB: return label.contains { $0.isJapanese }
    case 0x660...0x669: return !label.contains { 0x6F0...0x6F9 ~= $0.value }
    case 0x6F0...0x6F9: return !label.contains { 0x660...0x669 ~= $0.value }
    case 0x200C: return previous?.isVirama == true || joins(at: index, in: label)
    case 0x200D: return previous?.isVirama == true
    // Old Hangul, and blocks that can be ignored.
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return false
    case 0x20D0...0x20FF, 0x1_D100...0x1_D24F: return false
    default:
      return scalar.isLetterOrDigit && !scalar.properties.changesWhenNFKCCaseFolded
        && !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether the letters on both sides would join without what separates them.
  private static func joins(at index: Int, in label: [Unicode.Scalar]) -> Bool {
    guard let before = label[..<index].last(where: { !$0.isMark }),
      let after = label[(index + 1)...].first(where: { !$0.isMark })
    else { return false }
    return before.joinsNext && after.joinsPrevious
  }

  // MARK: Directions

  private enum Direction { case left, right, number, arabicNumber, mark, neutral }

  /// Whether a label makes its host name one to which the rules about directions apply.
  static func isRightToLeft(_ label: [Unicode.Scalar]) -> Bool {
    label.contains { [.right, .arabicNumber].contains(direction(of: $0)) }
  }

  /// Whether a label follows the rules about directions (RFC 5893, section 2).
  static func hasOneDirection(_ label: [Unicode.Scalar]) -> Bool {
    let directions = label.map(direction)
    let last = directions.last { $0 != .mark }
    switch directions.first {
    case .right:
      return !directions.contains(.left) && last != .neutral
        && !(directions.contains(.number) && directions.contains(.arabicNumber))
    case .left:
      return !directions.contains(.right) && !directions.contains(.arabicNumber)
        && last != .neutral
    default: return false
    }
  }

  private static func direction(of scalar: Unicode.Scalar) -> Direction {
    switch scalar.value {
    case 0x30...0x39, 0x6F0...0x6F9: .number
    case 0x660...0x669: .arabicNumber
    case _ where scalar.isMark: .mark
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      .right
    case _ where scalar.isLetterOrDigit: .left
    default: .neutral
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  fileprivate var isLetterOrDigit: Bool {
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }

  fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  fileprivate var isGreek: Bool { 0x370...0x3FF ~= value || 0x1F00...0x1FFF ~= value }

  fileprivate var isHebrew: Bool { 0x590...0x5FF ~= value || 0xFB1D...0xFB4F ~= value }

  /// Whether it is of the scripts Hiragana, Katakana or Han.
  fileprivate var isJapanese: Bool {
    switch value {
    case 0x3005, 0x3007, 0x3041...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF,
      0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }

  /// Whether it joins the letter before it: an Arabic letter, except the hamza.
  fileprivate var joinsPrevious: Bool {
    switch value {
    case 0x621, 0x674, 0x6D5: value == 0x6D5
    case 0x620...0x6FF, 0x750...0x77F, 0x8A0...0x8C7: properties.generalCategory == .otherLetter
    default: false
    }
  }

  /// Whether it also joins the letter after it, unlike the forms of alef, dal, reh and waw.
  fileprivate var joinsNext: Bool {
    switch value {
    case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x677, 0x688...0x699, 0x6C0,
      0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2...0x6D5, 0x6EE, 0x6EF, 0x759...0x75B, 0x76B, 0x76C, 0x771:
      false
    default: joinsPrevious
    }
  }
}
