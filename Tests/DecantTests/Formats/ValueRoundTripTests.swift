import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore

@Suite struct ValueRoundTripTests {
  static func random(_ generator: inout SeededGenerator, depth: Int = 0) -> Value {
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
          random(&generator, depth: depth + 1)
        })
    default:
      var mapping = Mapping()
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        mapping[text(&generator)] = random(&generator, depth: depth + 1)
      }
      return .mapping(mapping)
    }
  }

  static func text(_ generator: inout SeededGenerator) -> String {
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

  @Test func comesBackFromJSONAsItWent() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let value = Self.random(&generator)
      for indentation in [Indentation.compact, .tab, .spaces(3)] {
        for isASCII in [false, true] {
          var options = WritingOptions()
          options.indentation = indentation
          options.ascii = isASCII
          let text = try value.text(as: .json, options: options)
          let back = try Value(parsing: text, as: .json)
          #expect(back == value)
          #expect(back.description == value.description, "order and lexemes")
        }
      }
    }
  }

  @Test func comesBackFromTheGreatestDepthThatReadersAllow() throws {
    var value: Value = 1
    for level in 0..<1000 {
      value = level.isMultiple(of: 2) ? [value, 2] : ["k": value, "l": nil]
    }
    let back = try Value(parsing: value.text(as: .json), as: .json)
    #expect(back == value)
    #expect(back.description == value.description)
  }

  @Test func comesBackFromManyBatches() throws {
    for count in EventBatch.usualCount - 3...EventBatch.usualCount + 3 {
      var mapping = Mapping()
      for index in 0..<count { mapping["k\(index)"] = index.isMultiple(of: 5) ? [1] : 2 }
      let value: Value = [.sequence(Array(repeating: 0, count: count)), .mapping(mapping)]
      let back = try Value(parsing: value.text(as: .json), as: .json)
      #expect(back.description == value.description)
    }
  }

  @Test func comesThroughSortingAndDocumentsAsItWent() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let value = Self.random(&generator)
      var plan = Plan(to: .json)
      plan.keyOrder = .byBytes
      let sorted = try Value(parsing: try value.encoded(by: plan), as: .json)
      #expect(sorted == value)
      #expect(try Document(value).value.description == value.description)
      #expect(Set([value, sorted]).count == 1)
    }
  }
}
