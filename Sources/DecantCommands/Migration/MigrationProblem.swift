internal import DecantCore

extension DecantError {
  enum MigrationProblem: Sendable, Hashable {
    /// A different file exists at the target, or appeared there during the migration.
    case targetDiffers(String)
    case targetTaken(String, by: String)
    case ownTarget
    case linkInPlace
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
    case .targetDiffers(let target):
      "'\(target.visible(limit: 240))' exists already and differs"
    case .targetTaken(let target, let source):
      "'\(target.visible(limit: 240))' is also the result of '\(source.visible(limit: 240))'"
    case .ownTarget:
      "the output would overwrite the input"
    case .linkInPlace:
      "the output would overwrite the file that the link points to"
    case .stopped:
      "stopped"
    }
  }

  var hint: String? {
    switch self {
    case .targetDiffers: "--force overwrites it"
    case .targetTaken: "--exclude one of them, or give it another name"
    case .ownTarget: "--replace allows it; --output DIR writes it elsewhere"
    case .linkInPlace: "name the file that it points to"
    case .stopped: nil
    }
  }

  var category: DecantError.Category {
    switch self {
    case .stopped: .transfer
    case .targetDiffers, .targetTaken, .ownTarget, .linkInPlace: .creatingOutput
    }
  }
}
