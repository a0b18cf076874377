/// What a scalar without quotes is, by its text.
///
/// Numbers come out in JSON's grammar, whatever notation they came in, so that each writer can write
/// them. `0x1F` becomes `31`, `+.5` becomes `0.5`; what is in that grammar already keeps its lexeme.
enum YAMLValue {
  case string, null, `true`, `false`
  /// A number whose text is its lexeme.
  case integer, real
  /// A number that is spelled otherwise.
  case respelled(Event.Kind, [UInt8])
  /// `nan`, `inf` or `-inf`.
  case nonFinite(String)
  /// RFC 3339, in UTC.
  case date(String)
  case data([UInt8])
}

/// Tells what plain scalars are.
enum YAMLResolver {
  /// What a plain scalar is in a schema.
  @inline(__always)
  static func resolve(_ text: RawSpan, in schema: YAMLSchema) -> YAMLValue {
    guard text.byteCount > 0 else { return schema == .failsafe ? .string : .null }
    let first = text.byte(at: 0)
    let begins = first < 64 ? beginsLow : first < 128 ? beginsHigh : 0
    guard begins & 1 &<< UInt64(first & 63) != 0 else { return .string }
    return resolveCarefully(text, in: schema)
  }

  // The bytes that something other than a string may begin with, in any schema, as bits: those
  // below 64, and the other ASCII ones.
  // +-.0123456789
  private static var beginsLow: UInt64 { 0x03FF_6800_0000_0000 }
  // FNOTYfnoty~
  private static var beginsHigh: UInt64 { 0x4210_C040_0210_C040 }

  @inline(never)
  private static func resolveCarefully(_ text: RawSpan, in schema: YAMLSchema) -> YAMLValue {
    switch schema {
    case .failsafe:
      return .string
    case .core:
      return word(text) ?? YAMLNumber.core(text) ?? .string
    case .yaml11:
      return word(text) ?? oldWord(text) ?? YAMLNumber.old(text)
        ?? YAMLTimestamp.text(text).map { .date($0) } ?? .string
    }
  }

  /// The words of all schemas, in three cases: `null`, `Null`, `NULL`.
  static func word(_ text: RawSpan) -> YAMLValue? {
    switch text.byteCount {
    case 0: return .null
    case 1: return text.byte(at: 0) == UInt8(ascii: "~") ? .null : nil
    case 4:
      let letters = text.halfWord(at: 0)
      if isWord(letters, null) { return .null }
      if isWord(letters, `true`) { return .true }
      return infinity(letters) ?? notANumber(letters)
    case 5:
      let letters = text.halfWord(at: 1)
      switch text.byte(at: 0) {
      case UInt8(ascii: "f"):
        return letters == alse ? .false : nil
      case UInt8(ascii: "F"):
        return letters == alse || letters == alse & ~lowerCase ? .false : nil
      case UInt8(ascii: "+"): return infinity(letters)
      case UInt8(ascii: "-"): return infinity(letters).map { _ in .nonFinite("-inf") }
      default: return nil
      }
    default: return nil
    }
  }

  /// The words that only YAML 1.1 has.
  static func oldWord(_ text: RawSpan) -> YAMLValue? {
    guard 2...3 ~= text.byteCount else { return nil }
    switch String(utf8: text) {
    case "yes", "Yes", "YES", "on", "On", "ON": return .true
    case "no", "No", "NO", "off", "Off", "OFF": return .false
    default: return nil
    }
  }

  // Four letters in small, the first in the lowest bits.
  private static let null: UInt32 = 0x6C6C_756E
  private static let `true`: UInt32 = 0x6575_7274
  private static let alse: UInt32 = 0x6573_6C61
  private static let dotInf: UInt32 = 0x666E_692E
  private static let dotNaN: UInt32 = 0x6E61_6E2E
  /// The bits that tell small letters from capitals.
  private static let lowerCase: UInt32 = 0x2020_2020

  /// Whether `letters` are those of a word in small, in capitals, or with a capital in front.
  private static func isWord(_ letters: UInt32, _ word: UInt32) -> Bool {
    letters == word || letters == word & ~lowerCase || letters == word & ~0x20
  }

  private static func infinity(_ letters: UInt32) -> YAMLValue? {
    let isInfinity =
      letters == dotInf || letters == dotInf & ~0x2020_2000 || letters == dotInf & ~0x2000
    return isInfinity ? .nonFinite("inf") : nil
  }

  private static func notANumber(_ letters: UInt32) -> YAMLValue? {
    let isNaN =
      letters == dotNaN || letters == dotNaN & ~0x2020_2000 || letters == dotNaN & ~0x2000_2000
    return isNaN ? .nonFinite("nan") : nil
  }
}
