internal import DecantConversion
package import DecantCore

/// An edit as a person enters it, in an option or a step: an operation, and its words.
package struct EnteredEdit: Sendable, Equatable {
  package let operation: Operation
  package let words: [String]
  /// The form that the name of the operation has; nil if the slot of the value decides.
  package var form: Form?

  package init(_ operation: Operation, _ words: [String], as form: Form? = nil) {
    (self.operation, self.words, self.form) = (operation, words, form)
  }

  package enum Operation: String, CaseIterable, Sendable {
    case set, insert, append, delete, rename, move, copy, comment
    case deleteComments = "delete-comments"
    case sort, test, merge
    case addMissing = "add-missing"
    case sync, patch

    package var words: Words {
      switch self {
      case .set, .insert, .append, .test: .value
      case .delete, .deleteComments: .path
      case .sort: .order
      case .rename: .key
      case .comment: .text
      case .move, .copy: .target
      case .merge, .addMissing, .sync, .patch: .file
      }
    }

    package var hasValue: Bool { words == .value }
  }

  /// What the words of an operation are: a path and something else, or one of both.
  package enum Words: Sendable {
    case value, key, text, target
    case path, order, file

    package var names: [String] {
      switch self {
      case .value: ["PATH", "VALUE"]
      case .key: ["PATH", "KEY"]
      case .text: ["PATH", "TEXT"]
      case .target: ["FROM", "TO"]
      case .path: ["PATH"]
      case .order: ["PATH[=KEY]"]
      case .file: ["FILE"]
      }
    }
  }

  package enum Form: Sendable {
    /// YAML, so that numbers and words are what they look like.
    case value
    /// Text, which may begin with an `@`.
    case string
    case date, data, json
  }

  /// The operations by their names, those that have a form among them: options of `edit`, and words of steps.
  package static func named(_ name: String) -> (operation: Operation, form: Form?)? {
    if let operation = Operation(rawValue: name) { return (operation, nil) }
    return forms.first { $0.name == name }.map { (.set, $0.form) }
  }

  private static let forms: [(name: String, form: Form)] = [
    ("set-string", .string), ("set-date", .date), ("set-data", .data), ("set-json", .json),
  ]

  package static let names = Operation.allCases.map(\.rawValue) + forms.map(\.name)

  /// The name, which has the form if one of ``names`` does.
  package var name: String {
    let named = operation == .set ? Self.forms.first { $0.form == form } : nil
    return named?.name ?? operation.rawValue
  }

  /// The word that is between the name and the path for a form that the name does not have: in steps, and `--value` as an option.
  package var formWord: String? {
    Self.formWords.first { $0.form == form && name == operation.rawValue }?.word
  }

  package static let formWords: [(word: String, form: Form)] = [
    ("--value", .value), ("--json", .json),
  ]

  /// The words, or the parts of them, that are paths.
  package var paths: [String] {
    switch operation.words {
    case .target: words
    case .file: []
    case .order: [order.path]
    case .value, .key, .text, .path: [words[0]]
    }
  }

  /// The parts of `PATH=KEY`; a `=` in brackets is one of the path.
  private var order: (path: String, key: String?) {
    var depth = 0
    let equals = words[0].firstIndex { character in
      depth += character == "[" ? 1 : character == "]" ? -1 : 0
      return character == "=" && depth == 0
    }
    return (
      String(words[0][..<(equals ?? words[0].endIndex)]),
      equals.map { String(words[0][$0...].dropFirst()) }
    )
  }

  /// The file with the value, or with the other document.
  package var file: String? {
    guard operation.hasValue else { return operation.words == .file ? words[0] : nil }
    return form != .string && words[1].first == "@" ? String(words[1].dropFirst()) : nil
  }

  /// How the file is read.
  package var fileUse: FileUse {
    switch (operation, form) {
    case (.patch, _): .document(withComments: false)
    case (_, .json): .json
    case (_, .date), (_, .data): .bytes
    default: .document(withComments: !operation.hasValue)
    }
  }

  package enum FileUse: Sendable {
    case document(withComments: Bool)
    case json, bytes
  }

  /// What the file holds.
  package enum FileContent: Sendable {
    case document(Document)
    case bytes([UInt8])
  }
}

