internal import DecantCore

/// The output of `--help`: what people need every day, on a screen and a half; the help of a verb begins with its own options.
///
/// `--help all` describes all options.
struct HelpText {
  private let verb: Verb
  private let command: String
  private let registry: FormatRegistry
  private let isTyped: Bool
  private let isWhole: Bool

  /// The options that the short help of the filter describes.
  private static let everyday = [
    "from", "to", "output", "in-place", "diff", "compact", "indent", "width", "sort-keys",
    "slurp", "split", "lossy", "tagged", "json-schema", "quiet", "help", "version",
  ]

  private static let indent = 28

  init(
    _ verb: Verb, of command: String = Tool.name, _ registry: FormatRegistry,
    isTyped: Bool = false, isWhole: Bool = false
  ) {
    self.verb = verb
    self.command = command
    self.registry = registry
    self.isTyped = isTyped
    self.isWhole = isWhole
  }

  var text: String {
    let isFilter = verb.name == .filter
    if !isWhole {
      return isFilter ? firstScreen + everydayOptions + references : introduction + ownOptions
    }
    let sections = Flag.Section.allCases.filter { $0 != .formatSpecific }
    return (isFilter ? firstScreen : introduction) + sections.map(options).joined()
      + optionsOfFormats + (isFilter ? references : "")
  }

  /// The help for a format: what it is, and its own options.
  static func text(of format: Format, calledAs command: String) -> String {
    let options = format.options.map { line(Flag($0, of: format)) }.joined()
    let names = ([format.name] + format.aliases).joined(separator: ", ")
    let files = format.extensions.map { ".\($0)" }.joined(separator: " ")
    return wrapped("\(names): \(format.summary)", indent: 0)
      + (files.isEmpty ? "" : wrapped("File names: \(files)", indent: 0))
      + (options.isEmpty ? "" : "\nOptions:\n" + options)
      + "\n'\(command) formats' lists all formats, and 'man decant-formats' describes them.\n"
  }

  private var firstScreen: String {
    """
    usage: \(command) [OPTION...] [FILE...], or \(command) VERB [OPTION...] [OPERAND...]

    \(Self.wrapped("\(purpose), from each FILE or standard input.", indent: 0))
    Examples:
    \(Self.examples.map { Self.entry("  \(command) \($0.words)", $0.meaning, indent: 36) }.joined())
    Formats:
    \(formats)
    Every day:
    \(verbs(Verb.everyday))\(isWhole ? "\nFor programs:\n" + verbs(Verb.forPrograms) : forPrograms)
    """
  }

  private func verbs(_ list: [Verb]) -> String {
    list.map { Self.entry("  \($0.name.rawValue) \($0.operands)", $0.summary) }.joined()
  }

  private var forPrograms: String {
    let names = Verb.forPrograms.map(\.name.rawValue).joined(separator: ", ")
    return Self.wrapped("For programs: \(names)", indent: 0)
  }

  static let examples = [
    (words: "-t yaml data.plist", meaning: "convert a property list to YAML"),
    (words: "-i -S data.json", meaning: "sort the keys of a file in place"),
    (words: "get /name data.yaml", meaning: "print one value"),
  ]

  private var purpose: String {
    isTyped
      ? "Converts documents of one type between formats"
      : "Converts structured data without loss"
  }

  private var formats: String {
    let formats = registry.formats
    func names(_ isListed: (Format) -> Bool) -> String {
      formats.filter(isListed).map(\.name).joined(separator: ", ")
    }
    let lists = [
      names { $0.isReadable && $0.isWritable }, names { !$0.isWritable }, names { !$0.isReadable },
    ]
    let titled = zip(["", "only read: ", "only written: "], lists).filter { !$1.isEmpty }
    return Self.wrapped(titled.map { $0 + $1 }.joined(separator: "; "), indent: 2)
  }

  private var introduction: String {
    // The detail contains the name `decant`.
    let detail = Self.text(
      verb.detail, with: "\(command)\(verb.call)", for: "\(Tool.name)\(verb.call)")
    let options = verb.flags(among: registry).count > 1 ? " [OPTION...]" : ""
    let operands = verb.operands.isEmpty ? "" : " \(verb.operands)"
    return "usage: \(command)\(verb.call)\(options)\(operands)\n\n"
      + Self.wrapped("\(verb.summary.capitalizedFirst). \(detail)", indent: 0)
  }

  /// Unlike the standard library's `replacing`, it does not link regular expressions.
  private static func text(_ text: String, with name: String, for other: String) -> String {
    var result = ""
    var rest = text[...]
    while let index = rest.indices.first(where: { rest[$0...].hasPrefix(other) }) {
      result += rest[..<index] + name
      rest = rest[index...].dropFirst(other.count)
    }
    return result + rest
  }

  private var references: String {
    "\n'\(command) help VERB' describes a verb, "
      + (isWhole
        ? "and 'man decant' everything.\n"
        : "'\(command) help all' all options.\n")
  }

  /// The names of the options of single formats.
  private var optionsOfFormats: String {
    let names = flags.filter { $0.section == .formatSpecific }.map { "--\($0.long)" }
    guard !names.isEmpty else { return "" }
    return "\nSingle formats ('\(command) help FORMAT' describes them):\n"
      + Self.wrapped(names.joined(separator: ", "), indent: 2)
  }

  private var flags: [Flag] {
    verb.flags(among: registry).filter {
      // The filter has a schema only if it has a type.
      isTyped || verb.name != .filter || $0.section != .types
    }
  }

  private func options(of section: Flag.Section) -> String {
    let flags = flags.filter { $0.section == section }
    return flags.isEmpty ? "" : "\n\(section.rawValue):\n" + flags.map(Self.line).joined()
  }

  private var everydayOptions: String {
    let flags = flags.filter { Self.everyday.contains($0.long) }
    return "\nOptions:\n" + flags.map(Self.line).joined()
  }

  /// The options that the filter lacks, and the names of those that it has.
  private var ownOptions: String {
    let own = flags.filter { !$0.verbs.contains(.filter) }
    let shared = flags.filter { $0.verbs.contains(.filter) }
    let names = shared.map { flag in flag.names.joined(separator: " ") }
    return (own.isEmpty ? "" : "\nOptions:\n" + own.map(Self.line).joined()) + "\n"
      + Self.wrapped(
        "\(own.isEmpty ? "Options" : "Also"): \(names.joined(separator: ", ")). "
          + "'\(command)\(verb.call) --help all' describes them.", indent: 0)
  }

  private static func line(_ flag: Flag) -> String {
    let summary = flag.summary
    let choices = flag.value.listedChoices
    let short = flag.short.map { "-\($0), " } ?? "    "
    return entry(
      "  \(short)\(flag.longForm)",
      choices.isEmpty ? summary : "\(summary): \(choices)")
  }

  private static func entry(
    _ term: String, _ summary: String, indent: Int = indent
  ) -> String {
    let body = wrapped(summary, indent: indent)
    guard term.count + 2 <= indent else { return "\(term)\n\(body)" }
    return term.padded(to: indent) + body.dropFirst(indent)
  }

  static func wrapped(_ text: String, indent: Int) -> String {
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
  /// The names as typed, the short one first.
  var names: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }

  var longForm: String {
    switch value {
    case .none: "--\(long)"
    case .required(let name, _): "--\(long) \(name)"
    case .pair(let first, let second): "--\(long) \(first) \(second)"
    case .optional(let name): "--\(long)[=\(name)]"
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
