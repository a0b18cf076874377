package import DecantCore

/// What is wrong with a name of a file, or a pattern of names.
package enum FileProblem: SpecificProblem {
  case nameIsNotUTF8
  case noMatch

  package var message: String {
    switch self {
    case .nameIsNotUTF8: "the name is not valid UTF-8"
    case .noMatch: "no file matches"
    }
  }

  package var hint: String? { self == .nameIsNotUTF8 ? "rename it first" : nil }

  package var category: DecantError.Category { .openingInput }
}
