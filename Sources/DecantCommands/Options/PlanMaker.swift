internal import DecantCore
internal import DecantFiles
internal import DecantPropertyList
internal import DecantConversion

/// A maker of the plans that the arguments of a call ask for, with the checks of several options.
struct PlanMaker {
  let source: Format?
  let target: Format?
  let losses = Losses()

  private let shared: Arguments.Shared
  private let registry: FormatRegistry
  let reporter: Reporter
  private let report: @Sendable (BadRecord) throws(DecantError) -> Void

  init(
    _ shared: Arguments.Shared, calledAs program: String, among registry: FormatRegistry,
    _ reporter: Reporter,
    report: @escaping @Sendable (BadRecord) throws(DecantError) -> Void
  ) throws(UsageError) {
    self.shared = shared
    self.registry = registry
    self.reporter = reporter
    self.report = report

    if let output = shared.all.output { try OutputName.check(output, among: registry) }
    let pair = ProgramName.formats(in: program, among: registry)
    if let name = shared.all.from {
      source = try registry.named(name)
    } else {
      source = pair?.source
    }
    if let name = shared.all.to {
      target = try registry.named(name)
    } else if let output = shared.all.output, let format = registry.format(forFileNamed: output) {
      target = format
    } else if let output = shared.all.output, let suffix = Self.suffix(of: output) {
      throw UsageError(
        "unknown extension '.\(suffix.visible(limit: 64))'; name the format to write with '--to'")
    } else {
      target = pair?.target
    }

    try arguments.checkRecords()
    try checkNames()
    if let source, !source.isReadable { throw UsageError("\(source.name) is only written") }
    if let target { try check(target) }
    if let source { try check(reading: source) }
  }

  private var arguments: Arguments { shared.all }

  /// Throws if a file would be rewritten in a format that its name contradicts.
  private func checkNames() throws(UsageError) {
    guard let target, !arguments.migration.isForced else { return }
    if arguments.to != nil { warn(ofOutputAs: target) }
    // The content of a file may contradict its name already, as '--from' says.
    guard arguments.inPlace != nil, !(source.map { registry.isNamedAlike($0, target) } ?? false)
    else { return }
    for file in arguments.operands {
      guard let contradiction = OutputName.contradiction(of: file, to: target, among: registry)
      else { continue }
      throw UsageError(
        "\(file.visible(limit: 64)): \(contradiction); 'migrate -t \(target.name) --replace' "
          + "also changes the name, '--force' keeps it")
    }
  }

  /// Warns if the name of the output contradicts its format.
  func warn(ofOutputAs target: Format) {
    guard let output = arguments.output, !arguments.migration.isForced,
      let contradiction = OutputName.contradiction(of: output, to: target, among: registry)
    else { return }
    reporter.warn(DecantError(.other(contradiction, hint: nil)).about(output), hint: nil)
  }

  private static func suffix(of path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let suffix = name[name.index(after: dot)...]
    return suffix.isEmpty ? nil : String(suffix)
  }

  func plan(for input: Format) throws(UsageError) -> Plan {
    try check(reading: input)
    let target = if let target { target } else { try fallback(for: input) }
    try check(target)
    var plan = arguments.plan
    plan.target = target
    plan.losses = losses
    plan.reading = reading
    plan.reading.needs.insert(.olderValues)
    if arguments.inPlace != nil { plan.reading.needs.insert(.replacedInput) }
    let isEmptyAllowed = target.abilities.contains(.emptyStreams) && plan.gathering != .slurp
    if !isEmptyAllowed || plan.comments == .dropped {
      plan.reading.reportTolerated = plan.reading.tolerated(without: .emptyStreams)
    }
    if !target.abilities.contains(.nonStringKeys), plan.fidelity != .tagged {
      // The target has no such keys, so an error follows.
      plan.reading.reportTolerated = plan.reading.tolerated(without: .nonStringKeys)
    }
    // Without the old file, comments that were lost could not be restored.
    if plan.comments == .kept, arguments.inPlace != nil || arguments.migration.replaces {
      plan.comments = .required
    }
    plan.jobs = arguments.jobs ?? 1
    return plan
  }

