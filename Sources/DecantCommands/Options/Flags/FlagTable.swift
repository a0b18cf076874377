internal import DecantChanges
internal import DecantCore
internal import DecantConversion

extension Flag {
  static func all(for registry: FormatRegistry) -> [Flag] {
    Group.allCases.flatMap { $0.flags(for: registry) }
  }

  /// Returns the first option that `isWanted` accepts; creates no later groups.
  static func first(
    among registry: FormatRegistry, where isWanted: (Flag) -> Bool
  ) -> Flag? {
    // An array of the groups would take 7,000 instructions of a start to create its type.
    var number = 0
    while let group = Group(rawValue: number) {
      if let flag = group.flags(for: registry).first(where: isWanted) { return flag }
      number += 1
    }
    return nil
  }

  /// Options that are created together, at the first look-up of one of them.
  private enum Group: Int, CaseIterable {
    case formats, layout, content, fidelity, query, comparing, editing, merging, types, records
    case files, migration, git, service, messages
    /// Last, because all formats are made to look them up.
    case formatSpecific

    func flags(for registry: FormatRegistry) -> [Flag] {
      switch self {
      case .formats: Flag.formats
      case .layout: Flag.layout
      case .content: Flag.content
      case .fidelity: Flag.fidelity
      case .formatSpecific:
        registry.formats.flatMap { format in
          format.options.map { Flag($0, of: format) }
        }
      case .query: Flag.query
      case .comparing: Flag.comparing
      case .editing: Flag.editing
      case .merging: Flag.merging
      case .types: Flag.types
      case .records: Flag.records
      case .files: Flag.files
      case .migration: Flag.migration
      case .git: Flag.git
      case .service: Flag.service
      case .messages: Flag.messages
      }
    }
  }

  init(_ option: FormatOption, of format: Format) {
    // A format that refines others contains no archives, and types have its classes in any case.
    let useless: [Verb.Name] =
      (format.refines == nil ? [] : option.isForReading ? [.restore, .types] : [.archive])
      + (format.isEditable ? [] : [.edit])
    let verbs = option.isForReading ? Verb.Name.reading : Verb.Name.converting
    let domain: Domain =
      option.choices.isEmpty
      ? .other(option.acceptedValues) : .choice(option.choices, default: option.defaultChoice)
    let value: Value = option.valueName.map { .required($0, domain) } ?? .none
    self.init(
      option.name, nil, value, in: .formatSpecific,
      of: Verb.Names(verbs.list.filter { !useless.contains($0) }), option.summary,
      detail: option.details
    ) { arguments, value in
      guard option.accepts(value) else { return false }
      option.apply(value, to: &arguments.plan.reading)
      option.apply(value, to: &arguments.plan.writing)
      return true
    }
  }
}
