internal import Decant

extension Verb {
  /// Converts from one format to another.
  static let filter = Verb(
    name: .filter, operands: "[FILE...]", summary: "convert each FILE, or standard input",
    detail: """
      Without FILE, or where FILE is '-', standard input is read. All inputs go one after another to \
      standard output, or to the file that --output names.
      """,
    run: { session throws(Failure) in try Filter(session).run() })
}

/// One run of the filter.
struct Filter {
  private let session: Session
  private let conversion: Conversion

  init(_ session: Session) throws(Failure) {
    self.session = session
    do {
      conversion = try Conversion(
        session.arguments, calledAs: session.program, among: session.registry
      ) { [reporter = session.reporter] in reporter.reportRecord($0) }
    } catch {
      throw .usage(error)
    }
  }

  func run() throws(Failure) {
    let files = session.arguments.operands
    if let inPlace = session.arguments.inPlace {
      try rewrite(files, inPlace)
    } else {
      try pour(files.isEmpty ? ["-"] : files)
    }
    warnOfLosses()
  }

  // MARK: Many inputs, one output

  private func pour(_ files: [String]) throws(Failure) {
    var input = try open(files[0])
    var plan = try plan(for: input.format)
    // Whoever asks for standard output by its name gets it.
    if session.console.isOutputTerminal, session.arguments.output == nil,
      plan.target.abilities.contains(.binary)
    {
      throw .usage(
        UsageError(
          "\(plan.target.name) is nothing for a terminal; name another format with '--to', or a file "
            + "with '--output'"))
    }
    let output: Output
    var pipeline: Pipeline
    do {
      output = try Output(session.arguments.output, session.console)
      if output.isStandard { plan.writing.palette = session.palette }
      pipeline = try Pipeline(plan, to: output.destination)
    } catch {
      throw .error(error)
    }
    do {
      try pour(&input, into: &pipeline)
      for file in files.dropFirst() {
        var input = try open(file)
        try pour(&input, into: &pipeline)
      }
      try finish(&pipeline, output)
    } catch {
      // What was right before the mistake stands, on standard output.
      if output.isStandard {
        try? pipeline.flush()
        if session.console.isOutputTerminal { try? output.endLine() }
      }
      throw error
    }
  }

  private func pour(_ input: inout Input, into pipeline: inout Pipeline) throws(Failure) {
    do {
      try conversion.check(reading: input.format)
    } catch {
      throw .usage(error)
    }
    do {
      try pipeline.pour(&input)
    } catch {
      throw .error(error, reading: input.format)
    }
  }

  private func finish(_ pipeline: inout Pipeline, _ output: Output) throws(Failure) {
    do {
      try pipeline.finish()
      try output.commit()
    } catch {
      throw .error(error)
    }
  }

  // MARK: Each file by itself

  /// Rewrites every file that can be; one that cannot does not keep the others from it.
  private func rewrite(_ files: [String], _ inPlace: Arguments.InPlace) throws(Failure) {
    guard !files.isEmpty else {
      throw .usage(UsageError("'--in-place' needs the names of files"))
    }
    guard !files.contains("-") else {
      throw .usage(UsageError("'--in-place' cannot rewrite standard input"))
    }
    for file in files {
      do {
        try rewrite(file, inPlace)
      } catch {
        guard case .error(let error, let format, let hint) = error else { throw error }
        session.reporter.report(error, reading: format, hint: hint)
      }
    }
  }

  private func rewrite(_ file: String, _ inPlace: Arguments.InPlace) throws(Failure) {
    // A pipe must not even be opened: that would wait for its other end.
    if case .success(let status) = System.status(of: file), status.kind == .other {
      throw .error(DecantError(.notARegularFile).about(file))
    }
    var input = try open(file)
    let plan = try plan(for: input.format)
    do {
      let output = try AtomicFile(
        file, ownership: .kept, willKeep: session.console.removeOnTermination)
      var pipeline = try Pipeline(plan, to: output)
      try pipeline.pour(&input)
      try pipeline.finish()
      try output.commit(keepingOldWith: inPlace.suffix)
    } catch {
      throw .error(error, reading: input.format)
    }
  }

  // MARK: Parts

  private func open(_ file: String) throws(Failure) -> Input {
    do throws(Failure) {
      return try session.open(file, as: conversion.source)
    } catch {
      throw hintingAtVerb(file, error)
    }
  }

  /// Somebody who names a file that is not there may have meant a verb.
  private func hintingAtVerb(_ file: String, _ failure: Failure) -> Failure {
    guard case .error(let error, let format, _) = failure, file == session.firstWord,
      error.problem == .system(.open, code: System.Errno.notFound.code),
      let verb = Spelling.nearest(to: file, in: Verb.named.map(\.name.rawValue))
    else { return failure }
    return .error(error, reading: format, hint: "did you mean the verb '\(verb)'?")
  }

  private func plan(for format: Format) throws(Failure) -> Plan {
    do {
      try conversion.check(reading: format)
      var plan = try conversion.plan(for: format)
      plan.type = session.type
      return plan
    } catch {
      throw .usage(error)
    }
  }

  private func warnOfLosses() {
    let losses = conversion.losses.summary
    guard !losses.isEmpty else { return }
    let kinds = losses.map { $0.key.counted($0.value) }.sorted()
    session.reporter.warn("values were changed or dropped: " + kinds.joined(separator: ", "))
  }
}
