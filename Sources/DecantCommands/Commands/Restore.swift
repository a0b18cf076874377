internal import DecantCore
internal import DecantConversion
internal import DecantSchema

extension Verb {
  static let restore = Verb(
    name: .restore, operands: "[FILE...]",
    summary: "verify archives and write the documents in them",
    detail: """
      Nothing is written of an archive before its digest has been verified. With --type, an archive of \
      another type is refused, and with --schema one whose document does not match a JSON Schema.
      """
  ) { session throws(Failure) in
    let conversion = try session.conversion()
    let schema = try session.schema()
    try session.convertEach(
      open: { (file) throws(Failure) in try session.open(file, as: conversion.source) },
      by: conversion.planForVerb
    ) { (input, _, pipeline) throws(Failure) in
      let format = input.format
      do throws(DecantError) {
        let check = schema.map { schema in
          { (root: Document.Node) throws(DecantError) in
            if let mismatch = try schema.firstMismatch(in: root.withCopies) { throw mismatch }
          }
        }
        try pipeline.restore(input, ofType: session.arguments.type, check)
      } catch {
        throw Failure.error(error, reading: format)
      }
    }
    session.reporter.report(conversion.losses)
  }
}
