internal import DecantCore

extension Verb {
  static let help = Verb(
    name: .help, operands: "[VERB | FORMAT | licenses] [all]",
    summary: "print this help, or that for VERB or FORMAT",
    detail: """
      The word 'all' adds the options that are not needed every day. The option --help does the same. 'help licenses' \
      prints the licenses of the libraries that are part of the program.
      """
  ) { session throws(Failure) in
    let topics = session.arguments.operands
    try session.refuseOperands(after: topics.last == "all" ? 2 : 1)
    guard let topic = topics.first, topics != ["all"] else {
      try session.print(session.help(for: .filter))
      return
    }
    if topic == "man" {
      // Not a verb: fills in the manual pages of the project.
      try session.print(session.filledPage())
    } else if topic == "licenses" {
      try session.print(Licenses.text)
    } else if let verb = Verb.named(topic) {
      try session.print(session.help(for: verb))
    } else if let format = session.registry.format(called: topic) {
      try session.print(HelpText.text(of: format, calledAs: session.command))
    } else {
      let habit = Habit.words(for: topic)?.first.flatMap(Verb.named)?.name.rawValue
      throw .usage(
        "unknown verb '\(topic.visible(limit: 64))'",
        suggestion: habit ?? NearestWord.to(topic, in: Verb.names))
    }
  }
}

extension Session {
  fileprivate func filledPage() throws(Failure) -> String {
    let page = String(decoding: try asFailure(try console.input.readToEnd()), as: UTF8.self)
    do {
      return try FilledPage(page, registry).text
    } catch {
      throw .error(
        DecantError(.other("line \(error.line): \(error.message)", hint: nil)).about("<stdin>"))
    }
  }

  /// Returns the help for a verb: all of it if the last word is 'all'.
  func help(for verb: Verb) -> String {
    HelpText(
      verb, of: command, registry, isTyped: type != nil, isWhole: arguments.operands.last == "all"
    ).text
  }
}
