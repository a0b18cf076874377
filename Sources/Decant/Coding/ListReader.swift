/// Decodes lists, the elements of which stand for themselves, with no container in between.
class ListReader<List: DecodableList>: ValueReader<List> {
  override class func value(at node: Int, in session: DecodingSession) throws -> List {
    guard session.events[node].kind == .beginSequence else {
      return try super.value(at: node, in: session)
    }
    try session.enter(node)
    defer { session.leave() }
    return try List.elements(of: node, in: session)
  }
}

/// A list that decodes its elements from their nodes.
protocol DecodableList: Decodable {
  /// Decodes the elements of a sequence.
  static func elements(of sequence: Int, in session: DecodingSession) throws -> Self
}

extension DecodableList {
  fileprivate static var reader: AnyClass { ListReader<Self>.self }
}

extension Array: DecodableList where Element: Decodable {
  static func elements(of sequence: Int, in session: DecodingSession) throws -> [Element] {
    let end = session.partner(of: sequence)
    var list: [Element] = []
    list.reserveCapacity(session.likelyCount(of: sequence))
    var place = session.events.content(of: sequence + 1)
    while place < end {
      list.append(try session.value(at: place, as: Element.self))
      place = session.events.content(of: session.end(of: place))
    }
    return list
  }
}

extension DecodingSession {
  /// How many elements a sequence is likely to have, by what the first one takes; a list of more grows.
  fileprivate func likelyCount(of sequence: Int) -> Int {
    let first = sequence + 1
    let end = partner(of: sequence)
    guard first < end else { return 0 }
    let lengthOfFirst = events.end(of: first) - first
    // So few that a list whose first element is its smallest takes no more than a little in vain.
    return min((end - first + lengthOfFirst - 1) / lengthOfFirst, 16)
  }
}

// MARK: - Plain elements

// What is anything else than exactly such a list asks for its elements one at a time, so that what is refused is
// refused in one place.

private final class IntegerListReader: ListReader<[Int]> {
  override class func value(at node: Int, in session: DecodingSession) throws -> [Int] {
    try session.integers(at: node) ?? super.value(at: node, in: session)
  }
}

private final class DoubleListReader: ListReader<[Double]> {
  override class func value(at node: Int, in session: DecodingSession) throws -> [Double] {
    try session.doubles(at: node) ?? super.value(at: node, in: session)
  }
}

/// Reads lists of lists of doubles, as the points of a line are.
private final class DoubleListsReader: ListReader<[[Double]]> {
  override class func value(at node: Int, in session: DecodingSession) throws -> [[Double]] {
    try session.listsOfDoubles(at: node) ?? super.value(at: node, in: session)
  }
}

private final class BooleanListReader: ListReader<[Bool]> {
  override class func value(at node: Int, in session: DecodingSession) throws -> [Bool] {
    try session.booleans(at: node) ?? super.value(at: node, in: session)
  }
}

private final class TextListReader: ListReader<[String]> {
  override class func value(at node: Int, in session: DecodingSession) throws -> [String] {
    try session.texts(at: node) ?? super.value(at: node, in: session)
  }
}

/// The reader of a type of lists; nil for any other.
func listReader<T: Decodable>(of type: T.Type) -> AnyClass? {
  if T.self == [Int].self { return IntegerListReader.self }
  if T.self == [Double].self { return DoubleListReader.self }
  if T.self == [[Double]].self { return DoubleListsReader.self }
  if T.self == [Bool].self { return BooleanListReader.self }
  if T.self == [String].self { return TextListReader.self }
  return (type as? any DecodableList.Type)?.reader
}
