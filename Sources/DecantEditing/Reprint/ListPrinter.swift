package import DecantCore

/// The syntax of a format whose collections are lists between brackets or tags, for a ``Reprint``.
///
/// It spells scalars and keys, and has the signs between them. Where these go, and which blanks and line ends are around
/// them, a new node takes from its siblings.
package protocol ListPrinter: ThinnableSyntax {
  var comments: CommentStyle { get }

  /// What is usually between a key and its value.
  var keySign: [UInt8] { get }

  /// Whether a blank has to follow the sign after a key.
  var needsSpacedSign: Bool { get }

  var usualIndentation: Indentation { get }

  /// Whether the children of a new collection have a line each, if the document does not show it.
  var prefersLines: Bool { get }

  func separator(isMapping: Bool) -> ListSeparator

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8])

  /// Returns the text of a collection without children; `indent` is the indentation of its line if its siblings have one
  /// each.
  func emptyText(isMapping: Bool, indent: [UInt8]?, in document: EditedDocument) -> [UInt8]

  /// The text of a whole file without brackets and without children; nil if that may be empty.
  var emptyFile: [UInt8]? { get }

  func layout(of document: EditedDocument, _ source: SourceLines) -> BracketedLayout

  // MARK: New text

  /// Whether new strings can be in the same quotes as this one, which are not there out of need.
  func isModel(_ string: [UInt8]) -> Bool

  /// Returns a new value as it is printed: without what the tool that owns the document will write into it, and with its
  /// comments where the format has a place for them.
  func node(_ value: Document) throws(DecantError) -> CommentedNode

  /// Returns the text of a key, in quotes like those of the bytes of another one.
  func text(
    ofKey key: String, like old: [UInt8]?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8]

  /// Returns the text of a scalar.
  func text(
    of scalar: Document.Node, at slot: ScalarSlot, in document: EditedDocument
  ) throws(DecantError) -> [UInt8]

  /// Returns the text of a value; nil to print it as its siblings are.
  func text(
    of value: Document, _ placement: Reprint.Placement, _ style: Reprint.ValueStyle,
    in reprint: Reprint
  ) throws(DecantError) -> [UInt8]?

  /// Replaces a node, or returns false to have it done as in all formats; `keepsProperties` keeps the tag.
  func replace(
    _ context: Reprint.Context, by new: Document, keepsProperties: Bool, in reprint: inout Reprint
  ) throws(DecantError) -> Bool

  /// Prints the children of a collection in which they are not consecutive; returns false for other collections.
  func put(
    _ children: [ChildChange], at context: Reprint.Context, in reprint: inout Reprint
  ) throws(DecantError) -> Bool

  /// The syntax of collections in lines, if the format has them.
  var blocks: (any BlockPrinter)? { get }

  // MARK: What a tool writes

  /// Whether the tool that owns the document writes comments beside what precedes a sign, and a space after the last sign on a
  /// line: `{isa = A; file = B /* b.swift */; }`.
  var hasNotes: Bool { get }

  /// Returns the end of a value with what the tool that owns the document has written beside it.
  func noteEnd(after value: Range<Int>, in document: EditedDocument) -> Int

  /// Returns the sections of a collection that has them.
  func sections(of collection: Int, in document: EditedDocument) -> (any ListSections)?
}

/// The syntax of a format that also has collections in lines.
///
///     - key: &a !t value      the sign after `key` ends before `&a`, and the properties after `!t`
package protocol BlockPrinter: ListPrinter {
  /// Returns where what belongs to the root begins.
  func start(of document: EditedDocument, _ source: SourceLines) -> Int

  /// Returns the end of the anchor and the tag of a node that has one of them.
  func propertiesEnd(of node: Int, _ document: EditedDocument, _ source: SourceLines) -> Int

  /// Returns the text of a new child of a collection in lines; `isFollowed` if bytes follow that could become part of it.
  func item(
    _ child: ChildChange, near sibling: Int, in spans: ChildSpans, isFollowed: Bool,
    _ reprint: Reprint
  ) throws(DecantError) -> Reprint.NewItem

  /// Is called before a line end is printed where the file ends inside of a line.
  func prepareForLine(after end: Int, in reprint: inout Reprint)
}

extension BlockPrinter {
  package var blocks: (any BlockPrinter)? { self }
}

/// Where the text of a new scalar goes.
package struct ScalarSlot {
  /// The bytes of a scalar that is in the same quotes.
  package let like: [UInt8]?
  /// The byte that will follow.
  package let next: UInt8?
  /// The indentation of the line; nil if more is on it.
  package let indent: [UInt8]?
  /// The key of the scalar, or of the nearest collection with one.
  package let key: String?
}

/// The sign between the items of a list.
package enum ListSeparator: Sendable {
  case none
  case between(UInt8)
  case after(UInt8)

  package var byte: UInt8? {
    switch self {
    case .none: nil
    case .between(let byte), .after(let byte): byte
    }
  }

  package var isAfterLast: Bool { if case .after = self { true } else { false } }
}

/// What most formats have: commas between items in `{}` and `[]`, which are all that an edit needs to know.
extension ListPrinter {
  package var needsSpacedSign: Bool { false }
  package var emptyFile: [UInt8]? { nil }
  package var hasNotes: Bool { false }
  package var blocks: (any BlockPrinter)? { nil }

  package func separator(isMapping: Bool) -> ListSeparator { .between(UInt8(ascii: ",")) }

  package func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) {
    isMapping
      ? ([UInt8(ascii: "{")], [UInt8(ascii: "}")]) : ([UInt8(ascii: "[")], [UInt8(ascii: "]")])
  }

  package func emptyText(
    isMapping: Bool, indent: [UInt8]?, in document: EditedDocument
  ) -> [UInt8] {
    let (open, close) = brackets(isMapping: isMapping)
    return open + close
  }

  package func layout(of document: EditedDocument, _ source: SourceLines) -> BracketedLayout {
    BracketedLayout(of: document, source, self)
  }

  package func isModel(_ string: [UInt8]) -> Bool { true }

  package func node(_ value: Document) throws(DecantError) -> CommentedNode {
    try CommentedNode(value)
  }

  package func text(
    of value: Document, _ placement: Reprint.Placement, _ style: Reprint.ValueStyle,
    in reprint: Reprint
  ) throws(DecantError) -> [UInt8]? { nil }

  package func replace(
    _ context: Reprint.Context, by new: Document, keepsProperties: Bool, in reprint: inout Reprint
  ) throws(DecantError) -> Bool { false }

  package func put(
    _ children: [ChildChange], at context: Reprint.Context, in reprint: inout Reprint
  ) throws(DecantError) -> Bool { false }

  package func noteEnd(after value: Range<Int>, in document: EditedDocument) -> Int {
    value.upperBound
  }

  package func sections(
    of collection: Int, in document: EditedDocument
  ) -> (any ListSections)? { nil }

  // MARK: Edits

  package func edits(
    for change: NodeChange, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try reprint(change, of: document)
  }

  package func reprint(
    _ change: NodeChange, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    var reprint = Reprint(of: document, by: self)
    return try reprint.edits(for: change)
  }

  package func ranges(
    ofChild index: Int, in collection: TapePath, of document: EditedDocument
  ) throws(DecantError) -> [Range<Int>] {
    let reprint = Reprint(of: document, by: self)
    guard let context = reprint.context(of: collection),
      let range = reprint.range(ofChild: index, in: context)
    else { return [] }
    return [range]
  }
}
