package import DecantCore

/// A type that documents are decoded as and encoded from; keys unknown to it are dropped, mismatches are errors.
public struct DocumentType: Sendable {
  package let makeStage: @Sendable (_ source: Format, _ target: Format) -> any DocumentStage

  package init(
    _ makeStage: @escaping @Sendable (_ source: Format, _ target: Format) -> any DocumentStage
  ) {
    self.makeStage = makeStage
  }
}

package protocol DocumentStage: EventStage {
  var documentOrigin: Int { get }
}
