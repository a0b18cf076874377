import Decant
import DecantTestSupport
import Testing

import DecantCommands

/// Files that are gathered into a mapping by their names.
@Suite struct ByNameTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("# a port\nport: 80 # usual\n", to: "web.prod.yaml")
    try scratch.write("[1.10]", to: ".hidden.json")
    try scratch.write("\"text\"", to: "plain")
    _ = try scratch.shell(
      "mkdir d && printf 'x = 1\\n' >d/t.toml && printf '1\\n2\\n' >d/many.jsonl")
  }

  static let refused: [(words: String, status: Int32, message: String)] = [
    ("", 64, "'--by-name' needs the names of files"),
    ("-", 64, "'--by-name' needs the names of files"),
    ("--split d/t.toml", 64, "cannot be used together"),
    ("-i d/t.toml", 64, "cannot be used together"),
    (
      "-t json d/many.jsonl", 65,
      "d/many.jsonl:2:1: error: '--by-name' needs one document in each file, and this is a second one"
    ),
    ("-t json empty.jsonl d/t.toml", 65, "empty.jsonl: error: '--by-name' needs one document"),
    ("-t json d/t.toml empty.jsonl", 65, "empty.jsonl: error: '--by-name' needs one document"),
    (
      "-t json d/t.toml t.json", 65,
      "t.json: error: '--by-name' needs different names, and 'd/t.toml' is called 't' too"
    ),
  ]

  @Test(arguments: refused)
  func refusesWhatHasNoKey(words: String, status: Int32, message: String) throws {
    try scratch.write("", to: "empty.jsonl")
    try scratch.write("1", to: "t.json")
    let run = try scratch.shell("decant --by-name -o out.json \(words)")
    #expect(run.status == status && run.errors.contains(message), "\(run.errors)")
    #expect(try !scratch.names.contains("out.json"))
  }
}
