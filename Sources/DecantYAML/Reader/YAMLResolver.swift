package import DecantCore

package enum YAMLResolver {
  /// A fast test with false positives, for any schema.
  @inline(__always)
  static func mightResolve(_ text: RawSpan) -> Bool {
    guard text.byteCount > 0 else { return true }
    let first = text.byte(at: 0)
    guard first >= 64 else { return beginsNumber & 1 &<< UInt64(first) != 0 }
    return text.byteCount <= longestWord && first < 128
      && beginsWord & 1 &<< UInt64(first & 63) != 0
  }

  /// A fast test with false positives: whether a plain scalar may depend on the version of YAML, as numbers, words, `=` and
  /// `<<` do.
  package static func mayDependOnVersion(_ text: RawSpan) -> Bool {
    mightResolve(text) || text.byte(at: 0) | 1 == UInt8(ascii: "=")
  }

  @inline(__always)
  static func beginsAsWord(_ text: RawSpan) -> Bool {
    text.byteCount == 0 || text.byte(at: 0) >= 64
  }

  /// Returns whether the core schema certainly resolves the text to a string.
  @inline(__always)
  static func isString(_ text: RawSpan) -> Bool {
    !mightResolve(text) || beginsAsWord(text) && plain(text) == nil
  }

  /// Returns whether the core schema resolves a text that begins like a number to a string, as a date or a version; with
  /// `inBoth`, also if YAML 1.1 certainly does not resolve it to a number.
  @inline(never)
  static func resolvesToString(_ text: RawSpan, inBoth: Bool) -> Bool {
    guard case .string = resolve(text, in: .core) else { return false }
    return !inBoth || !YAMLNumber.mayBeOld(text)
  }

  /// Returns whether YAML 1.1 resolves the text to another value than the core schema; a date is the same as its text.
  static func isOlderValue(_ text: RawSpan) -> Bool {
    let (new, old) = (resolve(text, in: .core), resolve(text, in: .yaml11))
    if case .date = old { return false }
    return new.numberKind != old.numberKind || new.written(as: text) != old.written(as: text)
  }

  // The bytes that may begin a value other than a string, as bit sets.
  // +-.0123456789
  private static var beginsNumber: UInt64 { 0x03FF_6800_0000_0000 }
  // FNOTYfnoty~, from 64 on
  private static var beginsWord: UInt64 { 0x4210_C040_0210_C040 }
  private static var longestWord: Int { 5 }

  package static func resolve(_ text: RawSpan, in schema: YAMLSchema) -> YAMLValue {
    switch schema {
    case .failsafe:
      return .string
    case .core:
      if let word = word(text) { return word }
      // Words are not numbers, and frequent: many keys are `name` or `type`.
      return beginsAsWord(text) ? .string : YAMLNumber.core(text) ?? .string
    case .yaml11:
      return word(text) ?? oldWord(text) ?? YAMLNumber.old(text)
        ?? YAMLTimestamp.text(text).map { .date($0) } ?? .string
    }
  }

  /// Returns the null or boolean on which all schemas agree, in the cases `null`, `Null` and `NULL`.
  @inline(__always)
  static func plain(_ text: RawSpan) -> Event.Kind? {
    switch text.byteCount {
    case 0: return .null
    case 1: return text.byte(at: 0) == UInt8(ascii: "~") ? .null : nil
    case 4:
      let letters = text.halfWord(at: 0)
      if isWord(letters, null) { return .null }
      return isWord(letters, `true`) ? .true : nil
    case 5:
      let letters = text.halfWord(at: 1)
      switch text.byte(at: 0) {
      case UInt8(ascii: "f"): return letters == alse ? .false : nil
      case UInt8(ascii: "F"): return letters == alse || letters == alse & ~lowerCase ? .false : nil
      default: return nil
      }
    default: return nil
    }
  }

  static func word(_ text: RawSpan) -> YAMLValue? {
    if let kind = plain(text) { return .word(kind) }
    let count = text.byteCount
    guard 4...5 ~= count, text.byte(at: count - 4) == UInt8(ascii: ".") else { return nil }
    switch String(utf8: text) {
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .nonFinite("inf")
    case "-.inf", "-.Inf", "-.INF": return .nonFinite("-inf")
    case ".nan", ".NaN", ".NAN": return .nonFinite("nan")
    default: return nil
    }
  }

  @inline(never)
  static func oldWord(_ text: RawSpan) -> YAMLValue? {
    guard 2...3 ~= text.byteCount else { return nil }
    switch String(utf8: text) {
    case "yes", "Yes", "YES", "on", "On", "ON": return .word(.true)
    case "no", "No", "NO", "off", "Off", "OFF": return .word(.false)
    default: return nil
    }
  }

  // Four lowercase letters, the first in the lowest byte.
  private static let null: UInt32 = 0x6C6C_756E
  private static let `true`: UInt32 = 0x6575_7274
  private static let alse: UInt32 = 0x6573_6C61
  private static let lowerCase: UInt32 = 0x2020_2020

  private static func isWord(_ letters: UInt32, _ word: UInt32) -> Bool {
    letters == word || letters == word & ~lowerCase || letters == word & ~0x20
  }
}
