internal import DecantCore

/// The settings of git in the file of one scope.
struct GitConfiguration {
  /// The option of `git config` that names the file.
  let option: String
  /// The folder to which git's relative names of files belong.
  let folder: String

  struct Entry {
    var value: String
    var file: String
  }

  /// Returns the values of a key; the last one is in effect.
  func entries(of key: String) throws(DecantError) -> [Entry] {
    let answer = try GitProgram.find(
      ["config", option, "--null", "--show-origin", "--get-all", key])
    let fields = (answer ?? "").split(separator: "\0", omittingEmptySubsequences: false)
    return stride(from: 0, to: fields.count - 1, by: 2).map { index in
      Entry(value: String(fields[index + 1]), file: file(of: fields[index]))
    }
  }

  /// Gives a key one value, in place of all that it has.
  func set(_ key: String, to value: String) throws(DecantError) {
    _ = try GitProgram.run(["config", option, "--replace-all", key, value])
  }

  /// Gives a key one more value.
  func add(_ key: String, _ value: String) throws(DecantError) {
    _ = try GitProgram.run(["config", option, "--add", key, value])
  }

  /// Removes the entries of a key that have a value.
  func remove(_ key: String, _ value: String) throws(DecantError) {
    _ = try GitProgram.run(["config", option, "--fixed-value", "--unset-all", key, value])
  }

  private func file(of origin: Substring) -> String {
    let path = origin.hasPrefix("file:") ? origin.dropFirst("file:".count) : origin
    return path.hasPrefix("/") ? String(path) : folder + path
  }
}
