package import DecantCore

/// What is wrong with a written file that is read back before it is put in its place.
package enum VerificationProblem: SpecificProblem {
  case differs
  case unreadable(String)

  package var message: String {
    switch self {
    case .differs: "the result differs from the source"
    case .unreadable(let message): "the result cannot be read back: \(message)"
    }
  }

  package var hint: String? {
    "this is a defect of decant, of a format that was added to it, or of the disk; nothing was changed"
  }

  package var category: DecantError.Category { .defect }

  package var isAboutValue: Bool { self == .differs }
}

extension DecantError.Problem {
  package static func verification(_ problem: VerificationProblem) -> Self { .specific(problem) }
}
