import Testing

import Decant

// Values that are brought up to date.
extension EditingProperties {
  /// Adds to a mapping what it lacks of another one, and removes what that lacks.
  private static func overlaid(_ old: Value, _ new: Value) -> Value {
    guard case .mapping(let oldPairs) = old, case .mapping(let newPairs) = new else { return old }
    return .mapping(
      Mapping(
        newPairs.map { key, value in
          (
            key: key,
            value: oldPairs.first { $0.key == key }.map { overlaid($0.value, value) } ?? value
          )
        }))
  }

  package static func addsAndRemoves(_ notation: EditedNotation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed &+ 20_000)
    let onlyStrings = notation.onlyStrings
    func mapping() -> Value {
      var values: [(key: Value, value: Value)] = []
      for key in ["a", "b", "c", "d"] where layout.pick(0...2) > 0 {
        let inner = layout.pick(0...2) == 0
        let scalar = layout.scalar(onlyStrings)
        values.append((key: .string(key), value: inner ? ["x": scalar] : scalar))
      }
      values.append((key: "m", value: ["k\(layout.pick(0...2))": "v"]))
      return .mapping(Mapping(values))
    }
    let (old, new) = (mapping(), mapping())
    let text = notation.text(of: old, &layout)
    var editor = try DocumentEditor(Array(text.utf8), as: notation.format)
    try editor.apply(.addMissing(try Document(new), removingUnknown: true))
    let result = try Value(parsing: editor.bytes, as: notation.format)
    #expect(result == overlaid(old, new), "\(text)\n===\n\(new)\n===\n\(result)")
  }

  package static func reachesAnyValue(_ notation: EditedNotation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed &+ 77_000)
    let (old, new) = (notation.document(&layout), notation.document(&layout))
    let text = notation.text(of: old, &layout)
    for edit in [
      DocumentEdit.change(from: old, to: new), .sync(try Document(new), removingUnknown: true),
    ] {
      var editor = try DocumentEditor(Array(text.utf8), as: notation.format)
      guard try editor.makes(edit) else { continue }
      #expect(
        try Value(parsing: editor.bytes, as: notation.format) == new,
        "\(text)\n===\n\(new)\n===\n\(String(decoding: editor.bytes, as: UTF8.self))")
    }
  }
}
