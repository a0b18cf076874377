import DecantTestSupport
import Testing
import Decant

/// The prefixes of `%TAG` directives count like the nodes that aliases expand to.
@Suite struct YAMLTagPrefixTests {
  private static func document(prefix: Int, tags: Int) -> String {
    "%TAG !a! tag:\(String(repeating: "x", count: prefix))\n---\n"
      + String(repeating: "- !a!b 1\n", count: tags)
  }

  private func failure(
    _ text: String, limit: Int = ReadingOptions().maximumAliasNodes
  ) -> DecantError? {
    var options = ReadingOptions()
    options.maximumAliasNodes = limit
    do throws(DecantError) {
      _ = try Document(parsing: text, as: .yaml, options: options)
      return nil
    } catch {
      return error
    }
  }

  @Test func haveALimit() throws {
    // 40 prefixes of 4000 bytes are 10,000 times 16 bytes, each of which counts as 16 nodes.
    let error = try #require(failure(Self.document(prefix: 3996, tags: 60), limit: 160_000))
    #expect(error.problem == .yaml(.longTags(limit: 160_000)))
    #expect(error.message == "the prefixes of tags expand to more than 160000 nodes")
    #expect(error.position?.line == 43)
    #expect(failure(Self.document(prefix: 3996, tags: 40), limit: 160_000) == nil)
    #expect(failure(Self.document(prefix: 3996, tags: 60), limit: 240_000) == nil)
    #expect(failure(Self.document(prefix: 20, tags: 20_000)) == nil)
  }

  /// The limit is for each document.
  @Test func areForgottenAfterTheirDocument() throws {
    let one = Self.document(prefix: 300, tags: 5) + "...\n"
    let many = String(repeating: one, count: 20)
    var options = ReadingOptions()
    options.maximumAliasNodes = 16 * 5 * 304 / 16
    var reader = try DocumentReader(.text(many), as: .yaml, options: options)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 20)
    options.maximumAliasNodes -= 16
    #expect(throws: DecantError.self) {
      var reader = try DocumentReader(.text(many), as: .yaml, options: options)
      _ = try reader.next()
    }
  }

  @Test func areFoundInATable() throws {
    func duration(_ count: Int) -> Duration {
      let handles = (0..<count).map { "%TAG !h\($0)! tag:x\($0)\n" }.joined()
      let nodes = (0..<count).map { "- !h\($0)!y 1\n" }.joined()
      let text = handles + "---\n" + nodes
      return leastTime { #expect(failure(text) == nil) }
    }
    let (few, many) = (duration(1000), duration(4000))
    #expect(many < few * 9, "\(few) and \(many)")
    let directives = "%TAG !a! tag:a\n%TAG !b! tag:b\n%TAG !a! tag:c\n---\n- 1\n"
    let repeated = try #require(failure(directives))
    #expect(repeated.problem == .yaml(.repeatedDirective) && repeated.position?.line == 3)
  }
}
