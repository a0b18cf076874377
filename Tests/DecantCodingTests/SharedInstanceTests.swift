import Decant
import Foundation
import Testing

@Suite(.serialized) struct SharedInstanceTests {
  typealias Station = SharedModels.Station
  typealias Folder = SharedModels.Folder
  typealias Thing = SharedModels.Thing
  typealias Workshop = SharedModels.Workshop

  static let formats: [String: Format] = [
    "json": .json, "yaml": .yaml, "xml1": .xmlPropertyList, "binary1": .binaryPropertyList,
    "openstep": .openStepPropertyList, "jsonl": .jsonLines,
  ]
  static let names = formats.keys.sorted()

  private func again<T: Codable>(_ value: T, in name: String) throws -> T {
    let format = try #require(Self.formats[name])
    return try format.decode(T.self, from: format.encode(value))
  }

  private func json(
    _ value: some Encodable, _ change: (inout EncodingOptions) -> Void = { _ in }
  ) throws -> String {
    var options = EncodingOptions()
    options.writing.indentation = .compact
    change(&options)
    return String(try Format.json.encodeText(value, options: options).dropLast())
  }

  @Test func whatIsMetOnceLooksAsAnyValue() throws {
    let workshop = Workshop(first: Thing("a"), list: [Thing("b")])
    #expect(
      try json(workshop)
        == #"{"first":{"name":"a"},"list":[{"name":"b"}],"byName":{},"tools":[]}"#)
    #expect(try json(Folder("a", [Folder("b")])).contains(#"{"$id":1,"name":"a""#))
    #expect(try json(Station("a")) == #"{"name":"a","neighbours":[]}"#)
  }

