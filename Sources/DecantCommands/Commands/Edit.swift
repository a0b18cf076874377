internal import DecantCore
internal import DecantEditing
internal import DecantFiles
internal import DecantJSON
internal import DecantChanges
internal import DecantConversion
internal import DecantSchema
internal import DecantSystem

extension Verb {
  static let edit = Verb(
    name: .edit, operands: "[FILE...]",
    summary: "change values, and keep all other bytes",
    detail: """
      Only the bytes of the values in question change: comments, blank lines, indentation, quotes and the order \
      of keys stay. What is inserted looks like the values beside it. The result is verified before it is \
      written; a file in which an operation fails stays as it is. Without --in-place, one FILE, or \
      standard input, is edited and the result goes to standard output. With it, FILE may also be a folder, or a pattern \
      such as 'conf/**/*.yaml': all files with a known extension are edited that can be, and counted.
      """,
    run: { session throws(Failure) in
      guard session.arguments.editing.printsSteps else { return try Editing(session).run() }
      try session.printSteps()
    })
}

private struct Editing {
  private let session: Session
  private let conversion: PlanMaker
  private let edits: [EditStep]
  private let schemas: ResultSchemas?
  private let report: ReportFile?

  init(_ session: Session) throws(Failure) {
    self.session = session
    conversion = try session.conversion()
    var edits: [EditStep] = []
    for item in try session.editItems { edits += try session.edits(item) }
    self.edits = edits
    schemas = try ResultSchemas(session, conversion.readingAlone)
    report = try session.arguments.report.map { (name) throws(Failure) in
      try asFailure(try ReportFile(name))
    }
  }

  func run() throws(Failure) {
    let operands = session.arguments.operands
    var isMatched = edits.map { _ in false }
    if session.arguments.inPlace != nil {
      if let fileTakenAsValue {
        throw .usage("'--in-place' needs the names of files; \(fileTakenAsValue)")
      }
      try rewrite(operands, &isMatched)
    } else {
      let isSearch = operands.contains(where: FileList.isSearch)
      guard operands.count <= 1, !isSearch else {
        let what = isSearch ? "the files of a folder" : "more than one file"
        throw .usage("\(what) can be edited only with '--in-place'")
      }
      if operands.isEmpty { session.noteStandardInput(fileTakenAsValue) }
      do throws(Failure) {
        var outcome = MigrationOutcome(.unchanged, operands.first ?? "-")
        try edit(OriginalFile(outcome.source), &isMatched, &outcome)
      } catch {
        guard case .error(let problem, let format, nil) = error, problem.problem == .emptyInput
        else { throw error }
        throw .error(problem, reading: format, hint: fileTakenAsValue)
      }
    }
    if session.reporter.errorCount == 0 { warn(ofUnmatchedIn: zip(edits, isMatched)) }
    session.reporter.report(conversion.losses)
  }

  /// Warns of steps that have found nothing in any document; not of those after a condition that never held.
  private func warn(ofUnmatchedIn edits: some Sequence<(EditStep, Bool)>) {
    var passedOver: String?
    for (edit, isMatched) in edits where !isMatched {
      guard let line = edit.source, line.name != passedOver else { continue }
      if case .only = edit.action { passedOver = line.name }
      let problem = DecantError(.other("the step has found nothing in any document", hint: nil))
      session.reporter.warn(line.located(problem), hint: nil)
    }
  }

  private func rewrite(_ operands: [String], _ isMatched: inout [Bool]) throws(Failure) {
    var listing = FileList.Options(
      registry: session.registry, selection: session.arguments.selection, format: conversion.source)
    if let identity = report?.identity { listing.avoiding.insert(identity) }
    let list = operands.isEmpty ? nil : CheckedFiles(operands, listing)
    let files = (list?.files ?? []).filter { file in
      // What cannot be edited is an error only where it is named.
      file.isNamed || session.registry.format(forFileNamed: file.path)?.isEditable != false
    }
    var changed = 0
    let failed = try session.rewriteEach(files) { (original, found) throws(Failure) in
      var outcome = MigrationOutcome(.unchanged, original.name)
      do throws(Failure) {
        if case .failed(let error) = found.finding { throw .error(error) }
        do throws(Failure) {
          try edit(original, &isMatched, &outcome)
        } catch {
          guard case .error(let problem, _, _) = error, !found.isNamed,
            problem.hasNothingToEdit
          else { throw error }
        }
      } catch {
        if case .error(let problem, _, _) = error { try write(outcome.failed(problem)) }
        throw error
      }
      if outcome.kind == .changed { changed += 1 }
      try write(outcome)
    }
    if list?.areSearched == true {
      let verb = session.arguments.preview == nil ? "changed" : "would be changed"
      session.reporter.note(
        "\(changed) \(changed == 1 ? "file" : "files") \(verb), "
          + "\(files.count - changed - failed) unchanged, \(failed) failed")
    }
    try asFailure(try report?.commit())
  }

