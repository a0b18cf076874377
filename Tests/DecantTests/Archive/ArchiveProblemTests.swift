import DecantTestSupport
import Testing
import Decant

@Suite struct ArchiveProblemTests {
  typealias Problem = DecantError.ArchiveProblem

  static let digest = digest()
  static let other = digest(root: "[2]")

  static func digest(
    root: String = "[1]", type: String = "Anything", schema: Int = 1, more: String = ""
  ) -> String {
    ArchiveTests.digest(ofRoot: root, type: type, schema: schema, more: more)
  }

  static func isMismatch(stating stated: String = digest, _ actual: String) -> Problem {
    .digestMismatch(stated: stated, actual: actual)
  }

  static func quoted(_ text: String) -> String { "\"\(text)\"" }

  static func archive(
    archiver: String = #""decant""#, version: String = "1", type: String = #""Anything""#,
    schema: String = "1", digest: String = "\"\(digest)\"", root: String = "[1]",
    without missing: String = "", more: String = ""
  ) -> String {
    let fields = [
      ("$archiver", archiver), ("$version", version), ("$type", type), ("$schema", schema),
      ("$digest", digest), ("$root", root),
    ].filter { $0.0 != missing }
    return "{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ",\n") + more + "}"
  }

  /// SHA-256 of `[1]`, by sha256sum.
  static let digestOfRoot =
    "sha256:080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22"

  static let problems: [(String, Problem, Int, Int)] =
    [
      ("[]", .notAnArchive, 1, 1), ("{}", .notAnArchive, 1, 1), ("7", .notAnArchive, 1, 1),
      (archive(archiver: #""Decant""#), .notAnArchive, 1, 1),
      (#"{"a": 1, "$archiver": "decant"}"#, .missingField("$version"), 1, 1),
      (archive(without: "$archiver"), .notAnArchive, 1, 1),
      (archive(archiver: #""NSKeyedArchiver""#), .keyedArchive, 1, 1),
      (archive(version: "3", more: #", "$new": 0"#), .newerVersion(3, known: 2), 2, 13),
      (archive(version: "0"), .malformedField("$version"), 2, 13),
      (archive(version: #""1""#), .malformedField("$version"), 2, 13),
      (archive(version: "1.5"), .malformedField("$version"), 2, 13),
      (archive(type: "7"), .malformedField("$type"), 3, 10),
      (archive(type: #""""#), .malformedField("$type"), 3, 10),
      (archive(schema: "-1"), .malformedField("$schema"), 4, 12),
      (archive(schema: "99999999999999999999"), .malformedField("$schema"), 4, 12),
      (archive(digest: "\"\(digest.dropLast())\""), .malformedField("$digest"), 5, 12),
      (archive(digest: "\"\(digest.uppercased())\""), .malformedField("$digest"), 5, 12),
      (archive(digest: "\"md5:\(digest)\""), .malformedField("$digest"), 5, 12),
      (archive(digest: "null"), .malformedField("$digest"), 5, 12),
      (archive(more: #", "$more": 0"#), .unknownField("$more"), 6, 15),
      (archive(digest: quoted(other)), isMismatch(stating: other, digest), 5, 12),
      (archive(root: "[2]"), isMismatch(other), 5, 12),
      (archive(type: #""Other""#), isMismatch(digest(type: "Other")), 5, 12),
      (archive(schema: "2"), isMismatch(digest(schema: 2)), 5, 12),
      (archive(more: #", "note": 0"#), isMismatch(digest(more: #","note":0"#)), 5, 12),
      (archive(digest: quoted(digestOfRoot)), .digestOfRoot, 5, 12),
      (
        archive(type: #""Other""#, digest: quoted(digest(type: "Other"))),
        .wrongType("Other", wanted: "Anything"), 3, 10
      ),
      (
        archive(schema: "2", digest: quoted(digest(schema: 2))),
        .newerSchema(2, known: 1, type: "Anything"), 4, 12
      ),
      (
        archive(schema: "0", digest: quoted(digest(schema: 0))),
        .noMigrationStep(type: "Anything", from: 0), 0, 0
      ),
    ]
    + ["$version", "$type", "$schema", "$digest", "$root"].map {
      (archive(without: $0), .missingField($0), 1, 1)
    }

  @Test(arguments: problems)
  func isRefused(archive: String, problem: Problem, line: Int, column: Int) {
    let error = #expect(throws: DecantError.self) {
      try Archive.read(Anything.self, from: Array(archive.utf8), as: .json)
    }
    #expect(error?.problem == .archive(problem))
    #expect(error?.position?.line ?? 0 == line && error?.position?.column ?? 0 == column)
  }

  @Test(arguments: [
    (
      archive(type: #""T""#, schema: "9", root: "[2]", more: #","$x":1"#),
      Problem.unknownField("$x")
    ),
    (
      archive(type: #""T""#, schema: "9", root: "[2]"),
      isMismatch(digest(root: "[2]", type: "T", schema: 9))
    ),
    (
      archive(type: #""T""#, schema: "9", digest: quoted(digest(type: "T", schema: 9))),
      .wrongType("T", wanted: "Anything")
    ),
  ])
  func theChecksHaveAnOrder(archive: String, problem: Problem) {
    let error = #expect(throws: DecantError.self) {
      try Archive.read(Anything.self, from: Array(archive.utf8))
    }
    #expect(error?.problem == .archive(problem))
  }

  /// Readers ignore fields without a `$`, but the digest covers them.
  @Test func fieldsOfOthersAreIgnored() throws {
    let note = #""note":{"$date":"2026-11-21T09:30:00Z"}"#
    let archive = Self.archive(
      digest: Self.quoted(Self.digest(more: "," + note)), more: ", " + note)
    #expect(try Archive.contents(of: Array(archive.utf8)).root.description == "[1]")
  }

  @Test func aSecondDocumentIsRefused() {
    let two = Self.archive() + "\n" + Self.archive()
    let error = #expect(throws: DecantError.self) {
      try Archive.contents(of: Array(two.utf8), as: .jsonLines)
    }
    #expect(error?.problem == .archive(.severalDocuments))
    #expect(error?.position?.line == 7)
  }

  @Test(arguments: [
    (problems[7].1, "the archive has version 3, but only versions up to 2 are supported"),
    (
      isMismatch(other),
      "digest mismatch: expected \(digest.prefix(19))…, computed \(other.prefix(19))…"
    ),
    (.wrongType("A", wanted: "B"), "the archive is of type 'A', not 'B'"),
    (
      .newerSchema(4, known: 3, type: "B"),
      "the archive has version 4 of 'B', but only versions up to 3 are supported"
    ),
  ])
  func theWordsNameBothSides(problem: Problem, words: String) {
    #expect(DecantError(.archive(problem)).message == words)
  }

  @Test(arguments: Format.ofArchives) func noPrefixIsAnArchive(format: Format) throws {
    let bytes = try Archive.data(of: Landmark.eiffel, as: format)
    for count in 0..<bytes.count {
      // The missing part may be white space, or a line break.
      let restored = try? Archive.read(Landmark.self, from: Array(bytes.prefix(count)), as: format)
      #expect(restored == nil || restored == .eiffel, "\(count) of \(bytes.count)")
    }
  }

  @Test(arguments: Format.ofArchives) func noFlippedBitPasses(format: Format) throws {
    let source =
      #"{"a":[1,2.5,"x\n",true,{"$null":true}],"b":{"$date":"2026-11-21T09:30:00Z"},"c":{"$data":"AAH+"}}"#
    let options = ReadingOptions().adapted(to: .tagged)
    let root = try Document(parsing: source, as: .json, options: options)
    let value = try root.value
    let bytes = try Archive.data(of: root, type: "T", as: format)
    var refused = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        guard let contents = try? Archive.contents(of: damaged, as: format) else {
          refused += 1
          continue
        }
        let again = try contents.root.value
        let isSame = again == value && contents.header.type == "T" && contents.header.schema == 1
        if !isSame { Issue.record("byte \(index), bit \(bit): \(again)") }
      }
    }
    #expect(refused > bytes.count * 4)
  }
}
