import Decant
import DecantChanges
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands

/// Each command with `edit`, `get` or `diff` in the documentation has the same result as a request.
@Suite struct ServiceExampleTests {
  static let pages =
    ["README.md"]
    + [
      "diff", "diff-elements", "edit", "edit-steps", "edit-values",
      "front-matter-edits",
      "get", "tables", "twin-keys",
    ].map { "Tests/Transcripts/\($0).md" }

  /// Why a request cannot do what a command does.
  static let reasons = [
    "--in-place", "--dry-run", "--check", "--output", "--report", "--force", "--print-steps",
    "--color",
    "--error-format", "--help", "--include", "--exclude", "--remove-unknown", "--schema",
    "another file for an edit", "a file in steps", "steps among operations", "several files",
    "no regular file", "a mistake in the command line", "git", "a value of several lines",
    "an argument that is not UTF-8",
  ]

  /// A function that writes down what a command gets and prints.
  private static func recorder(_ folder: String) -> String {
    """
    decant() {
      case $1 in edit|get|diff) ;; *) command decant "$@"; return ;; esac
      _record=$(mktemp -d '\(folder)/XXXXXX'); _number=0
      printf '%s\\0' "$@" >"$_record/words"; cat >"$_record/input"
      for _word; do
        if [ -f "$_word" ]; then cat <"$_word" >"$_record/file$_number"; fi
        _number=$((_number + 1))
      done
      command decant "$@" <"$_record/input" >"$_record/output" 2>"$_record/errors"
      echo $? >"$_record/status"
      cat "$_record/errors" >&2; cat "$_record/output"; return "$(cat "$_record/status")"
    }

    """
  }

  struct Call {
    let words: [String]
    let input: [UInt8]
    /// The contents of files that words name.
    let files: [Int: [UInt8]]
    let output: [UInt8]
    let status: Int

    init(_ folder: String) throws {
      func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
      }
      words = String(decoding: try read("words"), as: UTF8.self).split(
        separator: "\0", omittingEmptySubsequences: false
      ).dropLast().map(String.init)
      input = try read("input")
      output = try read("output")
      status = Int(String(decoding: try read("status").dropLast(), as: UTF8.self)) ?? -1
      files = Dictionary(
        uniqueKeysWithValues: words.indices.compactMap { index in
          (try? read("file\(index)")).map { (index, $0) }
        })
    }
  }

  private static func calls(in sections: [(script: String, linksSamples: Bool)]) throws -> [Call] {
    let records = try Scratch()
    for section in sections {
      let scratch = try section.linksSamples ? Scratch(linking: "Samples") : Scratch()
      _ = try scratch.shell(recorder(records.path) + section.script)
    }
    return try records.names.map { try Call("\(records.path)/\($0)") }
  }

  private static func script(_ section: ConsolePage.Section) -> String {
    var script = "export HOME=\"$PWD\"\n"
    for step in section.steps {
      switch step {
      case .file(let name, let text):
        if let slash = name.lastIndex(of: "/") { script += "mkdir -p '\(name[..<slash])'\n" }
        script += "printf %s '\(text.replacing("'", with: "'\\''"))' >'\(name)'\n"
      case .command(let command):
        script += "{ \(command.text)\n}\n"
      }
    }
    return script
  }

  private static func expectSameResults(_ calls: [Call], atLeast count: Int) throws {
    var compared = 0
    for call in calls {
      let shown = call.words.joined(separator: " ")
      do {
        let request = try ExampleRequest(call)
        let destination = MemoryDestination()
        let answer = ServiceAnswer(registry: .tool, type: nil, limits: ServiceLimits())
        // A request affects no other.
        let next = Array("ping id=next\n".utf8)
        try Service(answer).run(from: .bytes(request.bytes + next), to: destination)
        let replies = try #require(ServedReply.all(in: destination.bytes), "\(shown)")
        let header = try MessageHeader(line: replies[0].header.utf8)
        #expect(replies.last?.header == "ok id=next bytes=0", "\(shown)")
        if call.status == 0 || call.words[0] == "diff" && call.status == 1 {
          #expect(header.word == "ok", "\(shown): \(replies[0].payload)")
          #expect(
            replies[0].payload == String(decoding: call.output, as: UTF8.self), "\(shown)")
        } else {
          #expect(header.word == "error", "\(shown)")
          #expect((header["kind"] == "missing") == (call.status == 1), "\(shown)")
        }
        if call.words[0] == "diff", call.status < 2 {
          #expect(header["differs"] == "\(call.status == 1)", "\(shown)")
        }
        compared += 1
      } catch let reason as ExampleRequest.Impossible {
        #expect(reasons.contains(reason.reason), "\(shown): \(reason.reason)")
      }
    }
    #expect(compared >= count, "\(compared) of \(calls.count)")
  }

  @Test(arguments: [("decant-edit.1", 4), ("decant.1", 6)])
  func areThoseOfTheManual(page: String, count: Int) throws {
    let scripts = try ManualPage(name: page).examples.map { ($0.command, false) }
    try Self.expectSameResults(try Self.calls(in: scripts), atLeast: count)
  }

  @Test(arguments: zip(pages, [12, 20, 18, 50, 12, 43, 20, 60, 2, 15]))
  func areThoseOfThePage(page: String, count: Int) throws {
    var sections = try ConsolePage(page).sections
    if page == "README.md" {
      // The commands follow each other.
      var all = ConsolePage.Section(page: page, heading: "")
      all.steps = sections.flatMap(\.steps)
      sections = [all]
    }
    let scripts = sections.map { (Self.script($0), true) }
    try Self.expectSameResults(try Self.calls(in: scripts), atLeast: count)
  }
}

