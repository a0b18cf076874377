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
