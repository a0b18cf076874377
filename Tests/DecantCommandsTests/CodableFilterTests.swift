import Decant
import Testing

@testable import DecantCLI
@testable import DecantCommands

@Suite struct CodableFilterTests {
  struct Town: Codable, Equatable {
    var name: String
    var inhabitants: Int?
    var position: [Double]
  }

  struct Towns: CodableFilter {
    typealias Document = Town
  }

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  struct Censuses: CodableFilter {
    static func filter(_ town: Town) throws -> Town {
      guard town.inhabitants ?? 0 >= 0 else { throw Problem(description: "fewer than none") }
      var town = town
      town.name = town.name.uppercased()
      return town
    }
  }

  struct Labels: CodableFilter {
    struct Label: Encodable {
      var label: String
    }

    struct Entry: Decodable {
      var places: [Value]
    }

    static func filter(_ entry: Entry) throws -> [Label] {
      try entry.places.enumerated().map { index, place in
        let path = DocumentPath([.key("places"), .index(index), .key("name")])
        guard let name = place["name"] else {
          throw DecantError(.other("a place without a name", hint: "give it one"), path: path)
        }
        guard let name = name.string else {
          throw DecodingError.typeMismatch(
            String.self,
            .init(
              codingPath: [Key("places"), Key(index), Key("name")], debugDescription: "odd name"))
        }
        return Label(label: name)
      }
    }

    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int?

      init(_ name: String) { stringValue = name }
      init(_ index: Int) {
        stringValue = "Index \(index)"
        intValue = index
      }
      init?(stringValue: String) { self.init(stringValue) }
      init?(intValue: Int) { self.init(intValue) }
    }
  }

  private func run(
    _ filter: any CodableFilter.Type, _ words: String..., input: String
  ) -> Outcome {
    let errors = Transcript()
    let output = MemoryDestination()
    let console = Console(
      input: MemorySource(input), output: output, writeError: { errors.append($0) })
    let status = Tool.run(
      words[...], calledAs: "towns", .standard, as: filter.documentType, on: console)
    return Outcome(status: status.rawValue, output: output.text, errors: errors.text)
  }

  @Test func leavesOutWhatTheTypeDoesNotKnow() {
    let result = run(
      Towns.self, "-c", input: #"{"x": [1], "position": [1.5, 2], "name": "Ulm", "y": {"z": 1}}"#)
    #expect(result.output == #"{"name":"Ulm","position":[1.5,2.0]}"# + "\n")
    #expect(result.status == 0)
  }

  @Test func explainsItselfAsWhatItIs() {
    let help = run(Towns.self, "--help", input: "")
    #expect(help.output.hasPrefix("usage: towns [OPTION...] [FILE...], or towns VERB "))
    #expect(help.output.contains("\nConverts documents of one type between formats, from"))
    #expect(
      help.output.hasSuffix(
        "\n'towns help VERB' describes a verb, 'towns help all' all options.\n"))
    #expect(run(Towns.self, "help", input: "") == help)
    #expect(run(Towns.self, "--version", input: "").output == "towns (decant 0.1.0)\n")
  }

  @Test func convertsToEveryFormat() {
    let input = "name: Ulm\ninhabitants: 126_000\nposition: []\n"
    let result = run(Towns.self, "-f", "yaml", "--yaml-schema", "1.1", "-t", "xml1", input: input)
    #expect(result.output.contains("<key>inhabitants</key>\n\t<integer>126000</integer>"))
  }

  @Test func reportsThePlaceOfAMismatchedValue() {
    let result = run(Towns.self, input: "{\n  \"name\": \"Ulm\",\n  \"position\": [1, \"x\"]\n}\n")
    #expect(result.status == 65)
    #expect(
      result.errors == """
        <stdin>:3:19: error: expected Double but found a string
            3 |   "position": [1, "x"]
              |                   ^

        """)
  }

  @Test func writesWhatPrecedesTheMistake() {
    let record = "{\"name\":\"Ulm\",\"position\":[]}\n"
    let result = run(Towns.self, "-f", "jsonl", input: record + "{\"name\":1}\n" + record)
    #expect(result.output == record)
    #expect(result.errors.hasPrefix("<stdin>:2:9: error: expected String but found a number"))
    let skipping = run(
      Towns.self, "-f", "jsonl", "--on-error", "skip",
      input: record + "{\"name\":\"x\"}\n" + record)
    #expect(skipping.output == record + record)
    #expect(skipping.errors.contains("no value for the key 'position'"))
    #expect(skipping.status == 65)
  }

  @Test func changesDocuments() {
    let result = run(
      Censuses.self, "-f", "jsonl", "--at", "/name",
      input: "{\"name\":\"Ulm\",\"position\":[]}\n{\"name\":\"Au\",\"position\":[1]}\n")
    #expect(result.output == "\"ULM\"\n\"AU\"\n")
    let bad = run(
      Censuses.self, "-c", input: "\n {\"name\": \"Au\", \"position\": [], \"inhabitants\": -1}")
    #expect(bad.errors.hasPrefix("<stdin>:2:2: error: fewer than none"))
  }

  @Test func makesDocumentsOfAnotherType() {
    let result = run(
      Labels.self, "-c", input: #"{"places": [{"name": "Ulm"}, {"name": "Au", "x": 1}]}"#)
    #expect(result.output == #"[{"label":"Ulm"},{"label":"Au"}]"# + "\n")
    #expect(result.errors.isEmpty)
  }

  @Test func reportsWhereAChangeWentWrong() {
    let missing = run(Labels.self, input: "{\"places\":\n [{\"name\": \"Ulm\"},\n  {\"x\": 1}]}")
    #expect(missing.status == 65)
    #expect(
      missing.errors == """
        <stdin>:3:3: error: a place without a name
            3 |   {"x": 1}]}
              |   ^
        hint: give it one

        """)
    let odd = run(Labels.self, input: "{\"places\": [{\"name\": \"Ulm\"},\n{\"name\": 7}]}")
    #expect(odd.status == 65)
    #expect(odd.errors.hasPrefix("<stdin>:2:10: error: odd name\n"))
    let yaml = run(
      Labels.self, "-f", "yaml", "-t", "json", "--error-format", "json",
      input: "places:\n  - name: Ulm\n  - name: 7\n")
    #expect(yaml.errors.contains(#""line":3,"column":11"#))
    #expect(yaml.errors.contains(#""path":"/places/1/name""#))
  }

  @Test func checksWithoutWriting() {
    let result = run(Towns.self, "check", input: "{\"name\": 1, \"position\": []}")
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("<stdin>:1:10: error: expected String but found a number"))
  }

  @Test func gathersAndTakesApart() {
    let input = "{\"name\":\"Ulm\",\"position\":[]}\n{\"name\":\"Au\",\"position\":[1]}\n"
    #expect(
      run(Towns.self, "-f", "jsonl", "-t", "json", "-c", "--slurp", input: input).output
        == "[{\"name\":\"Ulm\",\"position\":[]},{\"name\":\"Au\",\"position\":[1.0]}]\n")
  }

  @Test func takesDocumentsOfAnyNumberAndSize() {
    let small = (0..<10_000).map { "{\"name\":\"\($0)\",\"position\":[]}\n" }.joined()
    #expect(run(Towns.self, "-f", "jsonl", input: small).output == small)
    let numbers = (0..<50_000).map { "\($0).5" }.joined(separator: ",")
    let large = "{\"name\":\"x\",\"position\":[\(numbers)]}\n"
    #expect(run(Towns.self, "-f", "jsonl", input: large + large).output == large + large)
  }
}
