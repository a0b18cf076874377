public import DecantCore

extension Format {
  /// Variables for a shell to evaluate, only written: `eval "$(decant -t sh settings.yaml)"`.
  public static let shell = variables(.shell, "variables for a shell: export lines", .shell)

  /// Variables of a file `.env`, only written.
  public static let env = variables(.env, "variables of a file .env", .env)

  private static func variables(
    _ names: FormatNames, _ summary: String, _ style: VariablesWriter.Style
  ) -> Format {
    Format(
      names, summary: summary, abilities: [.booleans, .numbers, .comments],
      writer: { _ in VariablesWriter(style) })
  }
}

extension FormatNames {
  package static let shell = FormatNames("sh")
  package static let env = FormatNames(
    "env", aliases: "dotenv", extensions: "env", fileNames: ".env")
}

/// A writer of variables: a line for each key of a mapping, whose values are scalars.
///
///     events   { HOST example.org  MOTD "it's me" }
///     sh       export HOST=example.org\nexport MOTD='it'\''s me'\n
///     env      HOST=example.org\nMOTD="it's me"\n
struct VariablesWriter: EventWriter {
  enum Style {
    case shell, env
  }

  private let style: Style
  private var isOpen = false
  /// The key whose value follows.
  private var name: String?
  /// The lines of the document: a value that no variable holds may follow.
  private var text = ""
  /// Whether the last line lacks its end.
  private var isInLine = false

  init(_ style: Style) {
    self.style = style
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    for index in 0..<batch.count {
      let event = batch[index]
      do throws(DecantError) {
        try write(event, of: batch, to: sink)
      } catch {
        let path = name.map { DocumentPath([.key($0)]) }
        (isOpen, name, isInLine, text) = (false, nil, false, "")
        throw DecantError(error.problem, offset: batch.offset(of: event), path: path)
      }
    }
  }

  private mutating func write(
    _ event: Event, of batch: borrowing EventBatch, to sink: ByteSink
  ) throws(DecantError) {
    switch event.kind {
    case .beginDocument: break
    case .endDocument:
      try sink.write(text)
      text = ""
      sink.completeDocument()
    case .beginMapping where !isOpen: isOpen = true
    case .endMapping:
      endLine()
      isOpen = false
    case .trailingComment where isInLine && name == nil:
      text.append(" #\(Self.comment(batch.string(of: event), after: " "))")
    case .comment, .trailingComment:
      endLine()
      text.append("#\(Self.comment(batch.string(of: event), after: "\n#"))\n")
    case .blankLine:
      endLine()
      text.append("\n")
    case .string where event.flags.contains(.isKey):
      name = batch.string(of: event)
      guard let name, Self.isName(name) else {
        throw DecantError(.specific(VariablesProblem.notAName(name ?? "")))
      }
    case .string, .integer, .real, .true, .false:
      guard let name else { throw DecantError(.specific(VariablesProblem.noMapping)) }
      let value = event.kind.word ?? batch.string(of: event)
      guard !value.utf8.contains(0) else {
        throw DecantError(.specific(VariablesProblem.zeroByte))
      }
      endLine()
      text.append("\(style == .shell ? "export " : "")\(name)=\(quoted(value))")
      (self.name, isInLine) = (nil, true)
    default:
      let problem = isOpen ? VariablesProblem.nested : .noMapping
      throw DecantError(.specific(problem))
    }
  }

  private mutating func endLine() {
    if isInLine { text.append("\n") }
    isInLine = false
  }

  /// Returns a comment of one line, or of lines that each begin with a mark.
  private static func comment(_ text: String, after lineEnd: String) -> String {
    // Not by characters, of which a CR and a LF are one, and by each CR, as some readers of .env do.
    let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r"
    }
    return lines.map { String($0) }.joined(separator: lineEnd)
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.allSatisfy(isOfName) && text.utf8.first.map { !(0x30...0x39 ~= $0) } == true
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Returns a text as it is, if every shell and reader takes it literally; else in single quotes, which have no escapes.
  private func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ Self.isOfName($0) || "./:@%+,=-".utf8.contains($0) }) {
      // An empty text after '=' is one, too.
      return text
    }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == 0x0D }) else {
      return "'\(text)'"
    }
    if style == .shell { return text.inSingleQuotes }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "$", "`": result.unicodeScalars.append(contentsOf: ["\\", scalar])
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// What a variable cannot hold.
package enum VariablesProblem: SpecificProblem {
  case notAName(String)
  case nested, noMapping, zeroByte

  package var message: String {
    switch self {
    case .notAName(let name): "\(name.quoted) is not the name of a variable"
    case .nested: "a variable cannot hold a sequence or a mapping"
    case .noMapping: "variables are the keys of a mapping"
    case .zeroByte: "a variable cannot hold U+0000"
    }
  }

  package var hint: String? {
    switch self {
    case .notAName: "a name has letters, digits and '_', and begins with no digit"
    case .nested: "'get PATH -t env' writes the variables of one mapping"
    case .noMapping, .zeroByte: nil
    }
  }

  package var isAboutValue: Bool { true }
}
