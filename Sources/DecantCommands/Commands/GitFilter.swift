internal import DecantCore
internal import DecantConversion

extension Verb {
  static let gitFilter = Verb(
    name: .gitFilter, operands: "[COMMAND]",
    summary: "store binary property lists in git as XML",
    detail: """
      Git runs this command as 'filter.decant.process', and it filters one file after another: 'clean' converts \
      binary property lists to XML for the repository, and 'smudge' converts them back with '--checkout binary1'. \
      All other files stay as they are. A property list that XML cannot represent is refused. COMMAND, clean or \
      smudge, filters one file from standard input to standard output; a word after it is its name in messages.
      """,
    run: { session throws(Failure) in try Filtering(session).run() })
}

private struct Filtering {
  private let session: Session
  private let filter: PropertyListFilter

  init(_ session: Session) {
    self.session = session
    let arguments = session.arguments
    filter = PropertyListFilter(
      checkout: arguments.checkout ?? .xml, keyOrder: arguments.plan.keyOrder)
  }

  func run() throws(Failure) {
    try session.refuseOperands(after: 2)
    let operands = session.arguments.operands
    guard let word = operands.first else { return try runProcess() }
    guard let command = GitCommand(rawValue: word) else {
      throw .usage(
        "'git-filter' supports \(GitCommand.names.listed), not '\(word.visible(limit: 64))'",
        suggestion: NearestWord.to(word, in: GitCommand.names))
    }
    try runOnce(command, operands.count > 1 ? operands[1] : "<stdin>")
  }

  private func runProcess() throws(Failure) {
    guard !session.console.isInputTerminal else {
      throw .usage("git runs 'git-filter'; 'git-filter clean' filters one file")
    }
    do throws(DecantError) {
      var process = FilterProcess(
        from: session.console.input, to: try Output(nil, session.console).destination,
        filter: { (request, content) throws(DecantError) in
          guard let command = GitCommand(rawValue: request.command) else {
            throw DecantError(.git(.unknownCommand(request.command)))
          }
          return try filtered(content, command, request.name)
        },
        report: { report($1, of: GitCommand(rawValue: $0.command), $0.name) })
      try process.run()
    } catch {
      throw .error(error.source == nil ? error.about("<stdin>") : error)
    }
  }

  private func runOnce(_ command: GitCommand, _ name: String) throws(Failure) {
    let content = ScratchFile()
    try asFailure(about: "<stdin>", try session.console.input.copy(to: content))
    let result: any ByteSource
    do throws(DecantError) {
      result = try filtered(content, command, name)
    } catch {
      return report(error, of: command, name)
    }
    do throws(DecantError) {
      let output = try Output(nil, session.console)
      try result.copy(to: output.destination)
      try output.commit()
    } catch {
      throw .error(error)
    }
  }

  private func filtered(
    _ content: ScratchFile, _ command: GitCommand, _ name: String
  ) throws(DecantError) -> any ByteSource {
    switch command {
    case .clean:
      return try filter.clean(content).readBack()
    case .smudge:
      let result = try filter.smudge(content)
      if result.staysXML {
        let problem = GitProblem.notAsStored
        session.reporter.warn(DecantError(.git(problem)).about(name), hint: problem.hint)
      }
      return result.content.readBack()
    }
  }

  private func report(_ error: DecantError, of command: GitCommand?, _ name: String) {
    let isRefused = command == .clean && error.category == .input
    session.reporter.report(
      error.about(name),
      hint: isRefused ? "'-filter' after its path in .gitattributes stores the file as it is" : nil)
  }
}

extension GitRequest {
  fileprivate var name: String { path ?? "<stdin>" }
}
