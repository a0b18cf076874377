import Decant
import DecantTestSupport
import Foundation
import Testing

@Suite struct KeyedArchiveDecodingTests {
  typealias Models = ArchivedModels

  static let classes: KeyedArchive.Classes = [
    "DecantTestSupport.OldLandmark": Models.Landmark.self,
    "DecantTestSupport.OldPlace": Models.Place.self,
  ]
  static let nodes: KeyedArchive.Classes = ["DecantTestSupport.OldNode": Models.Node.self]

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func readsWhatFoundationArchives(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let bytes = OldClasses.archive(OldLandmark(), as: format)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
    unarchiver.requiresSecureCoding = false
    let theirs = try #require(
      unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? OldLandmark)
    let ours = try KeyedArchive.decode(
      Models.Landmark.self, from: bytes, classes: Self.classes)
    let place = try #require(theirs.place)
    #expect(
      ours
        == Models.Landmark(
          name: theirs.name, year: theirs.year, small: 7, ratio: 1.5, height: theirs.height,
          isOpen: theirs.isOpen, opened: theirs.opened, picture: theirs.picture,
          link: theirs.link, id: theirs.id, tags: theirs.tags, visits: theirs.visits,
          place: Models.Place(latitude: place.latitude, longitude: place.longitude),
          others: theirs.others.map {
            Models.Place(latitude: $0.latitude, longitude: $0.longitude)
          }, nothing: nil, wrapped: 12.5, null: nil, absent: nil))
    #expect(ours.link?.absoluteString == "https://example.org/a/tour?x#y")
  }

  @Test func readsPlainDataWithoutATable() throws {
    let bytes = OldClasses.archive(["a": [1, 2.5], "b": [3]] as NSDictionary)
    let data = try KeyedArchive.decode([String: [Double]].self, from: bytes, classes: [:])
    #expect(data == ["a": [1, 2.5], "b": [3]])
    let keyed = OldClasses.archive(NSDictionary(object: "b", forKey: 5 as NSNumber))
    #expect(try KeyedArchive.decode([Int: String].self, from: keyed, classes: [:]) == [5: "b"])
    let null = OldClasses.archive([NSNull(), "x"] as NSArray)
    #expect(try KeyedArchive.decode([String?].self, from: null, classes: [:]) == [nil, "x"])
  }

  @Test func keysThatAreEqualStringsAreNotDropped() throws {
    let json = Array("{\"\u{e9}\": 1, \"e\u{301}\": 2}".utf8)
    let bytes = try convert(json, from: .json, by: Plan(to: .keyedArchive))
    let outcome = Outcome { try KeyedArchive.decode([String: Int].self, from: bytes, classes: [:]) }
    #expect(outcome.words.contains("are equal strings in Swift"))
  }

  @Test func readsTheValuesOfSeveralKeys() throws {
    struct Top: Decodable {
      var place: Models.Place
      var count: Int
    }
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(OldPlace(), forKey: "place")
    archiver.encode(3, forKey: "count")
    archiver.finishEncoding()
    let top = try KeyedArchive.decode(
      Top.self, from: Array(archiver.encodedData), classes: Self.classes)
    #expect(top.count == 3 && top.place.latitude == 48.858)
  }

  @Test func anObjectIsOnlyWhatTheTableSays() throws {
    let bytes = OldClasses.archive(["places": [OldPlace()] as NSArray] as NSDictionary)
    func words(_ type: any Decodable.Type, _ classes: KeyedArchive.Classes) -> Outcome {
      Outcome { try KeyedArchive.decode(type, from: bytes, classes: classes) }
    }
    for classes in [
      [:], ["DecantTestSupport.OldPlace": Models.Landmark.self], ["Position": Models.Place.self],
    ]
      as [KeyedArchive.Classes]
    {
      let outcome = words([String: [Models.Place]].self, classes)
      #expect(outcome.kind == "typeMismatch")
      #expect(outcome.path == ["places", "Index 0 0"])
      #expect(
        outcome.words.hasPrefix(
          "expected Place but found an object of the class 'DecantTestSupport.OldPlace', for which the table of "
            + "classes has no such type"))
    }
    #expect(words([String: [[String: Double]]].self, Self.classes).kind == "typeMismatch")
    #expect(words([String: [Models.Place?]].self, Self.classes).kind == "nothing")
    #expect(words([String: [Int]].self, Self.classes).words.contains("but found a mapping"))
    struct Thief: Decodable {
      init(from decoder: any Decoder) throws {
        enum Key: CodingKey { case places, latitude }
        var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .places)
        _ = try list.nestedContainer(keyedBy: Key.self).decode(Double.self, forKey: .latitude)
      }
    }
    #expect(
      words(Thief.self, Self.classes).words.contains(
        "an object of the class 'DecantTestSupport.OldPlace'"))
  }

  @Test func theClassIsNotAKey() throws {
    let bytes = OldClasses.archive(
      ["$class": "DecantTestSupport.OldPlace", "latitude": "1"] as NSDictionary)
    let data = try KeyedArchive.decode([String: String].self, from: bytes, classes: [:])
    #expect(data == ["$class": "DecantTestSupport.OldPlace", "latitude": "1"])
  }

  @Test func anOldNameIsOneMoreEntry() throws {
    let bytes = OldClasses.archive([OldPlace()] as NSArray)
    let places = try KeyedArchive.decode(
      [Models.Place].self, from: bytes,
      classes: ["Position": Models.Place.self, "DecantTestSupport.OldPlace": Models.Place.self])
    #expect(places == [Models.Place(latitude: 48.858, longitude: 2.294)])
  }

  static var shapes: [OldShape] {
    [OldCircle("a"), OldShape("b"), OldSquare("c")]
  }

  @Test func makesTheSubclassesThatTheTableNames() throws {
    let bytes = OldClasses.archive(Self.shapes as NSArray)
    let shapes = try KeyedArchive.decode(
      [Models.Shape].self, from: bytes,
      classes: [
        "DecantTestSupport.OldCircle": Models.Circle.self,
        "DecantTestSupport.OldShape": Models.Shape.self,
      ])
    #expect(shapes.map(\.name) == ["a", "b", "c"])
    #expect((shapes[0] as? Models.Circle)?.radius == 2.5)
    #expect(!(shapes[2] is Models.Circle))
    let outcome = Outcome {
      try KeyedArchive.decode(
        [Models.Shape].self, from: bytes,
        classes: ["DecantTestSupport.OldCircle": Models.Circle.self])
    }
    #expect(outcome.path == ["Index 1 1"])
    #expect(
      outcome.words.hasPrefix(
        "expected Shape but found an object of the class 'DecantTestSupport.OldShape'"))
  }

  @Test func anEnumerationChoosesByTheClass() throws {
    let bytes = OldClasses.archive(Self.shapes as NSArray)
    let shapes = try KeyedArchive.decode(
      [Models.AnyShape].self, from: bytes,
      classes: [
        "DecantTestSupport.OldCircle": Models.AnyShape.Round.self,
        "DecantTestSupport.OldSquare": Models.AnyShape.Angular.self,
      ])
    #expect(
      shapes == [
        .round(.init(name: "a", radius: 2.5)), .other("DecantTestSupport.OldShape"),
        .angular(.init(name: "c", side: 4)),
      ])
    let refused = Outcome {
      try KeyedArchive.decode([Models.AnyShape].self, from: bytes, classes: [:])
    }
    #expect(
      refused.words.hasPrefix(
        "expected Round but found an object of the class 'DecantTestSupport.OldCircle'"))
  }

  @Test func aTreeKnowsItsParents() throws {
    let root = OldNode(
      "/", [OldNode("a", [OldNode("b")]), OldNode("c")])
    root.children[0].next = root.children[1]
    root.next = root
    defer { root.next = nil }
    let node = try KeyedArchive.decode(
      Models.Node.self, from: OldClasses.archive(root), classes: Self.nodes)
    #expect(node.name == "/" && node.parent == nil && node.next === node)
    #expect(node.children.map(\.name) == ["a", "c"])
    #expect(node.children.allSatisfy { $0.parent === node })
    #expect(node.children[0].children[0].parent === node.children[0])
    #expect(node.children[0].next === node.children[1])
    node.next = nil
  }

  @Test func oneObjectIsOneInstanceOrAsManyValuesAsAreAskedFor() throws {
    let shared = OldNode("s", [OldNode("t")])
    let bytes = OldClasses.archive([shared, shared, OldNode("s")] as NSArray)
    let nodes = try KeyedArchive.decode([Models.Node].self, from: bytes, classes: Self.nodes)
    #expect(nodes[0] === nodes[1] && nodes[0] !== nodes[2])
    let plain = try KeyedArchive.decode(
      [Models.PlainNode].self, from: bytes,
      classes: ["DecantTestSupport.OldNode": Models.PlainNode.self])
    #expect(plain.map(\.name) == ["s", "s", "s"] && plain[1].children[0].name == "t")
  }

  @Test func anUnmarkedBackReferenceIsAnError() throws {
    let ring = OldNode("a")
    ring.next = OldNode("b")
    ring.next?.next = ring
    defer { ring.next = nil }
    let bytes = OldClasses.archive(ring)
    let outcome = Outcome {
      try KeyedArchive.decode(
        Models.EndlessNode.self, from: bytes,
        classes: ["DecantTestSupport.OldNode": Models.EndlessNode.self])
    }
    #expect(outcome.kind == "dataCorrupted")
    #expect(outcome.path == ["next", "next"])
    #expect(outcome.words.hasPrefix("the object is inside itself"))
    final class Plain: SharedInstance { var next: Plain? }
    let unmarked = Outcome {
      try KeyedArchive.decode(
        Plain.self, from: bytes, classes: ["DecantTestSupport.OldNode": Plain.self])
    }
    #expect(unmarked.path == ["next", "next"])
    #expect(unmarked.words.contains("is still being decoded: declare what refers back to it"))
  }

  @Test func copiesHaveABudget() throws {
    var list: NSArray = ["x"]
    for _ in 0..<9 { list = [list, list] }
    struct Nested: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if (try? container.decode(String.self)) == nil { _ = try container.decode(Nested.self) }
        }
      }
    }
    let bytes = OldClasses.archive(list)
    var options = DecodingOptions()
    options.reading.maximumAliasNodes = 500
    let outcome = Outcome {
      try KeyedArchive.decode(Nested.self, from: bytes, classes: [:], options: options)
    }
    #expect(outcome.kind == "dataCorrupted")
    #expect(outcome.words.hasPrefix("objects that are reached more than once have more than 500"))
  }

  @Test func everyPrefixAndEveryChangedByteIsAnErrorOrAnAnswer() throws {
    let root = OldNode("r", [OldNode("a")])
    root.next = root
    defer { root.next = nil }
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let bytes = OldClasses.archive(root, as: format)
      var answers = 0
      for index in bytes.indices {
        let prefix = Array(bytes[..<index])
        _ = try? KeyedArchive.decode(Models.Node.self, from: prefix, classes: Self.nodes)
        for change: UInt8 in [1, 0x82] {
          var changed = bytes
          changed[index] ^= change
          let node = try? KeyedArchive.decode(
            Models.Node.self, from: changed, classes: Self.nodes)
          if node != nil { answers += 1 }
          node?.next = nil
        }
      }
      #expect(answers > 0)
    }
  }

  @Test func otherPropertyListsAreNotArchives() {
    let outcome = Outcome {
      try KeyedArchive.decode(
        [String: Int].self, from: Format.binaryPropertyList.encode(["a": 1]), classes: [:])
    }
    #expect(outcome.kind == "dataCorrupted")
    #expect(outcome.words.contains("not a keyed archive"))
  }
}
