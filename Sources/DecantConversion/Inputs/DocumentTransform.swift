package import DecantCore

/// A change of whole documents on their way: they are decoded as a type and encoded from it, or checked by a schema.
///
/// Keys unknown to a type are dropped, mismatches are errors.
public struct DocumentTransform: Sendable {
  package let makeStage: @Sendable (_ source: Format, _ target: Format) -> any DocumentStage
  /// Returns the JSON Schema of the documents that are decoded as a type; nil if there is no type.
  package var makeSchema: (@Sendable () -> Value)?

  package init(
    _ makeStage: @escaping @Sendable (_ source: Format, _ target: Format) -> any DocumentStage
  ) {
    self.makeStage = makeStage
  }
}

/// A stage that holds one document at a time, such as the one that decodes each as a `Codable` type.
///
/// An error of the type has a path and no offset: the window keeps the bytes from `documentOrigin` on, where its line is found.
package protocol DocumentStage: EventStage {
  /// The offset of the input at which the document begins that was processed last.
  var documentOrigin: Int { get }
}
