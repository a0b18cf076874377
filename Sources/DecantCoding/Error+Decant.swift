public import DecantCore

extension Error {
  /// What is known of this error: its place, path, message and hint, also of a `DecodingError` or `EncodingError`.
  ///
  ///     do {
  ///       settings = try Format.yaml.decode(Settings.self, from: text)
  ///     } catch {
  ///       let error = error.decant
  ///       editor.mark(line: error.position?.line, error.message, hint: error.hint)
  ///     }
  ///
  /// Of an error that is not decant's it has the message, and the path if there is a coding path.
  public var decant: DecantError {
    if var error = self as? DecantError {
      error.isDescribedAbove = false
      return error
    }
    let (path, words, cause): ([any CodingKey], String, (any Error)?)
    switch self as any Error {
    case EncodingError.invalidValue(_, let context):
      (path, words, cause) = (
        context.codingPath, context.debugDescription, context.underlyingError
      )
    case let error as DecodingError where error.context != nil:
      (path, words, cause) = (
        error.context?.codingPath ?? [], error.context?.debugDescription ?? "",
        error.context?.underlyingError
      )
    default:
      return DecantError(.other("\(self)", hint: nil))
    }
    var error = (cause as? DecantError)?.decant ?? DecantError(.other(words, hint: nil))
    if error.path == nil, !path.isEmpty { error.path = DocumentPath(path) }
    return error
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
