internal import DecantCore
internal import DecantConversion
internal import DecantFiles
internal import DecantSystem

/// One output of a run: the pipeline to it, and how to commit it.
struct Writing: ~Copyable {
  var pipeline: Pipeline

  private let output: Output
  private let lines: FirstLine?
  private let verification: Verification
  /// The file whose bytes are the output, once they have been converted without an error.
  private let kept: OriginalFile?

  /// Opens the output of the run, or with `--in-place` that to `file`.
  init(
    by plan: Plan, replacing original: OriginalFile? = nil, in session: Session
  ) throws(Failure) {
    var plan = plan
    if let name = session.arguments.outputFields {
      plan.output = .files
      plan.jobs = 1
      let files = DocumentFiles(name, by: plan, in: session)
      output = Output(files)
      pipeline = Pipeline(plan, to: files.content, through: files.makeWriter())
      lines = nil
      (verification, kept) = (Verification(), nil)
      return
    }
    // No other conversion runs beside this one, but other programs may.
    if let jobs = session.arguments.jobs ?? (session.opened.hasIdleProcessor ? 2 : nil), jobs > 1,
      System.processorCount > 1
    {
      plan.writesConcurrently = true
      plan.jobs = jobs
    }
    let output: Output
    if let original, let inPlace = session.arguments.inPlace {
      output = try asFailure(try Output(replacing: original, inPlace, in: session))
    } else {
      // An explicit `--output -` overrides this.
      if session.console.isOutputTerminal, session.arguments.output == nil,
        plan.target.abilities.contains(.binary)
      {
        throw .usage(
          "refusing to write \(plan.target.name) to a terminal; use '-o FILE' or '-t FORMAT'")
      }
      output = try asFailure(try Output(session.arguments.output, session.console))
    }
    if output.isStandard { plan.writing.palette = session.palette }
    if output.isFile { plan.output = .file }
    let abilities = plan.target.abilities
    let isOfLines =
      abilities.contains(.records) && !abilities.contains(.rows) && plan.gathering == .none
    let lines = isOfLines ? FirstLine(output.destination) : nil
    let kept = plan.keepsBytes ? original : nil
    let destination = kept == nil ? lines ?? output.destination : Nowhere()
    if original == nil ? output.replacesFile : kept == nil { plan.record() }
    pipeline = try asFailure(try Pipeline(plan, to: destination))
    self.lines = lines
    self.output = output
    self.kept = kept
    verification = Verification(
      plan: plan, format: original == nil || kept != nil ? nil : plan.target)
  }

  /// Whether the first line of JSON Lines is an array, and arrays are not split.
  var beginsWithArray: Bool { lines?.isArray == true }

  enum Extent {
    case whole
    /// An input could not be opened: do not replace a file.
    case partial
  }

  mutating func finish(_ extent: Extent = .whole) throws(DecantError) {
    try pipeline.finish()
    if let kept { try FileSource(kept.name).copy(to: output.destination) }
    if extent == .whole { try output.commit(after: verification) }
  }

  /// Calls `convert` with the pipeline, and commits the output; after a failure, ends it by `Pipeline.abort()`.
  mutating func write(
    _ convert: (inout Pipeline) throws(Failure) -> Extent
  ) throws(Failure) {
    do throws(Failure) {
      let extent = try convert(&pipeline)
      try asFailure(try finish(extent))
    } catch {
      if !output.isFile { try? pipeline.abort() }
      throw error
    }
  }
}

private final class Nowhere: ByteDestination {
  func write(_ bytes: RawSpan) {}
}

extension Session {
  func rewriteEach(
    _ files: [String], _ rewrite: (OriginalFile) throws(Failure) -> Void
  ) throws(Failure) {
    let named = files.map { ListedFile(path: $0, finding: .file, isNamed: true) }
    try rewriteEach(named) { (file, _) throws(Failure) in try rewrite(file) }
  }

  /// Rewrites files in place; returns how many had errors.
  @discardableResult
  func rewriteEach(
    _ files: [ListedFile], _ rewrite: (OriginalFile, ListedFile) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    guard !files.isEmpty else {
      throw .usage("'--in-place' needs the names of files")
    }
    guard !files.contains(where: { $0.path == "-" }) else {
      throw .usage("'--in-place' cannot rewrite standard input")
    }
    return try forEach(of: files) { (file) throws(Failure) in
      let original = OriginalFile(file.path)
      // Opening a named pipe would block.
      guard original.isRegular else {
        throw .error(DecantError(.notARegularFile).about(file.path))
      }
      do throws(Failure) {
        try rewrite(original, file)
      } catch {
        // A file that is being written to can cause any error.
        guard case .error = error, original.hasChanged else { throw error }
        throw .error(DecantError(.changedFile).about(file.path))
      }
    }
  }

  /// Calls `body` with each file; an error in one is reported, and does not stop the others.
  ///
  /// Returns how many files had errors.
  @discardableResult
  func forEach<File>(
    of files: [File], _ body: (File) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var failed = 0
    for file in files {
      let errorCount = reporter.errorCount
      do throws(Failure) {
        try body(file)
      } catch {
        guard case .error(let error, let format, let hint) = error else { throw error }
        reporter.report(error, reading: format, hint: hint)
      }
      if reporter.errorCount > errorCount { failed += 1 }
    }
    return failed
  }

  /// Writes the edited content of a file: with `--in-place` over the file if it differs, and else to the output of the run.
  ///
  /// With `--dry-run` and `--diff`, it shows what would change.
  ///
  /// A file is verified before it is replaced. Returns whether a file has changed, or would.
  @discardableResult
  func write(
    over original: OriginalFile, holding content: any ByteSource,
    after verification: Verification = Verification(),
    _ write: (any ByteDestination) throws(DecantError) -> Void
  ) throws(DecantError) -> Bool {
    guard let inPlace = arguments.inPlace else {
      let output = try Output(arguments.output, console)
      try write(output.destination)
      try output.commit()
      return false
    }
    if inPlace.suffix == nil, try original.holds(content) { return false }
    let output = try Output(replacing: original, inPlace, in: self)
    try write(output.destination)
    try output.commit(
      inPlace.suffix == nil ? .changed : .maybeUnchanged, after: verification)
    return true
  }
}
