import DecantLibYAML
import DecantTestSupport
import Testing
import Decant

/// The output of all writers that can escape what is not ASCII.
@Suite struct EscapedTextTests {
  static let formats = FormatRegistry.standard.formats.filter {
    $0.isWritable && $0.abilities.contains(.ascii) && $0.name != "keyedarchive"
  }

  /// Scalars about each length of UTF-8, beside ASCII and one another, at all distances from the end.
  static let texts: [String] = {
    let scalars: [Unicode.Scalar] = [
      "\u{80}", "\u{85}", "\u{A0}", "é", "\u{7FF}", "\u{800}", "\u{2028}", "語", "\u{D7FF}",
      "\u{E000}", "\u{FEFF}", "\u{FFFD}", "\u{10000}", "😀", "\u{10FFFF}",
    ]
    let single = scalars.map { String($0) }
    let pairs = single.flatMap { first in ["a" + first, first + "b", first + "語", "😀" + first] }
    let long = single.map { String(repeating: "plain \"text\" \\ ", count: 3) + $0 + "\n\t" + $0 }
    return Set([""] + single + pairs + long).sorted()
  }()

  @Test(arguments: formats) func isASCIIAndComesBack(format: Format) throws {
    let value = Value.mapping(
      Mapping(Self.texts.map { (.string("k" + $0), .string($0)) }))
    let written = try value.encoded(by: Plan(to: format).ascii)
    #expect(written.allSatisfy { $0 < 0x80 })
    #expect(try Value(parsing: written, as: format) == value)
  }

  @Test(.enabled(if: Oracle.python.isInstalled)) func pythonReadsTheSame() throws {
    let value = Value.sequence(Self.texts.map { .string($0) })
    let written = try value.encoded(by: Plan.compact(.json).ascii)
    let read = try #require(try Oracle.python.run(written))
    #expect(try Value(parsing: read, as: .json) == value)
  }

  @Test(.enabled(if: Oracle.plistlib.isInstalled)) func plistlibReadsTheSame() throws {
    let value = Value.sequence(Self.texts.map { .string($0) })
    let written = try value.encoded(by: Plan(to: .xmlPropertyList).ascii)
    let read = try #require(try Oracle.plistlib.run(written))
    #expect(try Value(parsing: read, as: .json) == value)
  }

  @Test func libyamlReadsTheSame() throws {
    let value = Value.sequence(Self.texts.map { .string($0) })
    var options = ReadingOptions()
    options.yamlParser = .libyaml
    let written = try value.encoded(by: Plan(to: .yaml).ascii)
    #expect(try Value(parsing: written, as: .yaml, options: options) == value)
  }

  @Test func commentsNameWhatIsNotASCII() throws {
    let yaml = "# é語😀\u{10FFFF} a\tb\na: 1\n"
    let escaped = try convert(Array(yaml.utf8), from: .yaml, by: Plan(to: .yaml).ascii)
    #expect(
      String(decoding: escaped, as: UTF8.self)
        == "# \\u{e9}\\u{8a9e}\\u{1f600}\\u{10ffff} a\tb\na: 1\n")
    let xml = Array("<plist><!-- é \u{7F} 😀 --><true/></plist>".utf8)
    let list = try convert(xml, from: .xmlPropertyList, by: Plan(to: .xmlPropertyList).ascii)
    #expect(
      String(decoding: list, as: UTF8.self).contains("<!-- \\u{e9} \u{7F} \\u{1f600} -->"))
    // YAML allows no U+007F, even in comments.
    let other = try convert(xml, from: .xmlPropertyList, by: Plan(to: .yaml).ascii)
    #expect(
      String(decoding: other, as: UTF8.self) == "# \\u{e9} ? \\u{1f600}\ntrue\n")
  }
}
