import DecantSystem
import DecantTestSupport
import Foundation
import Testing
import Decant

/// Documents of more levels than a thread's stack has room for.
@Suite struct DeepComparisonTests {
  private static let depth = 20_000

  private static func document(_ leaf: String, isMapping: Bool) throws -> Document {
    let (open, close) = isMapping ? (#"{"a":"#, "}") : ("[0,", "]")
    let text = String(repeating: open, count: depth) + leaf + String(repeating: close, count: depth)
    var options = ReadingOptions()
    options.maximumDepth = 2 * depth
    return try Document(parsing: Array(text.utf8), as: .json, options: options)
  }

  /// The thread has a stack of 512 KB, as those of other programs may have.
  private func onSmallStack(_ work: @escaping @Sendable () throws -> Void) throws {
    let failure = Failure()
    try WorkerThread(stackSize: 512 << 10) {
      do { try work() } catch { failure.error = error }
    }.join()
    if let error = failure.error { throw error }
  }

  private final class Failure: @unchecked Sendable {
    var error: (any Error)?
  }

  @Test(arguments: [true, false]) func comparesThem(isMapping: Bool) throws {
    try onSmallStack {
      let (old, new) = try (
        Self.document("1", isMapping: isMapping), Self.document("2", isMapping: isMapping)
      )
      let changes = try new.changes(from: old)
      #expect(changes.count == 1 && changes[0].newPlace?.tokens.count == Self.depth)
      #expect(try new.changes(from: new).isEmpty)
    }
  }

  @Test(arguments: [true, false]) func mergesThem(isMapping: Bool) throws {
    try onSmallStack {
      let documents = try ["1", "2", "1"].map { try Self.document($0, isMapping: isMapping) }
      var tape = VersionTape()
      let nodes = try documents.map { try tape.add($0) }
      let merge = try ValueMerge(base: nodes[0], ours: nodes[1], theirs: nodes[2], on: &tape)
      #expect(merge.conflicts.isEmpty)
      #expect(tape.areIdentical([merge.ours], [nodes[1]]))
    }
  }
}
