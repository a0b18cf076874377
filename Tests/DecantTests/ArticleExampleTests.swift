import Decant
import DecantConversion
import Foundation
import Testing

/// The Swift examples of the articles, line by line.
@Suite struct ArticleExampleTests {
  @Test func aTranscoderIsTheFilter() throws {
    let source = MemorySource("name: Pont du Gard\narches: [6, 11, 35]\n")
    let target = MemoryDestination()
    try Transcoder(from: .yaml, to: .json).run(from: source, to: target)
    #expect(try Value(parsing: target.text, as: .json)["arches"] == [6, 11, 35])
  }

  @Test func aPlanDescribesTheConversion() throws {
    var transcoder = Transcoder(from: .json, to: .jsonLines)
    transcoder.plan.pointer = DocumentPointer("/bridges")
    transcoder.plan.gathering = .split
    transcoder.plan.keyStyle = .snake
    transcoder.plan.keyOrder = .byBytes
    let losses = Losses()
    transcoder.plan.fidelity = .lossy
    transcoder.plan.losses = losses

    let target = MemoryDestination()
    let source = MemorySource(#"{"bridges": [{"openedIn": 1883, "archCount": 2}, {}], "other": 1}"#)
    try transcoder.run(from: source, to: target)
    #expect(target.text == #"{"arch_count":2,"opened_in":1883}"# + "\n{}\n")
    #expect(losses.entries.isEmpty)
  }

  @Test func aPipelineTakesInputsAndValues() throws {
    let texts = [#"{"name": "Pont du Gard"}"#, #"{"name": "Kapellbrücke"}"#]
    let output = MemoryDestination()
    var plan = Plan(to: .yaml)
    plan.gathering = .slurp
    var pipeline = try Pipeline(plan, to: output)
    for text in texts {
      var input = try Input(MemorySource(text), as: .json)
      try pipeline.convert(&input)
    }
    try pipeline.convert(["name": "Ponte Vecchio"] as Value)
    try pipeline.finish()
    #expect(
      output.text == "- name: Pont du Gard\n- name: Kapellbrücke\n- name: Ponte Vecchio\n")
  }

  @Test func anErrorHasAMessageAndAPlace() {
    var value: Value = nil
    var message = ""
    var hint: String?
    do {
      value = try Value(parsing: "{\n  \"height\": 048\n}", as: .json)
    } catch {
      message = error.description
      hint = error.hint
    }
    #expect(value.isNull)
    #expect(message == "2:13: a number must not begin with a zero")
    #expect(hint == "write it without the zero, or in quotes if it is not a number")
  }

  struct Bridge: Codable, Equatable {
    var name: String
    var height: Double
    var opened: Date?
    var plan: Data?
  }

  struct Span: Codable, Equatable {
    var lengthInMeters = 275
    var archCount = 52
  }

  private let bridge = Bridge(
    name: "Pont du Gard", height: 48.8, opened: Date(timeIntervalSince1970: 1_795_253_400),
    plan: Data([1, 2, 3]))

  @Test func formatsEncodeAndDecode() throws {
    let yaml = try Format.yaml.encodeText(bridge)
    let same = try Format.yaml.decode(Bridge.self, from: yaml)
    let list = try Format.propertyList(.binary).encode(bridge)
    #expect(yaml.contains("opened: !!timestamp 2026-11-21T09:30:00Z\n"))
    #expect(same == bridge)

    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let foundation = CodableFormat("json", encoder: encoder, decoder: JSONDecoder())
    let sorted = try transcode(
      list, as: Bridge.self, from: Format.propertyList(.binary), to: foundation)
    #expect(sorted == Array(try encoder.encode(bridge)))
  }

  @Test func optionsHaveDescriptions() throws {
    var encoder = FormatEncoder(.json)
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.writing.indentation = .spaces(4)
    let json = try encoder.encode(bridge)

    var decoder = FormatDecoder(.json)
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let again = try decoder.decode(Bridge.self, from: json)
    #expect(String(decoding: json, as: UTF8.self).contains(#""opened": 1795253400"#))
    #expect(again == bridge)

    let text = try encoder.encodeText(Span())
    #expect(text == "{\n    \"arch_count\": 52,\n    \"length_in_meters\": 275\n}\n")
    #expect(try decoder.decode(Span.self, from: text) == Span())
  }

  @Test func codersAreUsedLikeThoseOfFoundation() throws {
    var encoder = FormatEncoder(.json)
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .deferredToDate
    let data = try encoder.encode(bridge)

    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .deferredToDate
    let same = try decoder.decode(Bridge.self, from: data)
    #expect(same == bridge)
    let theirs = try JSONDecoder().decode(Bridge.self, from: data)
    #expect(theirs == bridge)
  }

  @Test func documentsComeOneAtATime() throws {
    let lines = try [48.8, 8].map { height in
      try Format.jsonLines.encodeText(Bridge(name: "Pont", height: height))
    }
    let input = MemorySource(lines.joined())
    let output = MemoryDestination()
    var bridges = try Format.jsonLines.documents(of: Bridge.self, from: input)
    var writer = try DocumentWriter(output, as: .yaml)
    while let bridge = try bridges.next() {
      if bridge.height > 40 { try writer.write(bridge) }
    }
    try writer.finish()
    #expect(output.text == "name: Pont\nheight: 48.8\n")
  }

  @Test func aTreeIsLookedIntoAndDecoded() throws {
    let yaml = try Format.yaml.encodeText(bridge)
    var found: [String] = []
    var value = try Value(parsing: yaml, as: .yaml)
    value["height"] = 48.77
    if case .string(let name)? = value["name"], value["opened"]?.date != nil {
      found.append(name)
    }
    let changed = try value.decode(Bridge.self)
    #expect(found == ["Pont du Gard"])
    #expect(changed.height == 48.77)
  }
}
