internal import DecantCore

/// A problem with the front matter of a file.
enum FrontMatterProblem: SpecificProblem {
  case missing
  /// An edit would change the lines around it.
  case notKept
  /// A conversion leaves out the rest of the file.
  case restLeftOut

  var message: String {
    switch self {
    case .missing: "this file does not begin with front matter"
    case .notKept: "the edit would change the lines around the front matter"
    case .restLeftOut: "only the front matter is converted; the text after it is left out"
    }
  }

  var hint: String? {
    self == .missing
      ? "front matter is YAML between lines of '---', or TOML between lines of '+++'" : nil
  }
}
