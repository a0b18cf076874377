extension Document {
  /// A node of a document: a scalar, a sequence, a mapping or an alias.
  public struct Node: Sendable {
    let tape: Tape
    /// The node's first event, which may be its anchor or tag.
    let index: Int

    private var entry: Tape.Entry { tape[content] }
    private var content: Int { tape.content(of: index) }
    fileprivate var end: Int { tape.end(of: index) }

    /// What the node is; a collection is its beginning.
    public var kind: Event.Kind { entry.kind }

    /// Where in the input the node began.
    var offset: Int { tape.offset(at: content) }

    /// The entries of the node.
    var range: Range<Int> { index..<end }

    /// The bytes of a scalar's text; those of data are the data.
    public var bytes: [UInt8] { Array(tape.text[entry.textRange]) }

    /// The text of a string, the lexeme of a number, the name of an alias; nil for data, and for
    /// what has none.
    public var text: String? {
      switch kind {
      case .string, .integer, .real, .date, .uid, .alias:
        tape.string(at: content)
      default: nil
      }
    }

    /// The name that aliases call the node by.
    public var anchor: String? { annotation(.anchor) }

    /// The type that the node claims.
    public var tag: String? { annotation(.tag) }

    private func annotation(_ kind: Event.Kind) -> String? {
      (index..<content).first { tape[$0].kind == kind }.map { tape.string(at: $0) }
    }

    /// The node, and all in it, as a tree that can be changed.
    public var value: Value {
      get throws(DecantError) {
        try tape.value(of: index)
      }
    }
  }
}

// MARK: - Inside collections

extension Document.Node {
  /// The elements of a sequence; none for anything else.
  public var elements: Elements {
    kind == .beginSequence ? nodes : Elements(tape: tape, position: 0, end: 0)
  }

  /// The keys of a mapping and their values; none for anything else.
  public var pairs: Pairs {
    Pairs(nodes: kind == .beginMapping ? nodes : Elements(tape: tape, position: 0, end: 0))
  }

  private var nodes: Elements {
    Elements(tape: tape, position: content + 1, end: end - 1)
  }

  /// The element at `index`, if this is a sequence that has it.
  ///
  /// Those before it are passed over, each in one step, whatever they hold.
  public subscript(index: Int) -> Document.Node? {
    index < 0 ? nil : elements.dropFirst(index).first { _ in true }
  }

  /// The value of a key that is a string, if this is a mapping that has it; of equal keys the
  /// first.
  ///
  /// The keys before it are compared with it, and their values passed over, each in one step.
  public subscript(key: String) -> Document.Node? {
    let bytes = Array(key.utf8)
    return pairs.first { $0.key.isString(bytes) }?.value
  }

  private func isString(_ bytes: [UInt8]) -> Bool {
    kind == .string && !entry.flags.contains(.isEscaped)
      && tape.text[entry.textRange].elementsEqual(bytes)
  }

  /// The elements of a sequence, in order.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    fileprivate let tape: Tape
    fileprivate var position: Int
    fileprivate let end: Int

    public mutating func next() -> Document.Node? {
      guard position < end else { return nil }
      let node = Document.Node(tape: tape, index: position)
      position = node.end
      return node
    }
  }

  /// The keys of a mapping and their values, in order.
  public struct Pairs: Sequence, IteratorProtocol, Sendable {
    fileprivate var nodes: Elements

    public mutating func next() -> (key: Document.Node, value: Document.Node)? {
      guard let key = nodes.next(), let value = nodes.next() else { return nil }
      return (key, value)
    }
  }
}

extension Tape {
  /// The node that begins at `node`, and all in it, as a tree.
  func value(of node: Int) throws(DecantError) -> Value {
    var builder = ValueBuilder()
    try text.withBytes { (text) throws(DecantError) in
      for index in node..<end(of: node) {
        do throws(DecantError) {
          try builder.add(entries[index], text: text.extracting(entries[index].textRange))
        } catch {
          var error = error
          error.offset = offset(at: index)
          throw error
        }
      }
    }
    guard let root = builder.root else {
      throw DecantError(.malformedEvents("a document without a node"))
    }
    return root
  }
}
