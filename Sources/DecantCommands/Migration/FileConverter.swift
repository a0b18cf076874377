internal import DecantChanges
internal import DecantCore
internal import DecantConversion
internal import DecantFiles
internal import DecantSystem

/// A converter of single files, up to a verified temporary file for each.
///
///     source ──▶ temporary file ──▶ read back, compared with what was written ──▶ FinishedFile
struct FileConverter {
  let conversion: PlanMaker
  let options: MigrationArguments
  /// What is shown in place of changing files.
  let preview: Preview.Content?
  let registry: FormatRegistry
  let type: DocumentTransform?
  let schemas: ResultSchemas?
  let progress: ProgressCounter
  let linked: Set<System.FileIdentity>

  enum Result {
    case settled(MigrationOutcome)
    /// The result is ready to be put in place, or is in place and the source can be removed.
    case finished(FinishedFile)
  }

  func convert(_ file: MigrationFile, at index: Int) -> Result {
    var outcome = MigrationOutcome(.converted, file.source)
    switch file.task {
    case .fail(let error):
      return .settled(outcome.failed(error))
    case .ignore(let reason):
      outcome.kind = .ignored
      outcome.remark = reason
      return .settled(outcome)
    case .convert(let target):
      outcome.target = target
      let counted = Count()
      // Skipped bytes count as read, so that the total is reached.
      defer { progress.add(file.size - counted.bytes) }
      do throws(DecantError) {
        let source = try SnapshotFile(file.source)
        outcome.bytes = source.status.version.size
        var work = Work(
          converter: self, file: file, index: index, target: target, source: source,
          counted: counted, outcome: outcome)
        return work.run()
      } catch {
        return .settled(outcome.failed(error))
      }
    }
  }

  fileprivate final class Count {
    var bytes = 0
  }

  private struct Work {
    let converter: FileConverter
    let file: MigrationFile
    let index: Int
    let target: String
    let source: SnapshotFile
    let counted: Count
    var outcome: MigrationOutcome
    var losses = Losses()
    var written: WrittenValues?

    private var options: MigrationArguments { converter.options }

    private var hasFrontMatter: Bool {
      FrontMatter.isExpected(inFileNamed: file.source, as: converter.conversion.source)
    }

    private var isInPlace: Bool { FilePath.plain(target) == FilePath.plain(file.source) }

    /// Whether to remove the source once its result is safe; sets the remark if that is impossible.
    private mutating func isRemoving() -> Bool {
      guard options.replaces, !isInPlace else { return false }
      if System.target(ofLink: file.source) != nil {
        outcome.remark = "a symbolic link is not removed"
      } else if converter.linked.contains(source.status.identity) {
        outcome.remark = "not removed: a symbolic link leads to it"
      } else {
        return true
      }
      return false
    }

    mutating func run() -> Result {
      do throws(DecantError) {
        return try result()
      } catch {
        // A file that is being written to can cause any error.
        let isChanged = error.problem != .migration(.stopped) && !source.isUnchanged
        return .settled(outcome.failed(isChanged ? DecantError(.changedFile) : error))
      }
    }

    private mutating func result() throws(DecantError) -> Result {
      let plan = try plan()
      if isInPlace {
        if !file.isNamed, plan.plan.target.writesAs(plan.source) {
          skip("already in the format")
          return .settled(outcome)
        }
        guard options.replaces else { throw DecantError(.migration(.ownTarget)) }
        if System.target(ofLink: file.source) != nil {
          throw DecantError(.migration(.linkInPlace))
        }
      }
      switch System.statusOfLink(target) {
      case .failure(.notFound):
        return try write(plan, .ifAbsent)
      case .failure(let errno):
        throw DecantError(.system(.create, code: errno.code)).about(target)
      case .success:
        return try compareAndWrite(plan)
      }
    }

