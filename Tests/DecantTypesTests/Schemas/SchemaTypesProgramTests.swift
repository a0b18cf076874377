import DecantSchema
import DecantTestSupport
import Foundation
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

/// Types that are printed for a schema compile, and decode what the schema accepts; what they encode it accepts again.
@Suite(.enabled(if: TypesProgram.isAvailable)) struct SchemaTypesProgramTests {
  private static let documents = 60

  @Test func decodeWhatTheSchemaAccepts() throws {
    let scratch = try Scratch()
    var program = TypesProgram()
    var files: [(schema: JSONSchema, path: String, count: Int)] = []
    for (number, sample) in SchemaSamples.all.enumerated() {
      let value = try Value(parsing: sample.text, as: .json)
      let schema = try JSONSchema(value)
      let lines = try Self.lines(of: value, schema, seed: UInt64(number + 1))
      #expect(lines.count >= 10, "\(sample.name): \(lines.count)")
      let path = "\(scratch.path)/\(sample.name).jsonl"
      try Data(lines.joined().utf8).write(to: URL(filePath: path))
      let name = "Schema" + TypeInference.elementName(of: sample.name)
      let source = try TypeInference.swiftSource(of: schema, named: "Root")
      program.add(source, named: name, lines: path)
      files.append((schema, path, lines.count))
    }
    #expect(files.count >= 40)
    let problems = try program.problems(in: scratch)
    try #require(problems == "", "\(problems)")
    for file in files {
      let text = try String(contentsOfFile: file.path + ".again", encoding: .utf8)
      let lines = text.split(separator: "\n")
      #expect(lines.count == file.count)
      for line in lines {
        let mismatches = try file.schema.check(Value(parsing: String(line), as: .json))
        #expect(mismatches.isEmpty, "\(file.path): \(line): \(mismatches)")
      }
    }
  }

  /// The schemas of the suite and random ones, whose types are only checked by the compiler.
  @Test func areSwift() throws {
    var program = TypesProgram()
    var count = 0
    func add(_ schema: JSONSchema?) {
      guard let schema, let source = try? TypeInference.swiftSource(of: schema, named: "Root")
      else { return }
      #expect(Self.repeatedTypes(in: source) == [])
      program.add(source, named: "S\(count)")
      count += 1
    }
    for seed in Thoroughness.cases(of: Array(UInt64(1)...1_000)) {
      add(try JSONSchema(Value(parsing: RandomSchema(seed: seed).schema, as: .json)))
    }
    for draft in JSONSchema.Draft.allCases {
      for file in Corpora.files(inSuite: "json-schema/tests/draft\(draft.rawValue)") {
        guard let groups = try? Value(parsing: file.bytes, as: .json).array else { continue }
        for group in Thoroughness.cases(of: groups, by: Thoroughness.isFull ? 1 : 2) {
          add(try? JSONSchema(group["schema"] ?? true, draft: draft))
        }
      }
    }
    #expect(count > 250)
    #expect(try program.typeErrors(in: Scratch()) == "")
  }

  /// Returns the types that two cases of a union have.
  private static func repeatedTypes(in source: String) -> [Substring] {
    var types: Set<Substring> = []
    return source.split(separator: "\n").filter { line in
      guard line.hasPrefix("  case "), let start = line.firstIndex(of: "(") else {
        if !line.hasPrefix(" ") { types = [] }
        return false
      }
      return !types.insert(line[start...]).inserted
    }
  }

  /// Returns documents that a schema accepts, each on a line.
  private static func lines(
    of value: Value, _ schema: JSONSchema, seed: UInt64
  ) throws -> [String] {
    var instances = RandomInstance(value, seed: seed)
    var lines: [String] = []
    for _ in 0..<documents * 20 where lines.count < documents {
      let document = instances.next()
      guard try schema.check(document).isEmpty else { continue }
      lines.append(try FormatEncoder(.jsonLines).encodeText(document))
    }
    return lines
  }
}
