internal import DecantCore
internal import DecantSystem

/// A word of a shell's command: a path, or the name of this program.
struct ShellWord {
  let text: String

  /// Creates the name `decant` if a shell finds this program by it, and else the absolute path in quotes.
  static func ofRunningProgram() throws(DecantError) -> ShellWord {
    guard let running = System.runningProgram else {
      throw DecantError(GitSetupProblem.unknownProgram)
    }
    // Git runs commands in other folders, where a relative path leads elsewhere.
    guard let found = System.program(named: Tool.name), found.hasPrefix(ofBytes: "/"),
      let identity = try? System.status(of: found).get().identity,
      identity == (try? System.status(of: running).get().identity)
    else { return ShellWord(quoting: running) }
    return ShellWord(text: Tool.name)
  }

  /// Creates a word for a person to type, in quotes only if need be; what a terminal would interpret is escaped.
  init(_ word: String) {
    let isPlain = word.utf8.allSatisfy {
      $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
        || "+-./0123456789:=@_".utf8.contains($0)
    }
    self =
      isPlain && !word.isEmpty
      ? ShellWord(text: word) : ShellWord(quoting: word.visible(limit: 240))
  }

  init(quoting path: String) {
    text = path.inSingleQuotes
  }

  private init(text: String) {
    self.text = text
  }

  var doublingPercentSigns: String {
    text.reduce(into: "") { $0 += $1 == "%" ? "%%" : String($1) }
  }

  /// Whether the text is such a word, as an earlier version or another copy of decant wrote it.
  static func isOfProgram(_ text: Substring) -> Bool {
    text == Tool.name || text.count > 2 && text.hasPrefix("'/") && text.hasSuffix("'")
  }
}
