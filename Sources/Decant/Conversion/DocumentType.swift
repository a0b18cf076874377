/// A type that the documents of a pipeline are decoded as, and encoded again, on their way.
///
/// What the type does not contain is left out, and a document that is not such a value is an error with its place.
public struct DocumentType: Sendable {
  /// Creates the stage between documents of one format and a target.
  let makeStage: @Sendable (_ source: Format, _ target: Format) -> any DocumentStage
}

/// A stage that holds documents until they are complete.
protocol DocumentStage: EventStage {
  /// The offset in the input at which the latest document began.
  var documentOrigin: Int { get }
}
