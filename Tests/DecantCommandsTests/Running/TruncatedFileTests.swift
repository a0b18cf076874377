import DecantTestSupport
import Testing

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
    "decant -f yaml --yaml-parser libyaml -t json file",
  ]

  /// The sizes that are left: nothing, some pages, the last page without its end.
  @Test(arguments: commands, ["0", "100000", "-10"])
  func isReported(command: String, size: String) throws {
    let format =
      command.contains("binary1") ? "binary1" : command.contains("toml") ? "toml" : "yaml"
    let list =
      format == "toml"
      ? #"sed 's/^/[[a]] /' a.jsonl | sed 's/.*"id": \([0-9]*\), "name": \(.*\)}/[[a]]\nid = \1\nname = \2/' >file"#
      : "decant --slurp -t \(format) -o file a.jsonl"
    let outcome = try scratch.shell(
      """
      \(list)
      mkfifo pipe
      { \(command) >pipe; echo $? >status; } 2>errors &
      exec 3<pipe
      head -c 1 <&3 >/dev/null
      truncate -s \(size) file
      cat <&3 >output; wait; cat status
      """)
    #expect(outcome.output == "74\n")
    let name = command.contains("<") ? "<stdin>" : "file"
    let errors = try scratch.read("errors")
    #expect(errors.hasPrefix("\(name): error: the file changed while it was read\n"), "\(errors)")
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
