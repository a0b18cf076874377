/// A list that decodes its elements from their nodes, with no container in between.
protocol DecodableList {
  /// Decodes the elements of a sequence.
  static func elements(of sequence: Int, in session: DecodingSession) throws -> Self
}

extension Array: DecodableList where Element: Decodable {
  static func elements(of sequence: Int, in session: DecodingSession) throws -> [Element] {
    let end = session.partner(of: sequence)
    var list: [Element] = []
    list.reserveCapacity(session.countOfElements(in: sequence))
    var place = session.events.content(of: sequence + 1)
    while place < end {
      list.append(try session.value(at: place, as: Element.self))
      place = session.events.content(of: session.end(of: place))
    }
    return list
  }
}

extension DecodingSession {
  /// Decodes a list as a value of the type that it has.
  @inline(never)
  func list<List: DecodableList, T>(at node: Int, of list: List.Type, as type: T.Type) throws -> T {
    try enter(node)
    defer { leave() }
    return identical(try list.elements(of: node, in: self), to: type)
  }

  /// How many elements a sequence has, which takes a step for each to find.
  func countOfElements(in sequence: Int) -> Int {
    let end = partner(of: sequence)
    var count = 0
    var element = events.content(of: sequence + 1)
    while element < end {
      count &+= 1
      element = events.content(of: self.end(of: element))
    }
    return count
  }
}

/// Which types are lists.
final class ListTypes {
  private let answers = TypeTable<(any DecodableList.Type)?>()

  /// The type as one of lists, if it is one.
  @inline(__always)
  func list<T>(_ type: T.Type) -> (any DecodableList.Type)? {
    if let answer = answers[ObjectIdentifier(type)] { return answer }
    return ask(type)
  }

  @inline(never)
  private func ask<T>(_ type: T.Type) -> (any DecodableList.Type)? {
    let list = type as? any DecodableList.Type
    answers.keep(list, for: ObjectIdentifier(type))
    return list
  }
}
