internal import DecantCore
internal import DecantFiles
internal import DecantSystem

extension Session {
  /// Throws if a file that is written beside the result would replace an input, the result, or what is not a file of its kind.
  ///
  /// The result itself may replace an input: it is complete by then.
  func refuseOutputs() throws(UsageError) {
    // First, as to create the type of the pairs below would take 6 % of a start.
    guard
      arguments.inPlace?.suffix != nil || arguments.report != nil || arguments.rejects != nil
    else { return }
    let reports = [("--report", arguments.report), ("--rejects", arguments.rejects)]
    let operands = arguments.operands.map { $0 == "-" ? nil : NamedFile($0) }
    let inputs = Set((operands + arguments.otherInputs.map(NamedFile.init)).compactMap(\.self))
    try refuseBackups(of: operands, over: inputs)
    let output = arguments.outputFields == nil ? arguments.output.flatMap(NamedFile.init) : nil
    let streams = [Int32(0), 1].compactMap { System.status(of: $0).regularFile?.identity }
    let taken = inputs.union(streams.map { .existing($0) }).union([output].compactMap(\.self))
    for case (let option, let name?) in reports where !ReportFile.isStandardOutput(name) {
      if NamedFile(name).map(taken.contains) ?? false { throw UsageError(option, destroying: name) }
    }
    if let name = arguments.report, !ReportFile.mayReplace(name) {
      throw UsageError(
        "'--report' names '\(name.visible(limit: 64))', which is not a report; remove it first")
    }
  }

  /// Throws if the old version of a file would replace an input, or a file of a format.
  ///
  /// What a file was when `inputs` were found may be an old version by now: another program has rewritten it.
  private func refuseBackups(of files: [NamedFile?], over inputs: Set<NamedFile>)
    throws(UsageError)
  {
    guard let suffix = arguments.inPlace?.suffix else { return }
    for (file, known) in zip(arguments.operands, files) {
      let backup = ((try? AtomicFile.followingLinks(file)) ?? file) + suffix
      guard let old = NamedFile(backup), case .existing = old,
        old != known && inputs.contains(old)
          || registry.format(forFileNamed: backup) != nil
      else { continue }
      throw UsageError(
        "the old version would replace '\(backup.visible(limit: 64))'; choose another suffix")
    }
  }
}

extension Arguments {
  /// The files that a run reads, other than operands and those that it finds.
  fileprivate var otherInputs: [String] {
    [schemaFile].compactMap(\.self) + editing.items.compactMap(\.file)
  }
}

extension UsageError {
  /// A mistake: an option names a file for its output that the run also reads, or writes otherwise.
  init(_ option: String, destroying name: String) {
    self.init("'\(option)' names '\(name.visible(limit: 64))', which is an input or the output")
  }
}
