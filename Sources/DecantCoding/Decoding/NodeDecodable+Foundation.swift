internal import DecantCore

#if Foundation
  internal import FoundationEssentials

  extension Date: NodeDecodable {
    static func decoded(at node: Int, in session: DecodingSession) throws -> Date {
      switch session.options.dateDecodingStrategy {
      case .native, .iso8601:
        return try written(at: node, in: session)
      case .secondsSince1970:
        return Date(timeIntervalSince1970: try session.double(at: node))
      case .millisecondsSince1970:
        return Date(timeIntervalSince1970: try session.double(at: node) / 1000)
      case .deferredToDate:
        return Date(timeIntervalSinceReferenceDate: try session.double(at: node))
      case .custom(let decode):
        return try session.descend(to: node, decode)
      }
    }

    private static func written(at node: Int, in session: DecodingSession) throws -> Date {
      let kind = session.entries[node].kind
      guard kind == .date || kind == .string, !session.isNull(node) else {
        throw session.mismatch(Date.self, at: node)
      }
      let text = session.string(at: node)
      // Foundation has the Julian calendar before 1582-10-15, unlike RFC 3339.
      if let seconds = ReferenceDate.secondsSince2001(text)
        ?? Timestamp(inAnyZone: text).flatMap({ ReferenceDate.secondsSince2001($0.text) })
      {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      // Other spellings of ISO 8601.
      let hasFraction = text.utf8.contains(UInt8(ascii: "."))
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
      guard let date = try? Date(text, strategy: style) else {
        throw session.error(.invalidDate(text), at: node)
      }
      return date
    }
  }

  extension Data: NodeDecodable {
    static func decoded(at node: Int, in session: DecodingSession) throws -> Data {
      let entry = session.entries[node]
      switch session.options.dataDecodingStrategy {
      case .native where entry.kind == .data:
        return Data(session.text[entry.textRange])
      case .native, .base64:
        guard entry.kind == .string, !session.isNull(node) else {
          throw session.mismatch(Data.self, at: node)
        }
        let bytes = session.text.withBytes { Base64.decode($0.extracting(entry.textRange)) }
        guard let bytes else { throw session.error(.invalidBase64, at: node) }
        return Data(bytes)
      case .deferredToData:
        return try session.unshared(at: node, as: Data.self)
      case .custom(let decode):
        return try session.descend(to: node, decode)
      }
    }
  }

  // Property lists store URLs and decimals as dictionaries, which the types themselves decode.

  extension URL: NodeDecodable {
    static func decoded(at node: Int, in session: DecodingSession) throws -> URL {
      guard session.entries[node].kind != .beginMapping else {
        return try session.unshared(at: node, as: Self.self)
      }
      let text = try session.text(at: node)
      guard let url = URL(string: text) else { throw session.error(.invalidURL(text), at: node) }
      return url
    }
  }

  extension FoundationEssentials.Decimal: NodeDecodable {
    static func decoded(at node: Int, in session: DecodingSession) throws -> Self {
      guard session.entries[node].kind != .beginMapping else {
        return try session.unshared(at: node, as: Self.self)
      }
      guard let lexeme = session.lexeme(at: node) else {
        throw session.mismatch(Self.self, at: node)
      }
      guard let value = Self(string: lexeme) else {
        throw session.error(.doesNotFit(lexeme, Self.self), at: node)
      }
      return value
    }
  }
#endif
