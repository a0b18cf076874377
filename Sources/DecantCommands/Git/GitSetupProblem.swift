internal import DecantCore

/// A problem of `decant git setup`.
enum GitSetupProblem: SpecificProblem {
  case notInstalled
  /// Git finds no repository; its message says why.
  case noRepository(String)
  case noWorkingTree
  /// The files of the user are not known.
  case noHome
  /// Git has failed; its message says why.
  case failed(String)
  /// The system does not tell the path of the program.
  case unknownProgram
  /// The attributes file of a repository is a link, which git does not follow.
  case linkedAttributes
  /// The block of decant in an attributes file, which begins in a line, has no end.
  case openBlock(line: Int)

  var message: String {
    switch self {
    case .notInstalled: "git is not installed, or not on the search path"
    case .noRepository(let message), .failed(let message): "git: \(message.visible(limit: 240))"
    case .noWorkingTree: "this folder is not in the working tree of a repository"
    case .noHome: "HOME is not set, so that the files of the user are not known"
    case .unknownProgram: "the path of this program, by which git would find it, is not known"
    case .linkedAttributes: "git ignores attributes in a file that is a link"
    case .openBlock(let line): "the lines of decant, from line \(line), have no end"
    }
  }

  var hint: String? {
    switch self {
    case .noRepository, .noWorkingTree: "--global sets up all repositories of the user"
    case .linkedAttributes: "replace it by a file"
    case .openBlock: "add '\(AttributesText.end)' after the last of them"
    case .notInstalled, .noHome, .failed, .unknownProgram: nil
    }
  }

  var category: DecantError.Category {
    switch self {
    case .openBlock: .input
    case .notInstalled, .noRepository, .noWorkingTree, .noHome, .unknownProgram: .openingInput
    case .linkedAttributes, .failed: .creatingOutput
    }
  }
}

extension DecantError {
  init(_ problem: GitSetupProblem) {
    self.init(.specific(problem))
  }
}
