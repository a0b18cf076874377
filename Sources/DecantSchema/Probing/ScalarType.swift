internal import DecantCore

#if Foundation
  internal import FoundationEssentials
#endif

/// The types of single values, as decant writes them in JSON.
enum ScalarType {
  private typealias Known = (
    type: any (Decodable & SendableMetatype).Type, schema: Value, sample: any Sendable
  )

  private static let known = others + integers + ofFoundation

  private static let others: [Known] = [
    (Bool.self, ["type": "boolean"], false), (String.self, ["type": "string"], ""),
    (Double.self, ["type": "number"], 0.0), (Float.self, ["type": "number"], Float(0)),
  ]

  private static let integers: [Known] = [
    integer(Int.self), integer(Int8.self), integer(Int16.self), integer(Int32.self),
    integer(Int64.self), integer(Int128.self), integer(UInt.self), integer(UInt8.self),
    integer(UInt16.self), integer(UInt32.self), integer(UInt64.self), integer(UInt128.self),
  ]

  private static func integer<T: FixedWidthInteger & Decodable & Sendable & SendableMetatype>(
    _ type: T.Type
  ) -> Known {
    guard T.bitWidth < Int.bitWidth || !T.isSigned else { return (type, ["type": "integer"], T(0)) }
    var pairs: [(key: Value, value: Value)] = [("type", "integer"), ("minimum", Value(T.min))]
    if T.bitWidth < Int.bitWidth { pairs.append(("maximum", Value(T.max))) }
    return (type, .mapping(Mapping(pairs)), T(0))
  }

  #if Foundation
    private static let ofFoundation: [Known] = [
      (Date.self, ["type": "string", "format": "date-time"], Date(timeIntervalSince1970: 0)),
      (Data.self, ["type": "string", "contentEncoding": "base64"], Data()),
      (URL.self, ["type": "string", "format": "uri-reference"], URL(filePath: "/")),
      (Decimal.self, ["type": "number"], Decimal(0)),
      (UUID.self, ["type": "string", "format": "uuid"], UUID()),
    ]
  #else
    private static let ofFoundation: [Known] = []
  #endif

  /// Returns the schema of a scalar type; nil for other types.
  static func schema(of type: Any.Type) -> Value? {
    if type == Value.self { return true }
    return known.first { $0.type == type }?.schema
  }

  static func sample<T>(of type: T.Type) -> T? {
    if type == Value.self { return Value.null as? T }
    return known.first { $0.type == type }?.sample as? T
  }

  /// Returns the raw value of a case.
  static func value(of item: Any) -> Value? {
    guard let item = item as? any RawRepresentable else { return nil }
    switch item.rawValue {
    case let text as String: return .string(text)
    case let number as any BinaryInteger: return Value(number)
    case let number as Double: return Value(number)
    default: return nil
    }
  }
}
