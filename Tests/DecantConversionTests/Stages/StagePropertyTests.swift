import DecantTestSupport
import Testing
import Decant

/// Stages on streams agree with the same operations on trees.
@Suite struct StagePropertyTests {
  static func paths(in value: Value) -> [[String]] {
    var paths: [[String]] = [[]]
    switch value {
    case .sequence(let elements):
      for (index, element) in elements.enumerated() {
        paths += Self.paths(in: element).map { [String(index)] + $0 }
      }
    case .mapping(let mapping):
      for (key, element) in mapping {
        paths += Self.paths(in: element).map { [key.string ?? ""] + $0 }
      }
    default: break
    }
    return paths
  }

  static func pointer(_ path: [String]) -> String {
    path.map { token in
      "/"
        + token.unicodeScalars.map { scalar in
          scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar)
        }.joined()
    }.joined()
  }

  @Test func findsEachValueAtItsPointer() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<40 {
      let value = RandomValue.value(&generator)
      for path in Self.paths(in: value) {
        let pointer = try #require(DocumentPointer(Self.pointer(path)))
        let wanted = try #require(value[pointer])
        var plan = Plan(to: .jsonLines)
        plan.pointer = pointer
        let found = try Value(parsing: try value.encoded(by: plan), as: .json)
        #expect(found.description == wanted.description)
      }
    }
  }

  @Test func splitsWhatWasSlurped() throws {
    var generator = SeededGenerator(seed: 22)
    for limit in batchLimits {
      for _ in 0..<40 {
        let values = (0..<5).map { _ in RandomValue.value(&generator) }
        let lines = try values.map { try $0.text(as: .jsonLines) }.joined()
        let slurped = try converted(lines, by: .test(.jsonLines) { $0.gathering = .slurp })
        let split = try events(
          of: slurped, through: .test { $0.gathering = .split }, atOnce: limit)
        #expect(try split == events(of: lines, as: .jsonLines))
      }
    }
  }

  static func randomDuplicates(
    _ generator: inout SeededGenerator, depth: Int = 0
  ) -> (source: String, first: Value, last: Value) {
    guard depth < 4, Int.random(in: 0..<3, using: &generator) > 0 else {
      let number = Int.random(in: 0..<100, using: &generator)
      return (String(number), Value(number), Value(number))
    }
    var sources: [String] = []
    var first = Mapping(), last = Mapping()
    var firsts: [Value] = [], lasts: [Value] = []
    for _ in 0..<Int.random(in: 0..<7, using: &generator) {
      let inner = randomDuplicates(&generator, depth: depth + 1)
      let key = ["a", "b", "c", "\u{e9}", ""].randomElement(using: &generator) ?? ""
      let spelling = Bool.random(using: &generator) && key == "a" ? "\\u0061" : key
      sources.append("\"\(spelling)\":\(inner.source)")
      if first[key] == nil { first[key] = inner.first }
      last[key] = inner.last
      firsts.append(inner.first)
      lasts.append(inner.last)
    }
    guard depth % 2 == 0 else {
      let elements = sources.map { "{\($0)}" }.joined(separator: ",")
      let keys = sources.map {
        $0.hasPrefix("\"\\u0061") ? "a" : $0.prefix { $0 != ":" }.filter { $0 != "\"" }
      }
      return (
        "[\(elements)]", .sequence(zip(keys, firsts).map { [$0: $1] }),
        .sequence(zip(keys, lasts).map { [$0: $1] })
      )
    }
    return ("{\(sources.joined(separator: ","))}", .mapping(first), .mapping(last))
  }

  @Test func keepsTheFirstAndTheLastAsAMappingWould() throws {
    var generator = SeededGenerator(seed: 23)
    for round in 0..<400 {
      let example = Self.randomDuplicates(&generator)
      let limit = batchLimits[round % batchLimits.count]
      for (choice, value) in [(DuplicateKeys.first, example.first), (.last, example.last)] {
        let script = try events(
          of: example.source, through: DuplicateKeyStageTests.plan(choice), atOnce: limit)
        #expect(try script == events(of: value.text(as: .json)), "\(choice) of \(example.source)")
      }
    }
  }
}
