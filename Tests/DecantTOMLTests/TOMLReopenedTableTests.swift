import DecantTestSupport
import Testing
import Decant

/// Tables that continue elsewhere take time and memory in proportion to their number.
@Suite struct TOMLReopenedTableTests {
  /// Documents whose texts are in another order than their values.
  private static let documents: [@Sendable (Int) -> String] = [
    // Each table has one part in each half.
    { count in
      (0..<2 * count).map { "[a.b\($0 % count).c\($0 / count)]\nx = 1\n" }.joined()
    },
    // A table is defined after its subtable.
    { count in
      (0..<count).map { "[a.b\($0).c]\nx = 1\n" }.joined()
        + (0..<count).map { "[a.b\($0)]\nx = 1\n" }.joined()
    },
    // The same at the root, and in keys with dots.
    { count in
      (0..<count).map { "[a\($0).c]\nx = 1\n" }.joined()
        + (0..<count).map { "[a\($0)]\nx = 1\n" }.joined()
    },
    { count in
      (0..<2 * count).map { "a.b\($0 % count).c\($0 / count) = 1\n" }.joined()
    },
  ]

  @Test(arguments: documents.indices) func takeLittleMemory(index: Int) throws {
    let text = Self.documents[index](10_000)
    let document = try Document(parsing: text, as: .toml)
    #expect(document.tape.text.count < 5 * text.utf8.count)
    var transcoder = Transcoder(from: .toml, to: .toml)
    transcoder.plan.fidelity = .tagged
    let destination = MemoryDestination()
    try transcoder.run(from: .text(text), to: destination)
    // The values are those that were read, in whatever order they are written.
    #expect(try Value(parsing: destination.text, as: .toml) == document.value)
  }

  @Test(arguments: documents.indices) func takeLittleTime(index: Int) throws {
    func duration(_ count: Int) -> Duration {
      let text = Self.documents[index](count)
      return leastTime { #expect((try? Document(parsing: text, as: .toml)) != nil) }
    }
    // Four times as many took sixteen times as long.
    let (few, many) = (duration(4000), duration(16_000))
    #expect(many < few * 9, "\(few) and \(many)")
  }
}
