import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantSchema

@Suite struct SchemaCatalogTests {
  /// The patterns are short, so that many match; each is compared character by character.
  @Test func findsTheFirstSchemaWhoseLastPatternMatches() throws {
    var random = SeededGenerator(seed: 11)
    func word(_ letters: String, _ longest: Int) -> String {
      String(
        (0..<Int.random(in: 1...longest, using: &random)).map { _ in
          letters.randomElement(using: &random)!
        })
    }
    func words(_ letters: String) -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in word(letters, 4) }
        .joined(separator: "/")
    }
    for _ in 0..<150 {
      let entries: [[String]] = (0..<6).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
          var pattern = words("aab.*?")
          while pattern.contains("**") { pattern = pattern.replacing("**", with: "*") }
          return (Int.random(in: 0..<4, using: &random) == 0 ? "!" : "") + pattern
        }
      }
      let schemas = entries.enumerated().map { number, patterns in
        "{\"url\": \"https://x.org/\(number)\", \"fileMatch\": [\(patterns.map { "\"\($0)\"" }.joined(separator: ", "))]}"
      }
      var catalog = SchemaCatalog()
      let document = "{\"schemas\": [\(schemas.joined(separator: ", "))]}"
      #expect(try catalog.add(Document(parsing: document, as: .json), from: "catalog.json"))
      for _ in 0..<20 {
        let path = words("aab.")
        let expected = entries.firstIndex { patterns in
          let last = patterns.last {
            Self.matches(Array("**/" + $0.drop { $0 == "!" }), Array("/" + path))
          }
          return last.map { !$0.hasPrefix("!") } ?? false
        }
        #expect(
          catalog.entry(forFileAt: "/" + path)?.url == expected.map { "https://x.org/\($0)" },
          "\(entries), \(path)")
      }
    }
  }

  /// Whether a pattern matches a path that begins with a slash; `**` as a whole component matches any folders.
  private static func matches(_ pattern: [Character], _ path: [Character]) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if pattern.count > 1, first == "*", pattern[1] == "*" {
      // After a slash, some components and a slash, or nothing.
      let rest = Array(pattern[3...])
      return path.indices.contains { path[$0] == "/" && matches(rest, Array(path[($0 + 1)...])) }
    }
    if first == "*" {
      return matches(Array(pattern[1...]), path)
        || !path.isEmpty && path[0] != "/" && matches(pattern, Array(path[1...]))
    }
    guard let next = path.first, next == first || first == "?" && next != "/" else { return false }
    return matches(Array(pattern[1...]), Array(path[1...]))
  }
}