/// The request for what a command does.
struct ExampleRequest {
  private(set) var bytes: [UInt8] = []

  struct Impossible: Error {
    let reason: String
  }

  private let call: ServiceExampleTests.Call
  private var fields: [(name: String, value: String)] = []
  private var operands: [Int] = []

  init(_ call: ServiceExampleTests.Call) throws {
    self.call = call
    let kind = try #require(RequestKind(rawValue: call.words[0]))
    guard !call.words.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      throw Impossible(reason: "an argument that is not UTF-8")
    }
    var parser = ArgumentParser(call.words.dropFirst(), for: kind.verb.name, among: .tool)
    do {
      try parser.parse()
    } catch {
      throw Impossible(reason: "a mistake in the command line")
    }
    try addOptions(kind)
    var arguments = parser.arguments
    if arguments.editing.close() != nil {
      throw Impossible(reason: "a mistake in the command line")
    }
    var parts: [(name: String, bytes: [UInt8])] = []
    switch kind {
    case .edit:
      guard !arguments.editing.items.isEmpty else {
        throw Impossible(reason: "a mistake in the command line")
      }
      parts.append(("steps", try steps(arguments.editing.items)))
      guard operands.count <= 1 else { throw Impossible(reason: "several files") }
      parts.append(("", try document(operands.first)))
    case .get:
      let paths = operands.prefix { call.words[$0] != "-" && call.files[$0] == nil }
      guard operands.count - paths.count <= 1 else { throw Impossible(reason: "several files") }
      let isListing = fields.contains { $0.name == "paths" }
      guard isListing || !paths.isEmpty,
        paths.count < 2 || paths.dropFirst().allSatisfy({ GetOperands.isPath(call.words[$0]) })
      else { throw Impossible(reason: "no regular file") }
      if !paths.isEmpty {
        fields.append(("path", paths.map { call.words[$0] }.joined(separator: "\n")))
      }
      parts.append(("", try document(operands.dropFirst(paths.count).first)))
    case .diff:
      guard operands.count == 2 else { throw Impossible(reason: "git") }
      parts = [("old", try document(operands[0])), ("", try document(operands[1]))]
      let formats = operands.map {
        FormatRegistry.tool.format(forFileNamed: call.words[$0])?.name
      }
      fields.removeAll { $0.name == "file-name" }
      if let format = formats[0], format == formats[1],
        !fields.contains(where: { $0.name == "from" })
      {
        fields.append(("from", format))
      }
    case .convert, .check, .merge: break
    }
    var header = MessageHeader(call.words[0])
    for field in fields { header.add(field.name, field.value) }
    for part in parts.dropLast() { header.add(part.name, part.bytes.count) }
    header.add("bytes", parts.reduce(0) { $0 + $1.bytes.count })
    bytes = Array(header.line.utf8) + parts.flatMap(\.bytes)
  }

  private mutating func addOptions(_ kind: RequestKind) throws {
    let names = RequestOptions(kind, among: Flag.all).names
    let flags = kind.verb.flags(among: .tool)
    var index = 1
    func next() -> String? {
      index += 1
      return call.words.indices.contains(index - 1) ? call.words[index - 1] : nil
    }
    while let word = next() {
      if word == "--" {
        operands += index..<call.words.count
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(index - 1)
        continue
      }
      var uses: [(flag: Flag, value: String?)] = []
      if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let flag = try #require(flags.first { $0.long == parts[0] })
        uses.append((flag, parts.count == 2 ? String(parts[1]) : nil))
      } else {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
          let flag = try #require(flags.first { $0.short == letter })
          guard case .none = flag.value else {
            uses.append((flag, letters.isEmpty ? nil : String(letters)))
            break
          }
          uses.append((flag, nil))
        }
      }
      for (flag, attached) in uses {
        var value = "true"
        switch flag.value {
        case .none, .optional: break
        case .required: value = attached ?? next() ?? ""
        case .pair:
          if attached == nil { _ = next() }
          if call.words[index].hasPrefix("--"),
            flag.innerOptions.contains(String(call.words[index].dropFirst(2)))
          {
            _ = next()
          }
          _ = next()
        }
        if EnteredEdit.named(flag.long) != nil
          || ["string", "date", "data", "value", "steps"].contains(flag.long), kind == .edit
        {
          continue
        }
        guard names.contains(flag.long) else { throw Impossible(reason: "--\(flag.long)") }
        if let known = fields.firstIndex(where: { $0.name == flag.long }) {
          if flag.isRepeatable { fields[known].value += "\n" + value }
        } else {
          fields.append((flag.long, value))
        }
      }
    }
  }

  private mutating func document(_ operand: Int?) throws -> [UInt8] {
    guard let operand, call.words[operand] != "-" else { return call.input }
    guard let file = call.files[operand] else { throw Impossible(reason: "no regular file") }
    fields.append(("file-name", call.words[operand]))
    return file
  }

  private mutating func steps(_ items: [EditingArguments.Item]) throws -> [UInt8] {
    if case .steps(let file)? = items.first {
      guard items.count == 1 else { throw Impossible(reason: "steps among operations") }
      guard let index = call.words.firstIndex(of: file) else {
        throw Impossible(reason: "several files")
      }
      let bytes = file == "-" ? call.input : call.files[index]
      guard let bytes else { throw Impossible(reason: "no regular file") }
      let text = String(decoding: bytes, as: UTF8.self)
      guard !text.contains("@"), !text.contains("merge"), !text.contains("add-missing") else {
        throw Impossible(reason: "a file in steps")
      }
      return bytes
    }
    fields.append(("once", "true"))
    return Array(
      try items.map { item in
        guard case .edit(let edit) = item else {
          throw Impossible(reason: "steps among operations")
        }
        guard edit.file == nil else { throw Impossible(reason: "another file for an edit") }
        guard let line = StepLine.text(of: edit, among: .tool) else {
          throw Impossible(reason: "a value of several lines")
        }
        return line + "\n"
      }.joined().utf8)
  }
}
