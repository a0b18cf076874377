internal import DecantCore

/// A syntax of which a large document can be edited without most of its nodes, see `Outline` in the editor.
package protocol OutlinedSyntax: EditingSyntax {
  /// Whether a collection can be without its contents, because brackets show where it ends.
  var hasBrackets: Bool { get }

  /// Whether a text can be edited without most of its nodes.
  func canOutline(_ text: EditedBytes) -> Bool

  /// Whether a collection may continue after others; a document in which one does is edited with all its nodes.
  var hasParts: Bool { get }

  /// Returns what a reader depends on where a child or a document begins: two places with the same are interchangeable.
  func beginning(at place: Int, in text: EditedBytes) -> [UInt8]
}

extension OutlinedSyntax {
  package var hasBrackets: Bool { true }
  package var hasParts: Bool { false }

  package func canOutline(_ text: EditedBytes) -> Bool { true }
  package func beginning(at place: Int, in text: EditedBytes) -> [UInt8] { [] }
}
