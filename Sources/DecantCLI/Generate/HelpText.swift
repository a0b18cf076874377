/// The text that `--help` shows.
struct HelpText {
  private let verb: Verb
  private let command: String
  private let isTyped: Bool

  /// How wide the column of options is.
  private static let indent = 28

  /// Makes the help of a verb of a tool that is called as `command`, and whose documents may be of a type.
  init(_ verb: Verb, of command: String = Tool.name, isTyped: Bool = false) {
    self.verb = verb
    self.command = command
    self.isTyped = isTyped
  }

  var text: String {
    var text = "usage: \(synopsis(of: verb))\n"
    if verb.name == .filter {
      for verb in Verb.named { text += "       \(synopsis(of: verb))\n" }
      text += "\n" + Self.wrapped("\(command) \(purpose)", indent: 0)
    } else {
      // Where the detail shows a call of the verb, it is one of this tool.
      let detail = verb.detail.replacing("\(Tool.name)\(verb.call)", with: "\(command)\(verb.call)")
      text += "\n" + Self.wrapped("\(verb.summary.capitalizedFirst). \(detail)", indent: 0)
    }
    for section in Flag.Section.allCases {
      let flags = verb.flags.filter { $0.section == section }
      guard !flags.isEmpty else { continue }
      text += "\n\(section.rawValue):\n" + flags.map(Self.line).joined()
    }
    if verb.name == .filter {
      text += "\nVerbs:\n"
      for verb in Verb.named {
        text += Self.entry("  \(verb.name.rawValue) \(verb.operands)", verb.summary)
      }
      text += "\n'\(command) formats' lists the formats; 'man decant' says more.\n"
    }
    return text
  }

  /// What the tool does without a verb.
  private var purpose: String {
    isTyped
      ? "reads documents of one type, in any format, and writes them in the same or another."
      : "pours structured data from one format into another, and spills nothing."
  }

  /// How the verb is called, on one line.
  private func synopsis(of verb: Verb) -> String {
    var line = "\(command)\(verb.call)"
    if verb.name == .filter {
      line += " [-f FORMAT] [-t FORMAT] [OPTION...]"
    } else if verb.flags.count > 1 {
      line += " [OPTION...]"
    }
    return verb.operands.isEmpty ? line : "\(line) \(verb.operands)"
  }

  private static func line(_ flag: Flag) -> String {
    let summary = flag.summary
    let choices = flag.value.choices
    let short = flag.short.map { "-\($0), " } ?? "    "
    return entry(
      "  \(short)\(flag.longForm)",
      choices.isEmpty ? summary : "\(summary): \(choices.listed)")
  }

  private static func entry(_ term: String, _ summary: String) -> String {
    let body = wrapped(summary, indent: indent)
    guard term.count + 2 <= indent else { return "\(term)\n\(body)" }
    return term.padded(to: indent) + body.dropFirst(indent)
  }

  /// The text in lines of at most 80 columns.
  private static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > 80, line.count > indent {
        lines.append(line)
        line = margin
      }
      line += line.count > indent ? " \(word)" : word
    }
    lines.append(line)
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Flag {
  /// `--name`, with its value.
  var longForm: String {
    switch value {
    case .none: "--\(long)"
    case .required(let name, _): "--\(long) \(name)"
    case .optional(let name): "--\(long)[=\(name)]"
    }
  }
}

extension String {
  /// The text with a capital at the beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
