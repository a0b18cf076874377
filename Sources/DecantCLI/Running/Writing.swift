internal import Decant

/// One output of a run: the pipeline to it, and how to commit it.
struct Writing: ~Copyable {
  var pipeline: Pipeline

  private let target: Target

  private enum Target {
    case output(Output)
    case file(AtomicFile, suffix: String?, Format)
  }

  init(by plan: Plan, in session: Session) throws(Failure) {
    var plan = session.usingThreads(plan)
    // An explicit `--output -` overrides this.
    if session.console.isOutputTerminal, session.arguments.output == nil,
      plan.target.abilities.contains(.binary)
    {
      throw .usage(
        UsageError(
          "refusing to write \(plan.target.name) to a terminal; use '-o FILE' or '-t FORMAT'"))
    }
    do {
      let output = try Output(session.arguments.output, session.console)
      if output.isStandard { plan.writing.palette = session.palette }
      if output.isFile { plan.output = .file }
      pipeline = try Pipeline(plan, to: output.destination)
      target = .output(output)
    } catch {
      throw .error(error)
    }
  }

  init(
    replacing file: String, _ inPlace: Arguments.InPlace, by plan: Plan, in session: Session
  ) throws(DecantError) {
    let output = try AtomicFile(
      file, ownership: .kept, willKeep: session.console.removeOnTermination)
    var plan = session.usingThreads(plan)
    plan.output = .file
    pipeline = try Pipeline(plan, to: output)
    target = .file(output, suffix: inPlace.suffix, plan.target)
  }

  enum Extent {
    case whole
    /// An input could not be opened: do not replace a file.
    case partial
  }

  mutating func finish(_ extent: Extent = .whole) throws(DecantError) {
    try pipeline.finish()
    guard extent == .whole else { return }
    switch target {
    case .output(let output): try output.commit()
    case .file(let file, let suffix, let format):
      _ = try SecondOpinion.confirms(file.readBack(), as: format)
      try file.commit(keepingOldWith: suffix)
    }
  }

  /// Calls `convert` with the pipeline, and commits the output; after a failure, ends it by `Pipeline.abort()`.
  mutating func write(
    _ convert: (inout Pipeline) throws(Failure) -> Extent
  ) throws(Failure) {
    do throws(Failure) {
      let extent = try convert(&pipeline)
      do {
        try finish(extent)
      } catch {
        throw Failure.error(error)
      }
    } catch {
      abort()
      throw error
    }
  }

  private mutating func abort() {
    guard case .output(let output) = target, !output.isFile else { return }
    try? pipeline.abort()
  }
}

extension Session {
  /// Returns the plan for a conversion that no other one runs beside.
  fileprivate func usingThreads(_ plan: Plan) -> Plan {
    var plan = plan
    plan.writesConcurrently = arguments.jobs != 1 && System.processorCount > 1
    return plan
  }

  func rewriteEach(
    _ files: [String], _ rewrite: (String) throws(Failure) -> Void
  ) throws(Failure) {
    guard !files.isEmpty else {
      throw .usage(UsageError("'--in-place' needs the names of files"))
    }
    guard !files.contains("-") else {
      throw .usage(UsageError("'--in-place' cannot rewrite standard input"))
    }
    for file in files {
      do throws(Failure) {
        // Opening a named pipe would block.
        if case .success(let status) = System.status(of: file), status.kind == .other {
          throw Failure.error(DecantError(.notARegularFile).about(file))
        }
        try rewrite(file)
      } catch {
        guard case .error(let error, let format, let hint) = error else { throw error }
        reporter.report(error, reading: format, hint: hint)
      }
    }
  }
}
