import Decant
import Synchronization
import Testing

@testable import DecantCommands

@Suite struct ProgressTests {
  /// A clock that advances half a second per reading.
  private final class Clock: Sendable {
    private let time = Atomic(0)
    var seconds: Double { Double(time.wrappingAdd(1, ordering: .relaxed).newValue) / 2 }
  }

  private static let erasing = "\r\u{1B}[K"

  private func errors(
    _ words: String..., input: String = String(repeating: "1\n", count: 100),
    _ adjust: (inout Console) -> Void = { _ in }
  ) -> Outcome {
    let clock = Clock()
    return decant(words: ["-f", "jsonl"] + words) {
      $0.isErrorTerminal = true
      $0.isPlain = true
      $0.clock = { clock.seconds }
      $0.input = PieceSource(input)
      adjust(&$0)
    }
  }

  private final class PieceSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    init(_ text: String) { rest = Array(text.utf8)[...] }

    func read(into output: inout OutputRawSpan) {
      for byte in rest.prefix(20) { output.append(byte) }
      rest = rest.dropFirst(20)
    }

    var wouldWait: Bool { false }
  }

  @Test func showsTheBytesAndTheRate() {
    let outcome = errors()
    // The clock is read once at the beginning, then at each read.
    #expect(outcome.errors.hasPrefix(Self.erasing + "40 B  40 B/s" + Self.erasing + "60 B"))
    #expect(outcome.errors.hasSuffix(Self.erasing))
    #expect(!outcome.errors.contains("[="))
    #expect(outcome.output == String(repeating: "1\n", count: 100))
  }

  @Test func showsTheShareWhereTheSizeIsKnown() {
    let outcome = errors { $0.inputSize = { 200 } }
    #expect(
      outcome.errors.hasPrefix(
        Self.erasing + "[======>                       ]  40 of 200 B  40 B/s  0:04 left"))
  }

  @Test func isErasedBeforeDiagnostics() {
    let input = String(repeating: "1\n", count: 50) + "x\n" + String(repeating: "1\n", count: 50)
    let outcome = errors("--on-error", "skip", input: input)
    #expect(outcome.errors.contains("B/s" + Self.erasing + "<stdin>:51:1: error: "))
  }

  @Test func isTheSameWithManyJobs() {
    let outcome = errors("--jobs", "3") { $0.blockSize = 10 }
    #expect(outcome.errors.hasPrefix(Self.erasing + "40 B  40 B/s" + Self.erasing + "60 B"))
    #expect(outcome.output == String(repeating: "1\n", count: 100))
  }

  @Test func isNotShownWhereItWouldDisturb() {
    #expect(errors { $0.isErrorTerminal = false }.errors.isEmpty)
    #expect(errors { $0.isDumb = true }.errors.isEmpty)
    #expect(errors { $0.isOutputTerminal = true }.errors.isEmpty)
    #expect(errors("-q").errors.isEmpty)
    #expect(errors("--error-format", "json").errors.isEmpty)
    #expect(errors { $0.clock = { 0 } }.errors.isEmpty)
  }

  @Test func isShownOnARealTerminal() throws {
    // `script` provides a terminal.
    let scratch = try Scratch()
    guard try scratch.shell("command -v script").status == 0 else { return }
    let words = "(echo 1; sleep 1.1; echo 2; sleep 0.2; echo 3) | decant -f jsonl -t jsonl -o out"
    let outcome = try scratch.shell("TERM=xterm script -qec '\(words)' /dev/null")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix(Self.erasing + "4 B"))
    #expect(outcome.output.hasSuffix(Self.erasing))
    #expect(try scratch.read("out") == "1\n2\n3\n")
  }
}
