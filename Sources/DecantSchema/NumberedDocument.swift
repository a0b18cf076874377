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
struct NumberedDocument: Sendable {
  enum Kind: UInt8, BitwiseCopyable, Sendable {
    case null, boolean, number, string, array, object
  }

  private(set) var tape: Tape
  private(set) var numbers: [Int32]
  /// How many values there are, at any depth.
  private(set) var count = 0

  static let root = 0

  /// Creates an instance without a document.
  init() {
    tape = Tape()
    numbers = []
  }

  /// Returns the tape, empty and with its memory, and leaves an instance without a document.
  mutating func takeTape() -> Tape {
    var tape = Tape()
    swap(&tape, &self.tape)
    tape.removeAll()
    return tape
  }

  /// Creates an instance of a node of a document, with the numbers that `number` returns for keys.
  init(
    _ node: Document.Node, numbering number: (RawSpan) -> Int
  ) throws(DecantError) {
    try self.init(
      node.range.count == node.tape.count
        ? node.tape : Tape(node.range, sharingTextOf: node.tape),
      numbering: number)
  }

  /// Creates an instance of a whole document.
  init(_ tape: Tape, numbering number: (RawSpan) -> Int) throws(DecantError) {
    self.tape = tape
    numbers = [Int32](repeating: -1, count: tape.count)
    var counts: [Int32] = []
    for (index, entry) in tape.entries.enumerated() {
      guard entry.isPlain else {
        self = try NumberedDocument(tape.plain, numbering: number)
        return
      }
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

  /// Whether a number is written as an integer, unlike `1.0`.
  func isNotedInteger(_ node: Int) -> Bool { tape[node].kind == .integer }

  func isTrue(_ node: Int) -> Bool { tape[node].kind == .true }

  /// The values in an array or object.
  @inline(__always)
  func values(of node: Int) -> Values {
    Values(
      entries: tape.entries, keys: tape[node].kind == .beginMapping ? 1 : 0, position: node &+ 1,
      end: tape.partner(of: node))
  }

  /// How many values there are in an array or object; 0 for other nodes.
  func count(of node: Int) -> Int {
    tape[node].depthChange > 0 ? Int(numbers[tape.partner(of: node)]) : 0
  }

  /// How many collections are around each entry, for all entries.
  var levels: [Int32] {
    var level: Int32 = 0
    return tape.entries.map { entry in
      level += Int32(entry.depthChange)
      return entry.depthChange > 0 ? level - 1 : level
    }
  }

  /// Returns the value of a key with a number.
  func value(named name: Int, in node: Int) -> Int? {
    values(of: node).first { numbers[$0] == name }
  }

  /// A walk over values, which needs not skip annotations: by that of the tape, the check of twitter.json takes 5 % longer.
  struct Values: Sequence, IteratorProtocol {
    fileprivate let entries: [Tape.Entry]
    /// How many keys precede each value.
    fileprivate let keys: Int
    fileprivate var position: Int
    fileprivate let end: Int

    @inline(__always)
    mutating func next() -> Int? {
      guard position < end else { return nil }
      let value = position &+ keys
      let entry = entries[value]
      position = value &+ (entry.depthChange > 0 ? entry.link : 0) &+ 1
      return value
    }
  }

  // MARK: Texts

  /// Calls `body` with the text of a string, as in JSON, or of a number.
  func withText<R>(of node: Int, _ body: (RawSpan) -> R) -> R {
    guard tape[node].kind == .data else { return tape.withToken(at: node, body) }
    return tape.text.withBytes { Base64.encode($0.extracting(tape.textRange(at: node))) }
      .withBytes(body)
  }

  /// How many steps of a check it takes to look at the text of a node, apart from the first.
  @inline(__always)
  func stepsOfText(of node: Int) -> Int {
    tape[node].depthChange == 0 ? tape.textRange(at: node).count / 16 : 0
  }

  func string(of node: Int) -> String { withText(of: node) { String(utf8: $0) } }

  func number(of node: Int) -> ExactNumber { withText(of: node) { ExactNumber($0) } }

  /// Returns the key of a value of an object, which precedes it.
  func key(of value: Int) -> Int { value - 1 }

  func withKey<R>(of value: Int, _ body: (RawSpan) -> R) -> R {
    tape.withToken(at: key(of: value), body)
  }
}

extension Tape.Entry {
  /// Whether JSON has such an entry, or the schema sees it as a string.
  @inline(__always)
  fileprivate var isPlain: Bool {
    kind.rawValue < Event.Kind.uid.rawValue || kind == .alias || kind == .uid && isKey
  }
}

extension Tape {
  /// The document, which need not be whole, without annotations and comments, and with mappings for its uids.
  var plain: Tape {
    get throws(DecantError) {
      guard !entries.allSatisfy(\.isPlain) else { return self }
      var plain = Tape(origin: origin)
      for index in entries.indices {
        guard !self[index].isPlain else {
          try plain.append(CollectionOfOne(index), of: self)
          continue
        }
        guard self[index].kind == .uid else { continue }
        var batch = EventBatch()
        batch.append(uid: string(at: index), [], at: 0)
        for number in 0..<batch.count {
          try batch.withText(of: batch[number]) { (text) throws(DecantError) in
            try plain.append(batch[number], text, at: offset(at: index))
          }
        }
      }
      return plain
    }
  }
}
