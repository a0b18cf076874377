import Decant
import DecantTestSupport

@testable import DecantCommands

/// The invariants of a service for any input, shared by the fuzz target and the tests.
enum ServiceInvariants {
  /// Returns a description of a violated invariant; the first byte selects the chunk sizes.
  static func violation(of input: [UInt8]) -> String? {
    guard let first = input.first else { return nil }
    let bytes = Array(input.dropFirst())
    let sizes = [Int(first & 7) + 1, Int(first >> 3) + 1]
    let whole = Run(MemorySource(bytes))
    let pieces = Run(ChunkedSource(bytes, sizes: sizes))
    guard whole.output == pieces.output, whole.isLost == pieces.isLost else {
      return "differs in pieces of \(sizes): \(whole.text) and \(pieces.text)"
    }
    guard let replies = ServedReply.all(in: whole.output) else {
      return "not replies: \(whole.text)"
    }
    let losses = replies.filter { $0.header.hasPrefix("error kind=framing ") }
    guard losses.count == (whole.isLost ? 1 : 0), losses.isEmpty || losses[0] == replies.last else {
      return "lost: \(whole.isLost), and said so: \(whole.text)"
    }
    return nil
  }

  private struct Run {
    let output: [UInt8]
    private(set) var isLost = false

    init(_ source: any ByteSource) {
      var limits = ServiceLimits(jobs: 2)
      limits.requestBytes = 25_000
      let destination = MemoryDestination()
      do {
        try Service(ServiceAnswer(registry: .tool, type: nil, limits: limits))
          .run(from: source, to: destination)
      } catch {
        isLost = true
      }
      output = destination.bytes
    }

    var text: String { String(decoding: output, as: UTF8.self) }
  }
}
