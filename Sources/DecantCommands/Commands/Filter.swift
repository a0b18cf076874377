internal import DecantChanges
internal import DecantCore
internal import DecantConversion
internal import DecantSchema
internal import DecantTypes

extension Verb {
  static let filter = Verb(
    name: .filter, operands: "[FILE...]", summary: "convert each FILE, or standard input",
    detail: """
      Without FILE, or where FILE is '-', standard input is read. The results of all inputs are written, in \
      order, to standard output or to the file that --output names.
      """,
    run: { session throws(Failure) in try Filter(session).run() })
}

struct Filter {
  private let session: Session
  private let conversion: PlanMaker
  private let records: BadRecordReport
  private let transform: DocumentTransform?

  init(_ session: Session) throws(Failure) {
    self.session = session
    try session.checkDocuments()
    if session.arguments.plan.gatheredNames != nil {
      let files = session.arguments.operands
      guard !files.isEmpty, !files.contains("-") else {
        throw .usage("'--by-name' needs the names of files")
      }
    }
    records = BadRecordReport(to: session.reporter, limit: session.arguments.maximumErrors)
    conversion = try session.conversion(reporting: records)
    let schema = try session.schema()
    transform = schema.map { DocumentTransform(matching: $0, as: session.type) } ?? session.type
  }

  func run() throws(Failure) {
    if !session.arguments.inference.needsSwiftTypes { return try printSchema() }
    let hasFrontMatter = { (file: String) in
      FrontMatter.isExpected(inFileNamed: file, as: conversion.source)
    }
    if session.arguments.inPlace != nil,
      let file = session.arguments.operands.first(where: hasFrontMatter)
    {
      throw .usage(
        "'--in-place' would lose the text after the front matter of '\(file.visible(limit: 64))'; 'decant edit -i' keeps it"
      )
    }
    if let name = session.arguments.rejects { try asFailure(try records.open(name)) }
    try session.convertEach(
      open: { (file) throws(Failure) in
        let input = try session.open(file, as: conversion.source)
        if hasFrontMatter(file) {
          session.reporter.note(DecantError(.specific(FrontMatterProblem.restLeftOut)).about(file))
        }
        return input
      }, by: plan
    ) { (input, plan, pipeline) throws(Failure) in
      var input = input
      try conversion.convert(&input, for: plan.outerTarget, into: &pipeline)
    }
    session.reporter.report(conversion.losses)
  }

  private func printSchema() throws(Failure) {
    guard let makeSchema = session.type?.makeSchema else {
      throw .usage("'--json-schema' needs a type; 'types --json-schema' infers it from documents")
    }
    guard session.arguments.operands.isEmpty else {
      throw .usage("'--json-schema' prints the schema of a type, and reads no documents")
    }
    try session.write(schema: makeSchema(), by: conversion)
  }

  private func plan(for format: Format) throws(Failure) -> Plan {
    var plan = try conversion.planForVerb(format)
    plan.transform = transform
    if plan.gatheredNames != nil { plan.gatheredNames = session.arguments.operands }
    if let size = session.console.blockSize { plan.blockSize = size }
    let arguments = session.arguments
    plan.keepsBytes =
      (arguments.inPlace != nil || arguments.preview != nil) && format.name == plan.target.name
      && plan.changesNothing && !arguments.skipsBadRecords
    return plan
  }
}

extension Plan {
  /// Whether documents in its target are written as they are read, but for what the writer does by itself.
  fileprivate var changesNothing: Bool {
    isOfWholeDocuments && transform == nil && keyStyle == nil && keyOrder == .asRead
      && comments != .dropped && scalars == .inFormat && [.standard, .strict].contains(fidelity)
      && reading.duplicateKeys == .error && reading.formatOptions.isEmpty
      && writing.formatOptions.isEmpty && !writing.ascii && writing.indentation == nil
      && writing.width == nil
  }

  /// The format that documents are read for; nil if they are decoded as a type first.
  var outerTarget: Format? { transform == nil ? target : nil }
}
