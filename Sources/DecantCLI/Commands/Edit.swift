internal import Decant

extension Verb {
  static let edit = Verb(
    name: .edit, operands: "[FILE...]",
    summary: "change values, and keep all other bytes",
    detail: """
      Only the bytes of the values in question change: comments, blank lines, indentation, quotes and the order \
      of keys stay. What is inserted looks like the values beside it. The result is verified before it is \
      written; if an operation fails, nothing is written. Without --in-place, one FILE, or \
      standard input, is edited and the result goes to standard output.
      """,
    run: { session throws(Failure) in try Editing(session).run() })
}

private struct Editing {
  private let session: Session
  private let conversion: Conversion
  private let edits: [DocumentEdit]

  init(_ session: Session) throws(Failure) {
    self.session = session
    conversion = try session.conversion()
    let steps = session.arguments.editing.steps
    guard !steps.isEmpty else {
      throw .usage("'edit' needs an operation such as '--set /name value'")
    }
    edits = try steps.map { (step) throws(Failure) in try session.edit(step) }
  }

  func run() throws(Failure) {
    let files = session.arguments.operands
    if session.arguments.inPlace != nil {
      try session.rewriteEach(files, edit)
    } else {
      guard files.count <= 1 else {
        throw .usage("more than one file can be edited only with '--in-place'")
      }
      try edit(files.first ?? "-")
    }
    session.reporter.report(conversion.losses)
  }

  private func edit(_ file: String) throws(Failure) {
    let (isChanged, new, format) = try edited(file)
    conversion.warn(ofOutputAs: format)
    try failing(
      try session.write(over: file, ifChanged: isChanged, verifiedAs: format, new.write(to:)))
  }

  private func edited(_ file: String) throws(Failure) -> (
    isChanged: Bool, new: EditedBytes, format: Format
  ) {
    let (old, format) = try session.read(file, as: conversion.source)
    do throws(DecantError) {
      var editor = try DocumentEditor(
        old, named: Console.name(of: file), as: format, options: conversion.readingOfEdits)
      editor.losses = conversion.losses
      editor.aliasedValues = session.arguments.editing.aliasedValues
      for edit in edits {
        try editor.apply(edit, toDocument: session.arguments.editing.document)
      }
      return (!editor.text.hasSameBytes(as: old), editor.text, format)
    } catch {
      throw .error(error, reading: format)
    }
  }
}

extension Session {
  fileprivate func read(
    _ file: String, as format: Format?
  ) throws(Failure) -> (bytes: EditedBytes, format: Format) {
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
      var input = try Input(
        bytes.makeSource(), named: name, as: format ?? registry.format(forFileNamed: file),
        among: registry)
      if format == nil { try input.refine(for: nil, among: registry) }
      return (bytes, input.format)
    } catch {
      throw .error(error)
    }
  }

  fileprivate func edit(_ step: EditingArguments.Step) throws(Failure) -> DocumentEdit {
    let words = step.words
    let root = DocumentPointer(tokens: [])
    let pointer = DocumentPointer(words[0]) ?? root
    switch step.operation {
    case .set: return .set(pointer, try value(words[1], step.form))
    case .insert: return .insert(pointer, try value(words[1], step.form))
    case .test: return .test(pointer, try value(words[1], step.form))
    case .delete: return .delete(pointer)
    case .rename: return .rename(pointer, to: words[1])
    case .move: return .move(pointer, to: DocumentPointer(words[1]) ?? root)
    case .copy: return .copy(pointer, to: DocumentPointer(words[1]) ?? root)
    case .merge: return .merge(try document(in: words[0], withComments: true))
    case .patch:
      let document = try document(in: words[0])
      return .patch(try failing(about: words[0], try JSONPatch(try document.value)))
    }
  }

  private func document(
    in file: String, withComments: Bool = false
  ) throws(Failure) -> Document {
    let (bytes, format) = try read(file, as: nil)
    var options = ReadingOptions()
    options.comments = withComments
    return try failing(
      reading: format,
      try Document(reading: bytes.makeSource(), named: file, as: format, options: options))
  }

  private func value(
    _ word: String, _ form: EditingArguments.ValueForm
  ) throws(Failure) -> Document {
    let file = word.first == "@" ? String(word.dropFirst()) : nil
    switch form {
    case .flow:
      if let file { return try document(in: file) }
      return try parse(word, givenAs: word)
    case .string:
      let text = try text(word, orContentsOf: file)
      return try failing(try Document(.string(text)))
    case .data:
      if let file {
        let bytes = try contents(of: file)
        return try failing(try Document(.data(bytes)))
      }
      return try parse("!!binary \(Self.quoted(word))", givenAs: word)
    case .date:
      let text = try text(word, orContentsOf: file)
      return try parse("!!timestamp \(Self.quoted(text))", givenAs: word)
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }

  private func parse(_ yaml: String, givenAs word: String) throws(Failure) -> Document {
    do throws(DecantError) {
      return try Document(parsing: yaml, as: .yaml)
    } catch {
      throw .usage("invalid value '\(word.visible(limit: 64))': \(error.message)")
    }
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
    try failing(about: file, try FileSource(file).readToEnd())
  }
}
