internal import DecantCore

extension DecantError {
  enum MigrationProblem: Sendable, Hashable {
    case differs
    case unreadable(String)
    /// A different file exists at the target, or appeared there during the migration.
    case targetDiffers(String)
    case targetTaken(String, by: String)
    case ownTarget
    case linkInPlace
    case nameIsNotUTF8
    case noMatch
    case stopped
  }
}

extension DecantError.Problem {
  static func migration(_ problem: DecantError.MigrationProblem) -> Self {
    .specific(problem)
  }
}

extension DecantError.MigrationProblem: SpecificProblem {
  var message: String {
    switch self {
    case .differs:
      "the result differs from the source"
    case .unreadable(let message):
      "the result cannot be read back: \(message)"
    case .targetDiffers(let target):
      "'\(target.visible(limit: 240))' exists already and differs"
    case .targetTaken(let target, let source):
      "'\(target.visible(limit: 240))' is also the result of '\(source.visible(limit: 240))'"
    case .ownTarget:
      "the output would overwrite the input"
    case .linkInPlace:
      "the output would overwrite the file that the link points to"
    case .nameIsNotUTF8:
      "the name is not valid UTF-8"
    case .noMatch:
      "no file matches"
    case .stopped:
      "stopped"
    }
  }

  var hint: String? {
    switch self {
    case .differs, .unreadable:
      "this is a defect of decant, of a format that was added to it, or of the disk; nothing was changed"
    case .targetDiffers: "--force overwrites it"
    case .targetTaken: "--exclude one of them, or give it another name"
    case .ownTarget: "--replace allows it; --out DIR writes it elsewhere"
    case .linkInPlace: "name the file that it points to"
    case .nameIsNotUTF8: "rename it first"
    case .noMatch, .stopped: nil
    }
  }

  var category: DecantError.Category {
    switch self {
    case .differs, .unreadable: .defect
    case .stopped: .transfer
    case .targetDiffers, .targetTaken, .ownTarget, .linkInPlace: .creatingOutput
    case .nameIsNotUTF8, .noMatch: .openingInput
    }
  }

  var isAboutValue: Bool { self == .differs }
}
