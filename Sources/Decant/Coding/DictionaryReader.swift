/// Decodes dictionaries of strings, the values of which stand for themselves, with no container in between.
///
/// What has other keys as well, or the same one again, decodes itself.
private final class DictionaryReader<Dictionary: DecodableDictionary>: ValueReader<Dictionary> {
  override class func value(at node: Int, in session: DecodingSession) throws -> Dictionary {
    guard !session.isArchive, let count = session.countOfStringKeys(of: node) else {
      return try super.value(at: node, in: session)
    }
    try session.enter(node)
    defer { session.leave() }
    return try Dictionary.entries(count, of: node, in: session)
  }
}

/// A dictionary that decodes its values from their nodes.
private protocol DecodableDictionary: Decodable {
  /// Decodes the values of a mapping that has so many keys, all of which are strings, each another one.
  static func entries(_ count: Int, of mapping: Int, in session: DecodingSession) throws -> Self
}

extension DecodableDictionary {
  fileprivate static var reader: AnyClass { DictionaryReader<Self>.self }
}

extension Dictionary: DecodableDictionary where Key == String, Value: Decodable {
  fileprivate static func entries(
    _ count: Int, of mapping: Int, in session: DecodingSession
  ) throws -> [String: Value] {
    let end = session.partner(of: mapping)
    var entries = [String: Value](minimumCapacity: count)
    var key = mapping + 1
    while key < end {
      let node = session.events.content(of: key + 1)
      entries[session.string(at: key)] = try session.value(at: node, as: Value.self)
      key = session.end(of: node)
    }
    return entries
  }
}

extension DecodingSession {
  /// How many keys a mapping has, if all are strings, each another one; nil for any other and what is no mapping.
  fileprivate func countOfStringKeys(of mapping: Int) -> Int? {
    guard events[mapping].kind == .beginMapping else { return nil }
    let end = partner(of: mapping)
    var count = 0
    var key = mapping + 1
    while key < end {
      guard events[key].isLikelyKey else { return nil }
      count += 1
      key = self.end(of: events.content(of: key + 1))
    }
    return count
  }
}

/// The reader of a type of dictionaries of strings; nil for any other.
func dictionaryReader<T: Decodable>(of type: T.Type) -> AnyClass? {
  (type as? any DecodableDictionary.Type)?.reader
}
