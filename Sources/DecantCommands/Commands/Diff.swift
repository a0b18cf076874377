internal import DecantCore
internal import DecantChanges
internal import DecantJSON
internal import DecantConversion

extension Verb {
  static let diff = Verb(
    name: .diff, operands: "OLD NEW", summary: "compare the values of two documents",
    detail: """
      The files may be in different formats: values are compared, not bytes. Numbers are equal if their values \
      are, and the order of keys is of no importance without --ordered. A line with '-' is a value that is only in \
      OLD, one with '+' a value that is only in NEW, and one with '~' a value that changed. The exit status is 1 if \
      there is a difference.
      """,
    run: { session throws(Failure) in try Comparing(session).run() })
}

private struct Comparing {
  private let session: Session
  private let oldFile: String
  private let newFile: String

  init(_ session: Session) throws(Failure) {
    self.session = session
    let operands = session.arguments.operands
    guard operands.count == 2 else {
      throw .usage("'diff' needs two files")
    }
    guard operands != ["-", "-"] else {
      throw .usage("only one of the files can be standard input")
    }
    if session.arguments.query.diffFormat == .patch, session.arguments.query.isOrdered {
      throw .usage("a JSON Patch cannot change the order of keys")
    }
    (oldFile, newFile) = (operands[0], operands[1])
  }

  func run() throws(Failure) {
    var tape = SharedTape()
    let old = try session.documents(of: oldFile, on: &tape)
    let new = try session.documents(of: newFile, on: &tape)
    switch session.arguments.query.diffFormat ?? .text {
    case .text: try printText(old, new, tape)
    case .patch: try printPatch(old, new, tape)
    }
  }

  private func printPatch(_ old: [Int], _ new: [Int], _ tape: SharedTape) throws(Failure) {
    guard let oldDocument = old.first, let newDocument = new.first, old.count == 1, new.count == 1
    else { throw .usage("a JSON Patch needs files with one document each") }
    let patch = JSONPatch(tape.changes(from: oldDocument, to: newDocument))
    try session.print(try asFailure(try patch.value.text(as: .json)))
    if !patch.operations.isEmpty { session.reporter.raiseStatus(to: .negative) }
  }

  private func printText(_ old: [Int], _ new: [Int], _ tape: SharedTape) throws(Failure) {
    var text = ""
    do throws(DecantError) {
      for index in 0..<max(old.count, new.count) {
        let number = max(old.count, new.count) > 1 ? "document \(index + 1) " : ""
        if index >= new.count {
          text += line("-", number, try tape.value(of: old[index]).description)
        } else if index >= old.count {
          text += line("+", number, try tape.value(of: new[index]).description)
        } else {
          let changes = tape.changes(
            from: old[index], to: new[index],
            keyOrder: session.arguments.query.isOrdered ? .significant : .ignored)
          for change in changes { text += line(change, number) }
        }
      }
    } catch {
      throw .error(error)
    }
    try session.print(text)
    if !text.isEmpty { session.reporter.raiseStatus(to: .negative) }
  }

  private func line(_ change: ValueChange, _ number: String) -> String {
    let place = (change.newPlace ?? change.oldPlace)?.description ?? ""
    let prefix = number + (place.isEmpty ? "" : place.visible() + ": ")
    if change.isReordering { return line("~", prefix, "the keys are in another order") }
    return switch (change.old, change.new) {
    case (let old?, let new?): line("~", prefix, "\(old) -> \(new)")
    case (let old?, nil): line("-", prefix, "\(old)")
    case (nil, let new): line("+", prefix, new.map { "\($0)" } ?? "")
    }
  }

  private func line(_ sign: String, _ prefix: String, _ text: String) -> String {
    let line = "\(sign) \(prefix)\(text.visible())"
    let isColored = session.arguments.color.isOn(
      terminal: session.console.isOutputTerminal, plain: session.console.isPlain)
    guard isColored else { return line + "\n" }
    let color = ["-": "31", "+": "32"][sign] ?? "33"
    return "\u{1B}[\(color)m\(line)\u{1B}[0m\n"
  }
}
