struct PlutilOptions {
  private(set) var paths: [String] = []
  private(set) var output: String?
  private(set) var outputExtension: String?
  private(set) var isSilent = false
  private(set) var isReadable = false
  private(set) var endsLine = true

  init() {}

  init(_ words: ArraySlice<String>) throws(PlutilError) {
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--":
        paths += words
        words = []
      case "-n": endsLine = false
      case "-s": isSilent = true
      case "-r": isReadable = true
      case "-o": output = try Self.value(of: word, in: &words)
      case "-e": outputExtension = try Self.value(of: word, in: &words)
      default:
        guard word == "-" || !word.hasPrefix("-") else {
          throw PlutilError("unrecognized option: \(word)")
        }
        paths.append(word)
      }
    }
    guard !paths.isEmpty else { throw PlutilError("No files specified.") }
  }

  private static func value(
    of option: String, in words: inout ArraySlice<String>
  ) throws(PlutilError) -> String {
    guard let value = words.popFirst(), !value.isEmpty else {
      throw PlutilError("Missing argument for \(option).")
    }
    return value
  }

  func refuseOutput(with command: String) throws(PlutilError) {
    if output != nil { throw PlutilError("-o is not used with \(command).") }
    if outputExtension != nil { throw PlutilError("-e is not used with \(command).") }
  }

  func target(for path: String) -> String? {
    if let output { return output == "-" ? nil : output }
    guard path != "-" else { return nil }
    guard let outputExtension else { return path }
    let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[slash...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(path).\(outputExtension)"
    }
    return "\(path[..<dot]).\(outputExtension)"
  }
}

/// An option of plutil, which users may type by habit.
///
/// As bundles of short options, some do harm: `-convert xml1 FILE` is `-c -o nvert xml1 FILE`.
enum PlutilOption: String {
  case convert, lint, extract, replace, insert, remove, create, expect

  func advice(before next: String?) -> String {
    switch self {
    case .convert:
      let format = next.flatMap { ["xml1", "binary1", "json"].contains($0) ? $0 : nil } ?? "FORMAT"
      return "write '-i -t \(format) FILE', or leave -i out to keep the file"
    case .lint: return "write 'check FILE'"
    case .extract: return "write '--at /KEY FILE'"
    case .replace: return "write 'edit -i --set /KEY VALUE FILE'"
    case .insert: return "write 'edit -i --insert /KEY VALUE FILE'"
    case .remove: return "write 'edit -i --delete /KEY FILE'"
    case .create, .expect: return "decant called by the name 'plutil' has it"
    }
  }
}
