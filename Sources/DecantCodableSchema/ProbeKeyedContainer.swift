internal import DecantCoding
internal import DecantCore

/// A mapping of a document that does not exist.
struct ProbeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let run: ProbeRun
  let node: ProbedNode
  let codingPath: [any CodingKey]

  /// The keys of which one stands for all that a type does not know, as keys can be numbers or identifiers.
  private static var unknownKeys: [String] { ["key", "1", "00000000-0000-0000-0000-000000000000"] }

  var allKeys: [Key] {
    if let keys = TypeProbe.keys(of: Key.self) {
      guard keys.count > 1 else { return keys }
      // Synthesized initializers of enumerations require one key.
      let option =
        node.keyOption
        ?? run.decide(
          ProbeRun.subject(.keys, codingPath), keys.count + 1, exploring: 1, isFork: true)
      node.keyOption = option
      let chosen = option == 0 ? keys : [keys[option - 1]]
      for key in chosen {
        node.change(field(key)) {
          $0.isListed = option == 0
          $0.isChosen = option > 0
        }
      }
      return chosen
    }
    if !node.hasUnknownKeys {
      node.hasUnknownKeys = true
      let names = Self.unknownKeys
      let option = run.decide(
        ProbeRun.subject(.unknownKeys, codingPath), names.count + 1, exploring: 2, isFork: true)
      // A small value has no keys; otherwise, the second option is to have none.
      let none = run.isSample ? 0 : 1
      if option != none {
        node.unknownKey = names[option > none ? option - 1 : option]
        node.unknownValue = ProbedNode()
      }
    }
    return node.unknownKey.flatMap { Key(stringValue: $0) }.map { [$0] } ?? []
  }

  private func field(_ key: Key) -> Int {
    node.field(run.probe.documentName(of: key))
  }

  private func isUnknown(_ key: Key) -> Bool {
    node.unknownKey.map { KeyText($0) == KeyText(key.stringValue) } ?? false
  }

  func contains(_ key: Key) -> Bool {
    if isUnknown(key) { return true }
    if let index = node.index(of: run.probe.documentName(of: key)) {
      return !node.fields[index].isAbsent && !node.fields[index].isNil
    }
    let isPresent = run.answer(
      ProbeRun.subject(.contains, codingPath + [key]), first: !run.isSample)
    node.change(field(key)) { $0.isAbsent = !isPresent }
    return isPresent
  }

  /// Returns the node of a key, or throws if the type was told that it is missing.
  private func present(_ key: Key) throws -> ProbedNode {
    if isUnknown(key), let node = node.unknownValue { return node }
    let index = self.field(key)
    let field = node.fields[index]
    guard !field.isAbsent, !field.isNil else { throw ProbeError.missing(key, at: codingPath) }
    return field.node
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    run.isNull(try present(key), codingPath + [key])
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let path = codingPath + [key]
    guard let value = try run.value(of: type, at: present(key), path) else {
      throw ProbeError.null(type, at: path)
    }
    return value
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let path = codingPath + [key]
    if isUnknown(key), let node = node.unknownValue {
      return try run.value(of: type, at: node, orNil: true, path)
    }
    let index = field(key)
    guard !node.fields[index].isAbsent, !node.fields[index].isNil else { return nil }
    node.change(index) { $0.isDecodedIfPresent = true }
    let child = node.fields[index].node
    let isNew = child.form == nil
    let value = try run.value(of: type, at: child, orNil: true, path)
    if value == nil, isNew {
      child.form = nil
      node.change(index) { $0.isNil = true }
    }
    return value
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decode(any: type, key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decode(any: type, key)
  }

  private func decode<T: Decodable>(any type: T.Type, _ key: Key) throws -> T {
    try decode(type, forKey: key)
  }

  // MARK: Nesting

  private func decoder(of key: Key) throws -> ProbeDecoder {
    ProbeDecoder(run: run, node: try present(key), codingPath: codingPath + [key])
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(of: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let index = node.field("super")
    return ProbeDecoder(
      run: run, node: node.fields[index].node,
      codingPath: codingPath + [EventKey.super])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }
}
