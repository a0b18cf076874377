/// Gives the value that is not there, which is null.
struct AbsentValueDecodingContainer: SingleValueDecodingContainer {
  let session: DecodingSession
  let absence: NodeDecoder.Absence

  var codingPath: [any CodingKey] { absence.path }

  func decodeNil() -> Bool { true }

  func decode(_ type: Bool.Type) throws -> Bool {
    throw null(type)
  }

  func decode(_ type: String.Type) throws -> String {
    throw null(type)
  }

  func decode(_ type: Double.Type) throws -> Double {
    throw null(type)
  }

  func decode(_ type: Float.Type) throws -> Float {
    throw null(type)
  }

  func decode(_ type: Int.Type) throws -> Int {
    throw null(type)
  }

  func decode(_ type: Int8.Type) throws -> Int8 {
    throw null(type)
  }

  func decode(_ type: Int16.Type) throws -> Int16 {
    throw null(type)
  }

  func decode(_ type: Int32.Type) throws -> Int32 {
    throw null(type)
  }

  func decode(_ type: Int64.Type) throws -> Int64 {
    throw null(type)
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    throw null(type)
  }

  func decode(_ type: UInt.Type) throws -> UInt {
    throw null(type)
  }

  func decode(_ type: UInt8.Type) throws -> UInt8 {
    throw null(type)
  }

  func decode(_ type: UInt16.Type) throws -> UInt16 {
    throw null(type)
  }

  func decode(_ type: UInt32.Type) throws -> UInt32 {
    throw null(type)
  }

  func decode(_ type: UInt64.Type) throws -> UInt64 {
    throw null(type)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    throw null(type)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    throw null(type)
  }

  private func null(_ type: Any.Type) -> DecodingError {
    .null(type, at: absence.path)
  }
}
