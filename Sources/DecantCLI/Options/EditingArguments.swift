internal import Decant

struct EditingArguments {
  var steps: [Step] = []
  /// The number of the document to edit; nil for all.
  var document: Int?
  var nextForm = ValueForm.flow
  /// The number of characters of the marks around conflicts.
  var markerSize = 7

  struct Step {
    var operation: Operation
    var words: [String]
    var form: ValueForm
  }

  enum Operation {
    case set, insert, delete, rename, move, copy, test, merge, patch

    /// The number of leading operands that are JSON Pointers.
    var pointerCount: Int {
      switch self {
      case .merge, .patch: 0
      case .set, .insert, .delete, .rename, .test: 1
      case .move, .copy: 2
      }
    }
  }

  /// The type that an operand is parsed as.
  enum ValueForm {
    /// YAML, so that numbers and words are what they look like.
    case flow
    case string, date, data
  }

  /// Appends an operation; returns false if an operand is not a valid pointer.
  mutating func add(_ operation: Operation, _ value: String) -> Bool {
    let words = value.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    guard words.prefix(operation.pointerCount).allSatisfy({ DocumentPointer($0) != nil }) else {
      return false
    }
    steps.append(Step(operation: operation, words: words, form: nextForm))
    nextForm = .flow
    return true
  }
}
