internal import DecantCore

/// What the name of a file to write says about its format.
enum OutputName {
  /// Throws if the value of `--output` is a format, as in `-o json`, or follows an equals sign, as in `-o=json`.
  static func check(_ name: String, among registry: FormatRegistry) throws(UsageError) {
    let isAttached = name.hasPrefix("=")
    let value = isAttached ? String(name.dropFirst()) : name
    let shown = value.visible(limit: 64)
    if registry.format(called: value) != nil {
      throw UsageError(
        "'\(shown)' is the name of a format; write '-t \(shown)', or '-o ./\(shown)' for a file of that name"
      )
    }
    guard isAttached else { return }
    throw UsageError(
      "'-o=\(shown)' names a file '=\(shown)'; write '-o \(shown)', or '-o ./=\(shown)' for a file of that name"
    )
  }

  /// Returns what is wrong if a file in `target` is named as one of another format that is not related to it.
  static func contradiction(
    of name: String, to target: Format, among registry: FormatRegistry
  ) -> String? {
    guard let named = registry.format(forFileNamed: name), !registry.isNamedAlike(named, target)
    else { return nil }
    return "a file of this name is read as \(named.name), but would contain \(target.name)"
  }
}
