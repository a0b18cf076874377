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
    let end = files.count == 1 ? input.window.end : nil
    let document = try gather(by: plan, endOfInput: end) { (pipeline) throws(Failure) in
      // Of a keyed archive, the objects are archived.
      try conversion.convert(&input, for: nil, into: &pipeline)
      for file in files.dropFirst() {
        var input = try session.open(file, as: conversion.source)
        try conversion.convert(&input, for: nil, into: &pipeline)
      }
    }
    var writing = try Writing(by: plan.archive, replacing: original, in: session)
    do throws(DecantError) {
      try writing.pipeline.archive(
        document, type: type, schema: session.arguments.schemaVersion ?? 1)
      try writing.finish()
    } catch {
      throw .error(error, reading: input.format)
    }
  }

  private func gather(
    by plan: Plan, endOfInput: Int?, _ convert: (inout Pipeline) throws(Failure) -> Void
  ) throws(Failure) -> Document {
    let target = DocumentTarget(endOfInput: endOfInput)
    var plan = plan
    plan.target = target.format
    var pipeline = try asFailure(try Pipeline(plan, to: MemoryDestination()))
    try convert(&pipeline)
    do throws(DecantError) {
      try pipeline.finish()
      guard let document = target.document else { throw DecantError(.emptyInput) }
      return document
    } catch {
      throw .error(error)
    }
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
