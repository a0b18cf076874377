internal import DecantChanges
internal import DecantCore

struct EditingArguments {
  /// The edits and the files of steps, in their order.
  private(set) var items: [Item] = []
  var aliasedValues = AliasedValues.refused
  /// Whether operations on what is not there are left out.
  var skipsMissing = false
  /// Whether keys that the document of `--add-missing` or `--sync` lacks are removed.
  var removesUnknown = false
  /// Whether a Markdown file without front matter gets one.
  var makesFrontMatter = false
  /// What becomes of lists in `--merge` and `--add-missing`, if that was said.
  var lists: MergedLists?
  /// Whether steps can be made twice.
  var areRepeatable = true
  /// Whether the edits are printed as steps.
  var printsSteps = false
  /// Whether `--value` awaits an operation.
  private var isValueOpen = false
  private var mistake: UsageError?

  enum Item {
    case edit(EnteredEdit)
    case steps(file: String)

    /// The file that is read for it.
    var file: String? {
      switch self {
      case .edit(let edit): edit.file
      case .steps(let file): file
      }
    }
  }

  mutating func add(
    _ operation: EnteredEdit.Operation, _ value: String, as form: EnteredEdit.Form? = nil
  ) {
    let words = value.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    let isGeneral = isValueOpen && operation.hasValue && form == nil
    if isGeneral { isValueOpen = false }
    closeValue()
    items.append(.edit(EnteredEdit(operation, words, as: isGeneral ? .value : form)))
  }

  mutating func addSteps(in file: String) {
    closeValue()
    items.append(.steps(file: file))
  }

  mutating func openValue() {
    closeValue()
    isValueOpen = true
  }

  /// Ends the list; returns a mistake in it.
  mutating func close() -> UsageError? {
    closeValue()
    return mistake
  }

  /// Gives `--value` that no operation follows to the operation before it.
  private mutating func closeValue() {
    guard isValueOpen else { return }
    isValueOpen = false
    guard case .edit(var last)? = items.last, last.operation.hasValue, last.form == nil else {
      mistake =
        mistake ?? UsageError("'--value' needs an operation such as '--set /name value'")
      return
    }
    last.form = .value
    items[items.count - 1] = .edit(last)
  }
}
