internal import Decant

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
  private let conversion: Conversion
  private let records: BadRecordReport

  init(_ session: Session) throws(Failure) {
    self.session = session
    records = BadRecordReport(to: session.reporter, limit: session.arguments.maximumErrors)
    conversion = try session.conversion(reporting: records)
  }

  func run() throws(Failure) {
    try session.openRejects(of: records)
    let files = session.arguments.operands
    if let inPlace = session.arguments.inPlace {
      try session.rewriteEach(files) { (file) throws(Failure) in try rewrite(file, inPlace) }
    } else {
      try session.convertEach(of: files, open: open, by: plan) {
        (input, plan, pipeline) throws(Failure) in
        var input = input
        try conversion.convert(&input, for: plan.outerTarget, into: &pipeline)
      }
    }
    session.reporter.report(conversion.losses)
  }

  private func rewrite(_ file: String, _ inPlace: Arguments.InPlace) throws(Failure) {
    var input = try open(file)
    let plan = try plan(for: input.format)
    do {
      try conversion.refine(&input, for: plan.outerTarget)
      var writing = try Writing(replacing: file, inPlace, by: plan, in: session)
      try writing.pipeline.convert(&input)
      try writing.finish()
    } catch {
      throw .error(error, reading: input.format)
    }
  }

  private func open(_ file: String) throws(Failure) -> Input {
    do throws(Failure) {
      return try session.open(file, as: conversion.source)
    } catch {
      throw hintingAtVerb(file, error)
    }
  }

  private func hintingAtVerb(_ file: String, _ failure: Failure) -> Failure {
    guard case .error(let error, let format, _) = failure, file == session.firstWord,
      error.problem == .system(.open, code: System.Errno.notFound.code),
      let verb = Spelling.nearest(to: file, in: Verb.named.map(\.name.rawValue))
    else { return failure }
    return .error(error, reading: format, hint: "did you mean the verb '\(verb)'?")
  }

  private func plan(for format: Format) throws(Failure) -> Plan {
    try conversion.checkForVerb(format)
    var plan = try conversion.planForVerb(format)
    plan.type = session.type
    if let size = session.console.blockSize { plan.blockSize = size }
    return plan
  }
}

extension Plan {
  /// The format that documents are read for; nil if they are decoded as a type first.
  var outerTarget: Format? { type == nil ? target : nil }
}
