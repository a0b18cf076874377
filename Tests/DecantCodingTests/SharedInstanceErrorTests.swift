import Decant
import DecantTestSupport
import Foundation
import Testing

@Suite struct SharedInstanceErrorTests {
  typealias Station = SharedModels.Station
  typealias Thing = SharedModels.Thing

  struct Problem: @unchecked Sendable {
    let json: String
    let type: any Decodable.Type
    let kind: String
    let path: [String]
    let words: String
  }

  static let problems: [Problem] = [
    Problem(
      json: #"[{"$shared": 2, "$again": true}]"#, type: [Thing].self, kind: "dataCorrupted",
      path: ["Index 0 0"],
      words: "a reference to the shared instance 2, which is not in the document, "
        + "at line 1, column 2"),
    Problem(
      json: "[{\"$shared\": 1, \"$value\": {\"name\": \"a\"}},\n"
        + "{\"$shared\": 1, \"$value\": {\"name\": \"b\"}}]",
      type: [Thing].self, kind: "dataCorrupted", path: ["Index 1 1"],
      words: "the shared instance 1 has different values, at line 2, column 1"),
    Problem(
      json: #"""
        [{"$shared":1,"$again":true},{"$shared":1,"$value":{"name":"a"}},
        {"$shared":1,"$value":{"name":"b"}}]
        """#, type: [Thing].self, kind: "dataCorrupted", path: ["Index 0 0"],
      words: "the shared instance 1 has different values, at line 1, column 2"),
    Problem(
      json: #"[{"$shared": 1, "$value": {"next": {"$shared": 1, "$again": true}}}]"#,
      type: [SharedModels.Plain].self, kind: "dataCorrupted",
      path: ["Index 0 0", "$value", "next"],
      words: "the shared instance 1 is still being decoded: declare what refers back to it as "
        + "@Shared or @BackReference var …: Plain?, at line 1, column 36"),
    Problem(
      json: #"{"$shared": 1, "$value": {"name": "a", "$value": 1, "weight": 1}}"#,
      type: SharedModels.Workshop.self, kind: "keyNotFound", path: [],
      words: "no value for the key 'first', at line 1, column 1"),
    Problem(
      json: #"{"first": {"$shared": 1, "$value": {"name": "a"}}, "list": [], "byName": {}, "#
        + #""tools": [{"$shared": 1, "$again": true}]}"#,
      type: SharedModels.Workshop.self, kind: "typeMismatch", path: ["tools", "Index 0 0"],
      words: "expected Tool but the shared instance 1 is Thing, at line 1, column 88"),
    Problem(
      json: #"[{"$shared": "1", "$again": true}]"#, type: [Thing].self, kind: "typeMismatch",
      path: ["Index 0 0", "$shared"],
      words: "expected Int but found a string, at line 1, column 14"),
  ]

  @Test(arguments: problems.indices) func tellsWhatIsWrong(_ index: Int) {
    let problem = Self.problems[index]
    let outcome = Outcome { try Format.json.decode(problem.type, from: problem.json) }
    #expect(outcome.kind == problem.kind)
    #expect(outcome.path == problem.path)
    #expect(outcome.words == problem.words)
  }

  final class Ring: SharedInstance {
    var next: Ring?
    var others: [Ring] = []
    @Shared var shared: Ring?
    @BackReference var back: Ring?
    var wrapped: [Shared<Ring>] = []
  }

  /// What a decoder could not read is not written: a plain reference to an instance around it.
  @Test(arguments: [Format.json, .yaml, .cbor, .propertyList(.binary), .toml])
  func plainReferencesThatLeadBackAreNotWritten(_ format: Format) throws {
    let chains: [(count: Int, connect: (Ring, Ring) -> Void, path: [String])] = [
      (1, { $0.next = $1 }, ["next"]), (3, { $0.next = $1 }, ["next", "next", "next"]),
      (2, { $0.others = [Ring(), $1] }, ["others", "Index 1", "others", "Index 1"]),
    ]
    for chain in chains {
      let rings = (0..<chain.count).map { _ in Ring() }
      defer { for ring in rings { ring.next = nil; ring.others = [] } }
      for (index, ring) in rings.enumerated() {
        chain.connect(ring, rings[(index + 1) % rings.count])
      }
      let error = #expect(throws: EncodingError.self) { try format.encode(rings[0]) }
      guard case .invalidValue(let value, let context) = error else { continue }
      #expect(value as? Ring === rings[0])
      #expect(context.codingPath.map(\.stringValue) == chain.path)
      #expect(context.debugDescription.hasSuffix("@Shared or @BackReference var …: Ring?"))
    }
  }

  @Test func anArchiveThatCouldNotBeReadIsNotWritten() throws {
    final class Node: SharedInstance, Archivable {
      static let archiveName = "Node"
      var next: Node?
    }
    let node = Node()
    node.next = node
    defer { node.next = nil }
    for format in [Format.json, .yaml, .propertyList(.xml)] {
      #expect(throws: EncodingError.self) { try Archive.data(of: node, as: format) }
    }
    let scratch = try Scratch()
    #expect(throws: EncodingError.self) { try Archive.write(node, to: "\(scratch.path)/n.json") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
  }

  /// Each graph of random plain, shared and back references is either refused or read again.
  @Test func whatIsWrittenCanBeRead() throws {
    var generator = SeededGenerator(seed: 20)
    var counts = (written: 0, refused: 0)
    for _ in 0..<400 {
      let rings = (0..<Int.random(in: 1...4, using: &generator)).map { _ in Ring() }
      defer {
        for ring in rings {
          ring.next = nil; ring.others = []; ring.shared = nil; ring.wrapped = []
        }
      }
      for ring in rings {
        let other = rings.randomElement(using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: ring.next = other
        case 1: ring.shared = other
        case 2: ring.back = other
        case 3: ring.wrapped = [Shared(other)]
        default: ring.others = other.map { [$0] } ?? []
        }
      }
      guard let bytes = try? Format.json.encode(rings[0]) else {
        counts.refused += 1
        continue
      }
      counts.written += 1
      #expect(throws: Never.self) { try Format.json.decode(Ring.self, from: bytes) }
    }
    #expect(counts.written > 100 && counts.refused > 50)
  }

  static let malformed = [
    #"{"$shared": 0, "$value": {"name": "a"}}"#, #"{"$shared": -1, "$again": true}"#,
    #"{"$shared": 1}"#, #"{"$shared": 1, "$again": false}"#,
    #"{"$shared": 1, "$value": {"name": "a"}, "$again": true}"#,
    #"{"$shared": 1, "$value": {"name": "a"}, "name": "b"}"#, #"{"$shared": 1, "name": "b"}"#,
  ]

  @Test(arguments: malformed) func refusesWhatIsNeitherOneNorTheOther(_ json: String) {
    let outcome = Outcome { try Format.json.decode([Thing].self, from: "[\(json)]") }
    #expect(outcome.kind == "dataCorrupted")
    #expect(outcome.path == ["Index 0 0"])
    #expect(outcome.words.hasPrefix("a shared instance has '$shared', a number from 1 on, "))
    let station = Outcome { try Format.json.decode([Shared<Thing>].self, from: "[\(json)]") }
    #expect(station.words == outcome.words)
  }

  @Test func aReferenceToAnotherTypeThatIsNotComplete() {
    final class Odd: SharedInstance { @Shared var thing: Thing? }
    let json = #"{"$shared": 1, "$value": {"thing": {"$shared": 1, "$again": true}}}"#
    let outcome = Outcome { try Format.json.decode(Odd.self, from: json) }
    #expect(outcome.kind == "typeMismatch")
    #expect(outcome.words.hasPrefix("expected Thing but the shared instance 1 is Odd"))
  }

  @Test func whatFailedIsForgotten() throws {
    struct Lenient: Decodable {
      var first: Thing?
      var second: SharedModels.Tool
      enum CodingKeys: CodingKey { case value }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        first = try? container.decode(SharedModels.Cover.self, forKey: .value).inner
        second = try container.decode(SharedModels.Tool.self, forKey: .value)
      }
    }
    let json = #"{"value": {"$shared": 1, "$value": {"name": 1, "weight": 2}}}"#
    #expect(throws: DecodingError.self) { try Format.json.decode(Lenient.self, from: json) }
    let other = #"{"value": {"$shared": 1, "$value": {"name": "a", "weight": 2}}}"#
    #expect(throws: DecodingError.self) { try Format.json.decode(Lenient.self, from: other) }
  }

  static let sample = """
    {"$shared":1,"$value":{"name":"a","next":{"$shared":1,"$again":true},"neighbours":\
    [{"$shared":2,"$value":{"name":"b","neighbours":[{"$shared":1,"$again":true}]}},\
    {"$shared":2,"$again":true}]}}
    """

  @Test func everyPrefixAndEveryChangedByteIsAnErrorOrAnAnswer() throws {
    let bytes = Array(Self.sample.utf8)
    let station = try Format.json.decode(Station.self, from: bytes)
    #expect(station.neighbours[0].wrappedValue === station.neighbours[1].wrappedValue)
    var answers = 0
    for index in bytes.indices {
      #expect(throws: (any Error).self) {
        try Format.json.decode(Station.self, from: Array(bytes[..<index]))
      }
      for byte in Array("{}[]\",:$ab0123tfn\\ ".utf8) + [0, 0xFF] {
        var changed = bytes
        changed[index] = byte
        if (try? Format.json.decode(Station.self, from: changed)) != nil { answers += 1 }
      }
    }
    #expect(answers > 40)
  }

  /// Returns the numbers of the neighbors of each reachable station, in the order of a walk.
  private func shape(_ start: Station) -> [[Int]] {
    var numbers = [ObjectIdentifier(start): 0]
    var stations = [start]
    var shape: [[Int]] = []
    while shape.count < stations.count {
      let station = stations[shape.count]
      var edges = [Int(station.name) ?? -1]
      for next in [station.next] + station.neighbours.map(\.wrappedValue) {
        guard let next else {
          edges.append(-1)
          continue
        }
        let number = numbers[ObjectIdentifier(next)] ?? stations.count
        if number == stations.count {
          numbers[ObjectIdentifier(next)] = number
          stations.append(next)
        }
        edges.append(number)
      }
      shape.append(edges)
    }
    return shape
  }

  private func dismantle(_ start: Station) {
    var stations = [start]
    while let station = stations.popLast() {
      stations += ([station.next] + station.neighbours.map(\.wrappedValue)).compactMap { $0 }
      station.next = nil
      station.neighbours = []
    }
  }

  @Test(arguments: UInt64(1)...60) func graphsKeepTheirShape(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let stations = (0..<Int.random(in: 1...40, using: &generator)).map { Station("\($0)") }
    for station in stations {
      if Bool.random(using: &generator) { station.next = stations.randomElement(using: &generator) }
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let isNone = Int.random(in: 0..<8, using: &generator) == 0
        station.neighbours.append(Shared(isNone ? nil : stations.randomElement(using: &generator)))
      }
    }
    let expected = shape(stations[0])
    // The number and the next station precede the neighbours.
    let hasNull = expected.contains { $0.dropFirst(2).contains(-1) }
    for name in SharedInstanceTests.names {
      let format = try #require(SharedInstanceTests.formats[name])
      // A format without null cannot represent a neighbour that is none.
      guard !hasNull || format.abilities.contains(.null) else {
        #expect(throws: EncodingError.self) { try format.encode(stations[0]) }
        continue
      }
      var options = EncodingOptions()
      options.keyOrder = Bool.random(using: &generator) ? .byBytes : .asRead
      let back = try format.decode(Station.self, from: format.encode(stations[0], options: options))
      #expect(shape(back) == expected)
      dismantle(back)
    }
    for station in stations { dismantle(station) }
  }
}
