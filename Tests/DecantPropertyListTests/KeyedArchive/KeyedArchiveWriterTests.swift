import DecantTestSupport
import Testing
import Decant

@testable import DecantPropertyList

@Suite struct KeyedArchiveWriterTests {
  /// Returns the table of objects, from the second on, as JSON; `@n` is a reference.
  private static func objects(_ yaml: String) throws -> String {
    let archive = try convert(Array(yaml.utf8), from: .yaml, by: Plan(to: .keyedArchive))
    return try table(archive, "/$objects").replacing(/^\["\$null",?(.*)\]$/) { $0.1 }
  }

  private static func table(_ archive: [UInt8], _ pointer: String) throws -> String {
    var plan = Plan.compact(.json)
    plan.fidelity = .tagged
    plan.pointer = DocumentPointer(pointer)
    let json = try convert(archive, from: .propertyList, by: plan)
    return String(decoding: json.dropLast(), as: UTF8.self)
      .replacing(/{"CF\$UID":([0-9]+)}/) { "@\($0.1)" }
      // An object that consists of its class looks like a tagged form.
      .replacing(/{"\$literal":({"\$class":@[0-9]+})}/) { $0.1 }
  }

  private static func kind(_ names: String...) -> String {
    let list = names.map { "\"\($0)\"" } + ["\"NSObject\""]
    return #"{"$classname":\#(list[0]),"$classes":[\#(list.joined(separator: ","))]}"#
  }

  private static let array = kind("NSArray")
  private static let dictionary = kind("NSDictionary")