  /// Refines the format of an input by its content, unless `--from` names it.
  ///
  /// Throws if the file would be replaced by an output from which it cannot be restored.
  func refine(_ input: inout Input, for target: Format?) throws(DecantError) {
    guard arguments.from == nil else { return }
    let format = input.format.name
    try input.refine(for: target, among: registry)
    guard input.format.name != format, input.format.name != target?.name,
      arguments.inPlace != nil || arguments.migration.replaces
    else { return }
    var error = DecantError(.keyedArchive(.irreversible))
    error.source = input.name
    throw error
  }

  var readingAlone: ReadingOptions {
    reading.adapted(to: arguments.plan.fidelity, counting: losses)
  }

  /// The options for files of which most bytes stay as they are, templates among them.
  var readingOfEdits: ReadingOptions {
    var options = readingAlone
    options.reportTolerated = options.tolerated(without: .nonStringKeys)
    return options
  }

  private var reading: ReadingOptions {
    var options = arguments.plan.reading
    options.reportNote = { [reporter] in reporter.warnOnce($0) }
    options.isStrict = arguments.plan.fidelity == .strict
    options.reportTolerated = { [reporter] in reporter.warn($0, hint: $0.hint) }
    if arguments.skipsBadRecords { options.badRecords = .skip(report: report) }
    return options
  }

  func check(reading format: Format) throws(UsageError) {
    guard !format.abilities.contains(.records), let option = arguments.recordOption else { return }
    throw UsageError("'\(option)' needs a format with records, and \(format.name) has none")
  }

  private func check(_ target: Format) throws(UsageError) {
    guard target.isWritable else { throw UsageError("\(target.name) cannot be written") }
    guard target.isReadable || arguments.inPlace == nil else {
      throw UsageError("\(target.name) cannot be read back, which verifies a file; use '-o'")
    }
    let abilities = target.abilities
    let (writing, fidelity) = (arguments.plan.writing, arguments.plan.fidelity)
    if fidelity == .tagged, !target.isReadable {
      throw UsageError("\(target.name) does not support '--tagged'")
    }
    if writing.ascii, !abilities.contains(.ascii) {
      throw UsageError("\(target.name) does not support '--ascii'")
    }
    if arguments.plan.reading.duplicateKeys == .keep, !abilities.contains(.duplicateKeys) {
      throw UsageError("\(target.name) does not support '--duplicate-keys keep'")
    }
    if writing.width != nil, !abilities.contains(.fitting) {
      throw UsageError("\(target.name) does not support '--width'")
    }
    guard let indentation = writing.indentation, indentation != .compact else { return }
    guard abilities.contains(.indentation) else {
      throw UsageError("\(target.name) does not support '--indent'")
    }
    if indentation == .tab, !abilities.contains(.tabs) {
      throw UsageError("\(target.name) cannot be indented with tabs")
    }
  }

  private func fallback(for input: Format) throws(UsageError) -> Format {
    // A format that refines others is a view of their documents, which is replaced only by itself.
    if input.isWritable, input.refines == nil || arguments.inPlace != nil { return input }
    if arguments.inPlace != nil {
      throw UsageError("\(input.name) cannot be written; name another format with '--to'")
    }
    let writable = registry.formats.filter(\.isWritable)
    // JSON for the dialects of JSON.
    let nearest = writable.first { $0.name == "json" } ?? writable.first
    guard let nearest else { throw UsageError("\(input.name) cannot be written") }
    return nearest
  }
}

extension ReadingOptions {
  /// Returns the report of tolerated mistakes without those that show only in targets with certain abilities.
  fileprivate func tolerated(
    without abilities: Format.Abilities
  ) -> (@Sendable (DecantError) -> Void)? {
    { [report = reportTolerated] in
      if $0.problem.concernedAbilities.isDisjoint(with: abilities) { report?($0) }
    }
  }
}

extension FormatRegistry {
  func named(_ name: String) throws(UsageError) -> Format {
    do {
      return try format(named: name)
    } catch {
      guard let title = ForeignFormat.title(of: name) else { throw UsageError(error.message) }
      throw UsageError("unknown format '\(name.visible(limit: 64))'; \(title) is not supported")
    }
  }
}
