/// The rules by which the text of a format is edited in place.
///
/// Edits keep comments, white space and spelling outside the affected nodes, and lay out new text like
/// its siblings. A ``DocumentEditor`` verifies each result. Indices of children are those in
/// ``EditedDocument/children(of:)``.
public protocol EditingSyntax: Sendable {
  /// The format in which new values are written.
  var writer: Format { get }

  /// Whether a document must be a mapping, so that other values can only be written inside one.
  var requiresMapping: Bool { get }

  /// Whether the order of keys is that of the text, so that a new key is always the last.
  var ordersKeys: Bool { get }

  /// Returns the edits that replace a node.
  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the index of the child before which a new key goes, and what orders several at that place; nil for the usual
  /// place.
  func place(
    ofNewKey key: String, _ value: Document, in mapping: Int, of document: EditedDocument
  ) -> (index: Int, rank: String)?

  /// Returns a document whose root, or else only value, is what a person entered in place of a node, as a scalar in the
  /// notation of the format; nil if it is text there. The node is nil for a new place.
  func source(ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument) -> String?

  /// Whether the tool that owns a document writes more into it than what is asked for, see `completion(of:)`.
  func completesChanges(of document: EditedDocument) -> Bool

  /// Returns the edits that changes of a document entail: the comments that its tool writes beside what is new.
  func completion(of document: EditedDocument) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that insert children into a collection, in the order of their places.
  func insertion(
    of new: [NewChild], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that remove the children of a collection with some indices, which ascend.
  func removal(
    of indices: [Int], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that replace the key of a child.
  func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that put comments above a child, each of which is a line, in place of those that are there.
  func commenting(
    _ index: Int, by lines: [String], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that remove comments, each of which begins at one of some places.
  func removal(
    ofCommentsAt places: [Int], in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that remove the anchor of a node.
  func anchorRemoval(
    of place: NodePlace, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]
}

extension EditingSyntax {
  /// Throws an error, because only few formats have anchors.
  public func anchorRemoval(
    of place: NodePlace, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    throw DecantError(
      .specific(LayoutProblem(what: "an anchor")), offset: document.offset(at: place.node))
  }

  /// Throws an error, because a format may have no comments, or no place for them.
  public func commenting(
    _ index: Int, by lines: [String], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    throw document.noPlaceForComment(of: index, in: collection)
  }

  /// Throws an error, because a format may have no comments.
  public func removal(
    ofCommentsAt places: [Int], in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    throw DecantError(.specific(LayoutProblem(what: "a comment")), offset: places.first)
  }

  /// Nil.
  public func place(
    ofNewKey key: String, _ value: Document, in mapping: Int, of document: EditedDocument
  ) -> (index: Int, rank: String)? { nil }

  /// Nil.
  public func source(
    ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument
  ) -> String? { nil }

  /// False.
  public func completesChanges(of document: EditedDocument) -> Bool { false }

  /// None.
  public func completion(of document: EditedDocument) throws(DecantError) -> [ByteEdit] { [] }

  /// False.
  public var requiresMapping: Bool { false }

  /// True.
  public var ordersKeys: Bool { true }
}

extension [UInt8] {
  package func indented(by indent: [UInt8], lineEnd: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for index in indices {
      guard self[index] == 0x0A else {
        if index > 0, self[index - 1] == 0x0A { result += indent }
        result.append(self[index])
        continue
      }
      result += lineEnd
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
  package func noPlaceForComment(of index: Int, in collection: NodePlace) -> DecantError {
    DecantError(
      .specific(LayoutProblem(what: "a comment of this value")),
      offset: offset(at: children(of: collection.node)[index].start))
  }
}
