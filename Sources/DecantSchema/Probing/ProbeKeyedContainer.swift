internal import DecantCore

/// A keyed container that has each key that it is asked for.
struct ProbeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let run: ProbeRun
  let place: [String]

  var codingPath: [any CodingKey] { [] }

  /// The keys of the run if those of the type are known; otherwise none, and the object has other keys.
  var allKeys: [Key] {
    let cases = EnumerationCases.all(of: Key.self)
    guard place.isEmpty, !cases.isEmpty else {
      run.note(.openObject, at: place)
      return []
    }
    run.keyCases = cases.map(\.stringValue)
    if run.plan.keys.isEmpty { run.note(.openObject, at: place) }
    return run.plan.keys.map { cases[$0] }
  }

  private func steps(_ key: Key) -> [String] { place + [key.stringValue] }

  private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try run.decode(type, at: steps(key))
  }

  private func valueIfPresent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    run.noteOptional(steps(key), isNullable: true)
    guard !run.isMissing(steps(key)) else { return nil }
    do {
      return try run.decode(type, at: steps(key))
    } catch is ProbeRun.NoSample {
      return nil
    }
  }

  func contains(_ key: Key) -> Bool {
    run.noteOptional(steps(key), isNullable: false)
    return !run.isMissing(steps(key))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard !run.isMissing(steps(key)) else { throw ProbeRun.Refusal() }
    run.noteNullable(steps(key))
    return false
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(type, key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try valueIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try valueIfPresent(type, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    guard !run.isMissing(steps(key)) else { throw ProbeRun.Refusal() }
    return try ProbeDecoder(run: run, place: steps(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    guard !run.isMissing(steps(key)) else { throw ProbeRun.Refusal() }
    return ProbeUnkeyedContainer(run: run, place: steps(key))
  }

  func superDecoder() throws -> any Decoder {
    ProbeDecoder(run: run, place: place + ["super"])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ProbeDecoder(run: run, place: steps(key))
  }
}
