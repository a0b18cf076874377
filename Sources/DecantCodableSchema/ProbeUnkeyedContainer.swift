internal import DecantCoding

/// A list of a document that does not exist: one element more than are decoded before the type asks for the end.
struct ProbeUnkeyedContainer: UnkeyedDecodingContainer {
  let run: ProbeRun
  let node: ProbedNode
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  /// The numbers of elements that are tried after those that are always decoded.
  private static let lengths = [1, 0, 2, 3, 4]

  init(run: ProbeRun, node: ProbedNode, codingPath: [any CodingKey]) {
    self.run = run
    self.node = node
    self.codingPath = codingPath
  }

  private var length: Int {
    if let length = node.length { return length }
    let option = run.decide(
      ProbeRun.subject(.length, codingPath), Self.lengths.count, exploring: 1, isFork: true)
    // A small value has no elements.
    let more = run.isSample && option < 2 ? option : Self.lengths[option]
    let length = node.first.count + more
    node.length = length
    return length
  }

  var count: Int? { length }
  var isAtEnd: Bool { run.isExhausted || currentIndex >= length }

  private mutating func next<T>(
    _ type: Any.Type, _ decode: (ProbedNode, [any CodingKey]) throws -> T
  ) throws -> T {
    let path = codingPath + [EventKey(index: currentIndex)]
    if let length = node.length, currentIndex >= length { throw ProbeError.null(type, at: path) }
    let result = try decode(node.element(currentIndex), path)
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    let element = node.element(currentIndex)
    guard run.isNull(element, codingPath + [EventKey(index: currentIndex)]) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { [run] element, path in
      guard let value = try run.value(of: type, at: element, path) else {
        throw ProbeError.null(type, at: path)
      }
      return value
    }
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(any: type) }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(any: type) }

  private mutating func decode<T: Decodable>(any type: T.Type) throws -> T { try decode(type) }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(type) { [run] element, path in
      try ProbeDecoder(run: run, node: element, codingPath: path).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { [run] element, path in
      try ProbeDecoder(run: run, node: element, codingPath: path).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { [run] element, path in
      ProbeDecoder(run: run, node: element, codingPath: path)
    }
  }
}
