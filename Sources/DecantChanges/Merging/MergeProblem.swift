package import DecantCore

package enum MergeProblem: SpecificProblem {
  case binary([DocumentPointer])
  case documents
  case tags
  case unverified
  /// No conflicts are marked in a file.
  case noMarks
  /// A mark is missing or in another place.
  case malformedMarks
  /// The marks do not have the base between them.
  case noBase

  package var message: String {
    switch self {
    case .binary(let conflicts):
      conflicts.count == 1
        ? "the conflict at \(Self.names(conflicts)) cannot be marked in a binary file"
        : "the conflicts at \(Self.names(conflicts)) cannot be marked in a binary file"
    case .documents: "documents were added or removed, and the files cannot be merged line by line"
    case .tags: "type tags were changed, and the files cannot be merged line by line"
    case .noMarks: "no conflicts are marked"
    case .malformedMarks: "the marks of a conflict are not complete"
    case .noBase: "the base of the conflicts is not known"
    case .unverified: "the merged file does not read as expected; nothing was written"
    }
  }

  package var hint: String? {
    switch self {
    case .noBase: "'git checkout --conflict=diff3 FILE' writes it between the marks"
    default: nil
    }
  }

  private static func names(_ places: [DocumentPointer]) -> String {
    places.map { $0.description.isEmpty ? "'/'" : $0.description.visible(limit: 240) }.listed
  }

  package var category: DecantError.Category {
    switch self {
    case .unverified: .defect
    default: .input
    }
  }
}

extension DecantError {
  package init(_ problem: MergeProblem) {
    self.init(.specific(problem))
  }
}
