import DecantTestSupport
import Testing
import Decant

/// Keys of a merge patch that are not strings.
@Suite struct MergedKeyTests {
  private static let patch = "{1: new, null: b, true: c}"

  private func merged(_ text: String, _ patch: String, as format: Format) throws -> Value {
    let old = try Value(parsing: text, as: .yaml).encoded(as: format)
    var editor = try DocumentEditor(old, as: format)
    try editor.apply(.merge(Document(parsing: patch, as: .yaml)))
    return try Value(parsing: editor.bytes, as: format)
  }

  @Test(arguments: [Format.yaml, .cbor, .messagePack], ["{1: n}", "{null: n}", "{a: {1.5: n}}"])
  func areNotAddedAsStrings(format: Format, patch: String) throws {
    let error = #expect(throws: DecantError.self) {
      try merged("{a: {b: c}}", patch, as: format)
    }
    #expect(error?.problem == .notRepresentable(.scalarKey, target: "a merge patch"))
    #expect(error?.path?.steps.isEmpty == false)
  }

  @Test(arguments: [Format.yaml, .cbor, .messagePack])
  func changeTheValueOfTheSameKey(format: Format) throws {
    let found = try merged("{1: old, null: a, true: {d: e}}", Self.patch, as: format)
    #expect(try found == Value(parsing: Self.patch, as: .yaml))
  }

  @Test(arguments: [Format.json, .json5, .toml, .xmlPropertyList])
  func areTextWhereAllKeysAre(format: Format) throws {
    let found = try merged("{'1': old}", Self.patch, as: format)
    #expect(try found == Value(parsing: "{'1': new, 'null': b, 'true': c}", as: .yaml))
  }
}
