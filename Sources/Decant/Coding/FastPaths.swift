// Lists and dictionaries, whose elements are decoded without a container in between.

// MARK: - Lists of plain values

extension DecodingSession {
  /// A list of integers; nil for a node that is anything else.
  func integers(at node: Int) -> [Int]? {
    plainList(at: node) { plainInteger(at: $0, as: Int.self) }
  }

  /// A list of doubles; nil for a node that is anything else.
  func doubles(at node: Int) -> [Double]? {
    plainList(at: node) { plainDouble(at: $0) }
  }

  /// A list of strings; nil for a node that is anything else.
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

/// A list that decodes its elements from their nodes.
protocol DecodableList: Decodable {
  /// Decodes the elements of a sequence.
  init(elementsOf sequence: Int, in session: DecodingSession) throws
}

extension Array: DecodableList where Element: Decodable {
  init(elementsOf sequence: Int, in session: DecodingSession) throws {
    // To append to an array of a type that is not known here takes several times as long.
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
  /// The number of elements of a sequence.
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

  func list<List: DecodableList>(_ type: List.Type, at node: Int) throws -> List {
    guard entries[node].kind == .beginSequence else { return try unshared(at: node, as: type) }
    try enter(node)
    defer { leave() }
    return try List(elementsOf: node, in: self)
  }
}

// MARK: - Dictionaries

/// A dictionary that decodes its values from their nodes.
protocol DecodableDictionary: Decodable {
  /// Decodes the values of a mapping of `count` keys, all of which are different strings.
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
  /// Decodes a dictionary; one with other keys, or with the same key again, decodes itself.
  func dictionary<Dictionary: DecodableDictionary>(
    _ type: Dictionary.Type, at node: Int
  ) throws -> Dictionary {
    guard !isArchive, let count = countOfStringKeys(of: node) else {
      return try unshared(at: node, as: type)
    }
    try enter(node)
    defer { leave() }
    return try Dictionary(count: count, valuesOf: node, in: self)
  }

  /// How many keys a mapping has, if all are different strings; nil for any other node.
  private func countOfStringKeys(of mapping: Int) -> Int? {
    guard entries[mapping].kind == .beginMapping else { return nil }
    let end = partner(of: mapping)
    var count = 0
    var key = mapping + 1
    while key < end {
      guard entries[key].isLikelyKey else { return nil }
      count += 1
      key = self.end(of: entries.content(of: key + 1))
    }
    return count
  }
}
