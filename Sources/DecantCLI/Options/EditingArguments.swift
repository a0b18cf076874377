internal import Decant

/// What was typed for 'edit'.
struct EditingArguments {
  /// The operations, in order.
  var steps: [Step] = []
  /// The number of the document that is edited; nil for all.
  var document: Int?
  /// How the value of the next operation is read.
  var nextForm = ValueForm.flow

  /// An operation with its words as they were typed.
  struct Step {
    var operation: Operation
    var words: [String]
    var form: ValueForm
  }

  enum Operation {
    case set, insert, delete, rename, move, copy, test, merge, patch

    /// How many words are JSON Pointers, from the first on.
    var pointerCount: Int {
      switch self {
      case .merge, .patch: 0
      case .set, .insert, .delete, .rename, .test: 1
      case .move, .copy: 2
      }
    }
  }

  /// How a value on the command line is read.
  enum ValueForm {
    /// As YAML, so that numbers and words are what they look like.
    case flow
    case string, date, data
  }

  /// Adds an operation; false if a word of it is not a pointer.
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
