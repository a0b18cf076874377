internal import DecantCoding

#if Foundation
  internal import FoundationEssentials

  extension KnownScalar {
    static func foundation<T>(
      _ type: T.Type, _ options: DecodingOptions
    ) -> (shape: DecodedShape, value: T)? {
      func known(_ shape: DecodedShape, _ value: Any?) -> (shape: DecodedShape, value: T)? {
        (value as? T).map { (shape, $0) }
      }
      if type == Date.self {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        return shape(of: options.dateDecodingStrategy).flatMap { known($0, date) }
      }
      if type == Data.self {
        return shape(of: options.dataDecodingStrategy).flatMap { known($0, Data()) }
      }
      if type == URL.self {
        return known(.scalar(.string(format: "uri-reference")), URL(string: "https://example.com/"))
      }
      if type == UUID.self { return known(.scalar(.string(format: "uuid")), UUID()) }
      if type == Decimal.self { return known(.scalar(.number), Decimal(1)) }
      return nil
    }

    private static func shape(of strategy: DecodingOptions.DateDecodingStrategy) -> DecodedShape? {
      switch strategy {
      case .native, .iso8601: .scalar(.string(format: "date-time"))
      case .secondsSince1970, .millisecondsSince1970, .deferredToDate: .scalar(.number)
      case .custom: .any
      }
    }

    private static func shape(of strategy: DecodingOptions.DataDecodingStrategy) -> DecodedShape? {
      switch strategy {
      case .native, .base64: .scalar(.base64)
      // A list of numbers, as 'Data' decodes itself.
      case .deferredToData:
        .array(first: [], rest: .scalar(.integer(least: 0, greatest: UInt64(UInt8.max))))
      case .custom: .any
      }
    }
  }
#else
  extension KnownScalar {
    static func foundation<T>(
      _ type: T.Type, _ options: DecodingOptions
    ) -> (shape: DecodedShape, value: T)? { nil }
  }
#endif
