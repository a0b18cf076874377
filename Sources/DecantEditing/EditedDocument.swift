public import DecantCore
internal import Synchronization

/// A document that is edited: its bytes and its nodes.
///
/// A node is identified by a number, which is valid only in this document. The reader has reported the bytes of each:
///
///     "key": { "a": 1 }      range of `a`    its value, with an anchor and a tag
///            └────────┘      range of the mapping; its interior is between the brackets
public struct EditedDocument: Sendable {
  /// The bytes of the input, which may contain more documents.
  public let bytes: EditedBytes
  /// Offsets count from the first of `bytes`.
  package let tape: Tape
  private let extents: [Extent]
  /// Where the document begins, with its marker.
  package let start: Int
  /// The comments in the order of the text, with their marks; empty if they were not read.
  package let comments: [Range<Int>]
  /// The line end of the input.
  public let lineEnd: [UInt8]
  /// What a syntax finds in the text once for all changes: its layout, or its parsed form.
  package let parsed = ParsedFormCache()
  private let longLists = ChildListCache()
  private let write: Write

  package init(
    bytes: EditedBytes, nodes: ExtentTape, lineEnd: [UInt8], write: @escaping Write
  ) {
    self.bytes = bytes
    start = nodes.start
    tape = nodes.tape
    extents = nodes.extents
    let (tape, extents) = (tape, extents)
    let found = tape.entries.indices.lazy.filter { tape[$0].kind.isComment }.map {
      extents[$0].range
    }
    comments = found.sorted { $0.lowerBound < $1.lowerBound }
    self.lineEnd = lineEnd
    self.write = write
  }

  package typealias Write = @Sendable (Document, WritingOptions) throws(DecantError) -> [UInt8]

  // MARK: Places

  /// Returns the offset at which a node begins, with its anchor and tag.
  public func offset(at node: Int) -> Int { tape.offset(at: tape.content(of: node)) }

  /// Returns the bytes of a node with its anchor and tag, if the reader reports them.
  public func range(of node: Int) -> Range<Int> { range(ofEntries: node..<tape.end(of: node)) }

  /// Returns the bytes of consecutive nodes.
  package func range(ofEntries entries: Range<Int>) -> Range<Int> {
    let start = offset(at: entries.lowerBound)
    return start..<max(start, extent(at: entries.upperBound - 1).upperBound)
  }

  /// Returns the bytes of a node without its anchor and tag.
  package func contentRange(of node: Int) -> Range<Int> {
    let start = extent(at: tape.content(of: node)).lowerBound
    return start..<max(start, extent(at: tape.end(of: node) - 1).upperBound)
  }

  /// Returns the bytes between the brackets of a collection; nil without brackets, and for `<dict/>`.
  package func interior(of collection: Int) -> Range<Int>? {
    let (open, close) = (openingBracket(of: collection), closingBracket(of: collection))
    return open.isEmpty || close.isEmpty ? nil : open.upperBound..<close.lowerBound
  }

  /// Returns the bracket at the beginning of a collection; empty without one, and for `<dict/>`.
  package func openingBracket(of collection: Int) -> Range<Int> {
    extent(at: tape.content(of: collection))
  }

  /// Returns the bracket at the end of a collection; empty without one.
  package func closingBracket(of collection: Int) -> Range<Int> {
    extent(at: tape.end(of: collection) - 1)
  }

  /// Returns the bytes of the anchor or tag of a node.
  package func annotation(_ kind: Event.Kind, of node: Int) -> Range<Int>? {
    (node..<tape.content(of: node)).first { tape[$0].kind == kind }.map(extent)
  }

  private func extent(at entry: Int) -> Range<Int> {
    guard entry < extents.count else {
      let offset = tape.offset(at: entry)
      return offset..<offset
    }
    return extents[entry].range
  }

  /// Returns the comments in a range, in the order of the text.
  package func comments(in range: Range<Int>) -> ArraySlice<Range<Int>> {
    func firstComment(from offset: Int) -> Int {
      (0..<comments.count).binarySearch { comments[$0].lowerBound >= offset }
    }
    return comments[firstComment(from: range.lowerBound)..<firstComment(from: range.upperBound)]
  }

  // MARK: Nodes

