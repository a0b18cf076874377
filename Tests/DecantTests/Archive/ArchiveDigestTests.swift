import Decant
import Foundation
import Testing

/// Digests that the program in decant-archive(5) has computed: also a program that depends on decant finds them.
@Suite struct ArchiveDigestTests {
  struct Note: Archivable, Equatable {
    static let archiveName = "T"
    var when = Date(timeIntervalSince1970: 1_795_253_400.5)
    var zone = "é"
    var n = 1.1
    var list = ["a", "ab", "}"]
    var thumb = Data([0, 0x01, 0x87, 0xfe, 0xff])
  }

  static let digest = "sha256:7a41ee3f9a3333ba3ab6c2c238985166ca79ae5a37674eda30308e9291aae3e9"
  static let formats: [Format] = [
    .json, .yaml, .toml, .json5, .cbor, .messagePack, .propertyList(.xml), .propertyList(.binary),
  ]

  @Test(arguments: formats) func isTheSameInAllFormats(format: Format) throws {
    let bytes = try Archive.data(of: Note(), as: format)
    #expect(try Archive.header(of: bytes).digest == Self.digest)
    #expect(try Archive.read(Note.self, from: bytes) == Note())
  }

  @Test func canonicalFormsAreThoseOfThePage() throws {
    let forms = [
      "2026-11-21T09:30:00.5Z": #"{"$date":"2026-11-21T09:30:00.5Z"}"#,
      "!!binary AAH+/w==": #"{"$data":"AAH+/w=="}"#, ".nan": #"{"$real":"nan"}"#,
      "{b: 2, 1: one}": #"{"$map":[["b",2],[1,"one"]]}"#,
    ]
    for (value, form) in forms {
      let text = value.hasPrefix("2026") ? "!!timestamp \(value)" : value
      let document = try Document(parsing: text, as: .yaml)
      #expect(try String(decoding: Archive.canonicalForm(of: document), as: UTF8.self) == form)
    }
  }
}
