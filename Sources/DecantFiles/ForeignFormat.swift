package import DecantCore

/// Formats that people ask for and that decant does not have.
package enum ForeignFormat {
  private static let titles = [
    "ini": "INI", "cfg": "INI",
    "env": "the .env format",
    "html": "HTML", "bson": "BSON",
    "properties": "the format of Java's properties",
    "xml": "XML other than property lists ('xml1')", "md": "Markdown", "markdown": "Markdown",
    "hcl": "HCL", "tf": "HCL", "sql": "SQL",
  ]

  /// Those whose text may be valid TOML or YAML, where `1` and `no` would become other values.
  private static let lookalikes: Set = ["ini", "cfg", "env", "properties"]

  package static func title(of name: String) -> String? { titles[name.lowercased()] }

  package static func title(ofFileNamed name: String) -> String? { title(of: suffix(of: name)) }

  /// The error of a file that was taken for one of `format` because its text is like that.
  package static func mistake(inReading name: String, as format: Format) -> DecantError? {
    guard isLookalike(name), ["toml", "yaml"].contains(format.name),
      let title = title(ofFileNamed: name)
    else { return nil }
    return DecantError(
      .other(
        "\(title) is not supported",
        hint: "-f \(format.name) reads this as \(format.name), with numbers"
      )
    ).about(name)
  }

  /// Whether a file must not be read as TOML or YAML without being asked to.
  package static func isLookalike(_ name: String) -> Bool {
    lookalikes.contains(suffix(of: name).lowercased())
  }

  /// What follows the last dot; in `.env.local`, `env`.
  private static func suffix(of name: String) -> String {
    let last = name.split(separator: "/").last ?? ""
    let parts = last.split(separator: ".", omittingEmptySubsequences: false)
    return String(parts.count > 2 && parts[0].isEmpty ? parts[1] : parts.last ?? "")
  }
}
