import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore

/// A fast path has no events and no errors of its own: what it leaves to the general one is read the same.
@Suite struct FastPathTests {
  static let cuts = [7, 2, 1, 0]

  /// Extents are reported by the general path alone.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func yamlIsComposedAlike(seed: UInt64) {
    var layout = RandomLayout(seed: seed)
    let texts = [layout.yaml(layout.value()), RandomYAML(seed: seed).text]
    for text in texts {
      let bytes = Array(text.utf8)
      // Documents that end too early have errors, too.
      for count in Self.cuts.map({ bytes.count - bytes.count * $0 / 8 }) {
        let part = Array(bytes.prefix(count))
        var general = ReadingOptions()
        general.needs.insert(.extents)
        for feeding in [Transcript.Feeding(), .init(sizes: [13], capacity: 64)] {
          #expect(
            Transcript(reading: part, as: .yaml, feeding: feeding)
              == Transcript(reading: part, as: .yaml, general, feeding: feeding),
            "\(String(decoding: part, as: UTF8.self))")
        }
      }
    }
  }

  /// Tags with a space are read by their names, usual ones by words of eight bytes.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func xmlTagsAreReadAlike(seed: UInt64) throws {
    var layout = RandomLayout(seed: seed)
    let text = layout.xml(layout.value())
    var spaced = text
    for name in ["string", "key", "integer", "real", "dict", "array", "true", "false"] {
      spaced = spaced.replacing("<\(name)>", with: "<\(name) >")
        .replacing("</\(name)>", with: "</\(name) >").replacing("<\(name)/>", with: "<\(name) />")
    }
    #expect(
      try events(of: spaced, as: .xmlPropertyList) == events(of: text, as: .xmlPropertyList),
      "\(text)")
  }
}
