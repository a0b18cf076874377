import Foundation

/// A page in Markdown whose blocks of `console` show commands and what they print.
///
/// `Tests/Transcripts/README.md` has the rules.
public struct ConsolePage: CustomStringConvertible, Sendable {
  public struct Command: Sendable {
    public var text: String
    /// The lines that the page shows after the command, each with its line end.
    public var shown = ""
    var lines: Range<Int>
  }

  public enum Step: Sendable {
    case file(name: String, text: String)
    case command(Command)
  }

  /// The text from a heading of the second level to the next.
  public struct Section: CustomStringConvertible, Sendable {
    public let page: String
    public let heading: String
    public var steps: [Step] = []

    public init(page: String, heading: String) {
      self.page = page
      self.heading = heading
    }

    public var description: String { "\(page): \(heading)" }

    public var commands: [Command] {
      steps.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }
  }

  /// How a page shows the end of what a command prints.
  public enum Ending: Sendable {
    /// Only what is printed.
    case plain
    /// Also a missing line end, and a status other than 0.
    case exact
  }

  static let noLineEnd = "\\ no line end\n"

  public let path: String
  public private(set) var sections: [Section] = []
  private var lines: [String] = []

  public var description: String { path }

  /// Reads the page at `path`, which begins at the folder of the package.
  public init(_ path: String) throws {
    self.path = path
    lines = try String(contentsOfFile: "/\(Corpora.package)/\(path)", encoding: .utf8)
      .components(separatedBy: "\n")
    sections = [Section(page: path, heading: "")]
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.hasPrefix("## ") {
        sections.append(Section(page: path, heading: String(line.dropFirst(3))))
      } else if line.hasPrefix("```") {
        let fence = String(line.prefix { $0 == "`" })
        let end = lines[index...].firstIndex(of: fence) ?? lines.count
        addBlock(line.dropFirst(fence.count).split(separator: " "), index..<end)
        index = end + 1
      }
    }
    sections.removeAll { $0.steps.isEmpty }
  }

  private mutating func addBlock(_ info: [Substring], _ block: Range<Int>) {
    let content = lines[block]
    if info == ["console"] {
      let commands = Self.commands(content)
      sections[sections.count - 1].steps += commands.map { .command($0) }
    } else if info.count == 2 {
      var text = content.map { $0 + "\n" }.joined()
      if text.hasSuffix(Self.noLineEnd) { text.removeLast(Self.noLineEnd.count + 1) }
      sections[sections.count - 1].steps.append(.file(name: String(info[1]), text: text))
    }
  }

  private static func commands(_ block: ArraySlice<String>) -> [Command] {
    var commands: [Command] = []
    var index = block.startIndex
    while index < block.endIndex {
      let line = block[index]
      index += 1
      guard line.hasPrefix("$ ") || commands.isEmpty else {
        commands[commands.count - 1].shown += line + "\n"
        commands[commands.count - 1].lines = commands[commands.count - 1].lines.lowerBound..<index
        continue
      }
      var command = Command(text: String(line.dropFirst(2)), lines: index..<index)
      // A command goes on after a backslash, and to the end of a here-document.
      let mark = line.firstMatch(of: /<<'?([A-Za-z]+)'?/)?.1
      while index < block.endIndex, mark != nil || command.text.hasSuffix("\\") {
        command.text += "\n" + block[index]
        index += 1
        if mark != nil, block[index - 1] == mark ?? "" { break }
      }
      command.lines = index..<index
      commands.append(command)
    }
    return commands
  }

  /// Returns the page with what the commands of all sections have really printed.
  public func text(showing printed: [[String]]) -> String {
    var lines = lines
    for (section, printed) in zip(sections, printed).reversed() {
      for (command, text) in zip(section.commands, printed).reversed() {
        lines.replaceSubrange(command.lines, with: text.components(separatedBy: "\n").dropLast())
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension ConsolePage.Section {
  /// Runs the commands one after another in one shell, and returns what each prints.
  public func run(_ ending: ConsolePage.Ending, by shell: (String) throws -> Outcome) throws
    -> [String]
  {
    let outputs = try Scratch()
    var script = ["outputs='\(outputs.path)'"]
    for (number, step) in steps.enumerated() {
      switch step {
      case .file(let name, let text):
        if let slash = name.lastIndex(of: "/") { script.append("mkdir -p '\(name[..<slash])'") }
        script.append("printf %s '\(text.replacing("'", with: "'\\''"))' >'\(name)'")
      case .command(let command):
        script.append(
          "{ \(command.text)\n} >\"$outputs/\(number)\" 2>&1; echo $? >\"$outputs/\(number).status\""
        )
      }
    }
    let outcome = try shell(script.joined(separator: "\n"))
    return try steps.indices.compactMap { index in
      guard case .command = steps[index] else { return nil }
      guard let status = try? outputs.read("\(index).status") else {
        return "The shell has ended before: \(outcome.errors)"
      }
      let data = try Data(contentsOf: URL(filePath: "\(outputs.path)/\(index)"))
      guard let text = String(data: data, encoding: .utf8) else {
        return "This is not text; print it by 'od -c'.\n"
      }
      return ending == .exact ? Self.exact(text, Int(status.dropLast()) ?? -1) : text
    }
  }

  private static func exact(_ text: String, _ status: Int) -> String {
    if text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }) {
      return "This has control characters; print it by 'cat -v'.\n"
    }
    let isEnded = text.isEmpty || text.hasSuffix("\n")
    let shown = isEnded ? text : text + "\n" + ConsolePage.noLineEnd
    let isLikeStatus = shown.split(separator: "\n").last?.wholeMatch(of: /\[[0-9]+\]/) != nil
    return status == 0 && !isLikeStatus ? shown : shown + "[\(status)]\n"
  }
}

extension Scratch {
  /// Creates one in which `name` is that folder of the package.
  public convenience init(linking name: String) throws {
    try self.init()
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: "/\(Corpora.package)/\(name)")
  }
}
