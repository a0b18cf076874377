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

package protocol DocumentStage: EventStage {
  var documentOrigin: Int { get }
}
