internal import DecantCore
internal import DecantEditing
internal import DecantJSON
internal import DecantChanges
internal import DecantConversion
internal import DecantSystem

extension Verb {
  static let edit = Verb(
    name: .edit, operands: "[FILE...]",
    summary: "change values, and keep all other bytes",
    detail: """
      Only the bytes of the values in question change: comments, blank lines, indentation, quotes and the order \
      of keys stay. What is inserted looks like the values beside it. The result is verified before it is \
      written; a file in which an operation fails stays as it is. Without --in-place, one FILE, or \
      standard input, is edited and the result goes to standard output.
      """,
    run: { session throws(Failure) in try Editing(session).run() })
}

private struct Editing {
  private let session: Session
  private let conversion: PlanMaker
  private let edits: [(step: EditingArguments.Step, edit: DocumentEdit)]

  init(_ session: Session) throws(Failure) {
    self.session = session
    conversion = try session.conversion()
    var arguments = session.arguments.editing
    if let mistake = arguments.close() { throw .usage(mistake) }
    guard !arguments.steps.isEmpty else {
      throw .usage("'edit' needs an operation such as '--set /name value'")
    }
    edits = try arguments.steps.map { (step) throws(Failure) in (step, try session.edit(step)) }
  }

  func run() throws(Failure) {
    let files = session.arguments.operands
    if session.arguments.inPlace != nil {
      if let fileTakenAsValue {
        throw .usage("'--in-place' needs the names of files; \(fileTakenAsValue)")
      }
      try session.rewriteEach(files, edit)
    } else {
      guard files.count <= 1 else {
        throw .usage("more than one file can be edited only with '--in-place'")
      }
      if files.isEmpty { session.noteStandardInput(fileTakenAsValue) }
      do throws(Failure) {
        try edit(OriginalFile(files.first ?? "-"))
      } catch {
        guard case .error(let problem, let format, nil) = error, problem.problem == .emptyInput
        else { throw error }
        throw .error(problem, reading: format, hint: fileTakenAsValue)
      }
    }
    session.reporter.report(conversion.losses)
  }

  /// A remark for a run without a file whose last value is the name of one.
  private var fileTakenAsValue: String? {
    guard session.arguments.operands.isEmpty, let words = edits.last?.step.words, words.count == 2,
      System.hasFile(named: words[1])
    else { return nil }
    return "'\(words[1].visible(limit: 64))' was taken as the value of the last operation"
  }

  private func edit(_ file: OriginalFile) throws(Failure) {
    let edited = try edited(file.name)
    if edited.isWhole { conversion.warn(ofOutputAs: edited.format) }
    try asFailure(
      try session.write(
        over: file, holding: edited.new.makeSource(),
        verifiedAs: edited.isWhole ? edited.format : nil,
        edited.new.write(to:)))
    session.reporter.report(edited.typeChanges, in: Console.name(of: file.name))
    for note in edited.notes {
      session.reporter.note(DecantError(.other(note, hint: nil)).about(Console.name(of: file.name)))
    }
  }

  private struct Edited {
    let new: EditedBytes
    let format: Format
    /// Whether all of the file is in the format.
    let isWhole: Bool
    let typeChanges: [TypeChange]
    /// What a person should know of new values.
    let notes: [String]
  }