  @Test func whatIsMetAgainIsNumberedWhereItComesFirst() throws {
    let thing = Thing("a")
    let other = Thing("b")
    let workshop = Workshop(first: thing, second: other, list: [other, thing, Thing("c")])
    #expect(
      try json(workshop) == """
        {"first":{"$id":1,"name":"a"},\
        "second":{"$id":2,"name":"b"},\
        "list":[{"$ref":2},{"$ref":1},{"name":"c"}],\
        "byName":{},"tools":[]}
        """)
    #expect(
      try Format.yaml.encodeText([thing, thing]) == """
        - $id: 1
          name: a
        - $ref: 1

        """)
  }

  @Test(arguments: names) func oneInstanceComesBackAsOne(_ name: String) throws {
    let thing = Thing("a")
    let tool = SharedModels.Tool("t")
    let workshop = try again(
      Workshop(
        first: thing, second: thing, list: [Thing("b"), thing], byName: ["x": thing],
        tools: [tool, tool]), in: name)
    #expect(workshop.first.name == "a")
    #expect(workshop.second === workshop.first)
    #expect(workshop.list[0].name == "b" && workshop.list[0] !== workshop.first)
    #expect(workshop.list[1] === workshop.first)
    #expect(workshop.byName["x"] === workshop.first)
    #expect(workshop.tools[0] === workshop.tools[1])
    #expect(workshop.tools[0].name == "t" && workshop.tools[0].weight == 1)
  }

  @Test(arguments: names) func aDiamondIsADiamond(_ name: String) throws {
    let bottom = Thing("bottom")
    let sides = [SharedModels.Cover(bottom), SharedModels.Cover(bottom)]
    let back = try again(["sides": sides + [sides[0]]], in: name)["sides"] ?? []
    try #require(back.count == 3)
    #expect(back[0] === back[2] && back[0] !== back[1])
    #expect(back[0].inner === back[1].inner)
  }

  @Test(arguments: names) func aRingIsARing(_ name: String) throws {
    let stations = (0..<5).map { Station("\($0)") }
    for (index, station) in stations.enumerated() {
      station.next = stations[(index + 1) % stations.count]
    }
    defer { stations[0].next = nil }
    let first = try again(stations[0], in: name)
    var station = first
    for index in 0..<5 {
      #expect(station.name == "\(index)")
      station = try #require(station.next)
    }
    #expect(station === first)
    first.next = nil
  }

  @Test(arguments: names) func aThingMayReferToItself(_ name: String) throws {
    let station = Station("self")
    station.next = station
    station.neighbours = [Shared(station), Shared(Station("other"))]
    if Self.formats[name]?.abilities.contains(.null) == true { station.neighbours.append(Shared()) }
    let back = try again(station, in: name)
    #expect(back.next === back)
    let neighbours = station.neighbours.map { $0.wrappedValue?.name }
    #expect(back.neighbours.map { $0.wrappedValue?.name } == neighbours)
    #expect(back.neighbours[0].wrappedValue === back)
    for station in [station, back] {
      station.next = nil
      station.neighbours = []
    }
  }

  @Test(arguments: names) func treesKnowTheirParentsAndAreFreed(_ name: String) throws {
    let before = unsafe Folder.count
    do {
      let root = Folder("/", [Folder("a", [Folder("b"), Folder("c")]), Folder("d")])
      let back = try again(root, in: name)
      #expect(unsafe Folder.count == before + 10)
      #expect(back.parent == nil)
      for child in back.children { #expect(child.parent === back) }
      let names = back.children[0].children.map(\.name)
      #expect(names == ["b", "c"])
      #expect(back.children[0].children[1].parent === back.children[0])
    }
    #expect(unsafe Folder.count == before)
  }

  @Test func aBranchLeavesItsTrunkOut() throws {
    let root = Folder("/", [Folder("a", [Folder("b")]), Folder("c")])
    let branch = root.children[0].children[0]
    #expect(try json(branch) == #"{"name":"b","children":[]}"#)
    let back = try again(branch, in: "yaml")
    #expect(back.parent == nil)
    #expect(try json([BackReference(root)]) == "[null]")
    let references = try Format.json.decode([BackReference<Folder>].self, from: "[null]")
    #expect(references[0].wrappedValue == nil)
  }

  @Test func encodesConditionallyWhereThatIsAskedFor() throws {
    struct Pair: Encodable {
      let thing: Thing
      let isWhole: Bool
      enum CodingKeys: CodingKey { case weak, list, strong }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeConditional(thing, forKey: .weak)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encodeConditional(thing)
        if isWhole { try container.encode(thing, forKey: .strong) }
      }
    }
    #expect(try json(Pair(thing: Thing("a"), isWhole: false)) == #"{"list":[null]}"#)
    #expect(
      try json(Pair(thing: Thing("a"), isWhole: true)) == """
        {"weak":{"$ref":1},"list":[{"$ref":1}],"strong":{"$id":1,"name":"a"}}
        """)
  }

  // MARK: Unusual containers

  @Test func theValueIsWhereTheInstanceComesFirst() throws {
    let thing = Thing("a")
    enum Key: CodingKey { case a, b }
    let late = EncoderTests.Speaker { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedUnkeyedContainer(forKey: .a)
      var second = container.nestedUnkeyedContainer(forKey: .b)
      try second.encode(thing)
      try first.encode(thing)
    }
    let text = try json(late)
    #expect(
      text == """
        {"a":[{"$id":1,"name":"a"}],"b":[{"$ref":1}]}
        """)
    let replaced = EncoderTests.Speaker { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(thing, forKey: .a)
      try container.encode(thing, forKey: .a)
      try container.encode([thing], forKey: .b)
    }
    #expect(
      try json(replaced) == """
        {"a":{"$id":1,"name":"a"},"b":[{"$ref":1}]}
        """)
  }

  /// The pairs are encoded in an order that varies, and then sorted.
  @Test func theValueIsAtTheFirstKeyOfADictionary() throws {
    let thing = Thing("a")
    let names = (1...9).map { "k\($0)" }
    let things = Dictionary(uniqueKeysWithValues: names.map { ($0, [thing]) })
    let references = names.dropFirst().map { #""\#($0)":[{"$ref":1}]"# }
    #expect(
      try json([things])
        == #"[{"k1":[{"$id":1,"name":"a"}],"# + references.joined(separator: ",")
        + "}]")
  }

  @Test func whatFailedIsMetAnew() throws {
    final class Moody: SharedInstance {
      nonisolated(unsafe) static var fails = true
      init() {}
      init(from decoder: any Decoder) throws {}

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(unsafe Self.fails ? Double.nan : 1)
      }
    }
    let moody = Moody()
    let speaker = EncoderTests.Speaker { encoder in
      var container = encoder.unkeyedContainer()
      #expect(throws: EncodingError.self) { try container.encode(moody) }
      unsafe Moody.fails = false
      try container.encode(moody)
      try container.encode(moody)
    }
    #expect(
      try json(speaker) == #"[{"$id":1,"$value":[1.0]},{"$ref":1}]"#)
  }

  @Test func keysOfMarksStayInEveryKeyStyle() throws {
    let thing = Thing("a")
    var decoding = DecodingOptions()
    for style in [KeyStyle.snake, .pascal, .kebab, .camel] {
      let text = try json([thing, thing]) { $0.keyEncodingStrategy = .style(style) }
      #expect(text.contains(#""$id":1,"#) && text.contains(#"{"$ref":1}"#))
      decoding.keyDecodingStrategy = .style(style)
      let back = try Format.json.decode([Thing].self, from: text, options: decoding)
      #expect(back[0] === back[1])
    }
  }

  /// Sorting the keys moves references to before their definitions.
  @Test func referencesMayComeFirst() throws {
    let thing = Thing("z")
    let workshop = Workshop(first: thing, byName: ["k": thing])
    let text = try json(workshop) { $0.keyOrder = .byBytes }
    #expect(text.hasPrefix(#"{"byName":{"k":{"$ref":1}"#))
    let back = try Format.json.decode(Workshop.self, from: text)
    #expect(back.byName["k"] === back.first && back.first.name == "z")
    let reversed = #"[{"$again":true,"$shared":1},{"$value":{"name":"a"},"$shared":1}]"#
    let things = try Format.json.decode([Thing].self, from: reversed)
    #expect(things[0] === things[1])
  }

  @Test func whatLooksLikeAMarkIsToldApart() throws {
    let value = SharedModels.Lookalike()
    #expect(
      try json([value]) == #"[{"$id":1,"$value":{"$shared":7,"$value":"x"}}]"#)
    let back = try Format.json.decode([SharedModels.Lookalike].self, from: json([value, value]))
    #expect(back[0] === back[1] && back[0].number == 7)
    // In types without shared instances, such keys are data.
    let data = try Format.json.decode([String: Int].self, from: #"{"$shared":1,"$value":2}"#)
    #expect(data == ["$shared": 1, "$value": 2])
  }

  @Test func instancesOfOneClassWithinAnother() throws {
    let thing = Thing("a")
    let cover = SharedModels.Cover(thing)
    struct Both: Codable {
      var covers: [SharedModels.Cover]
      var things: [Thing]
    }
    let text = try json(Both(covers: [cover], things: [thing]))
    #expect(
      text == """
        {"covers":[{"$id":1,"$value":{"$id":2,"name":"a"}}],"things":[{"$ref":2}]}
        """)
    let back = try Format.json.decode(Both.self, from: text)
    #expect(back.covers[0].inner === back.things[0])
  }

  @Test func aliasesOfADefinitionAreOneInstance() throws {
    let yaml = """
      first: &a {$shared: 1, $value: {name: x}}
      second: *a
      list: [*a, {$shared: 1, $again: true}]
      byName: {}
      tools: []
      """
    let back = try Format.yaml.decode(Workshop.self, from: yaml)
    #expect(back.first === back.second && back.list[0] === back.first)
    #expect(back.list[1] === back.first)
  }

  @Test func otherCodersRefuseToLoseWhatIsShared() throws {
    let station = Station("a")
    _ = try JSONEncoder().encode(station)
    station.next = Station("b")
    let words = Outcome.words { try JSONEncoder().encode(station) }
    #expect(words?.contains("can only be encoded by decant: ") == true, "\(words ?? "")")
    let folder = Folder("a", [Folder("b")])
    #expect(throws: EncodingError.self) { try PropertyListEncoder().encode(folder) }
    let text = #"{"name":"a","neighbours":[],"next":{"name":"b","neighbours":[]}}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Station.self, from: Data(text.utf8))
    }
  }
}

extension Outcome {
  static func words(_ body: () throws -> Any) -> String? {
    do {
      _ = try body()
      return nil
    } catch EncodingError.invalidValue(_, let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }
}
