internal import DecantCore

/// A comparison of the objects that two documents describe, whatever the names of their references.
///
/// It compares the archives that would be made of the documents, object by object along the references. Strings, numbers and
/// bytes have no identity: two notations of a number are two objects in one document, and one once they are read back.
struct KeyedArchiveComparison {
  private let first: KeyedArchiveBuilder
  private let second: KeyedArchiveBuilder

  init(_ first: Tape, _ second: Tape) throws(DecantError) {
    self.first = try KeyedArchiveBuilder(first)
    self.second = try KeyedArchiveBuilder(second)
  }

  /// Returns the path in the first document to a node that differs.
  func difference() -> DocumentPath? {
    var partners: [Int: Int] = [:]
    var partnersOfSecond: [Int: Int] = [:]
    var rest: [(first: Int?, second: Int?)] = [(nil, nil)]
    while let (object, otherObject) = rest.popLast() {
      let items = first.items(of: object)
      let others = second.items(of: otherObject)
      guard items.count == others.count else { return first.tape.path(to: node(of: object)) }
      for (index, (item, other)) in zip(items, others).enumerated() {
        guard case .reference(let number) = item, case .reference(let otherNumber) = other,
          first.items(of: number).count > 1 || second.items(of: otherNumber).count > 1
        else {
          guard first.part(item) == second.part(other) else { return path(of: index, in: object) }
          continue
        }
        if partners[number] == nil, partnersOfSecond[otherNumber] == nil {
          partners[number] = otherNumber
          partnersOfSecond[otherNumber] = number
          rest.append((number, otherNumber))
        }
        guard partners[number] == otherNumber, partnersOfSecond[otherNumber] == number else {
          return path(of: index, in: object)
        }
      }
    }
    return nil
  }

  /// Returns the path to the node that an item of an object is made of, or to that of the object.
  private func path(of index: Int, in object: Int?) -> DocumentPath {
    let items = first.items(of: object)
    let outer = node(of: object)
    if case .node(let node) = items[index] { return first.tape.path(to: node) }
    guard case .reference(let number) = items[index], first.tape[outer].depthChange > 0 else {
      return first.tape.path(to: outer)
    }
    // Several nodes can be one object.
    let nodes = first.tape.children(of: outer).filter {
      (try? first.references.node($0)).flatMap { first.numbers[$0.content] } == number
    }
    let earlier = items[..<index].count {
      if case .reference(number) = $0 { true } else { false }
    }
    return first.tape.path(to: earlier < nodes.count ? nodes[earlier] : outer)
  }

  private func node(of object: Int?) -> Int {
    let node = object.flatMap { object in first.numbers.first { $0.value == object }?.key }
    return node.map { max($0, 0) } ?? first.tape.content(of: 0)
  }
}

extension KeyedArchiveBuilder {
  /// The items of an object; of what is archived, if it is nil.
  fileprivate func items(of object: Int?) -> [Item] { object.map { objects.contents[$0] } ?? top }

  /// Returns what a part of an object is; of a reference, the scalar to which it refers.
  fileprivate func part(_ item: Item) -> [UInt8] {
    switch item {
    case .begin(let kind), .end(let kind): [kind.rawValue]
    case .key(let key): Array(key.utf8) + [0]
    case .reference(let number): part(objects.contents[number][0])
    case .node(let node) where tape[node].kind == .data:
      [Event.Kind.data.rawValue] + tape.text[tape.textRange(at: node)]
    case .node(let node): Self.part(tape[node].kind, tape.string(at: node))
    case .text(let kind, let text): Self.part(kind, text)
    case .data(let bytes): [Event.Kind.data.rawValue] + bytes
    }
  }

  private static func part(_ kind: Event.Kind, _ text: String) -> [UInt8] {
    // An archive has no integer -0, and reals are doubles.
    let number = kind == .real ? Number(text).flatMap { $0.isInteger ? nil : $0.double } : nil
    let isZero = kind == .integer && text == "-0"
    return [kind.rawValue] + Array((number.map { "\($0)" } ?? (isZero ? "0" : text)).utf8)
  }
}
