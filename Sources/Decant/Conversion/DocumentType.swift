/// A type that the documents of a pipeline are decoded as and encoded from.
///
/// Keys unknown to the type are dropped; documents that do not match it are errors.
public struct DocumentType: Sendable {
  let makeStage: @Sendable (_ source: Format, _ target: Format) -> any DocumentStage
}

protocol DocumentStage: EventStage {
  var documentOrigin: Int { get }
}
