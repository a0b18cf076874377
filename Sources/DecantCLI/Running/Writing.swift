internal import Decant

/// One output of a run: the pipeline to it, and what makes it stand when all is well.
struct Writing: ~Copyable {
  var pipeline: Pipeline

  private let target: Target

  private enum Target {
    case output(Output)
    case file(AtomicFile, suffix: String?)
  }

  /// Opens what `--output` names, or standard output.
  init(by plan: Plan, in session: Session) throws(Failure) {
    var plan = plan
    // Whoever asks for standard output by its name gets it.
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

  /// Begins a file that is to take the place of `file`.
  init(
    replacing file: String, _ inPlace: Arguments.InPlace, by plan: Plan, in session: Session
  ) throws(DecantError) {
    let output = try AtomicFile(
      file, ownership: .kept, willKeep: session.console.removeOnTermination)
    var plan = plan
    plan.output = .file
    pipeline = try Pipeline(plan, to: output)
    target = .file(output, suffix: inPlace.suffix)
  }

  /// What an output holds of the inputs that were named.
  enum Extent {
    case whole
    /// An input is missing, so that a file must not be replaced.
    case partial
  }

  /// Writes what is left to be written, and puts the whole output in its place.
  mutating func finish(_ extent: Extent = .whole) throws(DecantError) {
    try pipeline.finish()
    guard extent == .whole else { return }
    switch target {
    case .output(let output): try output.commit()
    case .file(let file, let suffix): try file.commit(keepingOldWith: suffix)
    }
  }

  /// Calls `pour` with the pipeline, and commits the output; after a failure, standard output keeps the
  /// complete documents only.
  mutating func write(
    _ pour: (inout Pipeline) throws(Failure) -> Extent
  ) throws(Failure) {
    do throws(Failure) {
      let extent = try pour(&pipeline)
      do {
        try finish(extent)
      } catch {
        throw Failure.error(error)
      }
    } catch {
      breakOff()
      throw error
    }
  }

  private mutating func breakOff() {
    guard case .output(let output) = target, !output.isFile else { return }
    try? pipeline.breakOff()
  }
}

extension Session {
  /// Rewrites every file that can be; one that cannot does not keep the others from it.
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
        // A pipe must not even be opened: that would wait for its other end.
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
