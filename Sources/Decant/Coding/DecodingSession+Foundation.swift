internal import FoundationEssentials

private final class DateReader: ValueReader<Date> {
  override class func value(at node: Int, in session: DecodingSession) throws -> Date {
    try session.date(at: node)
  }
}

private final class DataReader: ValueReader<Data> {
  override class func value(at node: Int, in session: DecodingSession) throws -> Data {
    try session.data(at: node)
  }
}

// In property lists a link and a decimal number are dictionaries, which they read by themselves.

private final class URLReader: ValueReader<URL> {
  override class func value(at node: Int, in session: DecodingSession) throws -> URL {
    guard session.events[node].kind != .beginMapping else {
      return try super.value(at: node, in: session)
    }
    return try session.url(at: node)
  }
}

private final class DecimalReader: ValueReader<FoundationEssentials.Decimal> {
  override class func value(
    at node: Int, in session: DecodingSession
  ) throws -> FoundationEssentials.Decimal {
    guard session.events[node].kind != .beginMapping else {
      return try super.value(at: node, in: session)
    }
    return try session.decimal(at: node)
  }
}

/// The reader of a type of Foundation that has a form of its own; nil for any other.
func foundationReader<T: Decodable>(of type: T.Type) -> AnyClass? {
  if T.self == Date.self { return DateReader.self }
  if T.self == Data.self { return DataReader.self }
  if T.self == URL.self { return URLReader.self }
  if T.self == FoundationEssentials.Decimal.self { return DecimalReader.self }
  return nil
}

/// The types of Foundation that have a form of their own in documents.
extension DecodingSession {
  // MARK: Dates

  fileprivate func date(at node: Int) throws -> Date {
    switch options.dates {
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
    let kind = events[node].kind
    guard kind == .date || kind == .string, !isNull(node) else {
      throw mismatch(Date.self, at: node)
    }
    let text = string(at: node)
    if let seconds = ReferenceDate.secondsSince2001(text) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    // Other spellings of ISO 8601: those of other zones.
    if let date = try? Date(text, strategy: Self.iso8601(hasFraction: text.utf8.contains(0x2E))) {
      return date
    }
    throw DecodingError.noDate(text, at: path(to: node))
  }

  private static func iso8601(hasFraction: Bool) -> Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
  }

  // MARK: Data

  fileprivate func data(at node: Int) throws -> Data {
    switch options.data {
    case .native where events[node].kind == .data:
      return Data(text[events[node].keptTextRange])
    case .native, .base64:
      guard events[node].kind == .string, !isNull(node) else {
        throw mismatch(Data.self, at: node)
      }
      let range = events[node].keptTextRange
      guard let bytes = text.withBytes({ Base64.decode($0.extracting(range)) }) else {
        throw DecodingError.noBase64(at: path(to: node))
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

  fileprivate func url(at node: Int) throws -> URL {
    let text = try text(at: node)
    guard let url = URL(string: text) else {
      throw DecodingError.noURL(text, at: path(to: node))
    }
    return url
  }

  fileprivate func decimal(at node: Int) throws -> FoundationEssentials.Decimal {
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