  /// A value in a collection, and its key.
  public struct Child: Sendable {
    /// The key; nil in a sequence.
    public let key: Int?
    /// The value, or the element.
    public let value: Int

    package init(key: Int?, value: Int) {
      self.key = key
      self.value = value
    }

    /// The first node of the child.
    public var start: Int { key ?? value }
  }

  /// Returns the children of a collection that are in memory.
  ///
  /// In the formats of decant that have an thinned, these are the first, the last, and those on the way to or beside the
  /// edited nodes of a large document; otherwise, all.
  public func children(of collection: Int) -> [Child] {
    longLists.list(of: collection) { tape.childList(of: tape.content(of: collection)) }
  }

  /// Returns the bytes between the key and the value of a child; nil for an element.
  func signRange(of child: Child) -> Range<Int>? {
    guard let key = child.key else { return nil }
    let start = range(of: key).upperBound
    return start..<max(start, offset(at: child.value))
  }

  /// The kind of a node; a collection has that of its beginning.
  package func kind(of node: Int) -> Event.Kind { tape[tape.content(of: node)].kind }

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

extension Tape {
  /// Returns the children of a collection, which begins at `begin`.
  package func childList(of begin: Int) -> [EditedDocument.Child] {
    guard self[begin].kind == .beginMapping else {
      return children(of: begin).map { EditedDocument.Child(key: nil, value: $0) }
    }
    return pairs(in: begin).map { EditedDocument.Child(key: $0.key, value: $0.value) }
  }
}

/// A node of an edited document and the path to it.
public struct TapePath: Sendable {
  /// The node.
  public let node: Int
  /// The enclosing collections, outermost first, each with the index in `children(of:)` of the child on the path.
  public let ancestors: [(node: Int, child: Int)]

  package init(node: Int, ancestors: [(node: Int, child: Int)]) {
    self.node = node
    self.ancestors = ancestors
  }

  /// The path to the innermost enclosing collection; nil for the root.
  public var parent: TapePath? {
    ancestors.last.map { TapePath(node: $0.node, ancestors: ancestors.dropLast()) }
  }
}

// MARK: - Caches

/// Forms of the text of a document, one of each type, made when they are first asked for.
package final class ParsedFormCache: Sendable {
  private let forms = Mutex<[ObjectIdentifier: any Sendable]>([:])

  package func form<Form: Sendable, Failure: Error>(
    _ parse: () throws(Failure) -> Form
  ) throws(Failure) -> Form {
    let type = ObjectIdentifier(Form.self)
    if let form = forms.withLock({ $0[type] }) as? Form { return form }
    let new = try parse()
    forms.withLock { $0[type] = new }
    return new
  }
}

/// The children of collections with many: changes of all children ask for them once per child.
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
  /// The line end of the first line; nil if that is longer than a megabyte.
  package var firstLineEnd: [UInt8]? {
    var window = Window(makeSource())
    while window.origin < 1 << 20, (try? window.refill()) == true {
      let end = window.withBytes { $0.firstIndex(of: 0x0A, in: 0..<window.count) }
      window.position = window.count
      guard let end else { continue }
      let offset = window.origin + end
      return offset > 0 && self[offset - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
    }
    return nil
  }
}

/// A tape, and the bytes of the input of which each of its entries was read.
package struct ExtentTape: Sendable {
  package private(set) var tape: Tape
  /// The extents of the entries; empty ones if the reader does not report them.
  package private(set) var extents: [Extent] = []

  /// Where the document begins, with its marker.
  package let start: Int

  /// Creates an empty tape of a document at `start`; its comments may begin earlier, after `end`, the end of the document before.
  package init(at start: Int = 0, after end: Int = 0) {
    self.start = start
    tape = Tape(origin: min(start, end))
  }

  package mutating func append(
    _ range: Range<Int>, of batch: borrowing EventBatch
  ) throws(DecantError) {
    guard let last = range.last else { return }
    let offset = batch.offset(of: batch[last])
    try tape.append(range, of: batch)
    guard offset - tape.origin <= Int(UInt32.max) else {
      throw DecantError(.tooLong, offset: offset)
    }
    for index in range { extents.append(Extent(batch.extent(at: index))) }
  }
}
