import DecantTestSupport
import Testing
import Decant
import DecantConversion
import DecantCore

@Suite struct KeyedArchiveReaderTests {
  /// Returns an archive of objects in tagged JSON; `@n` is a reference to object n.
  private static func archive(
    _ objects: String, top: String = #"{"root":@1}"#,
    head: String =
      #""$archiver":"NSKeyedArchiver","$version":100000"#
  ) throws -> [UInt8] {
    let json = #"{\#(head),"$top":\#(top),"$objects":["$null",\#(objects)]}"#
      .replacing(/@([0-9]+)/) { match in #"{"CF$UID":\#(match.output.1)}"# }
    var plan = Plan(to: .binaryPropertyList)
    plan.fidelity = .tagged
    return try convert(Array(json.utf8), from: .json, by: plan)
  }

  private static func kind(_ name: String) -> String {
    #"{"$classname":"\#(name)","$classes":["\#(name)","NSObject"]}"#
  }

  private static func read(
    _ archive: [UInt8], _ adjust: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> String {
    var options = ReadingOptions()
    adjust(&options)
    return try events(of: archive, as: .keyedArchive, reading: options)
  }

  // NSKeyedUnarchiver's nil, and NSKeyedArchiver's keys that begin with a dollar sign.
  static let escapes: [(String, String)] = [
    (#""$null""#, "null"),
    (
      #"{"$class":@2,"NS.objects":[@3,@4,"$null"]},\#(kind("NSArray")),"$null","#
        + #"{"$class":@5,"NS.string":"$null"},\#(kind("NSString"))"#,
      #"[ null "$null" "$null" ]"#
    ),
    (
      #"{"$class":@2,"a":@3,"b":[@3,@0]},\#(kind("Landmark")),"$null""#,
      #"{ "$class": "Landmark" "a": null "b": [ null null ] }"#
    ),
    (#"{"$class":@2,"$0":"c","$1":@3},\#(kind("NSValue")),"$null""#, "null"),
    (
      #"{"$class":@2,"$$a":1,"$$$b":2,"$0":3,"c$$d":4,"$$":5},\#(kind("Landmark"))"#,
      #"{ "$class": "Landmark" "$a": 1 "$$b": 2 "$0": 3 "c$$d": 4 "$": 5 }"#
    ),
    (
      #"{"$class":@2,"NS.keys":[@3],"NS.objects":[@3]},\#(kind("NSDictionary")),"$$a""#,
      #"{ "$$a": "$$a" }"#
    ),
  ]

  @Test(arguments: escapes)
  func undoesTheEscapesOfTheArchiver(objects: String, expected: String) throws {
    #expect(try Self.read(try Self.archive(objects)) == expected)
  }

  @Test func undoesTheEscapesOfWhatWasArchived() throws {
    let archive = try Self.archive(#""x""#, top: #"{"$$root":@1,"b":@0}"#)
    #expect(try Self.read(archive) == #"{ "$root": "x" "b": null }"#)
  }

  static let orders: [[String]] = [
    [#""$archiver":"NSKeyedArchiver""#, #""$version":100000"#, "$top", "$objects"],
    [#""$version":100000"#, "$objects", "$top", #""$archiver":"NSKeyedArchiver""#],
    ["$objects", "$top", #""$archiver":"NSKeyedArchiver""#, #""$version":100000"#],
    ["$top", "$objects", #""$version":100000"#, #""$archiver":"NSKeyedArchiver""#],
  ]

  @Test(arguments: orders, [Format.xmlPropertyList, .binaryPropertyList, .openStepPropertyList])
  func isToldByItsContentWhateverTheOrder(order: [String], format: Format) throws {
    let long = String(repeating: "long ", count: 30_000)
    let parts = order.map { part in
      switch part {
      case "$top": #""$top":{"root":{"CF$UID":1}}"#
      case "$objects": #""$objects":["$null","\#(long)"]"#
      default: part
      }
    }
    let xml = try convert(
      Array("{\(parts.joined(separator: ","))}".utf8), from: .json, by: Plan(to: .xmlPropertyList))
    let archive = try convert(xml, from: .xmlPropertyList, by: .compact(format))
    for (target, isDecoded) in [
      (Format.json, true), (.yaml, true), (.jsonLines, true), (.xmlPropertyList, false),
      (.binaryPropertyList, false), (.openStepPropertyList, false), (.strings, false),
      (.propertyList, false),
    ] {
      var input = try Input(.bytes(archive), detecting: .standard)
      let found = input.format.name
      #expect(found == format.name)
      try input.refine(for: target)
      let refined = input.format.name
      #expect(refined == (isDecoded ? "keyedarchive" : format.name), "\(target.name)")
    }
    let text = try convert(archive, from: .keyedArchive, by: .compact(.json))
    #expect(String(decoding: text, as: UTF8.self) == "\"\(long)\"\n")
  }

  @Test(arguments: [
    #"{"a":1}"#, "[1]", "1", "{}", #"{"$archiver":"decant","$objects":[],"b":"NSKeyedArchiver"}"#,
    #"{"$version":1,"a":{"$archiver":"NSKeyedArchiver"}}"#, #"{"$top":1,"$objects":"$archiver"}"#,
    #"{"a":1,"$archiver":"NSKeyedArchiver","$objects":[]}"#, #"{"$archiver":["NSKeyedArchiver"]}"#,
  ])
  func otherPropertyListsAreNotArchives(json: String) throws {
    for format in [Format.xmlPropertyList, .binaryPropertyList, .openStepPropertyList] {
      let list = try convert(Array(json.utf8), from: .json, by: Plan(to: format))
      var input = try Input(.bytes(list), as: format)
      try input.refine(for: .json)
      let found = input.format.name
      // The first key of a binary property list is not enough to recognize an archive.
      if found == "keyedarchive" {
        #expect(format.name == "binary1" && json.hasPrefix("{\"a\":1,"))
      }
    }
  }

  static let readings: [(String, String)] = [
    (#""text""#, #""text""#), ("5", "5"), ("true", "true"), ("1.5", "1.5"),
    (#"{"$class":@2,"a":0},\#(kind("NSNull"))"#, "null"),
    (#"{"$class":@2,"NS.objects":[]},\#(kind("NSSet"))"#, "[ ]"),
    (#"{"$class":@2,"NS.objects":[@0,@3]},\#(kind("NSArray")),7"#, "[ null 7 ]"),
    (
      #"{"$class":@2,"NS.object.0":@3,"NS.object.1":@3},\#(kind("NSMutableOrderedSet")),7"#,
      "[ 7 7 ]"
    ),
    (
      #"{"$class":@2,"NS.keys":[@3],"NS.objects":[@4]},\#(kind("NSDictionary")),"k",7"#,
      #"{ "k": 7 }"#
    ),
    (
      #"{"$class":@2,"NS.key.0":@3,"NS.object.0":@4},\#(kind("NSMutableDictionary")),"k",7"#,
      #"{ "k": 7 }"#
    ),
    (#"{"$class":@2,"NS.string":"s"},\#(kind("NSMutableString"))"#, #""s""#),
    (#"{"$class":@2,"NS.bytes":{"$data":"w6k="}},\#(kind("NSString"))"#, #""é""#),
    (#"{"$class":@2,"NS.intval":3},\#(kind("NSNumber"))"#, "3"),
    (#"{"$class":@2,"NS.time":0.5},\#(kind("NSDate"))"#, "date(2001-01-01T00:00:00.5Z)"),
    (#"{"$class":@2,"NS.data":{"$data":"AQI="}},\#(kind("NSData"))"#, "data(0102)"),
    (
      #"{"$class":@2,"a":@3,"b":[1,@3],"c":{"d":@0}},\#(kind("Landmark")),"x""#,
      #"{ "$class": "Landmark" "a": "x" "b": [ 1 "x" ] "c": { "d": null } }"#
    ),
  ]

  @Test(arguments: readings)
  func readsEachClass(objects: String, script: String) throws {
    #expect(try Self.read(Self.archive(objects)) == script)
  }

  @Test func classNamesMayBeDropped() throws {
    let archive = try Self.archive(#"{"$class":@2,"a":1},\#(Self.kind("Landmark"))"#)
    #expect(try Self.read(archive) { $0.classNames = .drop } == #"{ "a": 1 }"#)
  }

  @Test func severalThingsThatWereArchivedAreAMapping() throws {
    let archive = try Self.archive(#""x""#, top: #"{"a":@1,"b":true,"c":@0}"#)
    #expect(try Self.read(archive) == #"{ "a": "x" "b": true "c": null }"#)
    #expect(try Self.read(Self.archive("1", top: #"{"one":@1}"#)) == #"{ "one": 1 }"#)
  }

  @Test func keysMayBeAnything() throws {
    let archive = try Self.archive(
      #"{"$class":@2,"NS.keys":[@3,@4],"NS.objects":[@3,@4]},\#(Self.kind("NSDictionary")),5,"x""#)
    #expect(try Self.read(archive) == #"{ 5: 5 "x": "x" }"#)
  }

  @Test func anObjectInsideItselfIsAnAliasInYAMLAndAnErrorElsewhere() throws {
    let archive = try Self.archive(
      #"{"$class":@2,"NS.objects":[@1,@3]},\#(Self.kind("NSArray")),{"$class":@2,"NS.objects":[]}"#)
    let yaml = try convert(archive, from: .keyedArchive, by: Plan(to: .yaml))
    #expect(String(decoding: yaml, as: UTF8.self) == "&o1\n- *o1\n- []\n")
    let error = #expect(throws: DecantError.self) {
      try convert(archive, from: .keyedArchive, by: .compact(.json))
    }
    #expect(error?.problem == .keyedArchive(.cycle))
    #expect(error?.path?.description == "/0")
    #expect(error?.offset != nil)
    #expect(throws: DecantError.self) { try Value(parsing: archive, as: .keyedArchive) }
  }

  @Test func theErrorOfACycleHasItsPlaceInTheData() throws {
    let archive = try Self.archive(
      #"{"$class":@4,"NS.keys":["a","b"],"NS.objects":[@2,1]},"#
        + #"{"$class":@5,"NS.objects":["x",@3]},{"$class":@4,"NS.keys":["up"],"NS.objects":[@1]},"#
        + "\(Self.kind("NSDictionary")),\(Self.kind("NSArray"))")
    let output = MemoryDestination()
    let error = #expect(throws: DecantError.self) {
      try Transcoder(from: .keyedArchive, to: .json).run(from: .bytes(archive), to: output)
    }
    #expect(error?.path?.description == "/a/1/up")
    // Errors in an archive are found before anything is written.
    #expect(output.bytes.isEmpty)
  }

  typealias Problem = DecantError.KeyedArchiveProblem

  static let problems: [(String, Problem, String)] = [
    (#"{"a":1}"#, .noClass, "/$objects/1"),
    (#"[@1]"#, .noClass, "/$objects/1"),
    (#"@1"#, .noClass, "/$objects/1"),
    (#"{"$class":@0,"a":0}"#, .noClass, "/$objects/1"),
    (#"{"$class":@1,"a":0}"#, .noClass, "/$objects/1"),
    (#"{"$class":5,"a":0}"#, .noClass, "/$objects/1"),
    (#"{"$class":@9,"a":0}"#, .danglingReference("9", objects: 2), "/$objects/1"),
    (
      #"{"$class":@2,"NS.objects":[@3]},\#(kind("NSArray"))"#,
      .danglingReference("3", objects: 3), "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.objects":[@18446744073709551615]},\#(kind("NSArray"))"#,
      .danglingReference("18446744073709551615", objects: 3), "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.objects":5},\#(kind("NSArray"))"#, .malformedObject(className: "NSArray"),
      "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.keys":[@0],"NS.objects":[]},\#(kind("NSDictionary"))"#,
      .malformedObject(className: "NSDictionary"), "/$objects/1"
    ),
    (
      #"{"$class":@2,"a":0},\#(kind("NSString"))"#, .malformedObject(className: "NSString"),
      "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.string":@1},\#(kind("NSString"))"#,
      .malformedObject(className: "NSString"), "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.bytes":{"$data":"/w=="}},\#(kind("NSString"))"#,
      .malformedObject(className: "NSString"), "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.intval":@1},\#(kind("NSNumber"))"#,
      .malformedObject(className: "NSNumber"), "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.time":"x"},\#(kind("NSDate"))"#, .malformedObject(className: "NSDate"),
      "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.time":1e300},\#(kind("NSDate"))"#, .malformedObject(className: "NSDate"),
      "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.data":"x"},\#(kind("NSData"))"#, .malformedObject(className: "NSData"),
      "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.uuidbytes":{"$data":"AQI="}},\#(kind("NSUUID"))"#,
      .malformedObject(className: "NSUUID"), "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.base":@1,"NS.relative":"x"},\#(kind("NSURL"))"#,
      .malformedObject(className: "NSURL"), "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.special":3,"NS.rectval":"{1, 2}"},\#(kind("NSValue"))"#,
      .malformedObject(className: "NSValue"), "/$objects/1"
    ),
    (
      #"{"$class":@2,"$0":"i","$1":@1},\#(kind("NSValue"))"#,
      .malformedObject(className: "NSValue"), "/$objects/1"
    ),
    (
      #"{"$class":@2,"NS.count":2,"$0":1},\#(kind("_NSKeyedCoderOldStyleArray"))"#,
      .malformedObject(className: "_NSKeyedCoderOldStyleArray"), "/$objects/1"
    ),
  ]

  @Test(arguments: problems)
  func pointsAtTheObjectAtFault(objects: String, problem: Problem, path: String) throws {
    let error = Transcript(reading: try Self.archive(objects), as: .keyedArchive).error
    #expect(error?.problem == .keyedArchive(problem))
    #expect(error?.path?.description == path)
  }

  @Test(arguments: [Format.xmlPropertyList, .openStepPropertyList])
  func aMistakeInTextHasALine(format: Format) throws {
    let long = (0..<3000).map { "\"text \($0)\"" }.joined(separator: ",")
    let archive = try Self.archive(
      #"{"$class":@2,"NS.time":"x"},\#(Self.kind("NSDate")),\#(long)"#)
    let text = try convert(archive, from: .binaryPropertyList, by: Plan(to: format))
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = try #require(
      lines.firstIndex { String(decoding: $0, as: UTF8.self).contains("NS.time") })
    for feeding in [Transcript.Feeding(), Transcript.Feeding(sizes: [1000], capacity: 64)] {
      let error = try #require(
        Transcript(reading: text, as: .keyedArchive, feeding: feeding).error)
      #expect(error.problem == .keyedArchive(.malformedObject(className: "NSDate")))
      // The time is some lines after the beginning of its object.
      let position = try #require(error.position)
      #expect((line - 5...line + 1).contains(position.line))
      #expect(position.column > 1)
    }
  }

  static let heads: [(String, Problem)] = [
    (#""$version":100000"#, .notAnArchive),
    (#""$archiver":"NSArchiver","$version":100000"#, .notAnArchive),
    (#""$archiver":"NSKeyedArchiver""#, .unknownVersion),
    (#""$archiver":"NSKeyedArchiver","$version":1"#, .unknownVersion),
  ]

  @Test(arguments: heads)
  func refusesWhatIsNotAnArchive(head: String, problem: Problem) throws {
    let error = Transcript(
      reading: try Self.archive("1", head: head), as: .keyedArchive
    ).error
    #expect(error?.problem == .keyedArchive(problem))
  }

  @Test func nestingAndCopiesHaveTheirLimits() throws {
    let count = 1100
    let chain = (1...count).map { #"{"$class":@\#(count + 1),"NS.objects":[@\#($0 % count + 1)]}"# }
    let ring = try Self.archive(
      chain.joined(separator: ",") + "," + Self.kind("NSArray"))
    #expect(
      Transcript(reading: ring, as: .keyedArchive).error?.problem == .tooDeep(limit: 1000))

    let levels = (1...40).map { #"{"$class":@42,"NS.objects":[@\#($0 + 1),@\#($0 + 1)]}"# }
    let bomb = try Self.archive(levels.joined(separator: ",") + ",1," + Self.kind("NSArray"))
    var options = ReadingOptions()
    options.maximumAliasNodes = 10_000
    var plan = Plan.compact(.json)
    plan.reading = options
    let error = #expect(throws: DecantError.self) {
      try convert(bomb, from: .keyedArchive, by: plan)
    }
    #expect(error?.problem == .tooManyAliasNodes(limit: 10_000))
    // Not even the events before the first copy are emitted.
    options.needs.insert(.expandedAliases)
    #expect(Transcript(reading: bomb, as: .keyedArchive, options).entries.isEmpty)
  }

  @Test func everyPrefixAndEveryChangedByteHoldsTheInvariants() throws {
    let sample = try Self.archive(
      #"""
      {"$class":@2,"NS.keys":[@3,@4],"NS.objects":[@5,@5]},\#(Self.kind("NSDictionary")),"k",5,
      {"$class":@6,"NS.objects":[@1,@7]},\#(Self.kind("NSArray")),{"$class":@8,"NS.special":4,
      "NS.rangeval.location":1,"NS.rangeval.length":2},\#(Self.kind("NSValue"))
      """#)
    for count in 0..<sample.count {
      let violation = Invariants.violation(of: [0x11] + sample.prefix(count), as: .keyedArchive)
      #expect(violation == nil)
    }
    for index in sample.indices {
      for change: UInt8 in [0x01, 0x04, 0x10, 0x80] {
        var bytes = sample
        bytes[index] ^= change
        let violation = Invariants.violation(of: [0x11] + bytes, as: .keyedArchive)
        #expect(violation == nil, "byte \(index) ^ \(change)")
      }
    }
  }

  static let addresses: [(String, String, String)] = [
    ("http://a/b/c/d;p?q", "g:h", "g:h"), ("http://a/b/c/d;p?q", "g", "http://a/b/c/g"),
    ("http://a/b/c/d;p?q", "./g", "http://a/b/c/g"),
    ("http://a/b/c/d;p?q", "g/", "http://a/b/c/g/"),
    ("http://a/b/c/d;p?q", "/g", "http://a/g"), ("http://a/b/c/d;p?q", "//g", "http://g"),
    ("http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"),
    ("http://a/b/c/d;p?q", "g?y#s", "http://a/b/c/g?y#s"),
    ("http://a/b/c/d;p?q", "", "http://a/b/c/d;p?q"), ("http://a/b/c/d;p?q", ".", "http://a/b/c/"),
    ("http://a/b/c/d;p?q", "..", "http://a/b/"), ("http://a/b/c/d;p?q", "../g", "http://a/b/g"),
    ("http://a/b/c/d;p?q", "../..", "http://a/"),
    ("http://a/b/c/d;p?q", "../../../g", "http://a/g"),
    ("http://a/b/c/d;p?q", "/./g", "http://a/g"), ("http://a/b/c/d;p?q", "/../g", "http://a/g"),
    ("http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y"),
    ("http://a/b/c/d;p?q", "#s", "http://a/b/c/d;p?q#s"),
    ("https://www.example.com", "foo.xml", "https://www.example.com/foo.xml"),
  ]

  /// RFC 3986, section 5.4.
  @Test(arguments: addresses)
  func resolvesAddresses(base: String, reference: String, result: String) {
    let resolved = URIReference(reference).resolved(
      against: URIReference(base), keepsParents: false)
    #expect(resolved.description == result)
  }
}
