internal import DecantCore
internal import DecantChanges
internal import DecantFiles
internal import DecantJSON
internal import DecantConversion

extension Verb {
  static let diff = Verb(
    name: .diff, operands: "OLD NEW", summary: "compare the values of two documents",
    detail: """
      The files may be in different formats: values are compared, not bytes. Numbers are equal if their values \
      are, and the order of keys is of no importance without '--order all'. Elements of lists, documents of a stream and \
      rows of a table are the same if they are equal, or if a name or the like says so. A line with '-' is a value that \
      is only in OLD, one with '+' a value that is only in NEW, one with '~' a value that changed, or an element that \
      moved; of a text of several lines, the lines that changed follow. Of two folders, the files of the same name are \
      compared, and x.yaml with x.json if neither has another counterpart, as after a migration. The exit status is 1 if there is a difference. Git runs it as 'diff.decant.command', and then gives it seven operands.
      """,
    run: { session throws(Failure) in try Comparing(session).run() })
}

private struct Comparing {
  private let session: Session
  private let oldFile: String
  private let newFile: String
  /// The name that git gives both files.
  private let name: String?

  init(_ session: Session) throws(Failure) {
    self.session = session
    let operands = session.arguments.operands
    // As git calls it: the path, then the old file with its hash and its mode, and the new one.
    let isCalledByGit = operands.count == 7 || operands.count == 9
    guard operands.count == 2 || isCalledByGit else {
      throw .usage("'diff' needs two files")
    }
    guard operands != ["-", "-"] else {
      throw .usage("only one of the files can be standard input")
    }
    if session.arguments.query.diffFormat == .patch,
      session.arguments.rules.keyOrder == .significant
    {
      throw .usage("a JSON Patch cannot change the order of keys")
    }
    (oldFile, newFile) = isCalledByGit ? (operands[1], operands[4]) : (operands[0], operands[1])
    name = isCalledByGit ? operands[0] : nil
  }

  func run() throws(Failure) {
    if let name { return try printForGit(name) }
    let pair = FolderPair(oldFile, newFile)
    let areFolders = session.console.parts == nil && pair.areFolders
    try session.enterSandbox(opening: areFolders ? nil : [oldFile, newFile])
    guard !areFolders else { return try printFolders(pair) }
    switch session.arguments.query.diffFormat {
    case .text:
      let text = try text(oldFile, newFile)
      try session.print(text)
      if !text.isEmpty { session.reporter.raiseStatus(to: .negative) }
    case .patch: try printPatch()
    }
  }

  /// Git takes another status than 0 for a failure.
  private func printForGit(_ name: String) throws(Failure) {
    let (old, new) = (oldFile == "/dev/null", newFile == "/dev/null")
    let title = "\(name.visible()):\n"
    guard !old, !new else {
      return try session.print(title + line(new ? "-" : "+", "", new ? "removed" : "added"))
    }
    try session.enterSandbox(opening: [oldFile, newFile])
    let text = try text(oldFile, newFile, named: name)
    if !text.isEmpty { try session.print(title + text) }
  }

  private func printFolders(_ pair: FolderPair) throws(Failure) {
    for entry in try asFailure(try pair.entries(among: session.registry)) {
      guard let old = entry.old, let new = entry.new else {
        try session.print(line(entry.old == nil ? "+" : "-", "", entry.name))
        session.reporter.raiseStatus(to: .negative)
        continue
      }
      let text =
        entry.isReadable(among: session.registry) ? try text(old, new) : try bytes(old, new)
      guard !text.isEmpty else { continue }
      try session.print("\(entry.name.visible()):\n\(text)")
      session.reporter.raiseStatus(to: .negative)
    }
  }

  /// Compares the bytes of files in formats that decant does not know.
  private func bytes(_ old: String, _ new: String) throws(Failure) -> String {
    let first = try asFailure(about: old, try FileSource(old).readToEnd())
    let second = try asFailure(about: new, try FileSource(new).readToEnd())
    return first == second ? "" : line("~", "", "the bytes differ")
  }

  private func printPatch() throws(Failure) {
    var tape = VersionTape()
    let old = try session.documents(of: oldFile, on: &tape)
    let new = try session.documents(of: newFile, on: &tape)
    guard let oldDocument = old.first, let newDocument = new.first, old.count == 1, new.count == 1
    else { throw .usage("a JSON Patch needs files with one document each") }
    var rules = rules
    rules.reportsMoves = false
    try asFailure(try Deadline.check())
    let patch = JSONPatch(tape.changes(from: oldDocument, to: newDocument, rules))
    try asFailure(try Deadline.check())
    try session.print(session.console.shown(try asFailure(try patch.value.text(as: .json))))
    if !patch.operations.isEmpty { session.reporter.raiseStatus(to: .negative) }
  }

  private var rules: ComparisonRules {
    var rules = session.arguments.rules
    rules.reportsMoves = true
    return rules
  }

  // MARK: Lines

  private func text(
    _ oldFile: String, _ newFile: String, named name: String? = nil
  ) throws(Failure) -> String {
    var tape = VersionTape()
    let old = try session.documents(of: oldFile, named: name, on: &tape)
    let new = try session.documents(of: newFile, named: name, on: &tape)
    let isStream = max(old.count, new.count) > 1
    try asFailure(try Deadline.check())
    var text = ""
    for change in tape.changes(fromDocuments: old, to: new, rules) {
      try asFailure(try Deadline.check())
      text += lines(of: change, inStream: isStream)
    }
    return text
  }

  /// Returns the name of the document of a place, empty if there is only one, and the path in it.
  private func names(
    of pointer: DocumentPointer?, _ isStream: Bool
  ) -> (document: String, path: String) {
    let tokens = pointer?.tokens ?? []
    let index = tokens.first.flatMap(DocumentPointer.index) ?? 0
    let path = DocumentPointer(tokens.dropFirst()).description
    return (isStream ? "document \(index + 1)" : "", path)
  }

  private func lines(of change: ValueChange, inStream isStream: Bool) -> String {
    let (document, path) = names(of: change.newPlace ?? change.oldPlace, isStream)
    let number = document.isEmpty ? "" : document + " "
    if change.isMove {
      let other = names(of: change.passed ?? change.oldPlace, isStream)
      let (here, there) = path.isEmpty ? (document, other.document) : (path, other.path)
      let move = change.passed == nil ? "\(there) -> \(here)" : "\(here) past \(there)"
      return line("~", path.isEmpty ? "" : number, "moved \(move)")
    }
    let prefix = number + (path.isEmpty ? "" : path.visible() + ": ")
    if change.isReordering { return line("~", prefix, "the keys are in another order") }
    switch (change.old, change.new) {
    case (let old?, let new?):
      if let old = old.string, let new = new.string, let texts = ChangedLines(old, new) {
        return line("~", prefix, "the lines of a text")
          + texts.lines.map { line($0.isNew ? "+" : "-", "    ", $0.text) }.joined()
      }
      return line("~", prefix, "\(old) -> \(new)")
    case (let old?, nil): return line("-", prefix, "\(old)")
    case (nil, let new): return line("+", prefix, new.map { "\($0)" } ?? "")
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
