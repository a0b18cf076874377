import DecantTestSupport
import Testing
import Decant

/// Every text is read back unchanged in every position, also by Foundation.
@Suite struct OpenStepNastyTextTests {
  static let nasty: [String] =
    [
      "", " ", "\n", "\r", "\r\n", "\t", "//", "/*", "*/", "/* a */", "// a", "a//b", "a/*b*/", "/",
      "a/", "/a", "\"", "'", "\\", "\\n", "\\\"", "\\U00e9", "\\200", "it's", "<", ">", "<00>",
      "<*I5>", "(", ")", "{", "}", "=", ";", ",", "a;", "a=b", "@", "+", "-", "--", ":", "a:b", "$",
      "_",
      ".", "YES", "NO", "nil", "5", "-5", "1.5", "0x1F", "\u{85}", "\u{2028}", "\u{2029}",
      "\u{FEFF}",
      "\u{80}", "\u{9F}", "\u{A0}", "\u{7F}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{D7FF}",
      "\u{E000}",
      "\u{10FFFF}", "😀", "e\u{301}", "\u{0}", "\u{0}0", "\u{1}9", "\u{1B}[0m", "// !$*UTF8*$!",
      "bplist00", "<?xml version=\"1.0\"?>", "%d %@ items", "C:\\x", "http://x.org/y?z#a",
    ] + (0x80...0xFF).map { String(Unicode.Scalar(UInt8($0))) }
    + [7, 8, 9, 15, 16, 17, 8191, 8192, 8193].flatMap { count in
      ["x", "/", "é", "\u{1}", "\""].map { String(repeating: $0, count: count) }
    }

  static let short: [String] = {
    let ascii = (0..<128).compactMap { Unicode.Scalar($0).map { String($0) } }
    return ascii + ascii.flatMap { first in ascii.map { first + $0 } }
  }()

  static let random: [String] = {
    var generator = SeededGenerator(seed: 4)
    let letters = Array("ab01 :#-\n'\"\\,(){}<>;=/*$_.@%é\u{2028}\u{85}\r\u{1}U😀\u{FB01}")
    return (0..<1500).map { _ in
      String(
        (0..<Int.random(in: 3...20, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
    }
  }()

  enum Layout: CaseIterable {
    case usual, tabs, compact, ascii, table, tableInASCII

    var options: WritingOptions {
      var options = WritingOptions()
      switch self {
      case .usual: break
      case .tabs: options.indentation = .tab
      case .compact: options.indentation = .compact
      case .ascii: options.ascii = true
      case .table: break
      case .tableInASCII: options.ascii = true
      }
      return options
    }
  }

  private func format(_ layout: Layout) -> Format {
    layout == .table || layout == .tableInASCII ? .strings : .openStepPropertyList
  }

  @Test(arguments: Layout.allCases) func readsNastyTextsBack(layout: Layout) throws {
    try expectSame(Self.nasty + Self.random + Self.short, layout)
  }

  private func expectSame(_ texts: [String], _ layout: Layout) throws {
    // Foundation treats canonically equal keys as equal.
    var seen = Set<String>()
    let pairs = texts.filter { seen.insert($0).inserted }.map { text in
      (
        key: Value.string(text),
        value: Value.string(String(text.unicodeScalars.reversed().map(Character.init)))
      )
    }
    let mapping = Value.mapping(Mapping(pairs))
    let value =
      format(layout).name == "strings"
      ? mapping : .sequence([mapping] + texts.map { .string($0) })
    let written = try value.encoded(as: format(layout), options: layout.options)
    #expect(try Value(parsing: written, as: format(layout)) == value)
    #expect(try OpenStepOracle.value(written) == value)
    if layout.options.ascii { #expect(written.allSatisfy { $0 < 0x80 }) }
  }

  @Test func readsEachTextBackAsTheWholeDocument() throws {
    for text in Self.nasty + Self.short {
      let value = Value.string(text)
      for layout in [Layout.usual, .ascii] {
        let written = try value.encoded(as: .openStepPropertyList, options: layout.options)
        let again = try Value(parsing: written, as: .openStepPropertyList)
        #expect(again == value, "\(text.debugDescription)")
      }
    }
  }

  @Test(arguments: 0..<200) func agreesWithFoundationOnRandomDocuments(seed: UInt64) throws {
    let document = RandomDocument(seed: seed)
    // Foundation's dictionaries have Swift's strings as keys.
    guard !document.hasTwinKeys else { return }
    var plan = Plan.compact(.openStepPropertyList)
    plan.fidelity = .lossy
    if seed % 2 == 0 { plan.writing.indentation = nil }
    if seed % 3 == 0 { plan.writing.ascii = true }
    guard let written = try? convert(Array(document.text.utf8), from: .json, by: plan) else {
      return
    }
    let value = try Value(parsing: written, as: .openStepPropertyList)
    #expect(try OpenStepOracle.value(written) == value)
    let again = try value.encoded(by: plan)
    #expect(again == written)
  }
}
