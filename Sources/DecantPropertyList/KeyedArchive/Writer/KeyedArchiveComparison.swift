internal import DecantCore

/// A comparison of the objects that two documents describe, whatever the names of their references.
struct KeyedArchiveComparison {
  /// What a node is: its class or kind, its text, and the nodes in it.
  private struct View: Equatable {
    var kind: String
    var text: [UInt8] = []
    var nodes: [Int] = []

    static func == (first: View, second: View) -> Bool {
      first.kind == second.kind && first.text == second.text
        && first.nodes.count == second.nodes.count
    }
  }

  private struct Pair {
    var first: Int
    var second: Int
    var place: Int
  }

  /// A step of the path to a pair: a key of the first document, or else an index.
  private struct Place {
    var parent: Int
    var index: Int
    var key: Int?
  }

  private var first: KeyedArchiveBuilder
  private var second: KeyedArchiveBuilder
  private var partners: [Int: Int] = [:]
  private var partnersOfSecond: [Int: Int] = [:]
  private var places: [Place] = []

  init(_ first: Tape, _ second: Tape) throws(DecantError) {
    self.first = try KeyedArchiveBuilder(readingFrom: first)
    self.second = try KeyedArchiveBuilder(readingFrom: second)
  }

  mutating func difference() throws(DecantError) -> DocumentPath? {
    var rest = [Pair(first: 0, second: 0, place: -1)]
    while let pair = rest.popLast() {
      let one = try first.references.node(pair.first)
      let two = try second.references.node(pair.second)
      if let known = partners[one.content] {
        guard known == two.content else { return path(to: pair.place) }
        continue
      }
      let view = try Self.view(of: one, in: &first)
      let other = try Self.view(of: two, in: &second)
      guard view == other else { return path(to: pair.place) }
      // Scalars without an object of their own have no identity.
      if first.tape[one.content].depthChange > 0 {
        guard partnersOfSecond[two.content] == nil else { return path(to: pair.place) }
        partners[one.content] = two.content
        partnersOfSecond[two.content] = one.content
      }
      let isMapping = first.tape[one.content].kind == .beginMapping
      for index in view.nodes.indices {
        let key = isMapping ? view.nodes[index / 2 * 2] : nil
        places.append(Place(parent: pair.place, index: index, key: key))
        rest.append(
          Pair(first: view.nodes[index], second: other.nodes[index], place: places.count - 1))
      }
    }
    return nil
  }

  private func path(to place: Int) -> DocumentPath {
    var steps: [DocumentPath.Step] = []
    var place = place
    while place >= 0 {
      let key = places[place].key.map { first.tape.string(at: first.tape.content(of: $0)) }
      steps.append(key.map { .key($0) } ?? .index(places[place].index))
      place = places[place].parent
    }
    return DocumentPath(steps.reversed())
  }

  private static func view(
    of node: KeyedArchiveReferences.Node, in builder: inout KeyedArchiveBuilder
  ) throws(DecantError) -> View {
    let tape = builder.tape
    let kind = tape[node.content].kind
    switch kind {
    case .beginSequence:
      return View(kind: node.tag?.word ?? "NSArray", nodes: tape.children(of: node.content))
    case .beginMapping:
      var pairs = try builder.pairs(of: node.content)
      var word = node.tag?.word ?? "NSDictionary"
      if node.tag == nil, let list = try builder.classKey(of: node.content) {
        word = KeyedArchiveTag.object(list).word
        pairs.removeFirst(2)
      }
      return View(kind: word, nodes: pairs)
    case .date:
      return View(kind: "NSDate", text: instant(tape.string(at: node.content)))
    case .integer, .real:
      return View(kind: "number", text: Array(numberText(tape.string(at: node.content)).utf8))
    case .true, .false:
      return View(kind: "number", text: Array("\(kind)".utf8))
    case .null:
      return View(kind: "null")
    default:
      return view(ofText: Array(tape.text[tape.textRange(at: node.content)]), kind, node.tag)
    }
  }

  private static func view(
    ofText text: [UInt8], _ kind: Event.Kind, _ tag: KeyedArchiveTag?
  ) -> View {
    switch tag {
    case .value(of: "NSNumber"):
      View(kind: "number", text: Array(numberText(String(decoding: text, as: UTF8.self)).utf8))
    case .value(of: "NSDate"):
      View(kind: "NSDate", text: instant(String(decoding: text, as: UTF8.self)))
    case .value(of: "NSUUID"):
      View(kind: "NSUUID", text: UUIDText.bytes(String(decoding: text, as: UTF8.self)) ?? text)
    case .value(of: "NSNull"), .some(.none):
      View(kind: "null")
    case .value(of: "NSString") where text.elementsEqual(KeyedArchiveObjects.nilText.utf8):
      View(kind: "\(kind)", text: text)
    default:
      View(kind: tag?.word ?? "\(kind)", text: text)
    }
  }

  private static func numberText(_ text: String) -> String {
    // An archive has no integer -0.
    if text == "-0" { return "0" }
    guard let number = Number(text), !number.isInteger, let double = number.double else {
      return text
    }
    return "\(double)"
  }

  private static func instant(_ text: String) -> [UInt8] {
    Array("\(ReferenceDate.secondsSince2001(text).map { "\($0)" } ?? text)".utf8)
  }
}
