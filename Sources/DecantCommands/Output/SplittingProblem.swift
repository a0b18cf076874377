internal import DecantCore

/// A document that cannot be written to a file of its own.
enum SplittingProblem: SpecificProblem {
  case noValue(String)
  case severalValues(String)
  case notText(String)
  /// A value would lead to another folder, or cannot be a part of a name.
  case notAName(String, path: String)
  case repeatedName(String)
  /// A document whose keys would be names is not a mapping.
  case notAMapping
  /// A part of a name with a field, or after one, is a link or '..'.
  case link(String)

  var message: String {
    switch self {
    case .noValue(let path):
      "the name of the file needs a value at '\(path.visible(limit: 64))', and the document has none"
    case .severalValues(let path):
      "the name of the file needs one value at '\(path.visible(limit: 64))', and the document has several"
    case .notText(let path):
      "the value at '\(path.visible(limit: 64))' cannot be part of a file name: it is not text or a number"
    case .notAName(let value, let path):
      "the value '\(value.visible(limit: 64))' at '\(path.visible(limit: 64))' cannot be part of a file name"
    case .repeatedName(let name):
      "another document has the same file name, '\(name.visible(limit: 240))', at most in another case or normalization"
    case .notAMapping:
      "'{key}' in the name of the file needs a mapping; '{/key}' is the value at /key"
    case .link(let path):
      "a field of the file name must not lead through '\(path.visible(limit: 240))', which is a link or '..'"
    }
  }

  var hint: String? {
    switch self {
    case .repeatedName, .severalValues:
      "'{#}' in the name is the number of the document"
    case .notAName:
      "a value in a name does not begin with '.', is not empty, and has no '/', '\\' or invisible character"
    case .noValue, .notText, .notAMapping, .link: nil
    }
  }
}

extension DecantError {
  init(_ problem: SplittingProblem, offset: Int? = nil) {
    self.init(.specific(problem), offset: offset)
  }
}
