internal import DecantCore

/// A decoder at a node of a document, beside that of a default value.
struct DefaultedDecoder: Decoder {
  let session: DefaultedDecoding
  let node: Int
  /// The node of the default; nil if there is none.
  let fallback: Int?

  var decoder: NodeDecoder { NodeDecoder(session: session.document, node: node) }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    // It checks the node, and records the type of the keys for coding paths.
    _ = try session.document.keyedContainer(at: node, keyedBy: type)
    return KeyedDecodingContainer(DefaultedKeyedContainer<Key>(session, node, fallback))
  }

  /// Elements come wholly from the document.
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension DefaultedDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { decoder.decodeNil() }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try session.lenientValue(type, at: node, default: fallback)
  }
}

/// The keys of a mapping of a document, and of the default's mapping in the same place.
private struct DefaultedKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: DefaultedDecoding
  let document: NodeKeyedDecodingContainer<Key>
  let defaults: NodeKeyedDecodingContainer<Key>?
  let requests: KeyRequests

  init(_ session: DefaultedDecoding, _ node: Int, _ fallback: Int?) {
    self.session = session
    document = NodeKeyedDecodingContainer(session: session.document, node: node)
    let mapping = fallback.flatMap { node in
      session.defaults.entries[node].kind == .beginMapping ? node : nil
    }
    defaults = mapping.map { NodeKeyedDecodingContainer(session: session.defaults, node: $0) }
    requests = session.requests(of: node)
  }

  var codingPath: [any CodingKey] { document.codingPath }

  var allKeys: [Key] {
    requests.areForAll = true
    return document.allKeys
  }

  /// The default's mapping, unless the type is one that asks which keys there are.
  private var standIn: NodeKeyedDecodingContainer<Key>? { requests.areForAll ? nil : defaults }

  /// Returns the value of a key in the document, and that of the default.
  private func find(_ key: some CodingKey) -> (node: Int?, fallback: Int?) {
    let node = session.document.keys.value(of: key, in: document.node)
    if let node {
      requests.found.insert(node)
    } else {
      requests.missing.insert(
        KeyText(session.document.keys.documentName(of: key, in: document.node)))
    }
    return (node, standIn.flatMap { session.defaults.keys.value(of: key, in: $0.node) })
  }

  func contains(_ key: Key) -> Bool {
    let found = find(key)
    return found.node != nil || found.fallback != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let found = find(key)
    if found.node == nil, found.fallback != nil, let standIn {
      return try standIn.decodeNil(forKey: key)
    }
    return try document.decodeNil(forKey: key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let found = find(key)
    if let node = found.node { return try session.value(type, at: node, default: found.fallback) }
    if let fallback = found.fallback { return try session.defaults.value(at: fallback, as: type) }
    return try document.decode(type, forKey: key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let found = find(key)
    guard let node = found.node else {
      return try standIn?.decodeIfPresent(type, forKey: key)
    }
    if session.document.isNull(node) { return nil }
    if found.fallback != nil || standIn == nil || !session.isLenient {
      return try session.value(type, at: node, default: found.fallback)
    }
    do {
      return try session.lenientValue(type, at: node, default: nil)
    } catch {
      // The default is nil.
      try session.report(error, type, at: node, .default)
      return nil
    }
  }

  // The protocol's own methods for these types look a key up three times, and do not know of a default that is nil.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) }

  private func optional<T: Decodable>(_ key: Key) throws -> T? {
    let decode: (T.Type, Key) throws -> T? = decodeIfPresent(_:forKey:)
    return try decode(T.self, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let found = find(key)
    guard let node = found.node else {
      return try (standIn ?? document).nestedContainer(keyedBy: type, forKey: key)
    }
    let decoder = DefaultedDecoder(session: session, node: node, fallback: found.fallback)
    return try decoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let container = find(key).node == nil ? standIn ?? document : document
    return try container.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try decoder(of: EventKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }

  private func decoder(of key: some CodingKey) throws -> any Decoder {
    let found = find(key)
    guard let node = found.node else {
      return try (found.fallback == nil ? document : standIn ?? document).decoder(of: key)
    }
    try session.document.checkStack(at: node)
    return DefaultedDecoder(session: session, node: node, fallback: found.fallback)
  }
}

// MARK: - Collections

/// A collection that leaves out the elements that do not fit, which are reported.
protocol LenientCollection {
  static func decoded(at node: Int, in session: DefaultedDecoding) throws -> Self
}

extension Array: LenientCollection where Element: Decodable {
  static func decoded(at node: Int, in session: DefaultedDecoding) throws -> Self {
    let document = session.document
    guard document.entries[node].kind == .beginSequence else {
      throw document.mismatch(Self.self, at: node)
    }
    return try document.descend(to: node) { _ in
      try document.tape.children(of: node).compactMap { child in
        try session.element(Element.self, at: document.tape.content(of: child))
      }
    }
  }
}

extension Set: LenientCollection where Element: Decodable {
  static func decoded(at node: Int, in session: DefaultedDecoding) throws -> Self {
    Self(try [Element].decoded(at: node, in: session))
  }
}

extension Dictionary: LenientCollection where Key: CodingKeyRepresentable, Value: Decodable {
  static func decoded(at node: Int, in session: DefaultedDecoding) throws -> Self {
    let document = session.document
    guard document.entries[node].kind == .beginMapping else {
      throw document.mismatch([String: Any].self, at: node)
    }
    document.keys.exempt(node, for: Self.self)
    return try document.descend(to: node) { _ in
      var dictionary = Self()
      for (key, value) in document.tape.pairs(in: node) {
        let node = document.tape.content(of: value)
        guard let name = document.keys.key(at: document.tape.content(of: key)) else { continue }
        guard let key = Key(codingKey: EventKey(ofDictionary: name)) else {
          let error = document.error(.invalidKey(name, Key.self), at: node)
          guard session.isLenient else { throw error }
          try session.report(error, Key.self, at: node, key: name, .nothing)
          continue
        }
        dictionary[key] = try session.element(Value.self, at: node)
      }
      return dictionary
    }
  }
}

extension DefaultedDecoding {
  /// Returns nil for an element that does not fit, which is reported.
  fileprivate func element<T: Decodable>(_ type: T.Type, at node: Int) throws -> T? {
    do {
      return try lenientValue(type, at: node, default: nil)
    } catch {
      guard isLenient else { throw error }
      try report(error, type, at: node, .nothing)
      return nil
    }
  }
}
