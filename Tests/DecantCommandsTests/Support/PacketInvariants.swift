import Decant
import DecantTestSupport

@testable import DecantCommands

/// The invariants of the filter process of git for any input, shared by the fuzz target and the tests.
enum PacketInvariants {
  /// Returns a description of a violated invariant; the first byte selects the chunk sizes.
  ///
  /// The answer does not depend on the chunks, and consists of whole packets.
  static func violation(of input: [UInt8]) -> String? {
    guard let first = input.first else { return nil }
    let bytes = Array(input.dropFirst())
    let whole = Run(MemorySource(bytes))
    let pieces = Run(ChunkedSource(bytes, sizes: [Int(first & 7) + 1, Int(first >> 3) + 1]))
    guard whole.output == pieces.output, whole.error == pieces.error else {
      return "differs in pieces: \(whole) and \(pieces)"
    }
    var reader = PacketReader(MemorySource(whole.output))
    do {
      while try reader.next() != nil {}
    } catch {
      return "not packets: \(whole)"
    }
    return nil
  }

  private struct Run {
    let output: [UInt8]
    private(set) var error: String?

    init(_ source: any ByteSource) {
      let destination = MemoryDestination()
      let filter = PropertyListFilter(checkout: .binary, keyOrder: .asRead)
      var process = FilterProcess(
        from: source, to: destination,
        filter: { (request, content) throws(DecantError) in
          switch GitCommand(rawValue: request.command) {
          case .clean?: return try filter.clean(content).readBack()
          case .smudge?: return try filter.smudge(content).content.readBack()
          case nil: throw DecantError(.git(.unknownCommand(request.command)))
          }
        }, report: { _, _ in })
      do {
        try process.run()
      } catch {
        self.error = "\(error)"
      }
      output = destination.bytes
    }
  }
}
