internal import DecantCore
internal import DecantSystem

/// The settings of git in one file, that of the user or of the repository of the current folder, and the path of its attributes.
struct GitConfiguration {
  /// The path of the attributes file.
  let attributes: String
  /// Called with each change, in words.
  let report: Report
  /// The option of `git config` that names the file of settings.
  private let option: String
  /// The folder to which git's relative names of files belong.
  private let folder: String

  typealias Report = (String) throws(DecantError) -> Void

  init(isGlobal: Bool, _ report: @escaping Report) throws(DecantError) {
    self.report = report
    option = isGlobal ? "--global" : "--local"
    folder = isGlobal ? "" : try Self.pathToTop()
    attributes = isGlobal ? try Self.attributesOfUser() : folder + ".gitattributes"
  }

  /// Returns the values of a key, and the files with them; the last value is in effect.
  func entries(of key: String) throws(DecantError) -> [(value: String, file: String)] {
    let answer = try GitProgram.find(
      ["config", option, "--null", "--show-origin", "--get-all", key])
    let fields = (answer ?? "").split(separator: "\0", omittingEmptySubsequences: false)
    return stride(from: 0, to: fields.count - 1, by: 2).map { index in
      let origin = fields[index]
      let path = origin.hasPrefix("file:") ? origin.dropFirst("file:".count) : origin
      return (String(fields[index + 1]), (path.hasPrefix("/") ? "" : folder) + path)
    }
  }

  /// Changes an entry by options of `git config` and their operands.
  func change(_ words: String...) throws(DecantError) {
    _ = try GitProgram.run(["config", option] + words)
  }

  /// Returns the path from the current folder to the top of the working tree: `../`, or an empty one at the top.
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
