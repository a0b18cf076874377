import Decant
import Testing

@testable import DecantCommands

@Suite struct FilterTests {
  @Test func showsNoBinaryDataOnATerminal() {
    let refused = decant("-t", "binary1", input: "{}") { $0.isOutputTerminal = true }
    #expect(refused.status == 64)
    #expect(refused.output.isEmpty)
    #expect(
      refused.errors.contains(
        "refusing to write binary1 to a terminal; use '-o FILE' or '-t FORMAT'"))
    let asked = decant("-t", "binary1", "-o", "-", input: "{}") { $0.isOutputTerminal = true }
    #expect(asked.status == 0)
    #expect(decant("-t", "binary1", input: "{}").status == 0)
  }

  @Test func colorsOnlyWhatIsLaidOutForATerminal() {
    func colors(_ words: String..., adjust: (inout Console) -> Void = { _ in }) -> Bool {
      let memory = MemoryDestination()
      var console = Console(input: MemorySource("{\"a\":1}"), output: memory, writeError: { _ in })
      adjust(&console)
      _ = Tool.run(words[...], calledAs: "decant", .standard, on: console)
      return memory.text.contains("\u{1B}[")
    }
    #expect(!colors())
    #expect(colors { $0.isOutputTerminal = true })
    #expect(colors("--color", "always"))
    #expect(
      !colors {
        $0.isOutputTerminal = true
        $0.isPlain = true
      })
    #expect(!colors("--color=never") { $0.isOutputTerminal = true })
    #expect(!colors("-c") { $0.isOutputTerminal = true })
    #expect(!colors("-t", "jsonl") { $0.isOutputTerminal = true })
    #expect(!colors("-t", "json-seq") { $0.isOutputTerminal = true })
    #expect(decant("-o", "/dev/null", "--color=always", input: "[1]").status == 0)
  }

  @Test(arguments: [
    ([], true), (["-c"], true), (["check"], true), (["-"], false), (["-q"], false),
    (["--help"], false), (["missing.json"], false),
  ])
  func reportsThatItWaitsAtATerminal(words: [String], isNotified: Bool) {
    let outcome = decant(words: words, input: "[1]\n") { $0.isInputTerminal = true }
    let notice =
      "decant: reading standard input until Control-D; 'decant --help' explains more\n"
    #expect((outcome.errors == notice) == isNotified)
    #expect(!decant(words: words, input: "[1]\n").errors.contains("reading"))
  }
}
