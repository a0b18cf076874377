internal import DecantCore
internal import DecantChanges

struct EditingArguments {
  private(set) var steps: [Step] = []
  var aliasedValues = AliasedValues.refused
  /// Whether operations on what is not there are left out.
  var skipsMissing = false
  /// Whether keys that the document of `--add-missing` or `--sync` lacks are removed.
  var removesUnknown = false
  /// A form that is named before or after the operation with the value.
  private var openForm: ValueForm?
  private var mistake: UsageError?

  struct Step {
    var operation: Operation
    var words: [String]
    /// The form that an option names; nil if the place of the value decides.
    var form: ValueForm?

    /// The file with the value, or with the other document.
    var file: String? {
      guard operation.hasValue else {
        return [.merge, .addMissing, .sync, .patch].contains(operation) ? words[0] : nil
      }
      return form != .literal && words[1].first == "@" ? String(words[1].dropFirst()) : nil
    }
  }

  enum Operation {
    case set, insert, append, delete, rename, move, copy, test, merge, patch
    case addMissing, sync, comment, deleteComments

    var hasValue: Bool { self == .set || self == .insert || self == .append || self == .test }
  }

  enum ValueForm: String {
    /// YAML, so that numbers and words are what they look like.
    case value
    case string, date, data, json
    /// Text that may begin with an `@`.
    case literal
  }

  mutating func add(_ operation: Operation, _ value: String, as form: ValueForm? = nil) -> Bool {
    let words = value.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    var form = form
    if operation.hasValue, form == nil {
      form = openForm
      openForm = nil
    }
    closeForm()
    steps.append(Step(operation: operation, words: words, form: form))
    return true
  }

  mutating func open(_ form: ValueForm) {
    closeForm()
    openForm = form
  }

  /// Ends the list; returns a mistake in it.
  mutating func close() -> UsageError? {
    closeForm()
    return mistake
  }

  /// Gives a form that no operation follows to the operation before it.
  private mutating func closeForm() {
    guard let form = openForm else { return }
    openForm = nil
    guard let last = steps.last, last.operation.hasValue, last.form == nil else {
      mistake =
        mistake
        ?? UsageError("'--\(form.rawValue)' needs an operation such as '--set /name value'")
      return
    }
    steps[steps.count - 1].form = form
  }
}
