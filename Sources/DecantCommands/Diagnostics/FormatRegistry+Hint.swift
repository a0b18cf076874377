internal import DecantCore
internal import DecantConversion
internal import DecantSystem

extension FormatRegistry {
  /// Returns the hint of an error at the top of a file that another format reads than its name says.
  func hint(of error: DecantError, reading format: Format, from opened: OpenedFiles) -> String? {
    var isAboutSyntax = error.isAboutSyntax
    if case .unknownWord = error.problem { isAboutSyntax = true }
    guard error.category == .input, isAboutSyntax, error.path?.steps.isEmpty != false,
      let file = error.source,
      let named = self.format(forFileNamed: file), isNamedAlike(named, format),
      // A named pipe would block.
      System.status(of: file).regularFile != nil,
      let source = try? opened.take(file, orOpen: FileSource.init),
      var input = try? Input(source, detecting: self),
      !isNamedAlike(input.format, format), (try? input.check()) != nil
    else { return nil }
    let name = input.format.name
    let title = ["json", "yaml", "toml"].contains(name) ? name.uppercased() : "the format \(name)"
    return "this looks like \(title), which -f \(name) reads"
  }
}
