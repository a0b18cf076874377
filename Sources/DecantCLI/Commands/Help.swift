internal import Decant

extension Verb {
  /// Explains the tool, or one verb.
  static let help = Verb(
    name: .help, operands: "[VERB]", summary: "explain the tool, or VERB",
    detail: "The same as the option --help."
  ) { session throws(Failure) in
    try session.refuseOperands(after: 1)
    guard let topic = session.arguments.operands.first else {
      try session.print(session.help(for: .filter))
      return
    }
    if topic == "man" {
      // For the makers of packages; this and the next ones are not verbs.
      try session.print(ManualPage(session.registry).text)
    } else if topic == "man-formats" {
      try session.print(FormatsPage(session.registry).text)
    } else if topic == "man-archive" {
      try session.print(ArchivePage().text)
    } else if topic == "man-migrate" {
      try session.print(MigratePage().text)
    } else if topic == "man-serve" {
      // The page is written by hand; only its lists are filled in.
      try session.print(session.filledPage(of: .serve))
    } else if let verb = Verb.named(topic) {
      try session.print(session.help(for: verb))
    } else {
      let names = Verb.named.map(\.name.rawValue)
      throw .usage(
        UsageError(
          "unknown verb '\(topic.visible(limit: 64))'",
          suggestion: Spelling.nearest(to: topic, in: names)))
    }
  }
}

extension Session {
  /// The page on standard input, with its lists filled in.
  fileprivate func filledPage(of verb: Verb) throws(Failure) -> String {
    do {
      let page = try console.input.readToEnd()
      return FilledPage(String(decoding: page, as: UTF8.self), of: verb).text
    } catch {
      throw .error(error)
    }
  }

  /// The help for a verb, in the name that the tool was called by.
  func help(for verb: Verb) -> String {
    HelpText(verb, of: command, isTyped: type != nil).text
  }
}
