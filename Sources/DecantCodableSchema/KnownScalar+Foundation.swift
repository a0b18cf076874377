internal import DecantCoding
internal import DecantTypes

#if Foundation
  internal import FoundationEssentials

  extension KnownScalar {
    static func foundation<T>(
      _ type: T.Type, _ probe: TypeProbe
    ) -> (shape: TypeGraph.Content, value: T)? {
      func known(
        _ shape: TypeGraph.Content, _ value: Any?
      ) -> (shape: TypeGraph.Content, value: T)? {
        (value as? T).map { (shape, $0) }
      }
      if type == Date.self {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        return shape(of: probe.options.dateDecodingStrategy).flatMap { known($0, date) }
      }
      if type == Data.self {
        return shape(of: probe.options.dataDecodingStrategy, probe).flatMap { known($0, Data()) }
      }
      if type == URL.self {
        return known(.string(format: "uri-reference"), URL(string: "https://example.com/"))
      }
      if type == UUID.self { return known(.string(format: "uuid"), UUID()) }
      if type == Decimal.self { return known(.number(.double), Decimal(1)) }
      return nil
    }

    private static func shape(
      of strategy: DecodingOptions.DateDecodingStrategy
    ) -> TypeGraph.Content? {
      switch strategy {
      case .native, .iso8601: .string(format: "date-time")
      case .secondsSince1970, .millisecondsSince1970, .deferredToDate: .number(.double)
      case .custom: .any
      }
    }

    private static func shape(
      of strategy: DecodingOptions.DataDecodingStrategy, _ probe: TypeProbe
    ) -> TypeGraph.Content? {
      switch strategy {
      case .native, .base64: .data
      // A list of numbers, as 'Data' decodes itself.
      case .deferredToData:
        .tuple(
          first: [],
          rest: probe.graph.node(.number(.integer(least: 0, greatest: UInt64(UInt8.max)))))
      case .custom: .any
      }
    }
  }
#else
  extension KnownScalar {
    static func foundation<T>(
      _ type: T.Type, _ probe: TypeProbe
    ) -> (shape: TypeGraph.Content, value: T)? { nil }
  }
#endif
