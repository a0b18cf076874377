internal import DecantCore
internal import DecantChanges
internal import DecantEditing
internal import DecantSystem

extension Verb {
  static let merge = Verb(
    name: .merge, operands: "BASE OURS THEIRS",
    summary: "merge two edits of one document",
    detail: """
      OURS and THEIRS, which are edits of BASE, are merged by lines, as git does it, if the merged values agree: keys \
      are the same by name, elements of lists by their value or by a field that identifies them. Where lines conflict, \
      the values are merged by structure; all other bytes and all comments stay. What both changed differently, and \
      what may be wrong although the lines merge, is a conflict: both sides are written between marks, as git writes \
      them by its setting 'merge.conflictStyle', each is reported, and the exit status is 1. Files that cannot be read \
      are merged by git. Of one FILE, the conflicts are merged that git or another tool has marked in it; their base is \
      between the marks, as with git's 'merge.conflictStyle' diff3, or in the index of git. 'decant git setup' makes it the merge driver of git.
      """,
    run: { session throws(Failure) in try Merging(session).run() })
}

private struct Merging {
  private let session: Session
  private let conversion: PlanMaker
  private let files: [String]

  private var options: Arguments { session.arguments }

  init(_ session: Session) throws(Failure) {
    self.session = session
    conversion = try session.conversion()
    files = session.arguments.operands
    guard files.count == 3 || isForMarks else {
      let names = files.map { ShellWord($0).text }
      let overlay =
        "; to merge one into another, write: \(session.command) edit --merge \(names.last ?? "") \(names.first ?? "")"
      throw .usage(
        "'merge' needs three files, BASE, OURS and THEIRS, or one with marks of conflicts"
          + (files.count == 2 ? overlay : ""))
    }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw .usage("only one of the files can be standard input")
    }
    guard session.arguments.inPlace == nil || target != "-" else {
      throw .usage("'--in-place' cannot rewrite standard input")
    }
  }

  /// Whether the conflicts that are marked in the only file are merged.
  private var isForMarks: Bool { files.count == 1 }

  private var asksGit: Bool { session.console.parts == nil }

  /// The file that `--in-place` rewrites.
  private var target: String { isForMarks ? files[0] : files[1] }

  func run() throws(Failure) {
    let original = OriginalFile(target)
    let texts = try files.map { (file) throws(Failure) in try contents(of: file) }
    let sides = isForMarks ? try sides(in: texts[0].utf8) : texts.map(\.utf8)
    let form = texts[isForMarks ? 0 : 1].form
    var result = try merge(sides, areFiles: texts.allSatisfy { $0.form == nil })
    if let form {
      let bytes = result.bytes
      result.bytes = try asFailure(try EditedBytes(bytes).makeSource(in: form).readToEnd())
    }
    if let doubt = result.doubt {
      if let cause = doubt.cause { session.reporter.warn(cause, hint: cause.hint) }
      warn(doubt.statement)
    }
    if result.isForUser, ConflictText.haveMarks(sides, width: options.merging.marks.width) {
      warn("lines look like marks of a conflict; another --marker-size tells them apart")
    }
    _ = try asFailure(
      try session.write(over: original, holding: .bytes(result.bytes)) {
        (destination) throws(DecantError) in
        try result.bytes.withBytes { (text) throws(DecantError) in try destination.write(text) }
      })
    if result.isForUser { session.reporter.raiseStatus(to: .negative) }
  }

  /// Returns the base and the sides of a file with marks.
  private func sides(in text: [UInt8]) throws(Failure) -> [[UInt8]] {
    do throws(DecantError) {
      let marked = try ConflictText(text, width: options.merging.marks.width)
      guard let base = marked.base ?? baseInIndex else { throw DecantError(MergeProblem.noBase) }
      return [base, marked.ours, marked.theirs]
    } catch {
      throw .error(error.about(Console.name(of: target)))
    }
  }

  /// The base of a file whose merge git has stopped.
  private var baseInIndex: [UInt8]? {
    let parts = target.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    let name = ":1:./\(parts.last ?? "")"
    let outcome = try? GitProgram.outcome(of: ["-C", folder, "cat-file", "blob", name])
    guard let outcome, outcome.status == 0 else { return nil }
    return decoded(outcome.output, of: target).utf8
  }

  private var marks: LineMerge.Marks {
    var marks = options.merging.marks
    if (marks.ours, marks.theirs) == ("%X", "%Y") {
      // Versions of git before 2.44 pass these letters as they are, and the names of what is merged as variables.
      marks = LineMerge.Marks(width: marks.width)
      let names = System.environment(beginningWith: "GITHEAD_")
      if names.count == 1 { (marks.ours, marks.theirs) = ("HEAD", names[0]) }
    }
    return marks
  }

  private static func conflictStyle(askingGit: Bool) -> LineMerge.Marks.Style {
    guard askingGit else { return .merge }
    let name = try? GitProgram.find(["config", "--get", "merge.conflictStyle"])
    return name.flatMap { LineMerge.Marks.Style(rawValue: String($0.dropLast())) } ?? .merge
  }

  /// Merges texts; `areFiles` is whether these are the bytes of the files.
  private func merge(_ texts: [[UInt8]], areFiles: Bool) throws(Failure) -> MergeOutcome {
    do throws(DecantError) {
      var settings = options.merging
      (settings.keys, settings.marks) = (options.rules.keys, marks)
      settings.conflictStyle = { [asksGit] in Self.conflictStyle(askingGit: asksGit) }
      var merge = try FileMerge(of: texts, settings) { (index, bytes, tape) throws(DecantError) in
        try file(index, bytes, &tape)
      }
      let result = try merge.result()
      for conflict in result.conflicts {
        let path = conflict.description.visible(limit: 240)
        warn(path.isEmpty ? "conflict" : "conflict at \(path)")
      }
      return result
    } catch {
      // A conflict cannot be marked in a binary file.
      guard error.category == .input, !texts.contains(where: { $0.contains(0) }) else {
        throw .error(error)
      }
      return mergedLines(of: texts, areFiles: areFiles, error)
    }
  }

  /// Merges what cannot be read, as templates and the like, as git does it, or in the way of git.
  private func mergedLines(
    of texts: [[UInt8]], areFiles: Bool, _ error: DecantError
  ) -> MergeOutcome {
    if asksGit, areFiles, !isForMarks, !files.contains("-"),
      let outcome = try? GitProgram.outcome(
        of: [
          "merge-file", "-p", "-q", "--marker-size=\(marks.width)", "-L", marks.ours, "-L", "base",
          "-L", marks.theirs, "--", files[1], files[0], files[2],
        ]), let status = outcome.status, status < 128
    {
      return MergeOutcome(outcome.output, doubt: .unreadable(error, isClean: status == 0))
    }
    let lines = LineMerge.merge(base: texts[0], ours: texts[1], theirs: texts[2])
    var marks = marks
    if !lines.isClean { marks.style = Self.conflictStyle(askingGit: asksGit) }
    return MergeOutcome(lines.text(with: marks), doubt: .unreadable(error, isClean: lines.isClean))
  }

  private func contents(
    of file: String
  ) throws(Failure) -> (utf8: [UInt8], form: UnicodeSource.Form?) {
    decoded(
      try asFailure(
        about: Console.name(of: file), try session.console.source(of: file).readToEnd()),
      of: file)
  }

  /// Returns text of UTF-16 or UTF-32 in UTF-8, with the form that it had; other bytes as they are.
  private func decoded(
    _ bytes: [UInt8], of file: String
  ) -> (utf8: [UInt8], form: UnicodeSource.Form?) {
    let text = EditedBytes(bytes)
    guard format(of: file)?.abilities.contains(.binary) != true, let form = text.wideForm,
      let decoded = try? text.decoded(from: form)
    else { return (bytes, nil) }
    // Only before a declaration of the encoding the mark has a meaning; elsewhere it would be a part of the first line.
    let (mark, line) = (Array(decoded.prefix(3)), Array(decoded.dropFirst(3)))
    return (line.starts(with: "<?xml".utf8) ? mark + line : line, form)
  }

  private func format(of file: String) -> Format? {
    conversion.source ?? session.registry.format(forFileNamed: options.mergedFile ?? file)
  }

  /// The name in messages.
  private func name(of index: Int) -> String {
    guard let name = options.mergedFile ?? (isForMarks ? target : nil) else {
      return Console.name(of: files[index])
    }
    return name + [" (base)", "", " (theirs)"][index]
  }

  private func warn(_ message: String) {
    let name = options.mergedFile.map { $0.visible() + ": " } ?? ""
    session.reporter.warn(name + message)
  }

  private func file(
    _ index: Int, _ bytes: [UInt8], _ tape: inout VersionTape
  ) throws(DecantError) -> MergedFile {
    try MergedFile(
      bytes, named: name(of: index), as: format(of: isForMarks ? target : files[index]),
      conversion.readingOfEdits,
      among: session.registry, on: &tape)
  }
}
