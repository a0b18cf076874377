internal import DecantCore
internal import DecantSystem

/// Where git looks for settings and attributes.
enum GitScope {
  /// In the repository of the current folder.
  case repository
  /// In the files of the user.
  case user
}

/// The files that belong to a scope.
struct GitPlace {
  let configuration: GitConfiguration
  let attributes: String
  let isRepository: Bool

  init(_ scope: GitScope) throws(DecantError) {
    switch scope {
    case .repository:
      let top = try Self.pathToTop()
      configuration = GitConfiguration(option: "--local", folder: top)
      attributes = top + ".gitattributes"
      isRepository = true
    case .user:
      configuration = GitConfiguration(option: "--global", folder: "")
      attributes = try Self.attributesOfUser()
      isRepository = false
    }
  }

  /// Returns the path from the current folder to the top of the working tree: `../`, or nothing at the top.
  private static func pathToTop() throws(DecantError) -> String {
    let answer = try GitProgram.run(
      ["rev-parse", "--is-inside-work-tree", "--show-cdup"],
      orThrow: GitSetupProblem.noRepository)
    let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, lines[0] == "true" else {
      throw DecantError(GitSetupProblem.noWorkingTree)
    }
    return String(lines[1])
  }

  private static func attributesOfUser() throws(DecantError) -> String {
    // In the root folder, the settings of the current repository do not apply.
    let setting = try GitProgram.find(
      ["-C", "/", "config", "--type=path", "--null", "--get", "core.attributesFile"])
    if let path = setting?.split(separator: "\0").first { return String(path) }
    if let folder = System.environment("XDG_CONFIG_HOME"), !folder.isEmpty {
      return folder + "/git/attributes"
    }
    guard let home = System.environment("HOME"), !home.isEmpty else {
      throw DecantError(GitSetupProblem.noHome)
    }
    return home + "/.config/git/attributes"
  }
}
