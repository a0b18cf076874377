internal import Synchronization

/// A document that is edited: its bytes and its nodes.
///
/// A node is identified by a number, which is valid only in this document.
public struct EditedDocument: Sendable {
  /// The bytes of the input, which may contain more documents.
  public let bytes: EditedBytes
  /// Offsets count from the first of `bytes`.
  package let nodes: PartialDocument
  /// The line end of the input.
  public let lineEnd: [UInt8]
  package let layout = BracketedLayoutCache()
  /// The parsed form of the text, if the syntax needs one.
  package let parsed = ParsedFormCache()
  private let longLists = ChildListCache()
  package let write: Write
  /// The rules of a format that is written as a whole: paths lead through aliases, and anchors move.
  package var rules: (any RewritingRules)?

  /// Whether paths lead through aliases to the nodes with their anchors.
  package var followsAliases = false

  package init(
    bytes: EditedBytes, nodes: PartialDocument, lineEnd: [UInt8], write: @escaping Write,
    rules: (any RewritingRules)? = nil, followsAliases: Bool = false
  ) {
    self.bytes = bytes
    self.nodes = nodes
    self.lineEnd = lineEnd
    self.write = write
    self.rules = rules
    self.followsAliases = followsAliases
  }

  package typealias Write = @Sendable (Document, WritingOptions) throws(DecantError) -> [UInt8]

  /// A value in a collection, and its key.
  public struct Child: Sendable {
    /// The key; nil in a sequence.
    public let key: Int?
    /// The value, or the element.
    public let value: Int
    package var ordinal: Int?

    package init(key: Int?, value: Int, ordinal: Int? = nil) {
      self.key = key
      self.value = value
      self.ordinal = ordinal
    }

    /// The first node of the child.
    public var start: Int { key ?? value }
  }

  package var tape: Tape { nodes.tape }

  /// Returns the offset at which a node begins, as its reader reported it.
  public func offset(at node: Int) -> Int { nodes.offset(at: node) }

  /// Returns the offset at which the end of a collection begins, as its reader reported it.
  public func endOffset(of collection: Int) -> Int { offset(at: tape.end(of: collection) - 1) }

  /// Returns the children of a collection that are in memory.
  ///
  /// In the formats of decant that have an outline, these are the first, the last, and those on the way to or beside the
  /// edited nodes; in other formats, all.
  public func children(of collection: Int) -> [Child] {
    longLists.list(of: collection) { makeChildren(of: collection) }
  }

  private func makeChildren(of collection: Int) -> [Child] {
    let begin = tape.content(of: collection)
    let isMapping = tape[begin].kind == .beginMapping
    let end = tape.end(of: collection) - 1
    var children: [Child] = []
    var skipped = 0
    var index = begin + 1
    while index < end {
      let value = isMapping ? tape.end(of: index) : index
      skipped += nodes.gap(before: index)?.count ?? 0
      children.append(
        Child(
          key: isMapping ? index : nil, value: value,
          ordinal: nodes.ordinal(at: index) ?? children.count + skipped))
      index = tape.end(of: value)
    }
    return children
  }

  package func childCount(of node: Int) -> Int {
    children(of: node).last?.ordinal.map { $0 + 1 } ?? 0
  }

  /// Whether a node is a mapping.
  public func isMapping(_ node: Int) -> Bool {
    tape[tape.content(of: node)].kind == .beginMapping
  }

  /// Whether a node is a mapping or a sequence.
  public func isCollection(_ node: Int) -> Bool { tape[tape.content(of: node)].depthChange > 0 }

  /// Returns the text of a value without final line feeds, and with `indent` before all lines but the first.
  public func written(
    _ document: Document, _ options: WritingOptions = WritingOptions(), indent: [UInt8] = []
  ) throws(DecantError) -> [UInt8] {
    var text = try write(document, options)
    while text.last == 0x0A { text.removeLast() }
    return text.indented(by: indent, lineEnd: lineEnd)
  }
}

/// A parsed form of the text of a document, made at the first of its changes.
package final class ParsedFormCache: Sendable {
  private let form = Mutex<(any Sendable)?>(nil)

  package func form<Form: Sendable>(_ parse: () throws(DecantError) -> Form) throws(DecantError)
    -> Form
  {
    if let form = form.withLock({ $0 }) as? Form { return form }
    let new = try parse()
    form.withLock { $0 = new }
    return new
  }
}

/// The children of collections with many: an edit of all children asks for them once per child.
private final class ChildListCache: Sendable {
  private let lists = Mutex<[Int: [EditedDocument.Child]]>([:])

  private static let shortestList = 32

  func list(
    of collection: Int, _ make: () -> [EditedDocument.Child]
  ) -> [EditedDocument.Child] {
    if let list = lists.withLock({ $0[collection] }) { return list }
    let new = make()
    if new.count >= Self.shortestList { lists.withLock { $0[collection] = new } }
    return new
  }
}

extension EditedBytes {
  /// The line end of the first line; nil if there is none in the first megabyte.
  package var firstLineEnd: [UInt8]? {
    var window = Window(makeSource())
    while window.origin < 1 << 20, (try? window.refill()) == true {
      let end = window.withBytes { $0.firstIndex(of: 0x0A, in: 0..<window.count) }
      window.position = window.count
      guard let end else { continue }
      let place = window.origin + end
      return place > 0 && self[place - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
    }
    return nil
  }
}

/// A node of an edited document and the path to it.
public struct NodePlace: Sendable {
  /// The node.
  public let node: Int
  /// The enclosing collections, outermost first, each with the index in `children(of:)` of the child on the path.
  public let ancestors: [(node: Int, child: Int)]

  package init(node: Int, ancestors: [(node: Int, child: Int)]) {
    self.node = node
    self.ancestors = ancestors
  }

  package static let root = NodePlace(node: 0, ancestors: [])

  /// The place of the innermost enclosing collection; nil for the root.
  public var parent: NodePlace? {
    ancestors.last.map { NodePlace(node: $0.node, ancestors: ancestors.dropLast()) }
  }
}