extension EnteredEdit {
  /// Returns the edit, of which `content` is that of its file, if it has one.
  ///
  /// An error in a path has the path as its source.
  package func edit(
    with content: FileContent?, removingUnknown: Bool = false, lists: MergedLists? = nil,
    among registry: FormatRegistry
  ) throws(DecantError) -> DocumentEdit {
    switch operation {
    case .set: .set(try path(), try value(content, among: registry))
    case .insert: .insert(try path(), try value(content, among: registry))
    case .append: .append(try path(), try value(content, among: registry))
    case .test: .test(try path(), try value(content, among: registry))
    case .comment: .comment(try path(), words[1])
    case .deleteComments: .deleteComments(try path())
    case .delete: .delete(try path())
    case .rename: .rename(try path(), to: words[1])
    case .move: .move(try path(), to: try path(1))
    case .copy: .copy(try path(), to: try path(1))
    case .sort: try sort()
    case .merge: .merge(try document(content), lists: lists ?? .replaced)
    case .addMissing:
      .addMissing(try document(content), removingUnknown: removingUnknown, lists: lists)
    case .sync: .sync(try document(content), removingUnknown: removingUnknown)
    case .patch: .patch(try JSONPatch(try document(content).value))
    }
  }

  private func path(_ index: Int = 0) throws(DecantError) -> PathPattern {
    try Self.path(words[index])
  }

  private static func path(
    _ word: String, bare: PathPattern.BarePaths = .refused
  ) throws(DecantError) -> PathPattern {
    do throws(DecantError) {
      return try PathPattern(word, bare: bare)
    } catch {
      throw error.about(word)
    }
  }

  private func sort() throws(DecantError) -> DocumentEdit {
    let (path, key) = order
    guard let key else { return .sort(try Self.path(path), by: nil) }
    // A key alone is a path of one step.
    let isKey = !key.contains { "./[$".contains($0) }
    return .sort(
      try Self.path(path),
      by: isKey
        ? PathPattern(DocumentPointer(tokens: [key])) : try Self.path(key, bare: .accepted))
  }

  private func document(_ content: FileContent?) throws(DecantError) -> Document {
    guard case .document(let document)? = content else { return try Document(.null) }
    return document
  }

  private func value(
    _ content: FileContent?, among registry: FormatRegistry
  ) throws(DecantError) -> EditValue {
    switch content {
    case .document(let document)?: return .document(document)
    case .bytes(let bytes)? where form == .data: return .document(try Document(.data(bytes)))
    case .bytes(let bytes)?:
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw DecantError(.invalidEncoding(.utf8)).about(file ?? "")
      }
      return try value(text, among: registry)
    case nil: return try value(words[1], among: registry)
    }
  }

  private func value(
    _ text: String, among registry: FormatRegistry
  ) throws(DecantError) -> EditValue {
    switch form {
    case nil: .entered(text)
    case .value: .document(try parse(text, as: registry.format(named: "yaml")))
    case .json: .document(try parse(text, as: registry.format(named: "json")))
    case .string: .document(try Document(.string(text)))
    case .date: .date(text)
    case .data: .document(try data(text, as: registry.format(named: "yaml")))
    }
  }

  private func parse(_ text: String, as format: Format) throws(DecantError) -> Document {
    do throws(DecantError) {
      // The editor converts numbers in a file of another format.
      return try Document(parsing: text, as: format, options: .keepingNumbers(of: format))
    } catch {
      throw DecantError(.unreadableValue(text, reason: error.message))
    }
  }

  private func data(_ text: String, as yaml: Format) throws(DecantError) -> Document {
    guard !text.utf8.contains(UInt8(ascii: "'")),
      let data = try? Document(parsing: "!!binary '\(text)'", as: yaml)
    else { throw DecantError(.unreadableValue(text, reason: "it is not Base64")) }
    return data
  }
}
