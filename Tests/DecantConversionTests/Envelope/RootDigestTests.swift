import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantConversion

/// The digest of a root that is written while it is read is that of its canonical form.
@Suite struct RootDigestTests {
  /// Returns the digest of a document up to the end of its root, by a stream of batches; nil if it needs all of the document.
  private func streamed(_ document: Document) throws -> String? {
    let root = ReadRoot()
    do {
      try document.root.forEachBatch { (batch) throws(DecantError) in try root.add(batch) }
    } catch {
      #expect(root.hasFailed)
      return nil
    }
    return root.wholeDigest?.text
  }

  private func whole(_ document: Document) throws -> String {
    let digest = Archive.Digest()
    ArchiveEnvelope.beginning.withBytes { digest.write($0) }
    try document.writeCanonicalForm(to: digest)
    return digest.text
  }

  @Test(arguments: [
    "1", #""a""#, "[]", "{}", #"{"b":1,"a":{"d":[],"c":{}}}"#, "[[1,[2]],{},3]",
    #"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#,
    #"{"aa":1,"a":2,"":3}"#, #"{"aaaaaaaab":1,"aaaaaaaa":2,"aaaaaaaaa":3}"#,
    #"{"a\"":1,"aA":2,"a\\":3}"#, #"{"$y":2,"$x":{"Cb":1,"Ca":1.50}}"#,
  ])
  func isThatOfTheCanonicalForm(source: String) throws {
    let document = try Document(parsing: source, as: .json)
    #expect(try streamed(document) == whole(document))
  }

  @Test(arguments: [
    #"{"$date":"2026-11-21T09:30:00Z"}"#, #"[{"$x":1}]"#, #"{"CF$UID":5}"#, #"{"$text:a":1,"b":2}"#,
    #"[{"$shared":1,"$value":[5]},{"$shared":1,"$again":true}]"#, #"{"$archiver":"decant","b":1}"#,
  ])
  func formsAndSharedValuesNeedTheDocument(source: String) throws {
    #expect(try streamed(Document(parsing: source, as: .json)) == nil)
  }

  /// Members are put in order in mappings of any size, at any depth, in batches that end anywhere.
  @Test func longMappingsAreSorted() throws {
    var random = SeededGenerator(seed: 7)
    for count in [1, 30, 700, 5000] {
      let rows = (0..<count).map { _ in
        let keys = ["c", "a", "b", "bb", "\u{E000}", "\u{1F600}"].shuffled(using: &random)
        let text = String(repeating: "x", count: .random(in: 0..<90, using: &random))
        return "{" + keys.map { "\"\($0)\":[\"\(text)\",{\"z\":1,\"y\":2}]" }.joined(separator: ",")
          + "}"
      }
      let list = "[" + rows.joined(separator: ",") + "]"
      for source in [
        list, "{\"z\":\(list),\"a\":1,\"m\":\(list)}", "[{\"a\":{\"z\":\(list),\"b\":2}}]",
      ] {
        let document = try Document(parsing: source, as: .json)
        #expect(try streamed(document) == whole(document))
      }
    }
  }
}
