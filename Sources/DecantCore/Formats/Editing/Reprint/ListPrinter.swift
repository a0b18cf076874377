/// The syntax of a format whose collections are lists between brackets or tags, for a ``Reprint``.
///
/// It says how scalars and keys are spelled, and what the signs are; where these go, and what is around them, a new node
/// takes from its siblings.
package protocol ListPrinter: OutlinedSyntax {
  var comments: CommentStyle { get }

  /// What is usually between a key and its value.
  var keySign: [UInt8] { get }

  var usualIndentation: Indentation { get }

  /// Whether the children of a new collection have a line each, if nothing in the document shows it.
  var prefersLines: Bool { get }

  func separator(isMapping: Bool, in document: EditedDocument) -> ListSeparator

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8])

  /// Returns the text of a collection without children, whose siblings have lines of their own with an indentation or not.
  func emptyText(isMapping: Bool, indent: [UInt8]?, in document: EditedDocument) -> [UInt8]

  /// Whether the text of a string shows in which quotes others are.
  func isModel(_ string: [UInt8]) -> Bool

  /// Returns the text of a whole file without brackets and without children; nil if that may be empty.
  var emptyFile: [UInt8]? { get }

  /// Whether the tool that owns the document writes comments beside what precedes a sign, and a space after the last sign on a
  /// line: `{isa = A; file = B /* b.swift */; }`.
  func hasNotes(in document: EditedDocument) -> Bool

  /// The sections of a collection; nil if there are none.
  func sections(of collection: Int, in document: EditedDocument) -> (any ListSections)?

  /// Returns the end of a value with what the tool that owns the document has written beside it.
  func noteEnd(after value: Range<Int>, in document: EditedDocument) -> Int

  /// Returns a new value as it is printed: without what the tool that owns the document will write into it, and with its
  /// comments where the format has a place for them.
  func node(_ value: Document) throws(DecantError) -> CommentedNode

  /// Returns the text of a key, in quotes like those of the bytes of another one.
  func text(
    ofKey key: String, like old: [UInt8]?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8]

  /// Returns the text of a scalar.
  func text(
    of scalar: Document.Node, at place: ScalarPlace, in document: EditedDocument
  ) throws(DecantError) -> [UInt8]

  /// Whether a blank has to follow the sign after a key.
  var needsSpacedSign: Bool { get }

  func layout(of document: EditedDocument, _ source: SourceLines) -> BracketedLayout

  // MARK: Collections in lines, and other text

  /// Returns where what belongs to the root begins, in a format that has collections in lines.
  func start(of document: EditedDocument, _ source: SourceLines) -> Int?

  /// Returns the end of the anchor and the tag of a node, which precede its content.
  func propertiesEnd(
    of node: Int, _ range: Range<Int>, _ document: EditedDocument, _ source: SourceLines
  ) -> Int

  /// Whether a key without a sign has a value that can be replaced.
  var allowsAbsentValues: Bool { get }

  /// Replaces a node, if its format has an own way; `keepsProperties` keeps its tag.
  func replace(
    _ place: Reprint.Place, by new: Document, keepsProperties: Bool, in reprint: inout Reprint
  ) throws(DecantError) -> Bool

  /// Prints the children of a collection, if these are not one after the other in the text.
  func put(
    _ children: [ChildChange], at place: Reprint.Place, in reprint: inout Reprint
  ) throws(DecantError) -> Bool

  /// Returns the text of a new child of a collection in lines; `isFollowed` if bytes follow that could become part of it.
  func item(
    _ child: ChildChange, in place: Reprint.Place, near sibling: Int?, isFollowed: Bool,
    in reprint: Reprint
  ) throws(DecantError) -> Reprint.NewItem?

  /// Is called before a line end is printed where the file ends inside of a line.
  func prepareForLine(after end: Int, in reprint: inout Reprint)

  /// Returns the text of a value; nil to print it as its siblings are.
  func text(
    of value: Document, _ placement: Reprint.Placement, _ style: Reprint.ValueStyle,
    in reprint: Reprint
  ) throws(DecantError) -> [UInt8]?
}

/// What formats have beside lists in brackets.
extension ListPrinter {
  /// Nil: there are no collections in lines.
  package func start(of document: EditedDocument, _ source: SourceLines) -> Int? { nil }

  package func propertiesEnd(
    of node: Int, _ range: Range<Int>, _ document: EditedDocument, _ source: SourceLines
  ) -> Int { range.lowerBound }

  package var allowsAbsentValues: Bool { false }

  package var needsSpacedSign: Bool { false }

  package func layout(of document: EditedDocument, _ source: SourceLines) -> BracketedLayout {
    BracketedLayout(of: document, source, self)
  }

  package func prepareForLine(after end: Int, in reprint: inout Reprint) {}

  package func replace(
    _ place: Reprint.Place, by new: Document, keepsProperties: Bool, in reprint: inout Reprint
  ) throws(DecantError) -> Bool { false }

  package func put(
    _ children: [ChildChange], at place: Reprint.Place, in reprint: inout Reprint
  ) throws(DecantError) -> Bool { false }

  package func item(
    _ child: ChildChange, in place: Reprint.Place, near sibling: Int?, isFollowed: Bool,
    in reprint: Reprint
  ) throws(DecantError) -> Reprint.NewItem? { nil }

  package func text(
    of value: Document, _ placement: Reprint.Placement, _ style: Reprint.ValueStyle,
    in reprint: Reprint
  ) throws(DecantError) -> [UInt8]? { nil }
}

/// Where the text of a new scalar goes.
package struct ScalarPlace {
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

extension ListPrinter {
  package var emptyFile: [UInt8]? { nil }
  package func hasNotes(in document: EditedDocument) -> Bool { false }
  package var hasBrackets: Bool { true }

  package func sections(
    of collection: Int, in document: EditedDocument
  ) -> (any ListSections)? { nil }

  package func noteEnd(after value: Range<Int>, in document: EditedDocument) -> Int {
    value.upperBound
  }

  package func node(_ value: Document) throws(DecantError) -> CommentedNode {
    try CommentedNode(value)
  }

  package func beginning(at place: Int, in text: EditedBytes) -> [UInt8] { [] }

  package func isModel(_ string: [UInt8]) -> Bool { true }

  package func emptyText(
    isMapping: Bool, indent: [UInt8]?, in document: EditedDocument
  ) -> [UInt8] {
    let (open, close) = brackets(isMapping: isMapping)
    return open + close
  }

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
    ofChild index: Int, in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [Range<Int>] {
    let reprint = Reprint(of: document, by: self)
    return reprint.place(of: collection).flatMap { reprint.range(ofChild: index, in: $0) }.map {
      [$0]
    }
      ?? []
  }
}
