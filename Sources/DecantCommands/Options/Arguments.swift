internal import DecantChanges
internal import DecantConversion
internal import DecantCore
internal import DecantFiles
internal import DecantJSON
internal import DecantSchema
internal import DecantTypes

/// The options as typed, nil if absent; `PlanMaker` interprets them.
struct Arguments: Sendable {
  var from: String?
  var to: String?
  var output: String?
  /// The names of the files, if each document is written to its own.
  var outputFields: FieldedName?
  var inPlace: InPlace?
  /// What is shown in place of changing files.
  var preview: Preview.Content?
  /// Whether the exit status tells that a file would change.
  var isChecked = false
  var checkout: PropertyListFilter.Checkout?
  var color: ColorChoice?

  /// What flags and the options of formats set of a plan; `PlanMaker` names the target, for which JSON stands until then.
  var plan = Plan(to: .json)

  var type: String?
  var schemaVersion: Int?
  /// Whether a check also reports what other programs read otherwise.
  var isPortable = false
  /// Whether files with other names than those of formats are passed over.
  var checksOnlyKnown = false
  /// The file with the schema by which documents are checked, or that types are printed for.
  var schemaFile: String?
  /// Its name, if each document fills the fields in it.
  var schemaFields: FieldedName?
  var schemaFolders: [String] = []
  /// Whether a file without a schema is an error.
  var requiresSchema = false
  /// The draft of schemas that do not name theirs.
  var schemaDraft: JSONSchema.Draft?
  /// Whether texts must have the form that `format` in a schema names.
  var formats = JSONSchema.Formats.annotated
  var onError: ErrorAction?
  var rejects: String?
  var jobs: Int?

  var query = QueryArguments()
  var editing = EditingArguments()
  /// What `diff` looks at; the keys of elements are those of `merge` too.
  var rules = ComparisonRules()
  var merging = FileMerge.Settings()
  /// The name of the file of which temporary ones are merged.
  var mergedFile: String?
  var inference = TypeInference.Options()
  var typeName: String?
  /// Which files in folders are wanted.
  var selection = FileSelection()
  /// The file that a report is written to.
  var report: String?
  var migration = MigrationArguments()
  var git = GitArguments()
  var service = ServiceLimits()
  var isVerbose = false

  var errorFormat: ErrorFormat?
  var quiet = false
  var help = false
  var version = false
  var sandbox: Sandbox?

  var operands: [String] = []

  /// The arguments of a call, which its parts share: a copy takes 2,000 instructions.
  final class Shared: Sendable {
    let all: Arguments

    init(_ all: Arguments) { self.all = all }
  }

  struct InPlace {
    var suffix: String?
  }

  enum Comments: String, CaseIterable {
    case keep, drop
  }

  enum ColorChoice: String, CaseIterable {
    case auto, always, never
  }

  enum ErrorFormat: String, CaseIterable {
    case text, json
  }

  enum ErrorAction: Equatable {
    case stop
    /// The number is that of the records that may be left out; nil for all.
    case skip(Int?)
  }

  /// What is compared with its order.
  enum Order: String, CaseIterable {
    case none, lists, all
  }
}

extension Arguments {
  var skipsBadRecords: Bool { rejects != nil || (onError ?? .stop) != .stop }

  /// How many records may be left out; nil for all.
  var maximumErrors: Int? {
    guard case .skip(let maximum)? = onError else { return nil }
    return maximum
  }

  var recordOption: String? {
    if rejects != nil { return "--rejects" }
    if skipsBadRecords { return "--on-error skip" }
    return plan.reading.maximumRecordLength == nil ? nil : "--max-record"
  }

  func checkRecords() throws(UsageError) {
    guard onError == .stop, rejects != nil else { return }
    throw UsageError(
      "'--rejects' leaves out invalid records, and cannot be used together with '--on-error stop'")
  }
}

struct QueryArguments {
  /// The paths, one a line, where no operand is a path.
  var paths: String?
  var fallback: String?
  var aspect = NodeAspect.value
  var form = Form.values
  var endsWithNull = false
  var naming = Naming.none
  var diffFormat = DiffFormat.text

  enum Form {
    case values
    /// The values below each match of the first path in a row.
    case rows
    /// Each scalar with its path.
    case paths
  }

  /// Where the names of files are printed.
  enum Naming {
    case none
    case eachValue
    /// The name of each file with a value, and no value.
    case matches
  }

  enum DiffFormat: String, CaseIterable {
    case text, patch
  }
}

struct MigrationArguments {
  var out: String?
  var replaces = false
  var isForced = false
  var failsFast = false
}

struct GitArguments {
  /// Whether the files of the user are set up, not those of a repository.
  var isGlobal = false
  var storage = PropertyListStorage.asIs
  /// Whether what was set up is removed.
  var isUndone = false
}
