import Decant
import DecantTestSupport
import Foundation
import Testing

/// The branch `data` of https://github.com/yaml/yaml-test-suite, if it is installed.
///
/// A case is a folder: `in.yaml`, its events in `test.event`, the same document in `in.json` if
/// JSON can represent it, and a file `error` if it is invalid.
@Suite struct YAMLTestSuiteTests {
  struct Case: Sendable, CustomStringConvertible {
    let name: String
    let yaml: [UInt8]
    let events: String
    let json: [UInt8]?
    let isError: Bool

    var description: String { name }
  }

  static let cases = allCases()

  @Test(.enabled(if: !cases.isEmpty)) func theSuiteIsWhole() {
    #expect(Self.cases.count >= 400)
  }

  /// Invalid, but read with a warning unless the options are strict: lines in quotes or brackets that are indented too
  /// little, or with tabs.
  static let tolerated: Set = ["9C9N", "DK95/01", "QB6E", "VJP3/00", "Y79Y/003"]

  @Test(.enabled(if: !cases.isEmpty), arguments: cases.filter { tolerated.contains($0.name) })
  func toleratesWhatOtherProgramsRead(_ test: Case) {
    #expect(test.isError)
    let transcript = Transcript(reading: test.yaml, as: .yaml)
    #expect(transcript.error == nil)
    #expect(transcript.grammarFlaw == nil)
  }

  /// The suite adds a line break to a last line of spaces that has none; the end of the input is not one (rule 76), and
  /// libyaml and PyYAML read it so too.
  static let unlikeTheSpecification: Set = ["L24T/01"]

  @Test(
    .enabled(if: !cases.isEmpty),
    arguments: cases.filter { !unlikeTheSpecification.contains($0.name) })
  func theEventsAreThoseOfTheSuite(_ test: Case) {
    var options = ReadingOptions()
    options.yamlSchema = .failsafe
    options.duplicateKeys = .keep
    options.isStrict = true
    let transcript = Transcript(reading: test.yaml, as: .yaml, options)
    let agrees =
      test.isError
      ? transcript.error != nil
      : transcript.error == nil && transcript.yamlEvents == Self.normal(test.events)
    guard agrees else {
      Issue.record(
        """
        differs
        \(transcript.yamlEvents.joined(separator: "\n"))
        \(String(describing: transcript.error))
        expected \(test.isError ? "an error" : Self.normal(test.events).joined(separator: "\n"))
        """)
      return
    }
    if let error = transcript.error {
      #expect(error.isAboutInput)
      #expect(error.position.map { $0.line >= 1 && $0.column >= 1 } == true)
    }
  }

  @Test(
    .enabled(if: !cases.isEmpty),
    arguments: cases.filter {
      $0.json != nil && !$0.isError
        // Its JSON has the text of `!!binary` instead of bytes.
        && $0.name != "565N" && !unlikeTheSpecification.contains($0.name)
    })
  func theValuesAreThoseOfTheJSON(_ test: Case) throws {
    let json = Transcript(reading: test.json ?? [], as: .jsonLines)
    let yaml = Transcript(reading: test.yaml, as: .yaml)
    #expect(json.error == nil)
    #expect(yaml.error == nil)
    let values = yaml.values
    #expect(values == json.values)
  }

  static let feedings: [Transcript.Feeding] = [
    .init(sizes: [1], capacity: 16), .init(sizes: [3]), .init(sizes: [1, 5, 2, 31], capacity: 16),
  ]

  @Test(.enabled(if: !cases.isEmpty), arguments: cases)
  func eachCaseIsReadTheSameInPieces(_ test: Case) {
    let whole = Transcript(reading: test.yaml, as: .yaml)
    #expect(whole.grammarFlaw == nil)
    for feeding in Self.feedings {
      #expect(Transcript(reading: test.yaml, as: .yaml, feeding: feeding) == whole, "\(feeding)")
    }
  }

  @Test(.enabled(if: !cases.isEmpty), arguments: cases)
  func everyPrefixEndsInEventsOrAnErrorWithItsPlace(_ test: Case) {
    for end in 0...test.yaml.count {
      let prefix = Array(test.yaml[..<end])
      let whole = Transcript(reading: prefix, as: .yaml)
      #expect(whole.grammarFlaw == nil, "\(end) bytes")
      if let error = whole.error { #expect(error.position != nil, "\(end) bytes: \(error)") }
      let pieces = Transcript(
        reading: prefix, as: .yaml, feeding: .init(sizes: [1, 7, 3], capacity: 16))
      #expect(pieces == whole, "\(end) bytes")
    }
  }

  @Test(.enabled(if: !cases.isEmpty), arguments: cases)
  func eachCaseStaysWhatItIsWhenItIsRewritten(_ test: Case) {
    #expect(Invariants.violation(of: [0x11] + test.yaml, as: .yaml) == nil)
  }

  private static func allCases() -> [Case] {
    let root = Corpora.suites + "/yaml-test-suite"
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    if paths.isEmpty { print("not at hand: \(root)") }
    return paths.filter { $0.hasSuffix("/in.yaml") }.sorted().compactMap { path in
      let name = String(path.dropLast("/in.yaml".count))
      func file(_ file: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(root)/\(name)/\(file)").map { Array($0) }
      }
      guard let yaml = file("in.yaml") else { return nil }
      return Case(
        name: name, yaml: yaml, events: String(decoding: file("test.event") ?? [], as: UTF8.self),
        json: file("in.json"), isError: file("error") != nil)
    }
  }

  /// Returns the lines of `test.event` in decant's terms: YAML's own types are values, and markers
  /// of documents are omitted.
  private static func normal(_ events: String) -> [String] {
    events.split(separator: "\n").compactMap { line in
      if line == "+STR" || line == "-STR" { return nil }
      if line.hasPrefix("+DOC") { return "+DOC" }
      if line.hasPrefix("-DOC") { return "-DOC" }
      guard let open = line.firstIndex(of: "<"), let close = line[open...].firstIndex(of: ">"),
        !line[..<open].contains(where: { ":'\"|".contains($0) })
      else { return String(line) }
      let tag = line[line.index(after: open)..<close]
      let before = line[..<open]
      let after = line[line.index(after: close)...].drop { $0 == " " }
      if tag == "!" { return trimmed(before) + separated(after) }
      let own = "tag:yaml.org,2002:"
      guard tag.hasPrefix(own) else {
        return before + (tag.hasPrefix("!") ? "\(tag)" : "!<\(tag)>") + separated(after)
      }
      switch tag.dropFirst(own.count) {
      case "str", "seq", "map": return trimmed(before) + separated(after)
      case "int", "float", "bool", "null", "binary", "timestamp":
        return trimmed(before) + " (\(tag.dropFirst(own.count)))"
      case let name: return before + "!!\(name)" + separated(after)
      }
    }
  }

  private static func separated(_ rest: Substring) -> String { rest.isEmpty ? "" : " \(rest)" }

  private static func trimmed(_ text: Substring) -> String {
    String(text.hasSuffix(" ") ? text.dropLast() : text)
  }
}
