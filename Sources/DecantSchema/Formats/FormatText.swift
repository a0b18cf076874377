/// The bytes of a text, from which a format takes its parts from the left.
typealias FormatText = ArraySlice<UInt8>

extension FormatText {
  /// Removes a byte from the beginning; returns whether it was there.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: scalar) else { return false }
    removeFirst()
    return true
  }

  /// Removes the longest beginning of bytes that fulfill a condition, and returns it.
  mutating func takeAll(_ condition: (UInt8) -> Bool) -> FormatText {
    let taken = prefix(while: condition)
    self = dropFirst(taken.count)
    return taken
  }

  /// Removes what precedes the first of some bytes, or everything, and returns it.
  mutating func takeUntil(_ ends: Unicode.Scalar...) -> FormatText {
    takeAll { byte in !ends.contains { byte == UInt8(ascii: $0) } }
  }

  /// Removes a number with a fixed count of digits; returns nil if there is none.
  mutating func takeNumber(digits count: Int) -> Int? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    self = dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The parts between occurrences of a byte, which can be empty.
  func parts(between scalar: Unicode.Scalar) -> [FormatText] {
    split(separator: UInt8(ascii: scalar), omittingEmptySubsequences: false)
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
  var isLetterOrDigit: Bool { isDigit || isLetter }
  var isHexDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }
  var isASCII: Bool { self < 0x80 }

  /// Whether it is one of the characters of an ASCII text.
  func isOne(of characters: String) -> Bool { characters.utf8.contains(self) }
}

/// JSON Pointers and UUIDs.
extension FormatText {
  /// Whether it is a pointer as in RFC 6901.
  var isJSONPointer: Bool {
    guard !isEmpty else { return true }
    return first == UInt8(ascii: "/")
      && parts(between: "~").dropFirst().allSatisfy { $0.first?.isOne(of: "01") == true }
  }

  /// Whether it is a pointer from a value of a document: how many levels up, and from there a pointer, or `#` for the key.
  var isRelativeJSONPointer: Bool {
    var rest = self
    let levels = rest.takeAll(\.isDigit)
    guard !levels.isEmpty, levels.count == 1 || levels.first != UInt8(ascii: "0") else {
      return false
    }
    return rest.take("#") ? rest.isEmpty : rest.isJSONPointer
  }

  /// Whether it is a UUID as in RFC 4122.
  var isUUID: Bool {
    let parts = parts(between: "-")
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }
}
