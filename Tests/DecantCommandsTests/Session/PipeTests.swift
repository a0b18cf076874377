import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct PipeTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Writes each part and waits for its output before the next one.
  private func converse(_ words: String, _ parts: [(String, String)]) throws {
    let running = try scratch.start("exec decant \(words)")
    for (part, answer) in parts {
      try running.input.write(contentsOf: Data(part.utf8))
      var heard = Data()
      while heard.count < answer.utf8.count {
        guard
          let more = try running.output.read(upToCount: answer.utf8.count - heard.count),
          !more.isEmpty
        else { break }
        heard += more
      }
      #expect(String(decoding: heard, as: UTF8.self) == answer)
    }
    try running.input.close()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 0)
  }

  @Test func answersEachRecordBeforeTheNext() throws {
    try converse(
      "-f jsonl",
      (1...20).map { ("{ \"n\" : \($0) }\n", "{\"n\":\($0)}\n") })
  }

  @Test func answersEachElementBeforeTheNext() throws {
    try converse(
      "-f json -c",
      [("[ {\"n\":1}", "[{\"n\":1}")]
        + (2...20).map { (", {\"n\":\($0)}", ",{\"n\":\($0)}") } + [("]\n", "]")])
  }

  @Test func answersTheRecordsOfADetectedFormat() throws {
    // The beginning of the second record determines the format.
    try converse("", [("[1]\n[", "[1]\n"), ("2]\n", "[2]\n"), ("[3]\n", "[3]\n")])
  }

  @Test func showsColorsOnATerminalOnly() throws {
    // `script` provides a terminal.
    guard try scratch.shell("command -v script").status == 0 else { return }
    let words = "decant x.json; NO_COLOR=1 decant x.json; decant -c x.json"
    try scratch.write("[1]", to: "x.json")
    let outcome = try scratch.shell("unset NO_COLOR; TERM=xterm script -qec '\(words)' /dev/null")
    #expect(
      String(outcome.output.unicodeScalars.filter { $0 != "\r" }.map(Character.init))
        == "[\n  \u{1B}[36m1\u{1B}[0m\n]\n[\n  1\n]\n[1]\n")
  }
}
