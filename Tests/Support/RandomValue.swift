package import Decant
import DecantCore

/// Values of all kinds of JSON, with odd characters in their texts.
package enum RandomValue {
  package static func value(_ generator: inout SeededGenerator, depth: Int = 0) -> Value {
    switch Int.random(in: 0..<(depth > 4 ? 5 : 8), using: &generator) {
    case 0: return nil
    case 1: return .bool(Bool.random(using: &generator))
    case 2:
      return Value(
        Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator))
    case 3:
      let value = Double(bitPattern: generator.next())
      return Value(value.isFinite ? value : 0.5)
    case 4: return .string(text(&generator))
    case 5, 6:
      return .sequence(
        (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
          value(&generator, depth: depth + 1)
        })
    default:
      var mapping = Mapping()
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        mapping[text(&generator)] = value(&generator, depth: depth + 1)
      }
      return .mapping(mapping)
    }
  }

  package static func text(_ generator: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "b", "\"", "\\", "/", "\n", "\0", "\u{1F}", "\u{7F}", "é", "字", "😀", "\u{FFFF}",
      "\u{2028}", " ",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<10, using: &generator) {
      text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "a")
    }
    return text
  }
}
