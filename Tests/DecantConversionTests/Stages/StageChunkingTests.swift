import DecantTestSupport
import Testing
import Decant

/// The output of a pipeline does not depend on the chunks of its input.
struct StageChunkingTests {
  /// Returns JSON with valid and invalid tagged forms, and repeated keys.
  static func document(_ generator: inout SeededGenerator, depth: Int = 0) -> String {
    func some(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    let leaves = [
      "true", "null", "1", "1.50", #""x""#, #""nan""#, #""AAE=""#, #""1e400""#, #""\ud800/""#,
      #""2026-11-21T09:30:00Z""#, "[]", "{}",
    ]
    let count = Int.random(in: 0..<4, using: &generator)
    switch depth > 4 ? 0 : Int.random(in: 0..<5, using: &generator) {
    case 0, 1: return some(leaves)
    case 2:
      let elements = (0..<count).map { _ in document(&generator, depth: depth + 1) }
      return "[" + elements.joined(separator: ",") + "]"
    case 3:
      let (first, second) = (some(leaves), document(&generator, depth: depth + 1))
      return some(["{\"$map\":[[\(first),\(second)]]}", "{\"$tag\":[\"!t\",\(second)]}"])
    default:
      let keys = [
        "$date", "$null", "$data", "$real", "$number", "$literal", "$", "CF$UID", "aB", "a_b", "a",
        "\\ud800", "",
      ]
      let pairs = (0..<count).map { _ in
        "\"\(some(keys))\":\(document(&generator, depth: depth + 1))"
      }
      return "{" + pairs.joined(separator: ",") + "}"
    }
  }

  struct Outcome: Equatable {
    var written: String
    var problem: DecantError.Problem?
    var offset: Int?
    var path: DocumentPath?
    var losses: [DecantError.ValueClass: Int]
  }

  static func outcome(
    of source: String, _ fidelity: Fidelity, sizes: [Int], _ change: (inout Plan) -> Void
  ) throws -> Outcome {
    let destination = MemoryDestination()
    var transcoder = Transcoder(from: .jsonLines, to: .jsonLines)
    let losses = Losses()
    transcoder.plan.fidelity = fidelity
    transcoder.plan.losses = losses
    change(&transcoder.plan)
    var outcome = Outcome(written: "", losses: [:])
    do throws(DecantError) {
      let bytes = Array(source.utf8)
      try transcoder.run(from: ChunkedSource(bytes, sizes: sizes), to: destination)
    } catch {
      (outcome.problem, outcome.offset, outcome.path) = (error.problem, error.offset, error.path)
      #expect(error.category == .input)
    }
    outcome.written = destination.text
    // After an error, losses depend on how far the reader was ahead.
    if outcome.problem == nil { outcome.losses = losses.counts }
    return outcome
  }

  static let changes: [@Sendable (inout Plan) -> Void] = [
    { _ in },
    { $0.keyOrder = .byBytes },
    { $0.keyStyle = .snake },
    { $0.gathering = .slurp },
    { $0.gathering = .split },
    { $0.reading.duplicateKeys = .first },
    { $0.reading.duplicateKeys = .last },
    { $0.reading.duplicateKeys = .keep },
    { $0.pointer = DocumentPointer("/a") },
    { $0.scalars = .raw },
    {
      $0.reading.duplicateKeys = .last
      $0.keyOrder = .byBytes
      $0.keyStyle = .camel
      $0.gathering = .slurp
      $0.scalars = .raw
    },
    {
      $0.reading.badRecords = .skip { _ in }
      $0.keyStyle = .snake
      $0.reading.duplicateKeys = .first
    },
    {
      $0.reading.badRecords = .skip { _ in }
      $0.gathering = .slurp
    },
  ]

  @Test(arguments: 0..<changes.count)
  func isTheSameInPieces(index: Int) throws {
    var generator = SeededGenerator(seed: UInt64(100 + index))
    for round in 0..<120 {
      let lines = (0..<3).map { _ in Self.document(&generator) }
      let source = lines.joined(separator: "\n") + "\n"
      let fidelity: () -> Fidelity = {
        [.tagged, .tagged, .lossy, .standard][round % 4]
      }
      let whole = try Self.outcome(of: source, fidelity(), sizes: [], Self.changes[index])
      for sizes in [[1], [2, 7]] {
        let pieces = try Self.outcome(of: source, fidelity(), sizes: sizes, Self.changes[index])
        #expect(pieces == whole, "\(source)")
      }
    }
  }

  @Test("A document that went there by tagged forms comes back from them")
  func isTheSameAgain() throws {
    var generator = SeededGenerator(seed: 99)
    var good = 0
    for _ in 0..<2000 {
      let source = Self.document(&generator) + "\n"
      let once = try Self.outcome(of: source, .tagged, sizes: []) { _ in }
      guard once.problem == nil else { continue }
      good += 1
      #expect(try Self.outcome(of: once.written, .tagged, sizes: []) { _ in } == once)
    }
    #expect(good > 500)
  }
}