  private func write(_ outcome: MigrationOutcome) throws(Failure) {
    try asFailure(try report?.write(ReportLine(outcome).text))
  }

  /// A remark for a run without a file whose last value is the name of one.
  private var fileTakenAsValue: String? {
    guard session.arguments.operands.isEmpty, let last = edits.last, last.source == nil,
      let words = last.entered?.words, words.count == 2, System.hasFile(named: words[1])
    else { return nil }
    return "'\(words[1].visible(limit: 64))' was taken as the value of the last operation"
  }

  /// Edits a file; the outcome tells whether it has changed, or would.
  private func edit(
    _ file: OriginalFile, _ isMatched: inout [Bool], _ outcome: inout MigrationOutcome
  ) throws(Failure) {
    let edited = try edited(file.name)
    for (index, outcome) in edited.outcomes.enumerated() where outcome.documents > 0 {
      isMatched[index] = true
    }
    if edited.isWhole { conversion.warn(ofOutputAs: edited.format) }
    let isChanged = try asFailure(
      try session.write(
        over: file, holding: edited.new.makeSource(),
        after: Verification(
          format: edited.isWhole ? edited.format : nil,
          excerpt: edited.thinned?.makeSource()),
        edited.new.write(to:)))
    session.reporter.report(edited.typeChanges, in: Console.name(of: file.name))
    for note in notes(edited.outcomes) {
      session.reporter.note(DecantError(.other(note, hint: nil)).about(Console.name(of: file.name)))
    }
    outcome.bytes = edited.oldCount
    outcome.from = edited.format.name
    guard isChanged else { return }
    outcome.kind = .changed
    (outcome.target, outcome.to) = (file.name, edited.format.name)
    outcome.written = edited.new.count
  }

  /// What a person should know of new values.
  private func notes(_ outcomes: [EditOutcome]) -> [String] {
    zip(edits, outcomes).flatMap { edit, outcome in
      var notes = outcome.notes.map { $0.message(asText: edit.remedy) }.sorted()
      if session.arguments.plan.reading.documents == nil, edit.source == nil, outcome.new > 0,
        outcome.new < outcome.documents, let path = edit.entered?.words[0]
      {
        notes.append(
          "'\(path.visible(limit: 64))' was new in \(outcome.new) of \(outcome.documents) documents; --if-present sets only what is there, --document chooses documents"
        )
      }
      return notes
    }
  }

  private struct Edited {
    let oldCount: Int
    let new: EditedBytes
    /// Of a large document, the parts around the changes.
    let thinned: EditedBytes?
    let format: Format
    /// Whether all of the file is in the format.
    let isWhole: Bool
    let typeChanges: [TypeChange]
    let outcomes: [EditOutcome]
  }

  private func edited(_ file: String) throws(Failure) -> Edited {
    let (whole, old, format, frontMatter) = try session.read(file, as: conversion.source)
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
        changes = try editor.apply(edits, to: session.arguments.plan.reading.documents)
      } catch {
        hint = self.hint(for: error, by: editor)
        throw error
      }
      var new = try editor.result
      if let schemas, editor.isChanged {
        try schemas.check(resultOf: new, named: file, as: format)
      }
      if let frontMatter { new = try frontMatter.replaced(by: new, in: whole) }
      return Edited(
        oldCount: whole.count, new: new, thinned: editor.verifiedThinned, format: format,
        isWhole: frontMatter == nil,
        // A word that names the type shows that the change is known.
        typeChanges: zip(edits, changes).flatMap { $0.hasExplicitType ? [] : $1 },
        outcomes: editor.outcomes)
    } catch {
      throw .error(error, reading: format, hint: hint)
    }
  }

  /// What to do about an operation that has failed.
  private func hint(for error: DecantError, by editor: DocumentEditor) -> String? {
    if case .nothingAtPointer(let text) = error.problem {
      let path = try? PathPattern(text)
      return PathPattern.hint(ofMissing: text)
        ?? path.flatMap {
          editor.hint(ofMissing: $0, in: session.arguments.plan.reading.documents)
        }
    }
    guard case .unreadableValue? = error.problem.specific(EditProblem.self) else { return nil }
    return editor.failedEdit.flatMap { edits[$0].hint }
  }
}

extension DecantError {
  /// Whether there is no document in a file.
  fileprivate var hasNothingToEdit: Bool {
    problem == .noDocument || problem == .emptyInput
      || problem.specific(FrontMatterProblem.self) == .missing
  }
}

extension EditStep {
  fileprivate var hasExplicitType: Bool { entered?.hasExplicitType ?? true }

  /// What to do about a value that cannot be read; nil if it must be of a type.
  var hint: String? { hasExplicitType ? nil : remedy }

  /// How the value is text.
  fileprivate var remedy: String {
    guard entered?.operation ?? .set == .set else { return "in double quotes it is text" }
    return (source == nil ? "--" : "") + "set-string takes it as text"
  }
}

extension EnteredEdit {
  fileprivate var hasExplicitType: Bool { form != nil && form != .value }
}
