import DecantTestSupport
import Foundation
import Testing

import Decant

@testable import DecantCommands

/// Where decant called as `plutil` differs from the plutil of Swift's toolchain.
@Suite struct PlutilTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("<plist><true/></plist>", to: "a.plist")
    _ = try scratch.shell("mkdir bin && ln -s \"$(command -v decant)\" bin/plutil")
  }

  private func plutil(_ arguments: String) throws -> Outcome {
    try scratch.shell("PATH=$PWD/bin:$PATH; plutil \(arguments)")
  }

  /// On a terminal only: Apple's tool prints texts as they are.
  @Test func escapesControlCharactersOnATerminal() {
    let input = "{\"a\\u001b[2Jb\": \"\\u009b31m\\u202e\\u0007 c\\td\\nef\\u00e9\"}"
    let piped = decant("-p", "-", input: input, calledAs: "plutil")
    #expect(
      piped.output == "{\n  \"a\u{1B}[2Jb\" => \"\u{9B}31m\u{202E}\u{7} c\td\nefé\"\n}\n")
    let shown = decant("-p", "-", input: input, calledAs: "plutil") { $0.isOutputTerminal = true }
    #expect(
      shown.output == "{\n  \"a\\u001b[2Jb\" => \"\\u009b31m\\u202e\\u0007 c\td\nefé\"\n}\n")
    let value = decant("get", "/a", input: "{\"a\": \"\\u001b[2Jb\\nc\"}") {
      $0.isOutputTerminal = true
    }
    #expect(value.output == "\\u001b[2Jb\nc\n")
    #expect(decant("get", "/a", input: "{\"a\": \"\\u001b\"}").output == "\u{1B}\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func reportsAFullDisk()
    throws
  {
    #expect(
      try plutil("-p a.plist >/dev/full")
        == Outcome(
          status: 1, output: "", errors: "a.plist: (cannot write: no space left on device)\n"))
  }

  @Test func helps() throws {
    let outcome = try plutil("-help")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let page = try ManualPage(name: "decant-plutil.1").text
    for word in outcome.output.split(whereSeparator: { " ,:;'\n".contains($0) })
    where word.hasPrefix("-") && word.count > 1 {
      #expect(page.contains("Fl \(word.dropFirst())"), "\(word)")
    }
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80) }
  }
}