    private mutating func compareAndWrite(_ plan: FilePlan) throws(DecantError) -> Result {
      switch System.status(of: target) {
      case .success(let status) where status.kind == .other:
        throw DecantError(.notARegularFile).about(target)
      case .success(let status) where status.kind == .directory:
        throw DecantError(.system(.create, code: System.Errno.isDirectory.code)).about(target)
      case .success:
        break
      case .failure:
        // A dangling link.
        guard options.isForced else { throw DecantError(.migration(.targetDiffers(target))) }
        return try write(plan, .replacing)
      }
      do throws(DecantError) {
        let comparison = ByteComparison(
          with: try FileSource(target), named: target,
          orThrow: DecantError(.migration(.targetDiffers(target))))
        outcome.written = try convert(plan, into: comparison)
        try comparison.finish()
      } catch {
        guard case .targetDiffers? = error.problem.specific(DecantError.MigrationProblem.self),
          options.isForced || isInPlace
        else { throw error }
        return try write(plan, .replacing)
      }
      return try leave(plan)
    }

    private mutating func skip(_ remark: String) {
      outcome.kind = .skipped
      outcome.remark = remark
      outcome.written = nil
    }

    private struct FilePlan {
      var source: Format
      var plan: Plan
    }

    private mutating func plan() throws(DecantError) -> FilePlan {
      if hasFrontMatter {
        guard !options.replaces else { throw DecantError(.specific(FrontMatterProblem.restLost)) }
        outcome.remark = FrontMatterProblem.restLeftOut.message
        converter.conversion.reporter.note(
          DecantError(.specific(FrontMatterProblem.restLeftOut)).about(file.source))
      }
      var input = try open(as: nil)
      outcome.from = input.format.name
      outcome.format = input.format
      var plan: Plan
      do {
        plan = try converter.conversion.plan(for: input.format)
      } catch {
        throw DecantError(.other(error.message, hint: nil))
      }
      outcome.to = plan.target.name
      plan.transform = converter.type
      try converter.conversion.refine(&input, for: plan.transform == nil ? plan.target : nil)
      outcome.from = input.format.name
      outcome.format = input.format
      if input.format.name == plan.target.name {
        try input.keepNotation(in: &plan, layout: isInPlace)
      }
      plan.output = .file
      plan.reading.needs.insert(.replacedInput)
      return FilePlan(source: input.format, plan: plan)
    }

    private func open(as format: Format?) throws(DecantError) -> Input {
      let counted = counted
      let progress = converter.progress
      let isCounting = format != nil
      let watched = CheckedSource(source.source()) { () throws(DecantError) in
        if System.stopSignal != nil { throw DecantError(.migration(.stopped)) }
      }
      let bytes = ObservedSource(watched) { count in
        guard isCounting else { return }
        counted.bytes += count
        progress.add(count)
      }
      if hasFrontMatter {
        return try FrontMatter(bytes, named: file.source)
          .makeInput(named: file.source, among: converter.registry)
      }
      let known =
        format ?? converter.conversion.source
        ?? converter.registry.format(forFileNamed: file.source)
      return try Input(bytes, named: file.source, as: known, among: converter.registry)
    }

    private mutating func convert(
      _ plan: FilePlan, into destination: any ByteDestination
    ) throws(DecantError) -> Int {
      var input = try open(as: plan.source)
      let destination = CountedDestination(destination)
      // A result that is compared before it is written is converted twice.
      losses = Losses()
      var plan = plan.plan
      plan.losses = losses
      plan.record()
      written = plan.written
      var pipeline = try Pipeline(plan, to: destination)
      try pipeline.convert(&input)
      try pipeline.finish()
      if options.replaces, let found = losses.entries.first(where: { $0.kind == .olderValue }) {
        let hint = "--yaml-schema core or 1.1 says how to read them"
        throw DecantError(.other(found.description(naming: nil), hint: hint))
      }
      return destination.count
    }

