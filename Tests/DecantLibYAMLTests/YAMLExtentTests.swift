import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantLibYAML
@testable import DecantYAML

/// libyaml's marks say the same as decant's scanner about where scalars begin and end.
@Suite struct YAMLExtentTests {
  static let documents =
    YAMLParserComparisonTests.suite.map(\.bytes)
    + YAMLParserComparisonTests.documents.map { Array($0.utf8) }
    + (0..<200).map { Array(RandomYAML(seed: $0).text.utf8) }

  @Test func scalarsAreWhereLibyamlFindsThem() throws {
    var count = 0
    for bytes in Self.documents {
      guard let own = try? ExtentScript(bytes, as: .yaml, { $0.duplicateKeys = .keep }),
        ParserComparison.Pair(of: bytes).isSame,
        let places = try Self.places(ofScalarsIn: bytes)
      else { continue }
      let scalars = own.nodes.filter {
        $0.kind.depthChange == 0 && !$0.kind.isAnnotation && $0.kind != .alias
      }
      guard scalars.count == places.count else { continue }
      for (scalar, lexeme) in zip(scalars, places) {
        // libyaml's block scalars end after their line breaks, and absent ones may be anywhere.
        let isBlock = scalar.style == .literal || scalar.style == .folded
        guard !isBlock, !scalar.extent.isEmpty else { continue }
        count += 1
        let source = String(decoding: bytes, as: UTF8.self)
        #expect(scalar.extent == lexeme, "\(scalar) in \(source)")
      }
    }
    #expect(count > 1000)
  }

  private static func places(ofScalarsIn bytes: [UInt8]) throws -> [Range<Int>]? {
    var window = Window(MemorySource(bytes))
    try window.showAll()
    let storage = window.shared
    var scanner = LibYAMLScanner()
    let scratch = ByteStorage(capacity: 0)
    var places: [Range<Int>] = []
    while true {
      let pause = storage.withBytes {
        scanner.scan($0, from: 0, count: bytes.count, isComplete: true, scratch)
      }
      for index in 0..<scanner.output.rewrittenLexemes.count {
        let lexeme = scanner.output.rewrittenLexemes[index]
        places.append(lexeme.start..<lexeme.end)
      }
      scanner.output.removeAll()
      guard pause == .tokensFull else { return pause == .ended ? places : nil }
    }
  }
}
