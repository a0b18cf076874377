package import DecantConversion
public import DecantCore

/// A line of ``Steps``: a word, and the words that it needs.
///
///     rename  /logs/general/level  level
///     set     .labels["build no"]  "1.10"
///     insert  --value /dates/0     2026-11-30
///
/// White space ends a path, unless it is in brackets or in double quotes around the path. The last word is the rest of the line;
/// it may be in double quotes, as a string of JSON, but for a value, of which quotes are a part.
package struct StepLine {
  /// The line without white space around it.
  package let text: String
  package let number: Int
  private let column: Int
  /// The name of the text.
  package let name: String

  /// The place and the text: `42.steps:4: rename /logs log`.
  package var place: String { "\(name):\(number): \(text)" }

  package enum Step: Sendable {
    case edit(EnteredEdit)
    case only(DocumentSelection)
  }

  init(_ line: Substring.UTF8View, number: Int, of name: String) {
    let start = line.drop { $0.isWhiteSpace }
    let end = start.lastIndex { !$0.isWhiteSpace }.map { start.index(after: $0) }
    text = String(Substring(start[..<(end ?? start.startIndex)]))
    column = line.distance(from: line.startIndex, to: start.startIndex) + 1
    (self.number, self.name) = (number, name)
  }

  /// Parses the line; nil for a blank one and a comment.
  package func step(among registry: FormatRegistry) throws(DecantError) -> Step? {
    var rest = text.utf8[...]
    guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
    let name = Self.word(&rest)
    guard name != "only" else { return .only(try Self.selection(String(Substring(rest)))) }
    guard let (operation, usualForm) = EnteredEdit.named(name) else {
      let nearest = NearestWord.to(name, in: EnteredEdit.names + ["only"])
      throw DecantError(.specific(StepProblem.unknown(name, suggestion: nearest)))
    }
    var form = usualForm
    if operation.hasValue, form == nil, rest.starts(with: "--".utf8) {
      let option = Self.word(&rest)
      form = EnteredEdit.formWords.first { $0.word == option }?.form
      guard form != nil else {
        throw DecantError(.specific(StepProblem.unknown(option, suggestion: nil)))
      }
    }
    var words: [String] = []
    for (index, name) in operation.words.names.enumerated() {
      guard !rest.isEmpty else { throw DecantError(.specific(StepProblem.missing(name))) }
      guard index == operation.words.names.count - 1 else {
        words.append(Self.path(&rest, registry))
        continue
      }
      let last = String(Substring(rest))
      words.append(operation.hasValue ? last : Self.text(inQuotes: last, registry) ?? last)
    }
    let edit = EnteredEdit(operation, words, as: form)
    for path in edit.paths { try Self.check(path) }
    return .edit(edit)
  }

  private static func selection(_ text: String) throws(DecantError) -> DocumentSelection {
    do throws(DecantError) {
      return try DocumentSelection(text)
    } catch {
      throw DecantError(.specific(StepProblem.condition(text, reason: error.message)))
    }
  }

  private static func check(_ path: String) throws(DecantError) {
    do throws(DecantError) {
      _ = try PathPattern(path)
    } catch {
      throw DecantError(.specific(StepProblem.path(path, reason: error.message)))
    }
  }

  private static func word(
    _ rest: inout Substring.UTF8View, upTo isEnd: (UInt8) -> Bool = \.isWhiteSpace
  ) -> String {
    let word = rest.prefix { !isEnd($0) }
    rest = rest[word.endIndex...].drop { $0.isWhiteSpace }
    return String(Substring(word))
  }

  private static func path(_ rest: inout Substring.UTF8View, _ registry: FormatRegistry) -> String {
    let line = rest
    let isQuoted = rest.first == UInt8(ascii: "\"")
    var depth = 0
    var quote: UInt8?
    var isEscaped = false
    let word = word(&rest) { byte in
      if isEscaped {
        isEscaped = false
      } else if quote != nil {
        if byte == quote { quote = nil }
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte.isWhiteSpace, depth <= 0 {
        return true
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), isQuoted || depth > 0 {
        quote = byte
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") {
        depth += byte == UInt8(ascii: "[") ? 1 : -1
      }
      return false
    }
    // A bracket that is part of a key needs no partner.
    if depth > 0 || quote != nil {
      rest = line
      return self.word(&rest)
    }
    return text(inQuotes: word, registry) ?? word
  }

  /// Returns the text of a string of JSON; nil if `text` is something else.
  private static func text(inQuotes text: String, _ registry: FormatRegistry) -> String? {
    guard text.utf8.first == UInt8(ascii: "\""), let json = try? registry.format(named: "json"),
      case .string(let text)? = try? Document(parsing: text, as: json).value
    else { return nil }
    return text
  }

  package func located(_ error: DecantError) -> DecantError {
    var error = error.about(name)
    error.position = DecantError.Position(offset: 0, line: number, column: column)
    let line = String(repeating: " ", count: column - 1) + text
    error.excerpt = DecantError.Excerpt(text: line, caret: column - 1)
    return error
  }
}

extension StepLine {
  /// Returns the line of an edit; nil if a value does not fit on one.
  package static func text(of edit: EnteredEdit, among registry: FormatRegistry) -> String? {
    let words = edit.words
    let begin = [edit.name] + (edit.formWord.map { [$0] } ?? [])
    let quoted = words.map { Self.quoted($0, among: registry) }
    var lines: [(words: [String], edit: EnteredEdit)] = []
    // As few words as possible are in quotes.
    for pattern in 0..<1 << words.count {
      let all = words.indices.map { pattern & 1 << $0 == 0 ? words[$0] : quoted[$0] }
      lines.append((begin + all, edit))
    }
    if edit.isText {
      // In double quotes a value is text in any slot.
      let edit = EnteredEdit(edit.operation, [words[0], quoted[1]])
      for path in [words[0], quoted[0]] {
        lines.append(([edit.operation.rawValue, path, quoted[1]], edit))
      }
    }
    for (words, edit) in lines {
      let line = words.joined(separator: " ")
      guard !line.utf8.contains(UInt8(ascii: "\n")) else { continue }
      let step = try? StepLine(line[...].utf8, number: 1, of: "").step(among: registry)
      if case .edit(let read)? = step, read == edit { return line }
    }
    return nil
  }

  private static func quoted(_ text: String, among registry: FormatRegistry) -> String {
    guard let json = try? registry.format(named: "json"),
      let bytes = try? Document(.string(text)).encoded(by: Plan(to: json))
    else { return text }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

extension EnteredEdit {
  /// Whether the value is text wherever it goes.
  fileprivate var isText: Bool {
    guard operation.hasValue else { return false }
    return switch form {
    case .string: true
    case nil: file == nil && EnteredForm(words[1]) == .text
    default: false
    }
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}

/// A reason why a text is not one of steps, or a document cannot be changed by them.
@nonexhaustive
public enum StepProblem: SpecificProblem {
  /// The first word of a line is not one of a step.
  case unknown(String, suggestion: String?)
  /// A step lacks a word.
  case missing(String)
  /// A word is not a path.
  case path(String, reason: String)
  /// What follows `only` is not a condition.
  case condition(String, reason: String)
  /// A step names a file where none may be read.
  case file
  /// A step that a second run would make again has no test or condition before it.
  case unguarded(String)
  /// Steps move values in a ring, so that a second run would move them on.
  case ring
  /// A second run would change the result again.
  case repeated
}

extension StepProblem {
  public var message: String {
    switch self {
    case .unknown(let word, let suggestion):
      "\(word.quoted) is not a step" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    case .missing(let name): "the step needs \(name)"
    case .path(let text, let reason): "\(text.quoted) is not a path: \(reason)"
    case .condition(let text, let reason): "\(text.quoted) is not a condition: \(reason)"
    case .file: "a file cannot be read here"
    case .unguarded(let word): "a second run would make the \(word) again"
    case .ring: "a second run would move the value on, as the steps before lead back here"
    case .repeated: "a second run of the steps would change the result again; nothing was written"
    }
  }

  public var hint: String? {
    switch self {
    case .missing("VALUE"), .missing("TEXT"): "an empty text is \"\""
    case .unguarded, .ring, .repeated:
      "'only [version=1]' before it passes over what has been upgraded, 'test PATH VALUE' stops there"
    default: nil
    }
  }
}
