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
      throw .usage(UsageError("'edit' needs an operation such as '--set /name value'"))
    }
    var edits: [DocumentEdit] = []
    for step in steps { edits.append(try session.edit(step)) }
    self.edits = edits
  }

  func run() throws(Failure) {
    let files = session.arguments.operands
    if let inPlace = session.arguments.inPlace {
      try session.rewriteEach(files) { (file) throws(Failure) in try rewrite(file, inPlace) }
    } else {
      guard files.count <= 1 else {
        throw .usage(UsageError("more than one file can be edited only with '--in-place'"))
      }
      let (_, new, _) = try edited(files.first ?? "-")
      do throws(DecantError) {
        let output = try Output(session.arguments.output, session.console)
        try new.write(to: output.destination)
        try output.commit()
      } catch {
        throw .error(error)
      }
    }
    session.reporter.report(conversion.losses)
  }

  private func rewrite(_ file: String, _ inPlace: Arguments.InPlace) throws(Failure) {
    let (isChanged, new, format) = try edited(file)
    // An unchanged file keeps its timestamps.
    guard isChanged || inPlace.suffix != nil else { return }
    do throws(DecantError) {
      let output = try AtomicFile(
        file, ownership: .kept, willKeep: session.console.removeOnTermination)
      try new.write(to: output)
      _ = try SecondOpinion.confirms(output.readBack(), as: format)
      try output.commit(keepingOldWith: inPlace.suffix)
    } catch {
      throw .error(error)
    }
  }

  private func edited(_ file: String) throws(Failure) -> (
    isChanged: Bool, new: EditedBytes, format: Format
  ) {
    let (old, format) = try session.read(file, as: conversion.source)
    let name = file == "-" ? "<stdin>" : file
    do throws(DecantError) {
      var editor = try DocumentEditor(
        old, named: name, as: format, options: conversion.readingAlone)
      editor.losses = conversion.losses
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
    let isStandard = file == "-"
    let name = isStandard ? "<stdin>" : file
    do throws(DecantError) {
      let source: any ByteSource = isStandard ? console.input : try FileSource(file)
      let bytes: EditedBytes
      do throws(DecantError) {
        // Any other output may be the file itself, under another name.
        bytes = try EditedBytes(reading: source, inPlace: arguments.inPlace != nil)
      } catch {
        throw error.about(name)
      }
      let known = format ?? (isStandard ? nil : registry.format(forFileNamed: file))
      let input: Input
      if let known, known.isReadable {
        input = try Input(bytes.makeSource(), named: name, as: known)
      } else {
        input = try Input(bytes.makeSource(), named: name, detecting: registry)
      }
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
    case .merge: return .merge(try document(in: words[0]))
    case .patch:
      let document = try document(in: words[0])
      do throws(DecantError) {
        return .patch(try JSONPatch(try document.value))
      } catch {
        throw .error(error.about(words[0]))
      }
    }
  }

  private func document(in file: String) throws(Failure) -> Document {
    let (bytes, format) = try read(file, as: nil)
    do throws(DecantError) {
      return try Document(reading: bytes.makeSource(), named: file, as: format)
    } catch {
      throw .error(error, reading: format)
    }
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
      return try document(of: .string(try text(word, orContentsOf: file)))
    case .data:
      if let file { return try document(of: .data(try contents(of: file))) }
      return try parse("!!binary \(Self.quoted(word))", givenAs: word)
    case .date:
      let text = try text(word, orContentsOf: file)
      return try parse("!!timestamp \(Self.quoted(text))", givenAs: word)
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  private func parse(_ yaml: String, givenAs word: String) throws(Failure) -> Document {
    do throws(DecantError) {
      return try Document(parsing: yaml, as: .yaml)
    } catch {
      throw .usage(UsageError("invalid value '\(word.visible(limit: 64))': \(error.message)"))
    }
  }

  private func document(of value: Value) throws(Failure) -> Document {
    do throws(DecantError) {
      return try Document(value)
    } catch {
      throw .error(error)
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
    do throws(DecantError) {
      let source = try FileSource(file)
      return try source.readToEnd()
    } catch {
      throw .error(error.about(file))
    }
  }
}
