internal import DecantCore

/// A `Decoder` that records what a type asks for, and answers with made-up values.
struct ProbeDecoder: Decoder {
  let run: ProbeRun
  /// The keys that lead to the value.
  let place: [String]

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    run.note(.object, at: place)
    return KeyedDecodingContainer(ProbeKeyedContainer<Key>(run: run, place: place))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ProbeUnkeyedContainer(run: run, place: place)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    ProbeSingleValueContainer(run: run, place: place)
  }
}

struct ProbeSingleValueContainer: SingleValueDecodingContainer {
  let run: ProbeRun
  let place: [String]

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    run.noteNullable(place)
    return false
  }

  func decode(_ type: Bool.Type) throws -> Bool { try run.decode(type, at: place) }
  func decode(_ type: String.Type) throws -> String { try run.decode(type, at: place) }
  func decode(_ type: Double.Type) throws -> Double { try run.decode(type, at: place) }
  func decode(_ type: Float.Type) throws -> Float { try run.decode(type, at: place) }
  func decode(_ type: Int.Type) throws -> Int { try run.decode(type, at: place) }
  func decode(_ type: Int8.Type) throws -> Int8 { try run.decode(type, at: place) }
  func decode(_ type: Int16.Type) throws -> Int16 { try run.decode(type, at: place) }
  func decode(_ type: Int32.Type) throws -> Int32 { try run.decode(type, at: place) }
  func decode(_ type: Int64.Type) throws -> Int64 { try run.decode(type, at: place) }
  func decode(_ type: UInt.Type) throws -> UInt { try run.decode(type, at: place) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try run.decode(type, at: place) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try run.decode(type, at: place) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try run.decode(type, at: place) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try run.decode(type, at: place) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try run.decode(type, at: place) }
}

struct ProbeUnkeyedContainer: UnkeyedDecodingContainer {
  let run: ProbeRun
  let place: [String]
  private(set) var currentIndex = 0

  init(run: ProbeRun, place: [String]) {
    self.run = run
    self.place = place
    run.note(.array(isOpen: false), at: place)
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }

  var isAtEnd: Bool {
    run.note(.array(isOpen: true), at: place)
    return currentIndex > 0
  }

  private mutating func next() -> [String] {
    currentIndex += 1
    return place + ["\(currentIndex - 1)"]
  }

  private mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
    try run.decode(type, at: next())
  }

  mutating func decodeNil() throws -> Bool {
    run.noteNullable(place + ["\(currentIndex)"])
    return false
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try value(type) }
  mutating func decode(_ type: String.Type) throws -> String { try value(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try value(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try value(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try value(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try value(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try value(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try value(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try value(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try value(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try value(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try value(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try value(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try value(type) }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try ProbeDecoder(run: run, place: next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ProbeUnkeyedContainer(run: run, place: next())
  }

  mutating func superDecoder() throws -> any Decoder { ProbeDecoder(run: run, place: next()) }
}
