internal import DecantCore

/// A document that cannot be written to a file of its own.
enum SplittingProblem: SpecificProblem {
  case noValue(String)
  case severalValues(String)
  case notText(String)
  /// A value would lead to another folder, or cannot be a part of a name.
  case notAName(String, path: String)
  case repeatedName(String)
  /// Two names lead to one file, by a link or because the file system ignores case.
  case sameFile

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
      "an earlier document has the same file name, '\(name.visible(limit: 240))'"
    case .sameFile: "the file was already written for another document, whose file name is similar"
    }
  }

  var hint: String? {
    switch self {
    case .repeatedName, .severalValues: "'{#}' in the name is the number of the document"
    case .notAName:
      "a part of a name is not empty, '.' or '..', and has no '/' and control characters"
    case .noValue, .notText, .sameFile: nil
    }
  }

  var category: DecantError.Category {
    switch self {
    case .sameFile: .creatingOutput
    default: .input
    }
  }
}

extension DecantError {
  init(_ problem: SplittingProblem, offset: Int? = nil) {
    self.init(.specific(problem), offset: offset)
  }
}