    private func verify(
      _ plan: FilePlan, _ readBack: () throws(DecantError) -> any ByteSource
    ) throws(DecantError) {
      do throws(DecantError) {
        try written?.verify(readBack(), by: plan.plan)
      } catch {
        guard error.problem == .verification(.differs), error.path == nil else { throw error }
        var error = error
        var input = try open(as: plan.source)
        error.path = try Pipeline.difference(of: readBack(), from: &input, by: plan.plan)
        throw error
      }
      guard source.isUnchanged else { throw DecantError(.changedFile) }
    }

    private mutating func confirm(
      _ written: any ByteSource, _ plan: FilePlan
    ) throws(DecantError) {
      guard try !SecondOpinion.confirms(written, as: plan.plan.target) else { return }
      outcome.remark = "not verified by libyaml, which reads it otherwise"
    }

    /// Writes the result beside its target, or with `--dry-run` to a scratch file.
    private mutating func write(
      _ plan: FilePlan, _ placement: AtomicFile.Placement
    ) throws(DecantError) -> Result {
      if let schemas = converter.schemas {
        let input =
          if hasFrontMatter {
            try open(as: nil)
          } else {
            try Input(source.source(), named: file.source, as: plan.source)
          }
        try schemas.check(input, of: file.source)
      }
      guard converter.preview == nil else {
        let scratch = ScratchFile()
        outcome.written = try convert(plan, into: scratch)
        try verify(plan) { scratch.readBack() }
        try confirm(scratch.readBack(), plan)
        outcome.losses = losses.entries
        if converter.preview == .differences { try compare(scratch, placement) }
        if isRemoving() { try previewRemoval() }
        return .settled(outcome)
      }
      if let out = options.out { try makeFolder(of: target, in: out, like: file.source) }
      let result = try AtomicFile(
        target, original: isInPlace ? source.status : nil, like: source.status,
        willCreate: CondemnedFiles.add)
      outcome.written = try convert(plan, into: result)
      try verify(plan) { result.readBack() }
      try confirm(result.readBack(), plan)
      outcome.losses = losses.entries
      let isRemoving = isRemoving()
      return .finished(
        FinishedFile(
          index: index, result: .new(result, placement), outcome: outcome, source: source,
          isRemoving: isRemoving))
    }

    /// Notes how the target would change.
    private mutating func compare(
      _ result: ScratchFile, _ placement: AtomicFile.Placement
    ) throws(DecantError) {
      let old = placement == .ifAbsent ? nil : try? FileSource(target).readToEnd()
      let new = try result.readBack().readToEnd()
      outcome.differences.append(UnifiedDiff(old: old, new: new, of: target))
    }

    /// Notes that the source would be removed.
    private mutating func previewRemoval() throws(DecantError) {
      outcome.isRemoved = true
      guard converter.preview == .differences else { return }
      let removed = try source.source().readToEnd()
      outcome.differences.append(UnifiedDiff(old: removed, new: nil, of: file.source))
    }

    private mutating func leave(_ plan: FilePlan) throws(DecantError) -> Result {
      let isRemoving = !isInPlace && isRemoving()
      if isRemoving {
        try verify(plan) { () throws(DecantError) in try FileSource(target) }
      }
      skip("already converted")
      guard isRemoving else { return .settled(outcome) }
      guard converter.preview == nil else {
        try previewRemoval()
        return .settled(outcome)
      }
      return .finished(
        FinishedFile(
          index: index, result: .standing(target), outcome: outcome, source: source,
          isRemoving: true))
    }

    /// Creates the missing folders of a result, with the permissions of those of its source.
    private func makeFolder(
      of path: String, in out: String, like source: String
    ) throws(DecantError) {
      try System.makeFolders(of: path, like: source) { folder, model in
        let isInside = FilePath.plain(folder).utf8.count > FilePath.plain(out).utf8.count
        guard isInside, case .success(let status) = System.status(of: model) else { return 0o777 }
        // This process creates files in it.
        return status.mode & 0o777 | 0o700
      }
    }
  }
}
