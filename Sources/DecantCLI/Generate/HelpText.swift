/// The text that `--help` shows.
struct HelpText {
  private let verb: Verb

  /// How wide the column of options is.
  private static let indent = 28

  init(_ verb: Verb) {
    self.verb = verb
  }

  var text: String {
    var text = "usage: \(Self.synopsis(of: verb))\n"
    if verb.name == .filter {
      for verb in Verb.named { text += "       \(Self.synopsis(of: verb))\n" }
      text +=
        "\ndecant pours structured data from one format into another, and spills nothing.\n"
    } else {
      text += "\n" + Self.wrapped("\(verb.summary.capitalizedFirst). \(verb.detail)", indent: 0)
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
      text += "\n'decant formats' lists the formats; 'man decant' says more.\n"
    }
    return text
  }

  /// How the verb is called, on one line.
  static func synopsis(of verb: Verb) -> String {
    var line = "decant\(verb.call)"
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