  // The layout of NSKeyedArchiver.
  static let layouts: [(String, String)] = [
    ("x", #""x""#), ("5", "5"), ("1.5", "1.5"), ("true", "true"),
    ("!!binary AQI=", #"{"$data":"AQI="}"#),
    ("null", #"{"$class":@2},\#(kind("NSNull"))"#),
    ("'$null'", #"{"NS.string":"$null","$class":@2},\#(kind("NSString"))"#),
    ("[]", #"{"NS.objects":[],"$class":@2},\#(array)"#),
    ("{}", #"{"NS.keys":[],"NS.objects":[],"$class":@2},\#(dictionary)"#),
    (
      "[x, 1, x, 1, 1.0, true]",
      #"{"NS.objects":[@2,@3,@2,@3,@4,@5],"$class":@6},"x",1,1.0,true,\#(array)"#
    ),
    (
      "[null, null]",
      #"{"NS.objects":[@2,@2],"$class":@4},{"$class":@3},\#(kind("NSNull")),\#(array)"#
    ),
    (
      "{a: [b], c: {}}",
      #"{"NS.keys":[@2,@3],"NS.objects":[@4,@7],"$class":@8},"a","c",{"NS.objects":[@5],"$class":@6},"#
        + #""b",\#(array),{"NS.keys":[],"NS.objects":[],"$class":@8},\#(dictionary)"#
    ),
    (
      "!!timestamp 2001-01-01T00:00:01.5Z",
      #"{"NS.time":1.5,"$class":@2},\#(kind("NSDate"))"#
    ),
    ("{1: a}", #"{"NS.keys":[@2],"NS.objects":[@3],"$class":@4},1,"a",\#(dictionary)"#),
    (
      "!NSMutableArray [a]",
      #"{"NS.objects":[@2],"$class":@3},"a",\#(kind("NSMutableArray", "NSArray"))"#
    ),
    ("!NSSet [a]", #"{"NS.objects":[@2],"$class":@3},"a",\#(kind("NSSet"))"#),
    (
      "!NSOrderedSet [a, a]",
      #"{"NS.object.0":@2,"NS.object.1":@2,"$class":@3},"a",\#(kind("NSOrderedSet"))"#
    ),
    (
      "!NSMutableString a",
      #"{"NS.string":"a","$class":@2},\#(kind("NSMutableString", "NSString"))"#
    ),
    (
      "!NSMutableData AQI=",
      #"{"NS.data":{"$data":"AQI="},"$class":@2},\#(kind("NSMutableData", "NSData"))"#
    ),
    ("!NSURL a/b", #"{"NS.base":@0,"NS.relative":@2,"$class":@3},"a/b",\#(kind("NSURL"))"#),
    ("!NSNumber '5'", "5"), ("!NSNumber 'true'", "true"), ("!NSNumber 'inf'", #"{"$real":"inf"}"#),
    (
      "!NSUUID 00112233-4455-6677-8899-aabbccddeeff",
      #"{"NS.uuidbytes":{"$data":"ABEiM0RVZneImaq7zN3u/w=="},"$class":@2},\#(kind("NSUUID"))"#
    ),
    // Under the keys of an object, numbers and nil are not objects.
    (
      "!A:B:NSObject {i: 1, r: 1.5, b: true, s: x, n: null, $d: 2, $0: 3}",
      #"{"i":1,"r":1.5,"b":true,"s":@2,"n":@0,"$$d":2,"$0":3,"$class":@3},"x",\#(kind("A", "B"))"#
    ),
    (
      "{$class: A, n: !NSNumber '1', z: !NSNull '', s: !$inline x, d: !$data AQI=, l: !$inline [1, x]}",
      #"{"n":@2,"z":@3,"s":"x","d":{"$data":"AQI="},"l":[1,@5],"$class":@6},1,{"$class":@4},\#(kind("NSNull")),"#
        + #""x",\#(kind("A"))"#
    ),
    (
      "{$class: NSMutableDictionary, a: 1}",
      #"{"a":1,"$class":@2},\#(kind("NSMutableDictionary", "NSDictionary"))"#
    ),
    (
      "!NSDictionary {$class: A}",
      #"{"NS.keys":[@2],"NS.objects":[@3],"$class":@4},"$class","A",\#(dictionary)"#
    ),
    (
      "{a: 1, $class: A}",
      #"{"NS.keys":[@2,@3],"NS.objects":[@4,@5],"$class":@6},"a","$class",1,"A",\#(dictionary)"#
    ),
    (
      "!A:?B?C {}",
      #"{"$class":@2},{"$classname":"A","$classes":["A"],"$classhints":["B","C"]}"#
    ),
    // References.
    ("&a [*a]", #"{"NS.objects":[@1],"$class":@2},\#(array)"#),
    (
      "[&a {}, *a, {}]",
      #"{"NS.objects":[@2,@2,@4],"$class":@5},{"NS.keys":[],"NS.objects":[],"$class":@3},\#(dictionary),"#
        + #"{"NS.keys":[],"NS.objects":[],"$class":@3},\#(array)"#
    ),
    ("[&a x, *a, &b 1, *b]", #"{"NS.objects":[@2,@2,@3,@3],"$class":@4},"x",1,\#(array)"#),
    (
      "[!$id:1 [!$ref '1']]",
      #"{"NS.objects":[@2],"$class":@3},{"NS.objects":[@2],"$class":@3},\#(array)"#
    ),
    (
      "[&a {k: 1}, {<<: *a, l: 2}]",
      #"{"NS.objects":[@2,@6],"$class":@9},{"NS.keys":[@3],"NS.objects":[@4],"$class":@5},"k",1,\#(dictionary),"#
        + #"{"NS.keys":[@3,@7],"NS.objects":[@4,@8],"$class":@5},"l",2,\#(array)"#
    ),
  ]

  @Test(arguments: layouts)
  func writesTheLayoutOfTheArchiver(yaml: String, objects: String) throws {
    #expect(try Self.objects(yaml) == objects)
  }

  @Test func writesTheEnvelope() throws {
    let archive = try convert(Array("[a]".utf8), from: .yaml, by: Plan(to: .keyedArchive))
    #expect(archive.starts(with: "bplist00".utf8))
    #expect(
      try Self.table(archive, "").hasPrefix(
        #"{"$version":100000,"$archiver":"NSKeyedArchiver","$top":{"root":@1},"$objects":["$null","#
      ))
    let several = try convert(
      Array("!$top {a: [], b: 2, $c: null}".utf8), from: .yaml, by: Plan(to: .keyedArchive))
    #expect(try Self.table(several, "/$top") == #"{"a":@1,"b":2,"$$c":@0}"#)
  }

  @Test func writesXMLOnRequest() throws {
    var plan = Plan(to: .keyedArchive)
    plan.writing.keyedArchiveEncoding = .xml
    let archive = try convert(Array("[a]".utf8), from: .yaml, by: plan)
    #expect(archive.starts(with: "<?xml".utf8))
    #expect(
      try convert(archive, from: .keyedArchive, by: .compact(.json)) == Array("[\"a\"]\n".utf8))
  }

  typealias Problem = DecantError.KeyedArchiveProblem

  static let problems: [(String, Problem, String)] = [
    ("[!A:NSObject x]", .objectWithoutKeys(className: "A"), "/0"),
    ("{a: !A:NSObject [1]}", .objectWithoutKeys(className: "A"), "/a"),
    ("[!NSURL [a]]", .otherKindOfValue(className: "NSURL"), "/0"),
    ("[!NSSet x]", .otherKindOfValue(className: "NSSet"), "/0"),
    ("[!NSUUID x]", .malformedValue(className: "NSUUID"), "/0"),
    ("[!NSNumber x]", .malformedValue(className: "NSNumber"), "/0"),
    ("[!NSNumber '18446744073709551616']", .malformedValue(className: "NSNumber"), "/0"),
    ("[!NSDate x]", .malformedValue(className: "NSDate"), "/0"),
    ("[!NSMutableData '*']", .malformedValue(className: "NSMutableData"), "/0"),
    ("[!$top {}]", .misplacedTag("!$top"), "/0"),
    ("!A:NSObject {l: &a !$inline [], m: *a}", .sharedPart, "/l"),
    ("!A:NSObject {1: 2}", .keyOfObject, "/1"),
    ("[!$ref '1']", .unknownReference("1"), ""),
    ("[!$id:1 [], !$id:1 []]", .repeatedLabel("1"), ""),
    ("!$id:1:$ref '1'", .misplacedTag("!$id:1:$ref"), ""),
    ("!A:NSObject {l: &a !$inline x, m: *a}", .sharedPart, "/l"),
  ]

  @Test(arguments: problems)
  func refusesWhatIsNoObject(yaml: String, problem: Problem, path: String) throws {
    let error = #expect(throws: DecantError.self) {
      try convert(Array(yaml.utf8), from: .yaml, by: Plan(to: .keyedArchive))
    }
    #expect(error?.problem == .keyedArchive(problem))
    #expect((error?.path?.description ?? "") == path)
  }

  @Test func othersTagsAreLossesOfType() throws {
    let yaml = Array("[!Sub x, !A [1]]".utf8)
    let losses = Losses()
    var plan = Plan(to: .keyedArchive)
    plan.losses = losses
    let archive = try convert(yaml, from: .yaml, by: plan)
    #expect(
      try convert(archive, from: .keyedArchive, by: .compact(.json)) == Array("[\"x\",[1]]\n".utf8))
    #expect(losses.entries.map(\.kind) == [.tag])
    plan.fidelity = .strict
    #expect(throws: DecantError.self) { try convert(yaml, from: .yaml, by: plan) }
    plan.fidelity = .tagged
    var back = Plan(to: .yaml)
    back.fidelity = .tagged
    let tagged = try convert(yaml, from: .yaml, by: plan)
    let again = try convert(tagged, from: .keyedArchive, by: back)
    #expect(String(decoding: again, as: UTF8.self) == "- !Sub x\n- !A\n  - 1\n")
  }

  @Test func deepAndWideDocumentsNeedNoStack() throws {
    for (open, close) in [("[", "]"), ("!$inline [", "]"), ("{a: ", "}")] {
      let depth = 20_000
      let text =
        "{$class: A, a: " + String(repeating: open, count: depth) + "x"
        + String(repeating: close, count: depth) + "}"
      var plan = Plan(to: .keyedArchive)
      plan.reading.maximumDepth = .max
      let archive = try convert(Array(text.utf8), from: .yaml, by: plan)
      var reading = Plan(to: .jsonLines)
      reading.reading.maximumDepth = .max
      #expect(try convert(archive, from: .propertyList, by: reading).count > depth)
    }
  }

  static let spellings: [([String], [String], String)] = [
    (["A", "NSObject"], [], "A:NSObject"), (["A"], [], "A:"), (["NSObject"], [], "NSObject:"),
    (["A", "B", "C"], [], "A:B:C:"), (["A", "NSObject"], ["B", "C"], "A:NSObject?B?C"),
    (["A b", "é:?", "NSObject"], ["~"], "A~20b:~C3~A9~3A~3F:NSObject?~7E"),
    (["$a", ""], [""], "~24a::?"), (["", "NSObject"], [], ":NSObject"),
  ]

  @Test(arguments: spellings)
  func spellsClassesInTags(names: [String], hints: [String], spelling: String) {
    let list = KeyedArchiveClass(names: names, hints: hints)
    #expect(list.tagText == spelling)
    #expect(KeyedArchiveClass(tagText: spelling[...]) == list)
  }

  @Test func keepsHintsAndUnusualObjects() throws {
    let json = Array(
      #"""
      {"$archiver":"NSKeyedArchiver","$version":100000,"$top":{"root":{"CF$UID":1}},"$objects":["$null",
      {"$class":{"CF$UID":2},"NS.objects":[{"CF$UID":3},{"CF$UID":6},{"CF$UID":8},{"CF$UID":0}]},
      {"$classname":"NSArray","$classes":["NSArray","NSObject"]},
      {"$class":{"CF$UID":4},"a":"inline","b":[1,{"c":{"CF$UID":1}}],"d":{"$date":"2001-01-01T00:00:00Z"}},
      {"$classname":"B c","$classes":["B c","D"],"$classhints":["E"]},"unused",
      {"$class":{"CF$UID":7},"NS.objects":[]},{"$classname":"NSArray","$classes":["NSArray"]},
      {"$class":{"CF$UID":2},"NS.objects":["$null"]}]}
      """#.utf8)
    var tagged = Plan(to: .binaryPropertyList)
    tagged.fidelity = .tagged
    let archive = try convert(json, from: .json, by: tagged)
    let graph = try ArchiveGraph(archive)
    for format in [Format.yaml, .json, .keyedArchive] {
      tagged.target = format
      let there = try convert(archive, from: .keyedArchive, by: tagged)
      tagged.target = .keyedArchive
      let back = try convert(there, from: format, by: tagged)
      #expect(graph.difference(from: try ArchiveGraph(back)) == nil)
    }
  }
}
