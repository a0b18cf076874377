import Decant
import DecantTestSupport
import Foundation
import Testing

/// The archives of Foundation's own tests, and what its NSKeyedUnarchiver reads from them.
@Suite struct KeyedArchiveTests {
  static let expected = [
    "ArrayTest": #"["baa","baa","black","sheep"]"#,
    "ComplexTest": """
    {"array":[null,"hello",34545,{"key":"val"}],"string":"hello",\
    "url":"https://www.swift.org/index.xml","uuid":"71DC068E-3420-45FF-919E-3A267D55EC22"}
    """,
    "ConcreteValueTest": "[1,2,3]",
    "EdgeInsetsTest": #"{"bottom":3.0,"left":2.0,"right":4.0,"top":1.0}"#,
    "NotificationTest": """
    {"$class":"NSNotification","NS.name":"notification-name","NS.object":"notification-object",\
    "NS.userinfo":{"notification-key":"notification-val"}}
    """,
    "OrderedSetTest": #"["valgeir","nico","puzzle"]"#,
    "RangeTest": #"{"length":98345,"location":97345}"#,
    "RectTest": #"{"origin":{"x":400,"y":300},"size":{"height":300,"width":200}}"#,
    "URLTest": #""https://www.example.com/foo.xml""#,
    "UUIDTest": #""0AD863BA-7584-40CF-8896-BD87B3280C34""#,
  ]

  static let files = Corpora.files(inSuite: "keyed-archives")

  @Test(arguments: files)
  func givesWhatFoundationGives(file: Corpora.File) throws {
    let name = file.name.replacing("NSKeyedUnarchiver-", with: "").replacing(".plist", with: "")
    let json = try #require(Self.expected[name])
    for bytes in [file.bytes, try Self.binary(file.bytes)] {
      var plan = Plan.compact(.json)
      // Foundation's dictionaries have no order.
      plan.keyOrder = .byBytes
      let output = try convert(bytes, from: .keyedArchive, by: plan)
      #expect(String(decoding: output, as: UTF8.self) == json + "\n")
    }
  }

  @Test(arguments: files)
  func isToldByItsContent(file: Corpora.File) throws {
    for bytes in [file.bytes, try Self.binary(file.bytes)] {
      let destination = MemoryDestination()
      try Transcoder(to: .jsonLines).run(from: .bytes(bytes), to: destination)
      let expected = try convert(bytes, from: .keyedArchive, by: .compact(.jsonLines))
      #expect(destination.bytes == expected)
    }
  }

  @Test(arguments: files)
  func comesBackFromEveryNotation(file: Corpora.File) throws {
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .tagged
    let events = try convert(file.bytes, from: .keyedArchive, by: plan)
    let graph = try ArchiveGraph(file.bytes)
    for format in [Format.keyedArchive, .yaml, .json, .xmlPropertyList] {
      plan.target = format
      let there = try convert(file.bytes, from: .keyedArchive, by: plan)
      plan.target = .keyedArchive
      let back = try convert(there, from: format, by: plan)
      plan.target = .jsonLines
      #expect(try convert(back, from: .keyedArchive, by: plan) == events)
      #expect(graph.difference(from: try ArchiveGraph(back)) == nil)
    }
  }

  static let documents = [
    #"{"a":[1,2.5,"x",true,{"b":"é😀"}],"c":{"d":[]},"e":-9223372036854775808}"#,
    #"["x","x",1,1,[],{},"long \#(String(repeating: "text ", count: 100))"]"#,
  ]

  @Test(.enabled(if: Oracle.bpylist2.isInstalled), arguments: documents)
  func isReadByAnotherReader(json: String) throws {
    let archive = try convert(Array(json.utf8), from: .json, by: Plan(to: .keyedArchive))
    let back = try #require(try Oracle.bpylist2.run(archive))
    #expect(
      try Value(parsing: String(decoding: back, as: UTF8.self), as: .json)
        == Value(parsing: json, as: .json))
  }

  private static func binary(_ bytes: [UInt8]) throws -> [UInt8] {
    // SAFETY: no pointer is passed, as the format is not needed.
    let list = try unsafe PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: nil)
    return Array(
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
  }
}
