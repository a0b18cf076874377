extension Document {
  /// A node of a document: a scalar, a sequence, a mapping or an alias.
  public struct Node: Sendable {
    @usableFromInline package let tape: Tape
    @usableFromInline package let index: Int

    @usableFromInline package init(tape: Tape, index: Int) {
      self.tape = tape
      self.index = index
    }

    @usableFromInline var entry: Tape.Entry { tape[content] }
    @inlinable package var content: Int { tape.content(of: index) }
    @usableFromInline var end: Int { tape.end(of: index) }

    /// The kind of the node; a collection has the kind of its beginning.
    @inlinable public var kind: Event.Kind { entry.kind }

    @inlinable package var offset: Int { tape.offset(at: content) }

    @inlinable package var range: Range<Int> { index..<end }

    /// The bytes of a scalar's text, or of data.
    @inlinable public var bytes: [UInt8] { Array(tape.text[entry.textRange]) }

    /// The text of a string, number, date, local time or uid, or the name of an alias; nil for other nodes.
    public var text: String? {
      switch kind {
      case .string, .integer, .real, .date, .localTime, .uid, .alias:
        tape.string(at: content)
      default: nil
      }
    }

    /// The name by which aliases refer to the node.
    @inlinable public var anchor: String? { annotation(.anchor) }

    /// The node's type tag.
    @inlinable public var tag: String? { annotation(.tag) }

    @usableFromInline func annotation(_ kind: Event.Kind) -> String? {
      (index..<content).first { tape[$0].kind == kind }.map { tape.string(at: $0) }
    }

    /// The instance of an archive to which this is a reference; any other node itself.
    package var target: Document.Node {
      guard kind == .alias, entry.flags.contains(.isInstance),
        let anchor = tape.anchorsOfInstances[tape.name(at: content)]
      else { return self }
      return Document.Node(tape: tape, index: anchor)
    }

    /// The node as a tree that can be changed.
    public var value: Value {
      get throws(DecantError) {
        try tape.value(of: index)
      }
    }
  }
}

// MARK: - Inside collections, of an instance through each reference to it

extension Document.Node {
  /// The elements of a sequence; empty for other nodes.
  public var elements: Elements {
    let node = target
    return Elements(
      tape: tape, nodes: node.kind == .beginSequence ? tape.children(of: node.content) : nil)
  }

  /// The keys and values of a mapping; empty for other nodes.
  public var pairs: Pairs {
    let node = target
    return Pairs(
      tape: tape, pairs: node.kind == .beginMapping ? tape.pairs(in: node.content) : nil)
  }

  /// The element at `index`, if this is a sequence that has it; skips each earlier element in one step.
  public subscript(index: Int) -> Document.Node? {
    let node = target
    guard node.kind == .beginSequence else { return nil }
    return tape.element(index, of: node.content).map { Document.Node(tape: tape, index: $0) }
  }

  /// The first value of a string key, if this is a mapping that has it; compares each earlier key.
  public subscript(key: String) -> Document.Node? {
    let node = target
    guard node.kind == .beginMapping else { return nil }
    return tape.value(forKey: key, in: node.content).map { Document.Node(tape: tape, index: $0) }
  }

  /// The elements of a sequence, in order.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    fileprivate let tape: Tape
    fileprivate var nodes: Tape.Children?

    public mutating func next() -> Document.Node? {
      nodes?.next().map { Document.Node(tape: tape, index: $0) }
    }
  }

  /// The keys and values of a mapping, in order.
  public struct Pairs: Sequence, IteratorProtocol, Sendable {
    fileprivate let tape: Tape
    fileprivate var pairs: Tape.Pairs?

    public mutating func next() -> (key: Document.Node, value: Document.Node)? {
      guard let pair = pairs?.next() else { return nil }
      return (
        Document.Node(tape: tape, index: pair.key), Document.Node(tape: tape, index: pair.value)
      )
    }
  }
}
