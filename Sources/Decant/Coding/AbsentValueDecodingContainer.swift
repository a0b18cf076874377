struct AbsentValueDecodingContainer: SingleValueDecodingContainer {
  let session: DecodingSession
  let absence: NodeDecoder.Absence

  var codingPath: [any CodingKey] { absence.path }

  func decodeNil() -> Bool { true }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    throw DecodingError.null(type, at: absence.path)
  }
}
