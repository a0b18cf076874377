import DecantTestSupport
import Foundation
import Testing

/// What edits copy, and what files share, has one limit, so that a short input cannot fill the memory.
@Suite struct CopyBudgetTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let copiesTooMuch = "the edits copy more than 10000000 nodes"
  private static let hint = "hint: --max-alias-nodes N allows more"

  /// An edit of the fewest gigabytes that would run out of memory.
  private func isRefused(_ command: String, _ message: String) throws {
    let run = try scratch.shell("ulimit -v 1000000; decant edit --dry-run \(command)")
    #expect(run.status == 65 && run.errors.contains(message), "\(command): \(run.errors)")
    #expect(run.errors.contains(Self.hint), "\(command): \(run.errors)")
  }

  // MARK: Edits

  /// Each copy doubles the document: 24 of them would be gigabytes.
  @Test(arguments: ["json", "yaml", "toml", "xml1", "openstep", "binary1", "cbor", "msgpack"])
  func copiesOfTheWholeAreLimited(format: String) throws {
    let copies = (0..<24).map { #"{"op":"copy","from":"","path":"/k\#($0)"}"# }
    try scratch.write("[\(copies.joined(separator: ","))]", to: "copies.json")
    try scratch.write(#"{"a":{"b":"c"}}"#, to: "a.json")
    #expect(try scratch.shell("decant -t \(format) -o a.\(format) a.json").status == 0)
    try isRefused("-f \(format) --patch copies.json a.\(format)", Self.copiesTooMuch)
    let words = (0..<24).map { "--copy '' /k\($0)" }.joined(separator: " ")
    try isRefused("\(words) -f \(format) a.\(format)", Self.copiesTooMuch)
  }

  /// The records of a file together.
  @Test func copiesInManyRecordsAreLimited() throws {
    try scratch.write(String(repeating: "{\"a\":1}\n", count: 400), to: "a.jsonl")
    let words = (0..<12).map { "--copy '' /k\($0)" }.joined(separator: " ")
    try isRefused("\(words) a.jsonl", Self.copiesTooMuch)
  }

  /// Each of 24 values is a list of the one before, twice: separated, the last one would have 16 million elements.
  @Test func separatedAliasesAreLimited() throws {
    let levels = (1...24).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }
    try scratch.write("a0: &a0 x\n" + levels.joined() + "b: *a24\nc: *a24\n", to: "a.yaml")
    try isRefused("--aliases keep --set /b/0 1 a.yaml", Self.copiesTooMuch)
  }

  /// A hundred thousand bytes in each of five thousand places.
  @Test func valuesForManyPlacesAreLimited() throws {
    let long = String(repeating: "x", count: 100_000)
    func list(of element: String, _ count: Int) -> String {
      "[\(Array(repeating: element, count: count).joined(separator: ","))]"
    }
    try scratch.write(list(of: #"{"a":1}"#, 5000), to: "a.json")
    try scratch.write(list(of: "1", 50_000), to: "list.json")
    for words in [
      "--set '/*/a' \(long)", "--set '/*/b' \(long)", "--set '/*/\(long)' 1",
      "--insert '/*/b' \(long)",
      "--rename '/*/a' \(long)", "--set-json '/*/a' @list.json",
    ] {
      try isRefused("\(words) a.json", Self.copiesTooMuch)
    }
    #expect(try scratch.shell("decant -t yaml -o a.yaml a.json").status == 0)
    try isRefused("--comment '/*/a' \(long) a.yaml", Self.copiesTooMuch)
    // A value in one place is not copied, and short ones are in proportion to the document.
    #expect(try scratch.shell("decant edit -n --set-json /0 @list.json a.json").status == 0)
    #expect(try scratch.shell("decant edit -n --set '/*/a' two a.json").status == 0)
  }

  private static let formats = [
    "json", "yaml", "toml", "xml1", "openstep", "cbor", "msgpack", "binary1",
  ]

  /// The cost of nodes by their definition in the manual, in a model of the document.
  private struct Model {
    var generator: SeededGenerator
    /// The costs of the values at the keys of the root.
    var costs: [String: Int] = [:]
    var texts: [String: String] = [:]
    var spent = 0

    static func cost(_ length: Int) -> Int { 16 * (1 + length / 16) }

    var cost: Int { costs.reduce(Self.cost(0)) { $0 + Self.cost($1.key.utf8.count) + $1.value } }

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      for number in 0..<Int.random(in: 1...4, using: &generator) {
        let text = String(repeating: "x", count: Int.random(in: 1...70, using: &generator))
        texts["key\(number)"] = text
        costs["key\(number)"] = Self.cost(text.utf8.count)
      }
    }

    /// Makes a copy of the root or of one of its values, and returns it as an operation of a JSON Patch.
    mutating func copy(to number: Int) -> String {
      let source =
        Int.random(in: 0..<3, using: &generator) > 0
        ? nil : costs.keys.sorted().randomElement(using: &generator)
      let copied = source.flatMap { costs[$0] } ?? cost
      costs["copy\(number)"] = copied
      spent += copied
      return #"{"op":"copy","from":"\#(source.map { "/" + $0 } ?? "")","path":"/copy\#(number)"}"#
    }
  }

  /// What random copies cost beyond 16 for each byte of the file is the least limit that allows them.
  @Test(arguments: Thoroughness.cases(of: Array(0..<80)))
  func theLimitIsExact(seed: UInt64) throws {
    var model = Model(seed: seed)
    let format = Self.formats[Int(seed / 5) % Self.formats.count]
    let pairs = model.texts.sorted { $0.key < $1.key }.map { #""\#($0)":"\#($1)""# }
    try scratch.write("{\(pairs.joined(separator: ","))}", to: "a.json")
    #expect(try scratch.shell("decant -c -t \(format) -o a.\(format) a.json").status == 0)
    let size = try Data(contentsOf: URL(filePath: "\(scratch.path)/a.\(format)")).count
    var copies: [String] = []
    while model.spent <= 16 * size + 1000 { copies.append(model.copy(to: copies.count)) }
    try scratch.write("[\(copies.joined(separator: ","))]", to: "patch.json")
    let limit = model.spent - 16 * size
    let words = "decant edit -n --patch patch.json -f \(format) a.\(format) --max-alias-nodes"
    let allowed = try scratch.shell("\(words) \(limit)")
    #expect(allowed.status == 0, "\(format): \(allowed.errors)")
    let refused = try scratch.shell("\(words) \(limit - 1)")
    #expect(refused.status == 65, "\(format)")
    #expect(refused.errors.contains("the edits copy more than \(limit - 1) nodes"))
  }

  // MARK: Shared objects

  /// A binary property list of lists, each of the next one twice: `[[[…], […]], 7]`.
  private static func list(levels: Int) -> [UInt8] {
    let lists = (0..<levels).map { [0xA2, UInt8($0) + 2, UInt8($0) + 2] }
    return BinaryPropertyList(objects: [[0xA2, 1, UInt8(levels) + 1]] + lists + [[0x10, 7]]).bytes
  }

  @Test(
    arguments: [20, 21, 30, 60],
    ["--delete /1", "--set /1 8", "--set /0 1", "--copy /1 /-"])
  func sharedObjectsAreLimited(levels: Int, words: String) throws {
    let file = URL(filePath: "\(scratch.path)/shared.bplist")
    try Data(Self.list(levels: levels)).write(to: file)
    let run = try scratch.shell("ulimit -v 500000; decant edit -n \(words) shared.bplist")
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("shared objects expand to more than 10000000 nodes"))
    #expect(run.errors.contains(Self.hint))
  }

  /// The archive keeps its objects shared, so that no edit expands them.
  @Test(.enabled(if: Oracle.python.isInstalled)) func sharedObjectsOfArchivesStayShared() throws {
    try scratch.write(
      """
      import plistlib, sys
      from plistlib import UID
      if sys.argv[1] == "write":
        objects = ["$null"] + [
          {"NS.objects": [UID(i + 3), UID(i + 3)], "$class": UID(1)} for i in range(60)] + ["x"]
        objects.insert(1, {"$classname": "NSArray", "$classes": ["NSArray", "NSObject"]})
        top = {"root": UID(2), "n": 1}
        plistlib.dump({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": top, "$objects": objects},
          open("a.plist", "wb"), fmt=plistlib.FMT_BINARY)
      else:
        archive = plistlib.load(open("a.plist", "rb"))
        print(archive["$top"]["n"], len(archive["$objects"]))
      """, to: "archive.py")
    let run = try scratch.shell(
      """
      python3 archive.py write && (ulimit -v 500000; decant edit -i --set /n 7 a.plist) &&
      python3 archive.py read
      """)
    #expect(run.status == 0 && run.output == "7 63\n", "\(run)")
  }
}