  private func edited(_ file: String) throws(Failure) -> Edited {
    let (whole, old, format, frontMatter) = try session.read(file, as: conversion.source)
    var typeChanges: [TypeChange] = []
    var hint: String?
    do throws(DecantError) {
      var editor = try DocumentEditor(
        old, named: Console.name(of: file), as: format, among: session.registry,
        options: conversion.readingOfEdits)
      editor.losses = conversion.losses
      editor.skipsMissing = session.arguments.editing.skipsMissing
      editor.aliasedValues = session.arguments.editing.aliasedValues
      let changes: [[TypeChange]]
      do throws(DecantError) {
        changes = try editor.apply(edits.map(\.edit), to: session.arguments.plan.reading.documents)
      } catch {
        hint = editor.failedEdit.flatMap { edits[$0].step.hint }
        throw error
      }
      // An option that names the type shows that the change is known.
      for (index, edit) in edits.enumerated() where !edit.step.hasExplicitType {
        typeChanges += changes[index]
      }
      var new = try editor.result
      if let frontMatter { new = try frontMatter.replaced(by: new, in: whole) }
      return Edited(
        new: new, format: format, isWhole: frontMatter == nil,
        typeChanges: typeChanges,
        notes: zip(edits, editor.settings).flatMap { edit, settings in
          var notes = settings.notes.map { $0.message(textOption: edit.step.textOption) }.sorted()
          if session.arguments.plan.reading.documents == nil, settings.new > 0,
            settings.new < settings.documents
          {
            notes.append(
              "'\(edit.step.words[0].visible(limit: 64))' was new in \(settings.new) of \(settings.documents) documents; --if-present sets only what is there, --document chooses documents"
            )
          }
          return notes
        })
    } catch {
      var isUnreadable = false
      if case .unreadableValue? = error.problem.specific(EditProblem.self) { isUnreadable = true }
      throw .error(error, reading: format, hint: isUnreadable ? hint : nil)
    }
  }
}

extension EditingArguments.Step {
  var hasExplicitType: Bool { form != nil && form != .value }

  /// What to do about a value that cannot be read; nil if it must be of a type.
  var hint: String? {
    hasExplicitType ? nil : "\(textOption) takes it as text"
  }

  var textOption: String { operation == .set ? "--set-string" : "--string" }
}

extension Session {
  fileprivate func read(
    _ file: String, as format: Format?
  ) throws(Failure) -> (
    whole: EditedBytes, edited: EditedBytes, format: Format, frontMatter: FrontMatter?
  ) {
    let name = Console.name(of: file)
    do throws(DecantError) {
      let source = try console.source(of: file)
      let bytes: EditedBytes
      do throws(DecantError) {
        // Any other output may be the file itself, under another name.
        bytes = try EditedBytes(reading: source, inPlace: arguments.inPlace != nil)
      } catch {
        throw error.about(name)
      }
      guard !FrontMatter.isExpected(inFileNamed: file, as: format) else {
        let matter = try FrontMatter(bytes.makeSource(), named: name)
        let input = try matter.makeInput(named: name, among: registry)
        return (bytes, matter.bytes, input.format, matter)
      }
      var input = try Input(
        bytes.makeSource(), named: name, as: format ?? registry.format(forFileNamed: file),
        among: registry)
      if format == nil { try input.refine(for: nil, among: registry) }
      return (bytes, bytes, input.format, nil)
    } catch {
      throw .error(error)
    }
  }

  fileprivate func edit(_ step: EditingArguments.Step) throws(Failure) -> DocumentEdit {
    let words = step.words
    switch step.operation {
    case .set:
      let path = try path(words[0])
      // A key is added where an element is meant.
      if words[0].utf8.contains(UInt8(ascii: "[")), let hint = PathPattern.hint(ofMissing: words[0])
      {
        let shown = words[0].visible(limit: 64)
        reporter.note(
          DecantError(.other("the brackets in '\(shown)' are those of a key; \(hint)", hint: nil)))
      }
      return .set(path, try value(of: step))
    case .insert: return .insert(try path(words[0]), try value(of: step))
    case .append: return .append(try path(words[0]), try value(of: step))
    case .comment: return .comment(try path(words[0]), words[1])
    case .deleteComments: return .deleteComments(try path(words[0]))
    case .test: return .test(try path(words[0]), try value(of: step))
    case .delete: return .delete(try path(words[0]))
    case .rename:
      if let first = words[1].first, first == words[0].first, ["/", "."].contains(first) {
        reporter.note(
          DecantError(
            .other(
              "the new key is '\(words[1].visible(limit: 64))', with the '\(first)'; --rename takes a key, not a path",
              hint: nil)))
      }
      return .rename(try path(words[0]), to: words[1])
    case .move: return .move(try path(words[0]), to: try path(words[1]))
    case .copy: return .copy(try path(words[0]), to: try path(words[1]))
    case .merge: return .merge(try document(in: words[0], withComments: true))
    case .addMissing, .sync:
      let document = try document(in: words[0], withComments: true)
      let removes = arguments.editing.removesUnknown
      return step.operation == .sync
        ? .sync(document, removingUnknown: removes)
        : .addMissing(document, removingUnknown: removes)
    case .patch:
      let document = try document(in: words[0])
      return .patch(try asFailure(about: words[0], try JSONPatch(try document.value)))
    }
  }

