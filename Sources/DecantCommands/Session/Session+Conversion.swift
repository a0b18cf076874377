internal import DecantCore
internal import DecantConversion

/// The conversion that the arguments of a call ask for, and what it reports meanwhile.
extension Session {
  func conversion(reporting records: BadRecordReport? = nil) throws(Failure) -> PlanMaker {
    let records = records ?? BadRecordReport(to: reporter)
    return try mappingError(
      Failure.usage,
      try PlanMaker(
        shared, calledAs: program, among: registry, reporter, report: records.report))
  }
}

extension Session {
  /// Converts all inputs into one output, with the plan that `plan` returns for the first format.
  ///
  /// An input that cannot be opened is reported and skipped, but then a file is not replaced. With `--in-place`, each
  /// file is an input and an output.
  func convertEach(
    open: (String) throws(Failure) -> Input, by plan: (Format) throws(Failure) -> Plan,
    _ convert: (consuming Input, Plan, inout Pipeline) throws(Failure) -> Void
  ) throws(Failure) {
    let files = arguments.operands
    try enterSandbox(opening: files)
    guard arguments.inPlace == nil else {
      return try rewriteEach(files) { (file) throws(Failure) in
        var input = try open(file.name)
        var plan = try plan(input.format)
        try asFailure(try input.keepNotation(in: &plan, layout: true))
        var writing = try Writing(by: plan, replacing: file, in: self)
        try convert(input, plan, &writing.pipeline)
        try asFailure(try writing.finish())
      }
    }
    var rest = files.isEmpty ? ["-"] : files[...]
    var isWhole = true
    func next() throws(Failure) -> Input? {
      while let file = rest.popFirst() {
        do throws(Failure) {
          return try open(file)
        } catch {
          guard case .error(let problem, let format, let hint) = error,
            problem.category == .openingInput
          else { throw error }
          reporter.report(problem, reading: format, hint: hint)
          isWhole = false
        }
      }
      return nil
    }
    guard let first = try next() else { return }
    let plan = try plan(first.format)
    // Several files become one line each on purpose, as records do.
    let isOneDocument = files.count < 2 && !first.format.abilities.contains(.records)
    var writing = try Writing(by: plan, in: self)
    var input: Input? = consume first
    try writing.write { (pipeline) throws(Failure) in
      while let current = input.take() {
        try convert(current, plan, &pipeline)
        input = try next()
      }
      return isWhole ? .whole : .partial
    }
    if isOneDocument, writing.beginsWithArray {
      reporter.note(
        DecantError(
          .other("a sequence is one line; --split writes a line for each element", hint: nil)))
    }
  }
}

extension PlanMaker {
  func planForVerb(_ format: Format) throws(Failure) -> Plan {
    try mappingError(Failure.usage, try plan(for: format))
  }

  /// Converts one input; `target` is the output format, or nil if the documents have a type.
  func convert(
    _ input: inout Input, for target: Format?, into pipeline: inout Pipeline
  ) throws(Failure) {
    try mappingError(Failure.usage, try check(reading: input.format))
    do {
      try refine(&input, for: target)
      try pipeline.convert(&input)
    } catch {
      throw .error(error, reading: input.format)
    }
  }
}
