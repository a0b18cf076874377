internal import DecantCore
internal import DecantChanges

extension Verb {
  static let merge = Verb(
    name: .merge, operands: "BASE OURS THEIRS",
    summary: "merge two edits of one document",
    detail: """
      The values of OURS and THEIRS, which are edits of BASE, are merged by structure: keys by name, elements where \
      only one side changed them. The result is the text of OURS with the changes of THEIRS; all other bytes stay. \
      What both changed differently, and what may be wrong although the lines merge, is a conflict: both are written \
      between marks, as git writes them, each is reported, and the exit status is 1. Files that cannot be read are \
      merged by their lines, as git does it. A git merge driver is \
      'decant merge -i --marker-size %L --file-name %P %O %A %B'.
      """,
    run: { session throws(Failure) in try Merging(session).run() })
}

private struct Merging {
  private let session: Session
  private let conversion: Conversion
  private let files: [String]

  init(_ session: Session) throws(Failure) {
    self.session = session
    conversion = try session.conversion()
    files = session.arguments.operands
    guard files.count == 3 else {
      throw .usage("'merge' needs three files: BASE, OURS and THEIRS")
    }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw .usage("only one of the files can be standard input")
    }
    guard session.arguments.inPlace == nil || files[1] != "-" else {
      throw .usage("'--in-place' cannot rewrite standard input")
    }
  }

  func run() throws(Failure) {
    let original = OriginalFile(files[1])
    let texts = try files.map { (file) throws(Failure) in try contents(of: file) }
    let result = try merge(texts)
    if let doubt = result.doubt {
      if let cause = doubt.cause { session.reporter.warn(cause, hint: cause.hint) }
      warn(doubt.statement)
    }
    try asFailure(
      try session.write(over: original, ifChanged: result.bytes != texts[1]) {
        (destination) throws(DecantError) in
        try result.bytes.withBytes { (text) throws(DecantError) in try destination.write(text) }
      })
    if result.isForUser { session.reporter.raiseStatus(to: .negative) }
  }

  private func merge(_ texts: [[UInt8]]) throws(Failure) -> MergeOutcome {
    let marks = LineMerge.Marks(width: session.arguments.editing.markerSize)
    do throws(DecantError) {
      var tape = SharedTape()
      let ours = try file(1, texts[1], &tape)
      let theirs = try file(2, texts[2], &tape)
      // Git passes an empty file if both sides added the file.
      let base = texts[0].isEmpty ? nil : try file(0, texts[0], &tape)
      var merge = FileMerge(
        base: base, ours: ours, theirs: theirs, on: tape,
        FileMerge.Settings(options: conversion.readingOfEdits, registry: session.registry))
      let result = try merge.result(with: marks)
      for conflict in result.conflicts {
        let place = conflict.description.visible(limit: 240)
        warn(place.isEmpty ? "conflict" : "conflict at \(place)")
      }
      return result
    } catch {
      // A conflict cannot be marked in a binary file.
      guard error.category == .input, !texts.contains(where: { $0.contains(0) }) else {
        throw .error(error)
      }
      // Templates and the like are merged as git would merge them.
      var tape = SharedTape()
      let wasReadable = texts[0].isEmpty || (try? file(0, texts[0], &tape)) != nil
      let lines = LineMerge.merge(base: texts[0], ours: texts[1], theirs: texts[2])
      let isAsBefore = !wasReadable && lines.isClean
      return MergeOutcome(
        lines.text(with: marks), doubt: isAsBefore ? .neverReadable(error) : .unreadable(error))
    }
  }

  private func contents(of file: String) throws(Failure) -> [UInt8] {
    try asFailure(
      about: Console.name(of: file), try session.console.source(of: file).readToEnd())
  }

  /// The name in messages.
  private func name(of index: Int) -> String {
    guard let name = session.arguments.editing.mergedFile else {
      return Console.name(of: files[index])
    }
    return name + [" (base)", "", " (theirs)"][index]
  }

  private func warn(_ message: String) {
    let name = session.arguments.editing.mergedFile.map { $0.visible() + ": " } ?? ""
    session.reporter.warn(name + message)
  }

  private func file(
    _ index: Int, _ bytes: [UInt8], _ tape: inout SharedTape
  ) throws(DecantError) -> MergedFile {
    let path = session.arguments.editing.mergedFile ?? files[index]
    let format = conversion.source ?? session.registry.format(forFileNamed: path)
    return try MergedFile(
      bytes, named: name(of: index), as: format, conversion.readingOfEdits,
      among: session.registry, on: &tape)
  }
}
