internal import Decant

extension Verb {
  static let merge = Verb(
    name: .merge, operands: "BASE OURS THEIRS",
    summary: "merge two edits of one document",
    detail: """
      The values of OURS and THEIRS, which are edits of BASE, are merged by structure: keys by name, elements by \
      alignment. The result is the text of OURS with the changes of THEIRS; all other bytes stay. A value that both \
      changed differently is a conflict: both are written between marks, as git writes them, each is reported, and \
      the exit status is 1. A git merge driver is 'decant merge -i --marker-size %L %O %A %B'.
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
    let base = try contents(of: files[0])
    var tape = SharedTape()
    let ours = try file(files[1], try contents(of: files[1]), &tape)
    let theirs = try file(files[2], try contents(of: files[2]), &tape)
    // Git passes an empty file if both sides added the file.
    let old = base.isEmpty ? nil : try file(files[0], base, &tape)
    var merge = try failing(
      try FileMerge(
        base: old, ours: ours, theirs: theirs, on: tape, named: Console.name(of: files[1]),
        conversion.readingOfEdits, among: session.registry))
    let marks = LineMerge.Marks(width: session.arguments.editing.markerSize)
    for conflict in merge.conflicts {
      let place = conflict.description.visible(limit: 240)
      session.reporter.warn(place.isEmpty ? "conflict" : "conflict at \(place)")
    }
    do throws(DecantError) {
      let result = try merge.result(with: marks)
      try session.write(over: files[1], ifChanged: result.text != ours.bytes) {
        (destination) throws(DecantError) in
        try result.text.withBytes { (text) throws(DecantError) in try destination.write(text) }
      }
      if result.lacksTheirLayout {
        let source = Console.name(of: files[2]).visible()
        session.reporter.warn(
          "the values of \(source) were merged, but not its comments and layout")
      }
    } catch {
      throw .error(error, reading: ours.format)
    }
    if !merge.conflicts.isEmpty { session.reporter.raiseStatus(to: .negative) }
  }

  private func contents(of file: String) throws(Failure) -> [UInt8] {
    try failing(
      about: Console.name(of: file), try session.console.source(of: file).readToEnd())
  }

  private func file(
    _ file: String, _ bytes: [UInt8], _ tape: inout SharedTape
  ) throws(Failure) -> MergedFile {
    let format = conversion.source ?? session.registry.format(forFileNamed: file)
    return try failing(
      try MergedFile(
        bytes, named: Console.name(of: file), as: format, conversion.readingOfEdits,
        among: session.registry, on: &tape))
  }
}
