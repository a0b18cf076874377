// Lists and dictionaries are decoded without a container per element.

// MARK: - Lists of plain values

extension DecodingSession {
  func integers(at node: Int) -> [Int]? {
    plainList(at: node) { plainInteger(at: $0, as: Int.self) }
  }

  func doubles(at node: Int) -> [Double]? {
    plainList(at: node) { plainDouble(at: $0) }
  }

  func strings(at node: Int) -> [String]? {
    plainList(at: node) { plainText(at: $0) }
  }

  @inline(__always)
  private func plainList<Element>(
    at node: Int, _ element: (_ node: Int) -> Element?
  ) -> [Element]? {
    guard entries[node].kind == .beginSequence, !isDeep(by: 0) else { return nil }
    let end = partner(of: node)
    var list: [Element] = []
    var place = entries.content(of: node + 1)
    while place < end {
      guard let value = element(place) else { return nil }
      if list.isEmpty { list.reserveCapacity(end - place) }
      list.append(consume value)
      place = entries.content(of: self.end(of: place))
    }
    return list
  }
}

// MARK: - Lists

protocol DecodableList: Decodable {
  init(elementsOf sequence: Int, in session: DecodingSession) throws
}

extension Array: DecodableList where Element: Decodable {
  init(elementsOf sequence: Int, in session: DecodingSession) throws {
    // Appending to an array of an unspecialized type takes several times as long.
    try self.init(capacity: session.elementCount(of: sequence)) { list throws in
      var place = session.entries.content(of: sequence + 1)
      while list.freeCapacity > 0 {
        list.append(try session.value(at: place, as: Element.self))
        place = session.entries.content(of: session.end(of: place))
      }
    }
  }
}

extension DecodingSession {
  func elementCount(of sequence: Int) -> Int {
    entries.withElements { entries in
      let end = sequence &+ entries[sequence].link
      var count = 0
      var element = sequence + 1
      while element < end {
        count += 1
        element = entries.end(of: element)
      }
      return count
    }
  }

  func list<List: DecodableList, T: Decodable>(
    _ list: List.Type, at node: Int, as type: T.Type
  ) throws -> T {
    guard entries[node].kind == .beginSequence else { return try unshared(at: node, as: type) }
    try enter(node)
    defer { leave() }
    return sameTypeCast(try List(elementsOf: node, in: self), to: type)
  }
}

// MARK: - Dictionaries

protocol DecodableDictionary: Decodable {
  /// Decodes the values of a mapping that has `count` distinct string keys.
  init(count: Int, valuesOf mapping: Int, in session: DecodingSession) throws
}

extension Dictionary: DecodableDictionary where Key == String, Value: Decodable {
  init(count: Int, valuesOf mapping: Int, in session: DecodingSession) throws {
    let end = session.partner(of: mapping)
    self.init(minimumCapacity: count)
    var key = mapping + 1
    while key < end {
      let node = session.entries.content(of: key + 1)
      self[session.string(at: key)] = try session.value(at: node, as: Value.self)
      key = session.end(of: node)
    }
  }
}

extension DecodingSession {
  /// Decodes a dictionary; one with other or repeated keys uses its own `init(from:)`.
  func dictionary<Dictionary: DecodableDictionary, T: Decodable>(
    _ dictionary: Dictionary.Type, at node: Int, as type: T.Type
  ) throws -> T {
    guard !isArchive, let count = countOfStringKeys(of: node) else {
      return try unshared(at: node, as: type)
    }
    try enter(node)
    defer { leave() }
    return sameTypeCast(try Dictionary(count: count, valuesOf: node, in: self), to: type)
  }

  private func countOfStringKeys(of mapping: Int) -> Int? {
    guard entries[mapping].kind == .beginMapping else { return nil }
    let end = partner(of: mapping)
    var count = 0
    var key = mapping + 1
    while key < end {
      guard entries[key].isPlainKey else { return nil }
      count += 1
      key = self.end(of: entries.content(of: key + 1))
    }
    return count
  }
}
