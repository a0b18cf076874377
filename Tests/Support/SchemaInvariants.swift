import Decant
import DecantCore
import DecantSchema

/// The invariants of schemas for any input, shared by fuzz targets and tests.
public enum SchemaInvariants {
  /// Returns a description of a violated invariant.
  ///
  /// The input is a byte that is ignored, a schema in YAML or a pattern on the first line, and documents in YAML.
  public static func violation(of input: [UInt8]) -> String? {
    let lines = input.dropFirst().split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = lines.first, let documents = lines.dropFirst().first else { return nil }
    let pattern = Value.mapping(["pattern": .string(String(decoding: first, as: UTF8.self))])
    let schema = try? Value(parsing: Array(first), as: .yaml)
    return violation(of: pattern, Array(documents))
      ?? schema.flatMap { violation(of: $0, Array(documents)) }
  }

  private static func violation(of schema: Value, _ documents: [UInt8]) -> String? {
    guard let schema = try? JSONSchema(schema),
      var reader = try? DocumentReader(.bytes(documents), as: .yaml)
    else { return nil }
    while let document = try? reader.next() {
      guard let all = try? schema.check(document) else { continue }
      guard let first = try? schema.check(document, limit: 1) else {
        return "a check for one mismatch fails"
      }
      if first.count != min(all.count, 1) { return "\(all.count) mismatches are \(first.count)" }
      if first.first != all.first { return "the first mismatch depends on the limit" }
      if all.contains(where: { $0.offset == nil || $0.path == nil }) {
        return "a mismatch has no place"
      }
    }
    return nil
  }
}
