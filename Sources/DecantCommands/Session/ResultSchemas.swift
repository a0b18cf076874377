internal import DecantConversion
internal import DecantCore
internal import DecantEditing
internal import DecantSchema
internal import DecantSystem

/// The schemas that files must match before something else takes their place.
///
/// `@unchecked Sendable` because one thread at a time has the finder.
final class ResultSchemas: @unchecked Sendable {
  private let schema: JSONSchema?
  private let finder: SchemaFinder?
  private let options: ReadingOptions
  private let turn = Monitor<Void>(())

  /// Returns nil if the call names no schema and no folder with schemas.
  init?(_ session: Session, _ options: ReadingOptions) throws(Failure) {
    let arguments = session.arguments
    if arguments.schemaFile == nil, arguments.schemaFolders.isEmpty {
      _ = try session.schema()
      return nil
    }
    finder = try session.schemaFinder()
    schema = try finder == nil ? session.schema() : nil
    self.options = options
  }

  /// Throws the first mismatch of the documents in a text that is not in its file yet, so that no line is told.
  func check(
    resultOf text: EditedBytes, named file: String, as format: Format
  ) throws(DecantError) {
    do throws(DecantError) {
      try check(Input(text.makeSource(), named: Console.name(of: file), as: format), of: file)
    } catch {
      var error = error
      (error.offset, error.position, error.excerpt) = (nil, nil, nil)
      throw error
    }
  }

  /// Throws the first mismatch of the documents in a file.
  func check(_ input: consuming Input, of file: String) throws(DecantError) {
    var input = input
    let error = turn.changeQuietly { _ -> DecantError? in
      var errors: [DecantError] = []
      do throws(DecantError) {
        let choice = try finder?.schemas(for: file, reading: &input) ?? .forAll(schema)
        try choice.check(&input, options) { errors.append($0) }
      } catch {
        errors.append(error)
      }
      return errors.first
    }
    if let error { throw error }
  }
}

extension SchemaFinder.Choice {
  /// Reports each mismatch of the documents of an input with their schemas, if there are any.
  func check(
    _ input: inout Input, _ options: ReadingOptions, _ report: (DecantError) -> Void
  ) throws(DecantError) {
    switch self {
    case .forAll(let schema?): try input.check(options, by: schema, report)
    case .forAll(nil): break
    case .forEach(let choose): try input.check(options, choosing: choose, report)
    }
  }
}
