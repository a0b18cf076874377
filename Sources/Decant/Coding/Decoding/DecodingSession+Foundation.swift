internal import FoundationEssentials

extension DecodingSession {
  // MARK: Dates

  func date(at node: Int) throws -> Date {
    switch options.dateDecodingStrategy {
    case .native, .iso8601:
      return try writtenDate(at: node)
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try double(at: node))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try double(at: node) / 1000)
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try double(at: node))
    case .custom(let decode):
      return try descend(node, decode)
    }
  }

  private func writtenDate(at node: Int) throws -> Date {
    let kind = entries[node].kind
    guard kind == .date || kind == .string, !isNull(node) else {
      throw mismatch(Date.self, at: node)
    }
    let text = string(at: node)
    if let seconds = ReferenceDate.secondsSince2001(text) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    // Other spellings of ISO 8601, with other time zones.
    if let date = try? Date(text, strategy: Self.iso8601(hasFraction: text.utf8.contains(0x2E))) {
      return date
    }
    throw DecodingError.invalidDate(text, at: path(to: node))
  }

  private static func iso8601(hasFraction: Bool) -> Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
  }

  // MARK: Data

  func data(at node: Int) throws -> Data {
    switch options.dataDecodingStrategy {
    case .native where entries[node].kind == .data:
      return Data(text[entries[node].textRange])
    case .native, .base64:
      guard entries[node].kind == .string, !isNull(node) else {
        throw mismatch(Data.self, at: node)
      }
      let range = entries[node].textRange
      guard let bytes = text.withBytes({ Base64.decode($0.extracting(range)) }) else {
        throw DecodingError.invalidBase64(at: path(to: node))
      }
      return Data(bytes)
    case .deferredToData:
      return try descend(node) { try Data(from: $0) }
    case .custom(let decode):
      return try descend(node, decode)
    }
  }

  // MARK: Others

  private func descend<T>(_ node: Int, _ decode: (any Decoder) throws -> T) throws -> T {
    try enter(node)
    defer { leave() }
    return try decode(NodeDecoder(session: self, node: node))
  }

  func url(at node: Int) throws -> URL {
    let text = try text(at: node)
    guard let url = URL(string: text) else {
      throw DecodingError.invalidURL(text, at: path(to: node))
    }
    return url
  }

  func decimal(at node: Int) throws -> FoundationEssentials.Decimal {
    guard let lexeme = lexeme(at: node) else {
      throw mismatch(FoundationEssentials.Decimal.self, at: node)
    }
    guard let value = FoundationEssentials.Decimal(string: lexeme) else {
      throw DecodingError.doesNotFit(
        lexeme, FoundationEssentials.Decimal.self, at: path(to: node))
    }
    return value
  }
}
