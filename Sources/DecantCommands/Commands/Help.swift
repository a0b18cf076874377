internal import DecantCore

extension Verb {
  static let help = Verb(
    name: .help, operands: "[VERB]", summary: "print this help, or that for VERB",
    detail: "The option --help does the same."
  ) { session throws(Failure) in
    try session.refuseOperands(after: 1)
    guard let topic = session.arguments.operands.first else {
      try session.print(session.help(for: .filter))
      return
    }
    if topic == "man" {
      // Not a verb: fills in the manual pages of the project.
      try session.print(session.filledPage())
    } else if let verb = Verb.named(topic) {
      try session.print(session.help(for: verb))
    } else {
      throw .usage(
        "unknown verb '\(topic.visible(limit: 64))'",
        suggestion: NearestWord.to(topic, in: Verb.names))
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

  func help(for verb: Verb) -> String {
    HelpText(verb, of: command, registry, isTyped: type != nil).text
  }
}
