internal import Decant

extension Verb {
  static let restore = Verb(
    name: .restore, operands: "[FILE...]",
    summary: "verify archives and write the documents in them",
    detail: """
      Nothing is written of an archive before its digest has been verified. With --type, an archive of \
      another type is refused.
      """,
    run: { session throws(Failure) in try Restoring(session).run() })
}

private struct Restoring {
  private let session: Session
  private let conversion: Conversion

  init(_ session: Session) throws(Failure) {
    self.session = session
    conversion = try session.conversion()
  }

  func run() throws(Failure) {
    let files = session.arguments.operands
    if let inPlace = session.arguments.inPlace {
      try session.rewriteEach(files) { (file) throws(Failure) in
        let input = try session.open(file, as: conversion.source)
        let format = input.format
        let plan = try conversion.planForVerb(format)
        do throws(DecantError) {
          var writing = try Writing(replacing: file, inPlace, by: plan, in: session)
          try writing.pipeline.restore(input, ofType: session.arguments.type)
          try writing.finish()
        } catch {
          throw .error(error, reading: format)
        }
      }
    } else {
      try session.convertEach(
        of: files,
        open: { (file) throws(Failure) in try session.open(file, as: conversion.source) },
        by: conversion.planForVerb
      ) { (input, _, pipeline) throws(Failure) in try restore(input, &pipeline) }
    }
    session.reporter.report(conversion.losses)
  }

  private func restore(
    _ input: consuming Input, _ pipeline: inout Pipeline
  ) throws(Failure) {
    let format = input.format
    do {
      try pipeline.restore(input, ofType: session.arguments.type)
    } catch {
      throw .error(error, reading: format)
    }
  }
}
