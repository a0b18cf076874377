import Decant

/// What the program remembers; a key that is missing in the file has its default.
struct Settings: Codable, Equatable {
  var fontSize = 12
  var theme: String?
  var recent: [String] = []
}

/// A program that saves its settings into the user's file, which may be YAML, TOML, JSON5 or a property list.
///
///     settings FILE                            shows the settings
///     settings FILE size 14 | theme dark | open NAME
@main enum SettingsTool {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let path = arguments.first else { return print("usage: settings FILE [NAME VALUE]") }
    var file = try SettingsFile(path, default: Settings())
    for problem in file.problems { print(problem) }
    if arguments.count == 3 {
      switch arguments[1] {
      case "size": file.value.fontSize = Int(arguments[2]) ?? file.value.fontSize
      case "theme": file.value.theme = arguments[2] == "none" ? nil : arguments[2]
      default: file.value.recent.append(arguments[2])
      }
      try file.save()
    }
    print(file.value.fontSize, file.value.theme ?? "no theme", file.value.recent)
  }
}
