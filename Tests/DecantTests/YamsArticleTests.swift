import Decant
import Foundation
import Testing

/// The Swift examples of the article on Yams, line by line.
@Suite struct YamsArticleTests {
  struct Server: Codable, Equatable {
    var host: String
    var ports: [Int]
  }

  @Test func codersAreValues() throws {
    let text = "host: example.org\nports: [80, 443]\n"
    let server = try Format.yaml.decode(Server.self, from: text)
    let written = try Format.yaml.encodeText(server)
    #expect(written == "host: example.org\nports:\n  - 80\n  - 443\n")

    var encoder = FormatEncoder(.yaml)
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.writing.indentation = .spaces(4)
    let sorted = try encoder.encodeText(server)
    #expect(sorted == "host: example.org\nports:\n    - 80\n    - 443\n")
  }

  @Test func documentsComeOneByOne() throws {
    let source = MemorySource("host: a\nports: [1]\n---\nhost: b\nports: [2]\n")
    var hosts: [String] = []
    var servers = try Format.yaml.documents(of: Server.self, from: source)
    while let server = try servers.next() { hosts.append(server.host) }
    #expect(hosts == ["a", "b"])

    let other = MemorySource("- 1\n---\n- 2\n")
    var values: [Value] = []
    var documents = try DocumentReader(other, as: .yaml)
    while let document = try documents.next() { values.append(try document.value) }
    #expect(values == [[1], [2]])
  }

  @Test func aValueIsANode() throws {
    let text = "base: &b {size: 1.50}\ncopy:\n  <<: *b\n  name: x\n"
    var value = try Value(parsing: text, as: .yaml)
    let size = value["copy"]?["size"]?.number
    value["copy"]?["name"] = "new"
    let changed = try value.text(as: .yaml)
    #expect(size?.description == "1.50")
    #expect(changed == "base:\n  size: 1.50\ncopy:\n  size: 1.50\n  name: new\n")
  }

  @Test func aDocumentHasTags() throws {
    let document = try Document(parsing: "at: !point [1, 2]\n", as: .yaml)
    let tag = document.root["at"]?.tag
    #expect(tag == "!point")
    #expect(
      try Format.yaml.decode([String: [Int]].self, from: "at: !point [1, 2]\n") == ["at": [1, 2]])
  }

  @Test func wordsAreThoseOfTheSchema() throws {
    var decoder = FormatDecoder(.yaml)
    decoder.reading.yamlSchema = .yaml11
    let isOpen = try decoder.decode([Bool].self, from: "[yes, no]")
    #expect(isOpen == [true, false])
    #expect(try Format.yaml.decode([String].self, from: "[yes, no]") == ["yes", "no"])
    #expect(throws: DecodingError.self) {
      try Format.yaml.decode([Bool].self, from: "[yes, no]")
    }
  }

  @Test func errorsHaveAPlace() throws {
    let text = "host: example.org\nports: [80, x]\n"
    var place: DecantError.Position?
    do {
      _ = try Format.yaml.decode(Server.self, from: text)
    } catch DecodingError.typeMismatch(_, let context) {
      place = (context.underlyingError as? DecantError)?.position
    }
    #expect(place?.line == 2 && place?.column == 13)
    #expect(throws: DecodingError.self) {
      try Format.yaml.decode(Server.self, from: "host: a\nhost: b\n")
    }
  }

  @Test func numbersAndDatesAreWritten() throws {
    struct Sample: Codable {
      var date: Date
      var data: Data
      var number = 1.0
      var text = "yes"
    }
    let sample = Sample(date: Date(timeIntervalSince1970: 0), data: Data([104, 105]))
    let text = try Format.yaml.encodeText(sample)
    #expect(
      text
        == "date: !!timestamp 1970-01-01T00:00:00Z\ndata: !!binary aGk=\nnumber: 1.0\ntext: 'yes'\n"
    )
  }
}
