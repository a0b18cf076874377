internal import DecantCore
internal import DecantConversion
internal import DecantFiles
internal import DecantSystem

struct Migration {
  private let session: Session
  private let conversion: PlanMaker
  private let target: Format
  private let options: MigrationArguments
  private let report: ReportFile?
  private let progress = ProgressCounter()

  private var summary = MigrationSummary()
  private let losses = Losses()
  private var bar: ProgressBar
  private var line = ProgressLine()
  private var stopped = 0

  init(_ session: Session) throws(Failure) {
    self.session = session
    options = session.arguments.migration
    conversion = try session.conversion()
    guard !session.arguments.operands.isEmpty else {
      throw .usage("'migrate' needs the names of files or folders")
    }
    guard let target = conversion.target else {
      throw .usage("'migrate' needs the format to write; name it with '--to'")
    }
    guard target.isReadable else {
      throw .usage("\(target.name) cannot be read back, which verifies a file")
    }
    self.target = target
    report = try session.arguments.report.map { (name) throws(Failure) in
      try asFailure(try ReportFile(name))
    }
    bar = ProgressBar(on: session.console, session.arguments)
    summary.isDryRun = session.arguments.preview != nil
  }

  mutating func run() throws(Failure) {
    session.console.noteStopSignals()
    let list = FileList(session.arguments.operands, listing)
    let files = [MigrationFile](
      list,
      to: TargetNames(
        out: options.out, suffix: target.usualExtension(among: session.registry),
        registry: session.registry))
    if let name = session.arguments.report, let report = NamedFile(name),
      files.contains(where: { $0.target.flatMap(NamedFile.init) == report })
    {
      throw .usage(UsageError("--report", destroying: name))
    }
    summary.ignored = list.ignored
    list.removeLeftovers(besideTargetsOf: files)
    line.allFiles = files.count
    line.allBytes = files.reduce(0) { $0 + $1.size }
    let converter = FileConverter(
      conversion: conversion, options: options, preview: session.arguments.preview,
      registry: session.registry, type: session.type,
      schemas: try ResultSchemas(session, conversion.readingAlone), progress: progress,
      linked: list.linked)
    do throws(DecantError) {
      let threads = try MigrationThreads(
        files, converter, jobs: session.arguments.jobs ?? System.processorCount)
      defer { threads.join() }
      try follow(threads.state)
      summary.undone = files.count - threads.state.change { $0.reported } + stopped
    } catch {
      bar.hide()
      try? report?.commit()
      // After a signal such as SIGPIPE, end by that instead of reporting the error.
      if let signal = System.stopSignal { System.die(of: signal) }
      throw .error(error)
    }
    bar.hide()
    try end()
  }

  private var listing: FileList.Options {
    var listing = FileList.Options(
      registry: session.registry, selection: session.arguments.selection,
      format: conversion.source)
    listing.looksIntoFiles = true
    listing.listsIgnored = report != nil
    listing.notesLinks = options.replaces
    listing.removesLeftovers = !summary.isDryRun
    if let identity = report?.identity { listing.avoiding.insert(identity) }
    if let out = options.out, case .success(let status) = System.status(of: out) {
      listing.avoiding.insert(status.identity)
    }
    return listing
  }

  // MARK: Reporting

  private mutating func follow(_ state: Monitor<MigrationState>) throws(DecantError) {
    defer { state.change { $0.stop() } }
    while true {
      if System.stopSignal != nil { state.change { $0.stop() } }
      let milliseconds = Int(ProgressBar.interval * 1000)
      if let outcomes = state.wait(milliseconds: milliseconds, until: { $0.takeOutcomes() }) {
        if outcomes.isEmpty { break }
        for outcome in outcomes { try record(outcome) }
        try report?.flush()
      }
      line.bytes = progress.total
      bar.show(line)
    }
  }

  private mutating func record(_ outcome: MigrationOutcome) throws(DecantError) {
    line.files += 1
    // A file that was stopped midway is unchanged.
    if outcome.error?.problem == .migration(.stopped) {
      stopped += 1
      return
    }
    try report?.write(ReportLine(outcome).text)
    summary.count(outcome)
    if let error = outcome.error {
      bar.hide()
      // One status for all failures: each of many files can fail for another reason.
      session.reporter.report(
        error, reading: outcome.format,
        endingWith: error.category == .defect ? .defect : .badInput)
    }
    losses.add(outcome.losses)
    if summary.isDryRun { try announce(outcome) }
  }

  private mutating func announce(_ outcome: MigrationOutcome) throws(DecantError) {
    let isChange = outcome.kind == .converted || outcome.isRemoved
    if isChange { session.preview?.noteChange() }
    if isChange, let preview = session.preview, preview.content == .list {
      bar.hide()
      return try preview.show(session.console.shown(outcome.source) + "\n")
    }
    guard let preview = session.preview, preview.content == .names else {
      if !outcome.differences.isEmpty { bar.hide() }
      for difference in outcome.differences { try session.preview?.show(difference) }
      return
    }
    let source = outcome.source.visible()
    let target = outcome.target.map { $0.visible() } ?? ""
    let text: String
    switch outcome.kind {
    case .converted:
      let removal = outcome.isRemoved ? ", and remove it" : ""
      text = "convert \(source) to \(target)\(removal)\n"
    case .skipped where outcome.isRemoved:
      text = "remove \(source), which is \(target) already\n"
    case .skipped:
      text = "skip \(source): \(outcome.remark ?? "")\n"
    case .failed, .ignored, .changed, .unchanged:
      return
    }
    bar.hide()
    try preview.show(text)
  }

  private func end() throws(Failure) {
    session.reporter.report(losses)
    session.reporter.note(summary.text)
    defer { if let signal = System.stopSignal { System.die(of: signal) } }
    try asFailure(try report?.commit())
  }
}
