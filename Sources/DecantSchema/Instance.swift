internal import DecantConversion
internal import DecantCore

/// A document as JSON has it, in which a schema distinguishes nodes: those of its tape without annotations, by their indices.
///
///     {"a": [1], "b": 2}      tape    │ { │ "a" │ [ │ 1 │ ] │ "b" │ 2 │ } │
///                             numbers │   │     │ 7 │   │ 1 │     │ 8 │ 2 │
///
/// The number of a value is that of its key among the names of the schema, and the number of an end how many values precede
/// it. Dates and data are strings, and a uid is an object with the key `CF$UID`, as decant writes them in JSON. A key is a
/// string if it is a node, as for `propertyNames`. The schema itself is held in this form too.
struct Instance: Sendable {
  enum Kind: UInt8, BitwiseCopyable, Sendable {
    case null, boolean, number, string, array, object
  }

  let tape: Tape
  private(set) var numbers: [Int32]
  /// How many values there are, at any depth.
  private(set) var count = 0

  static let root = 0

  /// Creates an instance of a node of a document, with the numbers that `number` returns for keys.
  init(
    _ node: Document.Node, numbering number: (RawSpan) -> Int
  ) throws(DecantError) {
    tape = try node.plainTape
    numbers = [Int32](repeating: -1, count: tape.count)
    var counts: [Int32] = []
    for (index, entry) in tape.entries.enumerated() {
      guard entry.depthChange >= 0 else {
        numbers[index] = counts.popLast() ?? 0
        continue
      }
      guard !entry.isKey else {
        guard entry.depthChange == 0 else {
          throw DecantError(
            .notRepresentable(.collectionKey, target: "JSON Schema"), offset: tape.offset(at: index)
          )
        }
        numbers[index + 1] = Int32(truncatingIfNeeded: tape.withToken(at: index, number))
        continue
      }
      count += 1
      if let top = counts.indices.last { counts[top] += 1 }
      if entry.depthChange > 0 { counts.append(0) }
    }
  }

  // MARK: Nodes

  @inline(__always)
  func kind(of node: Int) -> Kind {
    let entry = tape[node]
    return switch entry.kind {
    case _ where entry.isKey: .string
    case .null: .null
    case .true, .false: .boolean
    case .integer, .real: .number
    case .beginSequence: .array
    case .beginMapping: .object
    default: .string
    }
  }

  func isTrue(_ node: Int) -> Bool { tape[node].kind == .true }

  /// The values in an array or object.
  @inline(__always)
  func values(of node: Int) -> Values {
    Values(nodes: tape.children(of: node), skipsKeys: tape[node].kind == .beginMapping)
  }

  /// How many values there are in an array or object; 0 for other nodes.
  func count(of node: Int) -> Int {
    tape[node].depthChange > 0 ? Int(numbers[tape.partner(of: node)]) : 0
  }

  /// Returns the value of a key with a number.
  func value(named name: Int, in node: Int) -> Int? {
    values(of: node).first { numbers[$0] == name }
  }

  struct Values: Sequence, IteratorProtocol {
    fileprivate var nodes: Tape.Children
    fileprivate let skipsKeys: Bool

    @inline(__always)
    mutating func next() -> Int? {
      if skipsKeys { _ = nodes.next() }
      return nodes.next()
    }
  }

  // MARK: Texts

  /// Calls `body` with the text of a string, as in JSON, or of a number.
  func withText<R>(of node: Int, _ body: (RawSpan) -> R) -> R {
    guard tape[node].kind == .data else { return tape.withToken(at: node, body) }
    return tape.text.withBytes { Base64.encode($0.extracting(tape.textRange(at: node))) }
      .withBytes(body)
  }

  func string(of node: Int) -> String { withText(of: node) { String(utf8: $0) } }

  func number(of node: Int) -> ExactNumber { withText(of: node) { ExactNumber($0) } }

  /// Returns the key of a value of an object, which precedes it.
  func key(of value: Int) -> Int { value - 1 }

  func withKey<R>(of value: Int, _ body: (RawSpan) -> R) -> R {
    tape.withToken(at: key(of: value), body)
  }
}

extension Document.Node {
  /// The node alone on a tape, without annotations and comments, and with mappings for its uids.
  fileprivate var plainTape: Tape {
    get throws(DecantError) {
      let isPlain = range.allSatisfy {
        tape[$0].kind.rawValue <= Event.Kind.alias.rawValue && tape[$0].kind != .uid
      }
      guard !isPlain else {
        return range.count == tape.count ? tape : Tape(range, sharingTextOf: tape)
      }
      var plain = Tape(origin: tape.origin)
      for index in range where tape[index].kind.rawValue <= Event.Kind.alias.rawValue {
        guard tape[index].kind == .uid, !tape[index].isKey else {
          try plain.append(CollectionOfOne(index), of: tape)
          continue
        }
        var batch = EventBatch()
        batch.append(uid: tape.string(at: index), [], at: 0)
        for place in 0..<batch.count {
          try batch.withText(of: batch[place]) { (text) throws(DecantError) in
            try plain.append(batch[place], text, at: tape.offset(at: index))
          }
        }
      }
      return plain
    }
  }
}
