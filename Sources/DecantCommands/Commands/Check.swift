internal import DecantChanges
internal import DecantCore
internal import DecantConversion
internal import DecantFiles
internal import DecantSchema
internal import DecantSystem

extension Verb {
  static let check = Verb(
    name: .check, operands: "[PATH...]",
    summary: "report invalid files; silent if all are valid",
    detail: """
      Every document is read to its end, and every file is checked, whatever was found in those before it. Of a \
      folder, or a pattern such as 'conf/**/*.yaml', all files with a known extension are checked, and counted. \
      In a format with records, the check continues after an invalid record; in JSON Lines it continues with \
      the next line. The exit status is 65 if anything was invalid. With --to, each value is reported that FORMAT \
      cannot represent: those that would lose their type as a warning, or with --strict as an error, those that \
      would change or be dropped as an error. With --schema, each value is reported that does not match a JSON \
      Schema; without it, a schema is looked for that the document names, or a catalog for the name of the file, or \
      that is for the kind of a manifest.
      """
  ) { session throws(Failure) in
    let conversion = try session.conversion()
    var options = conversion.readingAlone
    let reporter = session.reporter
    options.badRecords = .skip { reporter.reportRecord($0.error) }
    options.needs.insert(.multilineRecords)

    guard session.arguments.schemaFile == nil || session.arguments.to == nil else {
      throw .usage("'--schema' cannot be used together with '--to'")
    }
    let finder = try session.arguments.to == nil ? session.schemaFinder() : nil
    let schema = finder == nil ? try session.schema() : nil
    if session.arguments.report != nil { try session.enterSandbox(opening: nil) }
    let report = try session.checkReport()
    var listing = FileList.Options(
      registry: session.registry, selection: session.arguments.selection, format: conversion.source)
    if let identity = report?.identity { listing.avoiding.insert(identity) }
    let operands = session.arguments.operands.filter { !session.isPassedOver($0) }
    guard operands.isEmpty == session.arguments.operands.isEmpty else { return }
    let list = CheckedFiles(operands, listing)
    // A document can name its schema, which is then opened.
    try session.enterSandbox(opening: finder == nil ? list.files.map(\.path) : nil)
    let failed = try session.forEach(of: list.files) { (file) throws(Failure) in
      defer { report?.flush() }
      if case .failed(let error) = file.finding { throw .error(error) }
      guard let input = try session.openChecked(file.path, as: conversion.source) else { return }
      guard list.areSearched || !session.arguments.isPortable || input.format.portability != nil
      else {
        throw .usage("'--portable' is about YAML; '\(file.path.visible())' is \(input.format.name)")
      }
      try session.check(input, of: file.path, by: conversion, options, schema, finder)
    }
    if list.areSearched {
      let count = list.files.count
      reporter.note("\(count) \(count == 1 ? "file" : "files") checked, \(failed) with errors")
    }
    try asFailure(try report?.finish())
  }
}

extension Session {
  /// Opens a file; nil for Markdown without front matter, which is an error only if it is named.
  fileprivate func openChecked(
    _ file: String, as format: Format?
  ) throws(Failure) -> Input? {
    do throws(Failure) {
      return try open(file, as: format)
    } catch {
      guard case .error(let error, _, _) = error, !arguments.operands.contains(file),
        error.problem.specific(FrontMatterProblem.self) == .missing
      else { throw error }
      return nil
    }
  }

  /// Whether `--known` leaves out a file that is named.
  fileprivate func isPassedOver(_ file: String) -> Bool {
    arguments.checksOnlyKnown && file != "-" && !FileList.isSearch(file)
      && registry.format(forFileNamed: file) == nil
  }

  fileprivate func checkReport() throws(Failure) -> CheckReport? {
    guard let name = arguments.report else { return nil }
    let report = try asFailure(try CheckReport(name))
    reporter.add(to: report)
    return report
  }

  fileprivate func check(
    _ input: consuming Input, of file: String, by conversion: PlanMaker, _ options: ReadingOptions,
    _ schema: JSONSchema?, _ finder: SchemaFinder?
  ) throws(Failure) {
    var input = input
    do throws(DecantError) {
      try conversion.refine(&input, for: nil)
      let choice = try finder?.schemas(for: file, reading: &input) ?? .forAll(schema)
      // The schema of each document is opened when it is read.
      if finder != nil, case .forAll = choice,
        arguments.operands == [file] || arguments.operands.isEmpty
      {
        try? enterSandbox(opening: System.status(of: file).regularFile == nil ? [] : [file])
      }
      if arguments.isPortable { try checkPortability(&input, options) }
      if case .forAll(nil) = choice {
        if arguments.to == nil { try input.check(options, as: type) }
      } else {
        try choice.check(&input, options) { reporter.report($0) }
      }
    } catch {
      throw .error(error, reading: input.format)
    }
    if arguments.to != nil { try audit(&input, by: conversion, options) }
  }

  /// Reports what other programs read otherwise, from the beginning of the input.
  private func checkPortability(
    _ input: inout Input, _ options: ReadingOptions
  ) throws(DecantError) {
    guard let portability = input.format.portability else { return }
    try input.check(portability, options) { difference in
      reporter.warn(difference, hint: difference.hint)
      reporter.raiseStatus(to: .badInput)
    }
  }

  private func audit(
    _ input: inout Input, by conversion: PlanMaker, _ options: ReadingOptions
  ) throws(Failure) {
    var plan = try conversion.planForVerb(input.format)
    plan.reading = options
    let reporter = reporter
    let isStrict = arguments.plan.fidelity == .strict
    do {
      try input.audit(by: plan) { error in
        // The hint is about a conversion, which has all options.
        let hint = error.commandHint(isSupported: { _ in true })
        if case .degraded = error.problem, !isStrict {
          reporter.warn(error, hint: hint)
        } else {
          reporter.report(error, hint: hint)
        }
      }
    } catch {
      throw .error(error, reading: input.format)
    }
  }
}
