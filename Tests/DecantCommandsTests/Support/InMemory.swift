import Decant
// The helpers that run built programs, for every file of this module.
@_exported import DecantTestSupport
import Synchronization

@testable import DecantCommands

func decant(
  _ words: String..., input: String = "", calledAs program: String = "decant",
  registry: FormatRegistry = .tool, _ adjust: (inout Console) -> Void = { _ in }
) -> Outcome {
  decant(words: words, input: input, calledAs: program, registry: registry, adjust)
}

/// Runs the tool on streams in memory.
func decant(
  words: [String], input: String = "", calledAs program: String = "decant",
  registry: FormatRegistry = .tool, _ adjust: (inout Console) -> Void = { _ in }
) -> Outcome {
  let errors = Transcript()
  let output = MemoryDestination()
  var console = Console(
    input: MemorySource(input), output: output, writeError: { errors.append($0) })
  adjust(&console)
  let status = Tool.run(words[...], calledAs: program, registry, on: console)
  return Outcome(status: status.rawValue, output: output.text, errors: errors.text)
}

extension Flag {
  /// The options of the executable.
  static let all = all(for: .tool)
}

final class Transcript: Sendable {
  private let content = Mutex("")

  func append(_ text: String) {
    content.withLock { $0 += text }
  }

  var text: String { content.withLock { $0 } }
}
