import DecantTestSupport
import Foundation
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

/// Printed types compile, decode the documents that they were made from, and encode them again.
@Suite(.enabled(if: TypesProgram.isAvailable)) struct TypesProgramTests {
  static let samples =
    (Corpora.files(inPackage: "Samples") + Corpora.files(inPackage: "Samples/Data"))
    .filter { !["sh", "md"].contains($0.name.split(separator: ".").last) }

  @Test func describesEverySample() throws {
    var program = TypesProgram()
    for (index, sample) in Self.samples.enumerated() {
      let plain = try types(ofFiles: [sample.path])
      if plain.contains("enum RootClasses") {
        program.add(plain, named: "Sample\(index)", archive: sample.path)
        continue
      }
      program.add(plain, named: "Sample\(index)", files: [sample.path])
      let rich = try types(ofFiles: [sample.path]) {
        $0.findsEnumerations = true
      }
      program.add(rich, named: "RichSample\(index)", files: [sample.path])
    }
    #expect(Self.samples.count > 15)
    #expect(try program.problems(in: Scratch()) == "")
  }

  @Test func describesRandomDocuments() throws {
    let scratch = try Scratch()
    var program = TypesProgram()
    for seed in Thoroughness.cases(of: Array(1...50)) {
      let records = RandomRecords(seed: UInt64(seed))
      let files = try Self.write(records, "set\(seed)", in: scratch)
      let source = try types(ofFiles: files) { $0.findsEnumerations = seed % 2 == 0 }
      program.add(source, named: "Set\(seed)", files: files)
    }
    #expect(try program.problems(in: scratch) == "")
  }

  /// Outputs whose roots have different names can be in one module.
  @Test func severalOutputsAreInOneModule() throws {
    let scratch = try Scratch()
    let texts = ["{\"x\": null}", "{\"x\": 1}", "{}"]
    for name in ["Feed", "Log"] {
      try scratch.write(try types(of: texts, named: name), to: "\(name).swift")
    }
    let program = """
      import Decant

      for text in [#"{"x":null}"#, #"{"x":1}"#, "{}"] {
        let feed = try Format.json.decode(Feed.self, from: text)
        let log = try Format.json.decode(Log.self, from: text)
        try print(Format.jsonLines.encodeText(feed), Format.jsonLines.encodeText(log), terminator: "")
      }

      """
    try scratch.write(program, to: "main.swift")
    let compiled = try TypesProgram.compile(["Feed.swift", "Log.swift", "main.swift"], in: scratch)
    #expect(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
    let lines = [#"{"x":null}"#, #"{"x":1}"#, "{}"]
    let run = try scratch.shell("./program")
    #expect(run.output == lines.map { "\($0)\n \($0)\n" }.joined(), "\(run.errors)")
  }

  @Test func describesDocumentsOfSeveralFormats() throws {
    let scratch = try Scratch()
    let tables = """
      title = "Walk"
      day = 2026-01-02
      start = 09:30:00.5
      end = 2026-01-02T10:00:00
      seen = 2026-01-02T10:00:00Z
      heights = [1284, 1291.5]
      [[stops]]
      name = "hut"
      [[stops]]
      name = "summit"
      note = "wind"

      """
    try scratch.write(tables, to: "walk.toml")
    let document = try Document(parsing: Array(tables.utf8), as: .toml)
    let other = try Document(
      parsing: Array(#"{"title": null, "stops": [], "heights": [1e300]}"#.utf8), as: .json)
    var files = ["\(scratch.path)/walk.toml"]
    for (format, ending) in [(Format.yaml, "yaml"), (.cbor, "cbor"), (.messagePack, "msgpack")] {
      for (index, document) in [document, other].enumerated() {
        let path = "\(scratch.path)/walk\(index).\(ending)"
        try Data(document.value.encoded(as: format)).write(to: URL(filePath: path))
        files.append(path)
      }
    }
    var program = TypesProgram()
    program.add(try types(ofFiles: files), named: "Walk", files: files)
    program.add(try types(ofFiles: [files[0]]), named: "Table", files: [files[0]])
    #expect(try program.problems(in: scratch) == "")
  }

  /// Writes each document to a file in a format of the family, or all to one.
  private static func write(
    _ records: RandomRecords, _ name: String, in scratch: Scratch
  ) throws -> [String] {
    var files: [String] = []
    for (index, document) in records.documents.enumerated() {
      let ending = records.family.extensions[index % records.family.extensions.count]
      let path = "\(scratch.path)/\(name)-\(index).\(ending)"
      let format = try #require(FormatRegistry.standard.format(forFileNamed: path))
      let target = format.isWritable ? format : .xmlPropertyList
      try Data(document.encoded(as: target)).write(to: URL(filePath: path))
      files.append(path)
    }
    return files
  }
}
