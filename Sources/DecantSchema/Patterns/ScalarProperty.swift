internal import DecantCore

/// A property of Unicode scalars that a class can name, as far as the standard library has it.
enum ScalarProperty: Sendable {
  /// `\s`: white space and line terminators of ECMA-262.
  case space
  /// A set of general categories, one bit for each.
  case categories(UInt32)
  case binary(Binary)

  /// A binary property, by its name.
  enum Binary: String, Sendable {
    case any = "Any"
    case ascii = "ASCII"
    case assigned = "Assigned"
    case alphabetic = "Alphabetic"
    case lowercase = "Lowercase"
    case uppercase = "Uppercase"
    case whiteSpace = "White_Space"
    case emoji = "Emoji"
    case emojiPresentation = "Emoji_Presentation"
    case emojiModifier = "Emoji_Modifier"
    case ideographic = "Ideographic"
    case idStart = "ID_Start"
    case idContinue = "ID_Continue"
    case xidStart = "XID_Start"
    case xidContinue = "XID_Continue"
    case math = "Math"
    case dash = "Dash"
    case diacritic = "Diacritic"
    case hexDigit = "Hex_Digit"
    case asciiHexDigit = "ASCII_Hex_Digit"
    case cased = "Cased"
    case quotationMark = "Quotation_Mark"

    fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .any: true
      case .ascii: scalar.isASCII
      case .assigned: scalar.properties.generalCategory != .unassigned
      case .alphabetic: scalar.properties.isAlphabetic
      case .lowercase: scalar.properties.isLowercase
      case .uppercase: scalar.properties.isUppercase
      case .whiteSpace: scalar.properties.isWhitespace
      case .emoji: scalar.properties.isEmoji
      case .emojiPresentation: scalar.properties.isEmojiPresentation
      case .emojiModifier: scalar.properties.isEmojiModifier
      case .ideographic: scalar.properties.isIdeographic
      case .idStart: scalar.properties.isIDStart
      case .idContinue: scalar.properties.isIDContinue
      case .xidStart: scalar.properties.isXIDStart
      case .xidContinue: scalar.properties.isXIDContinue
      case .math: scalar.properties.isMath
      case .dash: scalar.properties.isDash
      case .diacritic: scalar.properties.isDiacritic
      case .hexDigit: scalar.properties.isHexDigit
      case .asciiHexDigit: scalar.properties.isASCIIHexDigit
      case .cased: scalar.properties.isCased
      case .quotationMark: scalar.properties.isQuotationMark
      }
    }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .space:
      switch scalar.value {
      case 0x09...0x0D, 0x20, 0xA0, 0xFEFF, 0x2028, 0x2029: true
      default: !scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator
      }
    case .categories(let mask):
      mask &>> UInt32(scalar.properties.generalCategory.number) & 1 != 0
    case .binary(let property): property.contains(scalar)
    }
  }

  /// Returns the property of `\p{text}`; nil if there is none, or the standard library does not have it.
  init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, ["gc", "General_Category"].contains(parts[0]),
      let mask = Self.mask(of: parts[1])
    {
      self = .categories(mask)
    } else if parts.count == 1, let mask = Self.mask(of: text) {
      self = .categories(mask)
    } else if let property = Binary(rawValue: text) {
      self = .binary(property)
    } else {
      return nil
    }
  }

  private static func mask(of name: String) -> UInt32? {
    var mask: UInt32 = 0
    for (number, names) in categories.enumerated() where names.contains(name) {
      mask |= 1 << UInt32(number)
    }
    return mask == 0 ? nil : mask
  }

  /// The names of each general category, and of the groups that contain it.
  private static let categories: [[String]] = [
    ["Lu", "Uppercase_Letter", "LC", "Cased_Letter", "L", "Letter"],
    ["Ll", "Lowercase_Letter", "LC", "Cased_Letter", "L", "Letter"],
    ["Lt", "Titlecase_Letter", "LC", "Cased_Letter", "L", "Letter"],
    ["Lm", "Modifier_Letter", "L", "Letter"],
    ["Lo", "Other_Letter", "L", "Letter"],
    ["Mn", "Nonspacing_Mark", "M", "Mark", "Combining_Mark"],
    ["Mc", "Spacing_Mark", "M", "Mark", "Combining_Mark"],
    ["Me", "Enclosing_Mark", "M", "Mark", "Combining_Mark"],
    ["Nd", "Decimal_Number", "digit", "N", "Number"],
    ["Nl", "Letter_Number", "N", "Number"],
    ["No", "Other_Number", "N", "Number"],
    ["Pc", "Connector_Punctuation", "P", "Punctuation", "punct"],
    ["Pd", "Dash_Punctuation", "P", "Punctuation", "punct"],
    ["Ps", "Open_Punctuation", "P", "Punctuation", "punct"],
    ["Pe", "Close_Punctuation", "P", "Punctuation", "punct"],
    ["Pi", "Initial_Punctuation", "P", "Punctuation", "punct"],
    ["Pf", "Final_Punctuation", "P", "Punctuation", "punct"],
    ["Po", "Other_Punctuation", "P", "Punctuation", "punct"],
    ["Sm", "Math_Symbol", "S", "Symbol"],
    ["Sc", "Currency_Symbol", "S", "Symbol"],
    ["Sk", "Modifier_Symbol", "S", "Symbol"],
    ["So", "Other_Symbol", "S", "Symbol"],
    ["Zs", "Space_Separator", "Z", "Separator"],
    ["Zl", "Line_Separator", "Z", "Separator"],
    ["Zp", "Paragraph_Separator", "Z", "Separator"],
    ["Cc", "Control", "cntrl", "C", "Other"],
    ["Cf", "Format", "C", "Other"],
    ["Cs", "Surrogate", "C", "Other"],
    ["Co", "Private_Use", "C", "Other"],
    ["Cn", "Unassigned", "C", "Other"],
  ]
}

extension Unicode.GeneralCategory {
  /// The index in `ScalarProperty.categories`.
  fileprivate var number: Int {
    switch self {
    case .uppercaseLetter: 0
    case .lowercaseLetter: 1
    case .titlecaseLetter: 2
    case .modifierLetter: 3
    case .otherLetter: 4
    case .nonspacingMark: 5
    case .spacingMark: 6
    case .enclosingMark: 7
    case .decimalNumber: 8
    case .letterNumber: 9
    case .otherNumber: 10
    case .connectorPunctuation: 11
    case .dashPunctuation: 12
    case .openPunctuation: 13
    case .closePunctuation: 14
    case .initialPunctuation: 15
    case .finalPunctuation: 16
    case .otherPunctuation: 17
    case .mathSymbol: 18
    case .currencySymbol: 19
    case .modifierSymbol: 20
    case .otherSymbol: 21
    case .spaceSeparator: 22
    case .lineSeparator: 23
    case .paragraphSeparator: 24
    case .control: 25
    case .format: 26
    case .surrogate: 27
    case .privateUse: 28
    case .unassigned: 29
    @unknown default: 29
    }
  }
}
