internal import Decant

struct EditingArguments {
  var steps: [Step] = []
  var document: Int?
  var nextForm = ValueForm.flow
  var markerSize = 7
  var aliasedValues = AliasedValues.refused

  struct Step {
    var operation: Operation
    var words: [String]
    var form: ValueForm
  }

  enum Operation {
    case set, insert, delete, rename, move, copy, test, merge, patch

    var pointerCount: Int {
      switch self {
      case .merge, .patch: 0
      case .set, .insert, .delete, .rename, .test: 1
      case .move, .copy: 2
      }
    }
  }

  enum ValueForm {
    /// YAML, so that numbers and words are what they look like.
    case flow
    case string, date, data
  }

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