  private func path(_ text: String) throws(Failure) -> PathPattern {
    do throws(DecantError) {
      return try PathPattern(text)
    } catch {
      throw .usage(UsageError(mistakeIn: text, error))
    }
  }

  /// Reads a file; `hint` is about one that does not exist.
  private func document(
    in file: String, withComments: Bool = false, hint: String? = nil
  ) throws(Failure) -> Document {
    let (bytes, format): (EditedBytes, Format)
    do throws(Failure) {
      (_, bytes, format, _) = try read(file, as: nil)
    } catch {
      guard case .error(let problem, let format, nil) = error, problem.category == .openingInput
      else { throw error }
      let isText = file.hasPrefix("{") || file.hasPrefix("[")
      throw .error(
        problem, reading: format,
        hint: isText ? "this option takes the name of a file; '-' is standard input" : hint)
    }
    var options = ReadingOptions()
    options.comments = withComments
    return try asFailure(
      reading: format,
      try Document(reading: bytes.makeSource(), named: file, as: format, options: options))
  }

  private func value(of step: EditingArguments.Step) throws(Failure) -> EditValue {
    let word = step.words[1]
    let file = step.file
    switch step.form {
    case nil, .value:
      if let file { return .document(try document(in: file, hint: step.hint)) }
      return step.form == nil
        ? .entered(word) : .document(try parse(word, as: yaml(), for: step))
    case .json:
      guard let file else { return .document(try parse(word, as: .json, for: step)) }
      let bytes = try contents(of: file)
      return .document(
        try asFailure(
          reading: .json, try Document(reading: .bytes(bytes), named: file, as: .json)))
    case .string, .literal:
      let text = try text(word, orContentsOf: file)
      return .document(try asFailure(try Document(.string(text))))
    case .data:
      if let file {
        let bytes = try contents(of: file)
        return .document(try asFailure(try Document(.data(bytes))))
      }
      return .document(try data(word, for: step))
    case .date:
      return .date(try text(word, orContentsOf: file))
    }
  }

  private func parse(
    _ text: String, as format: Format, for step: EditingArguments.Step
  ) throws(Failure) -> Document {
    do throws(DecantError) {
      // The editor converts numbers in a file of another format.
      return try Document(parsing: text, as: format, options: .keepingNumbers(of: format))
    } catch {
      throw unreadable(text, error.message, step)
    }
  }

  private func yaml() throws(Failure) -> Format {
    try mappingError(Failure.usage, try registry.named("yaml"))
  }

  private func data(
    _ text: String, for step: EditingArguments.Step
  ) throws(Failure) -> Document {
    guard !text.utf8.contains(UInt8(ascii: "'")),
      let data = try? Document(parsing: "!!binary '\(text)'", as: yaml())
    else { throw unreadable(text, "it is not Base64", step) }
    return data
  }

  private func unreadable(
    _ text: String, _ reason: String, _ step: EditingArguments.Step
  ) -> Failure {
    .error(
      DecantError(.specific(EditProblem.unreadableValue(text, reason: reason))), hint: step.hint)
  }

  private func text(
    _ word: String, orContentsOf file: String?
  ) throws(Failure) -> String {
    guard let file else { return word }
    guard let text = String(validating: try contents(of: file), as: UTF8.self) else {
      throw .error(DecantError(.invalidEncoding(.utf8)).about(file))
    }
    return text
  }

  private func contents(of file: String) throws(Failure) -> [UInt8] {
    try asFailure(about: file, try FileSource(file).readToEnd())
  }
}
