import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant

/// A file that becomes shorter while it is read is an error, and does not end the process by a signal.
@Suite struct TruncatedFileTests {
  let scratch: Scratch

  private static let count = 40_000

  init() throws {
    scratch = try Scratch()
    let lines = (0..<Self.count).map { #"{"id": \#($0), "name": "the name of number \#($0)"}"# }
    try scratch.write(lines.joined(separator: "\n"), to: "a.jsonl")
  }

  /// Commands that read a whole file, of which they write more than a pipe holds.
  private static let commands = [
    "decant -f binary1 -t json file", "decant -f binary1 -t json <file",
    "decant -f binary1 -t xml1 --sort-keys file", "decant -f binary1 -t json --jobs 1 file",
    "decant get -f binary1 '' file", "decant -f toml -t json file", "decant -f toml -t toml file",
    "decant -f yaml --yaml-parser libyaml -t json file", "decant -f jsonl -t yaml --jobs 2 file",
  ]

  /// The sizes that are left: nothing, some pages, the last page without its end.
  @Test(arguments: commands, ["0", "100000", "-10"])
  func isReported(command: String, size: String) throws {
    #expect(try status(of: command, changing: "truncate -s \(size) file") == "74\n")
    let name = command.contains("<") ? "<stdin>" : "file"
    let errors = try scratch.read("errors")
    #expect(errors.hasPrefix("\(name): error: the file changed while it was read\n"), "\(errors)")
  }

  /// Other bytes than those that were read before end a program with an error at most.
  @Test(arguments: commands, [#"tr '\0-\377' '\n'"#, "rev", "tail -c +8"])
  func mayBeOverwritten(command: String, filter: String) throws {
    let change = "\(filter) <file >other; dd if=other of=file conv=notrunc 2>/dev/null"
    let status = try status(of: command, changing: change)
    let errors = try scratch.read("errors")
    #expect(["0\n", "65\n", "74\n"].contains(status), "\(errors)")
  }

  /// Returns the exit status of a command whose file changes when it has written its first bytes.
  private func status(of command: String, changing change: String) throws -> String {
    let format =
      ["binary1", "toml", "jsonl"].first { command.contains("-f \($0)") } ?? "yaml"
    let list =
      switch format {
      case "toml":
        #"sed 's/^/[[a]] /' a.jsonl | sed 's/.*"id": \([0-9]*\), "name": \(.*\)}/[[a]]\nid = \1\nname = \2/' >file"#
      case "jsonl": "cp a.jsonl file"
      default: "decant --slurp -t \(format) -o file a.jsonl"
      }
    let outcome = try scratch.shell(
      """
      \(list)
      mkfifo pipe
      { \(command) >pipe; echo $? >status; } 2>errors &
      exec 3<pipe
      head -c 1 <&3 >/dev/null
      \(change)
      cat <&3 >output; wait; cat status
      """)
    return outcome.output
  }

  /// Formats in which a part of a file can look whole.
  private static let formats = FormatRegistry.standard.formats.filter {
    $0.abilities.contains(.manyDocuments) && $0.isReadable && $0.isWritable
  }.map(\.name)

  private static let verbs = [
    ["-t", "yaml", "-o", "out"], ["-t", "csv", "-o", "out"],
    ["--slurp", "-t", "json", "-o", "out"],
    ["-t", "json", "-i"], ["check"], ["get", "/id"], ["types"],
    ["archive", "--slurp", "--type", "T", "-t", "yaml", "-o", "out"],
  ]

  /// The part that is left ends where a record ends.
  @Test(arguments: formats, verbs)
  func isNotTakenForWhole(name: String, verb: [String]) throws {
    let format = try FormatRegistry.standard.format(named: name)
    let (path, output) = ("\(scratch.path)/file", "\(scratch.path)/out")
    func encoded(_ count: Int) throws -> Data {
      let lines = try scratch.read("a.jsonl").split(separator: "\n").prefix(count)
      try scratch.write(lines.joined(separator: "\n"), to: "part.jsonl")
      let outcome = decant(
        "-q", "-t", name, "-o", path, "\(scratch.path)/part.jsonl")
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try Data(contentsOf: URL(filePath: path))
    }
    let part = try encoded(3500)
    let whole = try encoded(4000)
    try #require(part.count > 1 << 16 && whole.starts(with: part))
    try scratch.write("old\n", to: "out")
    let registry = FormatRegistry.standard.adding(
      .watched(of: format) { event in
        guard event == .began(1) else { return }
        do {
          try FileHandle(forUpdating: URL(filePath: path)).truncate(atOffset: UInt64(part.count))
        } catch {
          Issue.record(error)
        }
      })
    let words = verb.map { $0 == "out" ? output : $0 } + ["-f", "watched", path]
    let outcome = decant(words: words, registry: registry)
    #expect(outcome.status == 74)
    #expect(
      outcome.errors.contains("\(path): error: the file changed while it was read\n"),
      "\(outcome.errors)")
    #expect(try scratch.read("out") == "old\n")
    #expect(try Data(contentsOf: URL(filePath: path)) == part)
  }

  /// What is added to a file after it is mapped is not part of the input.
  @Test func mayGrow() throws {
    let outcome = try scratch.shell(
      """
      decant --slurp -t binary1 -o file a.jsonl
      mkfifo pipe; decant -f binary1 -t json -c file >pipe & exec 3<pipe
      head -c 1 <&3 >output; echo more >>file; cat <&3 >>output; wait $!; echo $?
      decant -f jsonl --slurp -c a.jsonl | cmp - output
      """)
    #expect(outcome == Outcome(status: 0, output: "0\n", errors: ""))
  }
}
