public import DecantCore

/// `Value` in a `Codable` type holds a part of a document whose structure the type does not know.
///
///     struct Landmark: Codable {
///       var name: String
///       var metadata: Value
///     }
extension Value: Decodable {
  /// Decodes the value unchanged, with the digits of its numbers and the order of its keys.
  ///
  /// Other libraries' decoders lose digits and order, and decode dates only if their format has
  /// them.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      self = try decoder.value
    } else if let container = try? decoder.container(keyedBy: EventKey.self) {
      self = try .mapping(
        Mapping(
          container.allKeys.map {
            (.string($0.stringValue), try container.decode(Self.self, forKey: $0))
          }))
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Value] = []
      while !container.isAtEnd { elements.append(try container.decode(Self.self)) }
      self = .sequence(elements)
    } else {
      self = try Self.scalar(in: decoder.singleValueContainer())
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> Value {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return Value(value) }
    if let value = try? container.decode(UInt64.self) { return Value(value) }
    if let value = try? container.decode(Double.self) { return Value(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let date = try? container.decodeDate() { return .date(date) }
    return .data(try container.decodeData())
  }
}

extension NodeDecoder {
  fileprivate var value: Value {
    get throws {
      let node = try presentNode(Value.self)
      do throws(DecantError) {
        return try session.tape.value(of: session.archive?.start(of: node) ?? node)
      } catch {
        throw DecodingError.unreadable(error, at: codingPath)
      }
    }
  }
}
