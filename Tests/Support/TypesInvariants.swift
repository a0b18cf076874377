public import Decant
import DecantConversion
import DecantSchema
import DecantTypes

/// The invariants of types and schemas that are inferred from any documents, shared by the fuzz target and the tests.
public enum TypesInvariants {
  private static let formats: [Format] = [
    .yaml, .json, .toml, .jsonLines, .keyedArchive, .xmlPropertyList,
  ]

  /// Returns a description of a violated invariant; the first byte selects the format and the options.
  public static func violation(of input: [UInt8]) -> String? {
    guard let first = input.first else { return nil }
    return violation(
      of: Array(input.dropFirst()), as: formats[Int(first) % formats.count], seed: Int(first))
  }

  public static func violation(of bytes: [UInt8], as format: Format, seed: Int) -> String? {
    var options = TypeInference.Options()
    options.findsEnumerations = seed & 128 != 0
    guard let source = try? source(of: bytes, as: format, options) else { return nil }
    let text = source.unicodeScalars
    if text.contains(where: { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }) {
      return "a control character in \(source)"
    }
    options.needsSwiftTypes = false
    guard let schema = try? schema(of: bytes, as: format, options) else {
      return "types, but no schema"
    }
    guard let check = try? JSONSchema(schema),
      var reader = try? DocumentReader(.bytes(bytes), as: format)
    else { return "not a schema: \(schema)" }
    while let document = try? reader.next() {
      guard let mismatches = try? check.check(document) else { continue }
      if let first = mismatches.first { return "\(first) by its own schema \(schema)" }
    }
    return nil
  }

  private static func source(
    of bytes: [UInt8], as format: Format, _ options: TypeInference.Options
  ) throws -> String {
    var inference = TypeInference(options)
    var input = try Input(MemorySource(bytes), as: format)
    try inference.add(&input, reading)
    return inference.swiftSource(named: "Document")
  }

  private static func schema(
    of bytes: [UInt8], as format: Format, _ options: TypeInference.Options
  ) throws -> Value {
    var inference = TypeInference(options)
    var input = try Input(MemorySource(bytes), as: format)
    try inference.add(&input, reading)
    return inference.jsonSchema(named: "Document")
  }

  private static var reading: ReadingOptions {
    var options = ReadingOptions()
    options.maximumDepth = 200
    options.maximumAliasNodes = 10_000
    return options
  }
}
