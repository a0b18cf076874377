internal import FoundationEssentials

/// The types of Foundation that have a form of their own in documents.
extension EncodingTree {
  /// Encodes a value of such a type, if it is one.
  @inline(__always)
  func encode<T: Encodable>(special value: T, at node: Int) throws -> Bool {
    if T.self == Date.self {
      let value = sameTypeCast(value, to: Date.self)
      try encode(value, at: node)
    } else if T.self == Data.self {
      let value = sameTypeCast(value, to: Data.self)
      try encode(value, at: node)
    } else if T.self == URL.self {
      let value = sameTypeCast(value, to: URL.self)
      return try encode(value, at: node)
    } else if T.self == FoundationEssentials.Decimal.self {
      let value = sameTypeCast(value, to: FoundationEssentials.Decimal.self)
      return try encode(value, at: node)
    } else {
      return false
    }
    return true
  }

  private func encode(_ date: Date, at node: Int) throws {
    switch options.dateEncodingStrategy {
    case .native:
      use(.dates)
      try set(node, .date, text: rfc3339(date, at: node), flags: .plainASCII)
    case .wholeSeconds:
      use(.dates)
      let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
      let whole = Date(timeIntervalSinceReferenceDate: seconds)
      try set(node, .date, text: rfc3339(whole, at: node), flags: .plainASCII)
    case .iso8601:
      try set(node, .string, text: rfc3339(date, at: node), flags: .plainASCII)
    case .secondsSince1970:
      try encode(date.timeIntervalSince1970, at: node)
    case .millisecondsSince1970:
      try encode(date.timeIntervalSince1970 * 1000, at: node)
    case .deferredToDate:
      try encode(date.timeIntervalSinceReferenceDate, at: node)
    case .custom(let encode):
      try descend(date, at: node) { try encode(date, $0) }
    }
  }

  private func rfc3339(_ date: Date, at node: Int) throws -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard let text = ReferenceDate.text(secondsSince2001: seconds) else {
      throw EncodingError.dateWithoutText(date, at: path(of: node))
    }
    return text
  }

  private func encode(_ data: Data, at node: Int) throws {
    switch options.dataEncodingStrategy {
    case .native:
      try set(node, data: Array(data))
    case .base64:
      try encode(data.base64EncodedString(), at: node)
    case .deferredToData:
      try descend(data, at: node) { try data.encode(to: $0) }
    case .custom(let encode):
      try descend(data, at: node) { try encode(data, $0) }
    }
  }

  /// Encodes a URL as a string, except in property lists, for which Foundation encodes a dictionary.
  ///
  /// Of all formats, only property lists have no null.
  private func encode(_ url: URL, at node: Int) throws -> Bool {
    guard abilities.contains(.null) else { return false }
    try encode(url.absoluteString, at: node)
    return true
  }

  /// Encodes a decimal number with all its digits, except in property lists, which have doubles.
  private func encode(_ number: FoundationEssentials.Decimal, at node: Int) throws -> Bool {
    guard abilities.contains(.null) else { return false }
    guard !number.isNaN else {
      throw EncodingError.nonFinite(number, target: targetName, at: path(of: node))
    }
    let text = number.description
    let isInteger = !text.utf8.contains(UInt8(ascii: "."))
    if isInteger { useWideIntegers() }
    try set(node, isInteger ? .integer : .real, text: text, flags: .plainASCII)
    return true
  }
}
