/// Numbers and points in time as GNUstep writes them, made into what events hold.
enum OpenStepValue {
  /// The integer in JSON's grammar; nil if it is none.
  static func integer(_ text: [UInt8]) -> [UInt8]? {
    var rest = text[...]
    let sign = takeSign(&rest)
    guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
    return sign + withoutZeros(rest)
  }

  /// The real in JSON's grammar, with a point or an exponent; nil if it is none.
  static func real(_ text: [UInt8]) -> [UInt8]? {
    var rest = text[...]
    var result = takeSign(&rest)
    let integer = takeDigits(&rest)
    var fraction: ArraySlice<UInt8> = []
    let hasPoint = rest.first == UInt8(ascii: ".")
    if hasPoint {
      rest = rest.dropFirst()
      fraction = takeDigits(&rest)
    }
    guard !integer.isEmpty || !fraction.isEmpty else { return nil }
    result += withoutZeros(integer)
    let hasExponent = !rest.isEmpty
    if hasPoint || !hasExponent {
      result += [UInt8(ascii: ".")] + (fraction.isEmpty ? [UInt8(ascii: "0")] : Array(fraction))
    }
    if let letter = rest.popFirst() {
      guard letter | 0x20 == UInt8(ascii: "e") else { return nil }
      result.append(letter)
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        result.append(rest.removeFirst())
      }
      guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
      result += rest
    }
    return result
  }

  /// `nan`, `inf` or `-inf`, if the text is one of C's names for them.
  static func nonFinite(_ text: [UInt8]) -> String? {
    guard text.count <= 9 else { return nil }
    switch String(decoding: text, as: UTF8.self).lowercased() {
    case "nan", "+nan", "-nan": return "nan"
    case "inf", "+inf", "infinity", "+infinity": return "inf"
    case "-inf", "-infinity": return "-inf"
    default: return nil
    }
  }

  /// The point in time in RFC 3339 and UTC; nil if `text` is none.
  ///
  ///     2026-11-21 09:30:00 +0000    2026-11-21 09:30:00.125 -0500
  static func date(_ text: [UInt8]) -> String? {
    let parts = text.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, let ahead = seconds(ofZone: parts[2]) else { return nil }
    let local = [parts[0], parts[1]].map { String(decoding: $0, as: UTF8.self) }
    guard let time = Timestamp(local.joined(separator: "T") + "Z") else { return nil }
    guard ahead != 0 else { return time.text }
    let (seconds, overflows) = time.secondsSinceEpoch.subtractingReportingOverflow(ahead)
    guard !overflows else { return nil }
    let fraction = parts[1].drop { $0 != UInt8(ascii: ".") }
    return Timestamp(secondsSinceEpoch: seconds).text.dropLast()
      + String(decoding: fraction, as: UTF8.self) + "Z"
  }

  /// How far ahead of UTC a zone such as `+0130` is.
  private static func seconds(ofZone zone: ArraySlice<UInt8>) -> Int64? {
    var rest = zone
    let sign = rest.popFirst()
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), rest.count == 4,
      rest.allSatisfy(isDigit), let value = Int64(String(decoding: rest, as: UTF8.self)),
      value / 100 < 24, value % 100 < 60
    else { return nil }
    let seconds = (value / 100 * 60 + value % 100) * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  // MARK: Bytes

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Takes a sign; gives it if it is a minus.
  private static func takeSign(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    guard let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
      return []
    }
    rest = rest.dropFirst()
    return sign == UInt8(ascii: "-") ? [sign] : []
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private static func withoutZeros(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    let rest = digits.drop { $0 == UInt8(ascii: "0") }
    return rest.isEmpty ? [UInt8(ascii: "0")] : Array(rest)
  }
}
