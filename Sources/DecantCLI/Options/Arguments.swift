internal import Decant

/// What was typed, option by option; what it means is `Conversion`'s business.
///
/// Nil is what was not typed.
struct Arguments {
  var from: String?
  var to: String?
  var output: String?
  var inPlace: InPlace?
  var compact = false
  var indentation: Indentation?
  var color: ColorChoice?

  var type: String?
  var schema: Int?
  var pointer: DocumentPointer?
  var raw = false
  var gathering = Plan.Gathering.none
  var sortKeys = false
  var keyStyle: KeyStyle?
  var ascii = false

  var fidelity: Fidelity?
  var duplicateKeys: DuplicateKeys?
  /// Options of single formats, with their values.
  var formatOptions: [(option: FormatOption, value: String)] = []
  var yamlLane: YAMLLane?
  var laneShare: YAMLLaneShare?
  var maximumDepth: Int?
  var maximumAliasNodes: Int?
  var onError: ErrorAction?
  var rejects: String?
  var maximumErrors: Int?
  var maximumRecordLength: Int?
  var jobs: Int?

  var looking = LookingArguments()
  var editing = EditingArguments()
  var migration = MigrationArguments()
  var service = ServiceArguments()

  var errorFormat: ErrorFormat?
  var quiet = false
  var listsAsJSON = false
  var help = false
  var version = false

  /// What is not an option: files, or what the verb takes.
  var operands: [String] = []

  /// That files are rewritten, and the suffix that the old ones are kept with.
  struct InPlace {
    var suffix: String?
  }

  enum ColorChoice: String, CaseIterable {
    case auto, always, never
  }

  enum ErrorFormat: String, CaseIterable {
    case text, json
  }

  enum ErrorAction: String, CaseIterable {
    case stop, skip
  }
}
