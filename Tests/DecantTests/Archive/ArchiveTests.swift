import DecantTestSupport
import Foundation
import Testing
import Decant

@testable import DecantConversion

@Suite struct ArchiveTests {
  @Test(arguments: Format.ofArchives) func aValueComesBackAsItWas(format: Format) throws {
    let bytes = try Archive.data(of: Landmark.eiffel, as: format)
    #expect(try Archive.read(Landmark.self, from: bytes, as: format) == .eiffel)
    #expect(try Archive.read(Landmark.self, from: bytes) == .eiffel)
    #expect(try Archive.data(of: Landmark.eiffel, as: format) == bytes)
    let numbers = Anything(numbers: [.infinity, -0.0, 1e-300, .greatestFiniteMagnitude], note: nil)
    let again = try Archive.data(of: numbers, as: format)
    // JSON5 archives are detected as JSON, which has no infinity.
    #expect(try Archive.read(Anything.self, from: again, as: format) == numbers)
  }

  @Test(arguments: ["e.json", "e.yaml", "e.plist", "e.bplist", "e.strings", "e.jsonl"])
  func theNameOfTheFileTellsTheFormat(name: String) throws {
    let folder = try Scratch()
    let path = "\(folder.path)/\(name)"
    try Archive.write(Landmark.eiffel, to: path)
    #expect(try Archive.read(Landmark.self, from: path) == .eiffel)
    let format = try #require(FormatRegistry.standard.format(forFileNamed: name))
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    #expect(try bytes == Archive.data(of: Landmark.eiffel, as: format))
    let header = try Archive.header(of: path)
    #expect(header.type == "Landmark" && header.schema == 3 && header.version == 1)
    #expect(try header == Archive.header(of: bytes))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }

  @Test func aNameThatTellsNoFormatIsRefusedUnlessOneIsNamed() throws {
    let folder = try Scratch()
    #expect(throws: DecantError(.unknownFormat("e.dat", suggestion: nil))) {
      try Archive.write(Landmark.eiffel, to: folder.path + "/e.dat")
    }
    try Archive.write(Landmark.eiffel, to: folder.path + "/e.dat", as: .binaryPropertyList)
    #expect(try Archive.read(Landmark.self, from: folder.path + "/e.dat") == .eiffel)
  }

  @Test func anArchiveIsADocumentThatPeopleCanRead() throws {
    let document = try Document(
      parsing: "x: !!timestamp 2026-11-21T09:30:00Z\nz: [1.10, ~]\n", as: .yaml)
    let yaml = try Archive.data(of: document, type: "T", schema: 7, as: .yaml)
    #expect(
      String(decoding: yaml, as: UTF8.self) == """
        $archiver: decant
        $version: 1
        $type: T
        $schema: 7
        $digest: \(Self.digest(
          ofRoot: #"{"x":{"$date":"2026-11-21T09:30:00Z"},"z":[1.1,null]}"#, type: "T", schema: 7))
        $root:
          x: !!timestamp 2026-11-21T09:30:00Z
          z: [1.10, null]

        """)
  }

  /// Returns the digest of an archive with a root in canonical form; `more` follows `$version`.
  static func digest(
    ofRoot root: String, type: String, schema: Int = 1, more: String = ""
  ) -> String {
    let form =
      #"{"$archiver":"decant","$root":\#(root),"$schema":\#(schema),"$type":"\#(type)","$version":1\#(more)}"#
    return "sha256:" + hexDigits(SHA256.digest(of: Array(form.utf8)))
  }

  static func digest(of root: Document, type: String) throws -> String {
    digest(ofRoot: String(decoding: try Archive.canonicalForm(of: root), as: UTF8.self), type: type)
  }

  @Test(arguments: Format.ofArchives) func aValueOfAnyKindComesBack(format: Format) throws {
    let value: Value = [
      "date": .date(try #require(Timestamp("2026-11-21T09:30:00.123456789Z"))),
      "data": .data([0, 255]), "big": .number(try #require(Number("1e400"))), "null": nil,
      "long": .number(Number(UInt64.max)),
      "map": .mapping(Mapping([(Value(1), Value("one")), (.null, "none")])),
      "$root": ["$date": "no date"],
    ]
    let bytes = try Archive.data(of: Document(value), type: "V", as: format)
    let contents = try Archive.contents(of: bytes)
    #expect(try contents.root.value == value)
    #expect(try contents.header.digest == Self.digest(of: Document(value), type: "V"))
  }

  @Test(arguments: [0, 1]) func whatOlderVersionsWroteIsRestored(index: Int) throws {
    let folder = try Scratch()
    let (name, text) = Landmark.older[index]
    let path = "\(folder.path)/\(name)"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let landmark = try Archive.read(Landmark.self, from: path)
    #expect(landmark.name == "Tour Eiffel" && landmark.height == 330)
    #expect(landmark.tags == ["iron", "tower"] && landmark.picture == Data([0, 1, 254, 255]))
    #expect(landmark.opened == Date(timeIntervalSince1970: -2_548_368_000))
  }

  @Test func anErrorOfDecodingHasItsPlace() throws {
    let folder = try Scratch()
    let path = folder.path + "/a.yaml"
    let root = try Document(parsing: "numbers: [1, x]", as: .yaml)
    try Archive.write(root, type: "Anything", to: path)
    let error = #expect(throws: DecodingError.self) {
      try Archive.read(Anything.self, from: path)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["numbers", "Index 1"])
    #expect(
      context.debugDescription.hasSuffix(", at line 7, column 16 of \(path)"),
      "\(context.debugDescription)")
  }
}
