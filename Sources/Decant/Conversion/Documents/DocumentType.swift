/// A type that documents are decoded as and encoded from; keys unknown to it are dropped, mismatches are errors.
public struct DocumentType: Sendable {
  let makeStage: @Sendable (_ source: Format, _ target: Format) -> any DocumentStage
}

protocol DocumentStage: EventStage {
  var documentOrigin: Int { get }
}
