internal import DecantCore

/// Arrays and dictionaries, decoded without the containers of `Decodable`.
extension Array: NodeDecodable where Element: Decodable {
  static func decoded(at node: Int, in session: DecodingSession) throws -> Self {
    guard session.entries[node].kind == .beginSequence else {
      return try session.unshared(at: node, as: Self.self)
    }
    try session.enter(node)
    defer { session.leave() }
    // Appending to an array of an unspecialized type takes several times as long.
    return try Self(capacity: session.elementCount(of: node)) { list throws in
      var next = session.tape.content(of: node + 1)
      while list.freeCapacity > 0 {
        list.append(try session.value(at: next, as: Element.self))
        next = session.tape.content(of: session.end(of: next))
      }
    }
  }
}

extension Dictionary: NodeDecodable where Key == String, Value: Decodable {
  static func decoded(at node: Int, in session: DecodingSession) throws -> Self {
    session.keys.exempt(node, for: Self.self)
    // Other and repeated keys are left to the dictionary itself.
    guard let count = session.countOfStringKeys(of: node) else {
      let dictionary = try session.unshared(at: node, as: Self.self)
      try session.checkStringKeys(of: session.archive?.target(of: node) ?? node)
      return dictionary
    }
    try session.archive?.checkClass(of: node, at: node, in: session)
    try session.enter(node)
    defer { session.leave() }
    var dictionary = Self(minimumCapacity: count)
    for (key, value) in session.tape.pairs(in: node) {
      dictionary[session.string(at: key)] = try session.value(
        at: session.tape.content(of: value), as: Value.self)
    }
    if dictionary.count < count { try session.checkStringKeys(of: node) }
    return dictionary
  }
}

extension DecodingSession {
  func integers(at node: Int) -> [Int]? {
    list(at: node) { plainInteger(at: $0, as: Int.self) }
  }

  func doubles(at node: Int) -> [Double]? {
    list(at: node) { plainDouble(at: $0) }
  }

  func strings(at node: Int) -> [String]? {
    list(at: node) { plainText(at: $0) }
  }

  /// Returns the elements of a sequence, or nil if one is not plain: then each is decoded by itself,
  /// so that each error has one source.
  @inline(__always)
  private func list<Element>(
    at node: Int, _ element: (_ node: Int) -> Element?
  ) -> [Element]? {
    guard entries[node].kind == .beginSequence, !nesting.isAtLimit else { return nil }
    let end = partner(of: node)
    var list: [Element] = []
    var next = tape.content(of: node + 1)
    while next < end {
      guard let value = element(next) else { return nil }
      if list.isEmpty { list.reserveCapacity(end - next) }
      list.append(consume value)
      next = tape.content(of: self.end(of: next))
    }
    return list
  }

  func elementCount(of sequence: Int) -> Int {
    tape.children(of: sequence).reduce(0) { count, _ in count + 1 }
  }

  /// Throws if a dictionary would lose a key of a mapping, because Swift takes two keys for equal strings.
  @inline(never)
  fileprivate func checkStringKeys(of mapping: Int) throws {
    guard entries[mapping].kind == .beginMapping,
      let (first, second) = keys.equalStrings(amongKeysOf: mapping)
    else { return }
    throw error(.equalKeys(first, second), at: mapping)
  }

  /// Returns the number of keys of a mapping, or nil if some are repeated or not strings.
  fileprivate func countOfStringKeys(of mapping: Int) -> Int? {
    guard entries[mapping].kind == .beginMapping else { return nil }
    var count = 0
    for (key, _) in tape.pairs(in: mapping) {
      guard entries[key].isPlainKey else { return nil }
      count += 1
    }
    return count
  }
}
