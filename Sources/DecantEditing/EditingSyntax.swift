public import DecantCore

/// The rules by which the text of a format is edited in place.
///
/// Edits keep comments, white space and spelling outside the affected nodes, and lay out new text like
/// its siblings. A `DocumentEditor` verifies each result. Indices of children are those in
/// ``EditedDocument/children(of:)``.
public protocol EditingSyntax: Sendable {
  /// Whether the order of keys is that of the text, so that a new key is always the last.
  var ordersKeys: Bool { get }

  /// The format in which new values are written.
  var writer: Format { get }

  /// Whether a document must be a mapping, so that other values can only be written inside one.
  var requiresMapping: Bool { get }

  /// Returns the edits of the text that carry out a change, in ascending order.
  func edits(
    for change: NodeChange, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the bytes of a child with the comments that go with it; in TOML, they may be in several places.
  func ranges(
    ofChild index: Int, in collection: TapePath, of document: EditedDocument
  ) throws(DecantError) -> [Range<Int>]

  /// Returns the index of the child before which a new key goes, and what orders several there; nil for the usual
  /// slot.
  func slot(
    ofNewKey key: String, _ value: Document, in mapping: Int, of document: EditedDocument
  ) -> (index: Int, rank: String)?

  /// Returns a document whose root, or else only value, is what a person entered in place of a node, as a scalar in the
  /// notation of the format; nil if it is text there. The node is nil for a new place.
  func source(ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument) -> String?
}

extension EditingSyntax {
  /// Returns the bytes of the key and the value.
  public func ranges(
    ofChild index: Int, in collection: TapePath, of document: EditedDocument
  ) throws(DecantError) -> [Range<Int>] {
    let child = document.children(of: collection.node)[index]
    let start = document.offset(at: child.start)
    return [start..<max(start, document.range(of: child.value).upperBound)]
  }

  /// Nil.
  public func slot(
    ofNewKey key: String, _ value: Document, in mapping: Int, of document: EditedDocument
  ) -> (index: Int, rank: String)? { nil }

  /// Nil.
  public func source(
    ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument
  ) -> String? { nil }

  /// False.
  public var requiresMapping: Bool { false }

  /// True.
  public var ordersKeys: Bool { true }
}

extension Format {
  /// The rules of edits in place; nil if there are none.
  package var editing: (any EditingSyntax)? { shared?.syntax }

  /// The rules of edits of a large document without most of its nodes.
  package var thinning: (any ThinnableSyntax)? { shared?.thinnable }

  /// The rules of edits of a table.
  package var tableEditing: (any TableSyntax)? { shared?.table }

  /// Whether documents are lists of lines.
  package var isLineList: Bool {
    guard let shared, !shared.isOwn else { return false }
    return shared.syntax is any LineListSyntax
  }

  private var shared: SharedSyntax? { editingRules?.syntax as? SharedSyntax }

  /// Returns the format with rules for edits in place.
  public func edited(by syntax: any EditingSyntax) -> Format {
    edited(SharedSyntax(syntax, isOwn: false, nil, nil))
  }

  /// Returns the format with rules of which it is known what else they are: each cast would take 130,000 instructions.
  package func edited(byThinning syntax: any ThinnableSyntax) -> Format {
    edited(SharedSyntax(syntax, isOwn: true, syntax, nil))
  }

  /// Returns the format with rules for edits of a table.
  package func edited(byTable syntax: any TableSyntax) -> Format {
    edited(SharedSyntax(syntax, isOwn: true, nil, syntax))
  }

  private func edited(_ shared: SharedSyntax) -> Format {
    let rules = FormatEditing(ordersKeys: shared.syntax.ordersKeys, syntax: shared)
    return changing { $0.editingRules = rules }
  }
}

private final class SharedSyntax: Sendable {
  let syntax: any EditingSyntax
  let isOwn: Bool
  let thinnable: (any ThinnableSyntax)?
  let table: (any TableSyntax)?

  init(
    _ syntax: any EditingSyntax, isOwn: Bool, _ thinnable: (any ThinnableSyntax)?,
    _ table: (any TableSyntax)?
  ) {
    (self.syntax, self.isOwn, self.thinnable, self.table) = (syntax, isOwn, thinnable, table)
  }
}

extension [UInt8] {
  /// Returns the lines of a text with `indent` before all of them but the first and empty ones.
  package func indented(by indent: [UInt8], lineEnd: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var beginsLine = false
    for byte in self {
      if beginsLine, byte != 0x0A { result += indent }
      beginsLine = byte == 0x0A
      if beginsLine { result += lineEnd } else { result.append(byte) }
    }
    return result
  }
}

package struct LayoutProblem: SpecificProblem {
  let what: String

  package init(what: String) {
    self.what = what
  }

  package var message: String { "\(what) cannot be edited in place" }
}

extension EditedDocument {
  package func noPlaceForComment(of index: Int, in collection: Int) -> DecantError {
    DecantError(
      .specific(LayoutProblem(what: "a comment of this value")),
      offset: offset(at: children(of: collection)[index].start))
  }
}

/// A syntax of which a large document can be edited without most of its nodes, see `ThinnedDocument` in the editor.
///
///     {"a": 1, "b": [1, 2, 3], "c": 4}  →  {"a": 1, "b": [], "c": 4}     for an edit of `c`
///
/// One value in 100 MB of JSON then takes the memory of its neighbors, not of the document.
package protocol ThinnableSyntax: EditingSyntax {
  /// Whether a collection can be without its contents, because brackets show where it ends.
  var hasBrackets: Bool { get }

  /// Whether a text can be edited without most of its nodes.
  func canThin(_ text: EditedBytes) -> Bool

  /// Whether a collection may continue after others; a document in which one does is edited with all its nodes.
  var hasParts: Bool { get }

  /// Returns what a reader depends on where a child or a document begins: two offsets with the same are interchangeable.
  func beginning(at offset: Int, in text: EditedBytes) -> [UInt8]
}

extension ThinnableSyntax {
  package var hasBrackets: Bool { true }
  package var hasParts: Bool { false }

  package func canThin(_ text: EditedBytes) -> Bool { true }
  package func beginning(at offset: Int, in text: EditedBytes) -> [UInt8] { [] }
}
