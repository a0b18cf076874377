/// A type as which the documents of a pipeline are decoded and encoded again.
///
/// Keys unknown to the type are dropped, and documents that do not match it are errors with a
/// position.
public struct DocumentType: Sendable {
  let makeStage: @Sendable (_ source: Format, _ target: Format) -> any DocumentStage
}

protocol DocumentStage: EventStage {
  /// The offset in the input of the start of the latest document.
  var documentOrigin: Int { get }
}
