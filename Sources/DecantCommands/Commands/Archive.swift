internal import DecantCore
internal import DecantConversion

extension Verb {
  static let archive = Verb(
    name: .archive, operands: "[FILE...]", summary: "put a document in an archive",
    detail: """
      An archive is a document in an envelope that names its type and contains a digest of it. It is \
      written in the format that --to or the output file names, else in that of the input; no value loses \
      its type in any format. An archive contains one document; --slurp gathers several in one. \
      decant-archive(5) describes the envelope.
      """,
    run: { session throws(Failure) in try Archiving(session).run() })
}

private struct Archiving {
  private let session: Session
  private let conversion: PlanMaker
  private let type: String

  init(_ session: Session) throws(Failure) {
    self.session = session
    try session.checkDocuments()
    conversion = try session.conversion()
    guard let type = session.arguments.type else {
      throw .usage("'archive' needs the name of a type, '--type NAME'")
    }
    self.type = type
  }

  func run() throws(Failure) {
    let files = session.arguments.operands
    guard session.arguments.inPlace != nil else {
      return try archive(files.isEmpty ? ["-"] : files)
    }
    try session.rewriteEach(files) { (file) throws(Failure) in
      try archive([file.name], replacing: file)
    }
  }

  private func archive(_ files: [String], replacing original: OriginalFile? = nil) throws(Failure) {
    try session.enterSandbox(opening: files)
    var input = try session.open(files[0], as: conversion.source)
    var plan = try conversion.planForVerb(input.format)
    // Numbers are those of one whole document, under keys that have their own names.
    if plan.isOfWholeDocuments, plan.keyStyle == nil { plan.reading.needs.insert(.instanceNumbers) }
    let schema = session.arguments.schemaVersion ?? 1
    if files.count == 1, canReadAgain(input, by: plan),
      let archive = try read(&input, by: plan, schema)
    {
      let output = OpenWriting(try Writing(by: plan.archive, replacing: original, in: session))
      try convert(&input, [], by: plan) { (batch) throws(DecantError) in
        try output.writing.pipeline.convert(batch, ofRootIn: archive)
      }
      return try asFailure(reading: input.format, try output.writing.finish())
    }
    let collector = DocumentCollector(endOfInput: files.count == 1 ? input.window.end : nil)
    try convert(&input, files, by: plan) { (batch) throws(DecantError) in try collector.add(batch) }
    guard let document = collector.take() else { throw .error(DecantError(.emptyInput)) }
    var writing = try Writing(by: plan.archive, replacing: original, in: session)
    do throws(DecantError) {
      try writing.pipeline.archive(document, type: type, schema: schema)
      try writing.finish()
    } catch {
      throw .error(error, reading: input.format)
    }
  }

  /// Converts the inputs, and calls `receive` with the events of the only document.
  private func convert(
    _ input: inout Input, _ files: [String], by plan: Plan,
    _ receive: @escaping (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(Failure) {
    var plan = plan
    plan.target = DocumentTarget(receive).format
    var pipeline = try asFailure(try Pipeline(plan, to: MemoryDestination()))
    // Of a keyed archive, the objects are archived.
    try conversion.convert(&input, for: nil, into: &pipeline)
    for file in files.dropFirst() {
      var input = try session.open(file, as: conversion.source)
      try conversion.convert(&input, for: nil, into: &pipeline)
    }
    try asFailure(try pipeline.finish())
  }
}

// MARK: - Reading twice

/// The digest precedes the root. To read the document again takes less time and a third of the memory of keeping it.
extension Archiving {
  private func canReadAgain(_ input: borrowing Input, by plan: Plan) -> Bool {
    guard case .stop = plan.reading.badRecords else { return false }
    return input.format.isReadAgain && plan.target.archivesUnguarded
      && session.registry.refinements(of: input.format, for: nil).isEmpty
  }

  /// Reads the document for its digest, and shows it again; returns nil if its archive needs all of it.
  private func read(
    _ input: inout Input, by plan: Plan, _ schema: Int
  ) throws(Failure) -> NewArchive? {
    let root = ReadRoot()
    input.window.keepAll()
    do throws(Failure) {
      try convert(&input, [], by: plan) { (batch) throws(DecantError) in try root.add(batch) }
    } catch {
      guard root.hasFailed else { throw error }
    }
    try asFailure(try input.rewind())
    return try asFailure(try NewArchive(of: root, type: type, schema: schema))
  }
}

/// A writing that a function keeps.
private final class OpenWriting {
  var writing: Writing

  init(_ writing: consuming Writing) {
    self.writing = writing
  }
}

extension Plan {
  fileprivate var archive: Plan {
    var plan = Plan(to: target)
    plan.fidelity = .tagged
    plan.writing = writing
    return plan
  }
}
