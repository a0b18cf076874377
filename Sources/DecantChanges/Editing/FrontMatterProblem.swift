internal import DecantCore

/// A problem with the front matter of a file.
package enum FrontMatterProblem: SpecificProblem {
  case missing, unclosed
  /// An edit would change the lines around it.
  case notKept
  /// A conversion leaves out the rest of the file.
  case restLeftOut
  /// A conversion would remove the rest of the file.
  case restLost

  package var message: String {
    switch self {
    case .missing: "this Markdown does not begin with front matter, which is all that is read of it"
    case .unclosed: "the front matter that begins here has no end"
    case .notKept: "the edit would change the lines around the front matter"
    case .restLeftOut: "only the front matter is converted; the text after it is left out"
    case .restLost: "the text after the front matter would be lost"
    }
  }

  package var hint: String? {
    self == .missing || self == .unclosed
      ? "front matter is YAML between lines of '---', or TOML between lines of '+++'" : nil
  }
}
