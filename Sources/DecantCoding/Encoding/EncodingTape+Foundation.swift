internal import DecantCore

#if Foundation
  internal import FoundationEssentials

  extension EncodingTape {
    /// Encodes a value of a Foundation type that the library knows; returns false for any other value.
    @inline(__always)
    func encode<T: Encodable>(foundation value: T) throws -> Bool {
      if T.self == Date.self {
        try encode(sameTypeCast(value, to: Date.self))
      } else if T.self == Data.self {
        try encode(sameTypeCast(value, to: Data.self))
      } else if T.self == URL.self {
        return try encode(sameTypeCast(value, to: URL.self))
      } else if T.self == FoundationEssentials.Decimal.self {
        return try encode(sameTypeCast(value, to: FoundationEssentials.Decimal.self))
      } else {
        return false
      }
      return true
    }

    private func encode(_ date: Date) throws {
      switch session.options.dateEncodingStrategy {
      case .native:
        session.used.insert(.dates)
        try append(.date, text: rfc3339(date), flags: .plainASCII)
      case .wholeSeconds:
        session.used.insert(.dates)
        let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
        let whole = Date(timeIntervalSinceReferenceDate: seconds)
        try append(.date, text: rfc3339(whole), flags: .plainASCII)
      case .iso8601:
        try append(.string, text: rfc3339(date), flags: .plainASCII)
      case .secondsSince1970:
        try encode(seconds: date.timeIntervalSince1970)
      case .millisecondsSince1970:
        try encode(seconds: date.timeIntervalSince1970 * 1000)
      case .deferredToDate:
        try encode(date.timeIntervalSinceReferenceDate)
      case .custom(let encode):
        try descend(date) { try encode(date, $0) }
      }
    }

    /// Encodes a whole number as an integer, as Foundation writes it.
    private func encode(seconds: Double) throws {
      guard let whole = Int(exactly: seconds), whole.magnitude <= 1 << 53 else {
        return try encode(seconds)
      }
      try encode(whole)
    }

    private func rfc3339(_ date: Date) throws -> String {
      let seconds = date.timeIntervalSinceReferenceDate
      guard let text = ReferenceDate.text(secondsSince2001: seconds) else {
        throw EncodingProblem.dateWithoutText.error(date, at: path)
      }
      return text
    }

    private func encode(_ data: Data) throws {
      switch session.options.dataEncodingStrategy {
      case .native:
        try append(data: Array(data))
      case .base64:
        try encode(data.base64EncodedString())
      case .deferredToData:
        try descend(data) { try data.encode(to: $0) }
      case .custom(let encode):
        try descend(data) { try encode(data, $0) }
      }
    }

    /// Encodes a string; returns false in property lists (no null), where `URL` encodes a dictionary.
    private func encode(_ url: URL) throws -> Bool {
      guard session.abilities.contains(.null) else { return false }
      try encode(url.absoluteString)
      return true
    }

    /// Encodes all digits; returns false in property lists (no null), whose reals are doubles.
    private func encode(_ number: FoundationEssentials.Decimal) throws -> Bool {
      guard session.abilities.contains(.null) else { return false }
      guard !number.isNaN else {
        throw EncodingProblem.nonFinite(target: session.targetName).error(number, at: path)
      }
      let text = number.description
      let isInteger = !text.utf8.contains(UInt8(ascii: "."))
      if isInteger { session.hasWideIntegers = true }
      try append(isInteger ? .integer : .real, text: text, flags: .plainASCII)
      return true
    }
  }
#else
  extension EncodingTape {
    func encode<T: Encodable>(foundation value: T) throws -> Bool { false }
  }
#endif
