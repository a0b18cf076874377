import Decant
import DecantTestSupport
import Foundation
import Testing

@Suite struct HashedOrderTests {
  /// Each process has another hash seed.
  @Test func allProcessesWriteTheSameBytes() throws {
    let scratch = try Scratch()
    let outcome = try scratch.shell(
      """
      unset SWIFT_DETERMINISTIC_HASHING
      for run in 1 2 3 4 5 6 7 8; do orderprobe | sha256sum; done | sort -u | wc -l
      orderprobe | wc -c
      """)
    let lines = outcome.output.split(separator: "\n").compactMap { Int($0) }
    #expect(lines.first == 1 && (lines.last ?? 0) > 10_000, "\(outcome)")
  }

  struct Point: Codable, Hashable {
    var x: Int
  }

  enum Color: String, Codable { case red, green, blue }

  private func json(_ value: some Encodable) throws -> String {
    var options = EncodingOptions()
    options.writing.indentation = .compact
    return String(decoding: try Format.json.encode(value, options: options), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }

  @Test func keysAreInTheOrderOfTheirBytes() throws {
    #expect(
      try json(["b": 1, "é": 2, "a": 3, "": 4, "ab": 5]) == #"{"":4,"a":3,"ab":5,"b":1,"é":2}"#)
    #expect(try json([2: "b", 10: "c", 1: "a"]) == #"{"1":"a","10":"c","2":"b"}"#)
    let nested: [[String: [String: Int]]?] = [["z": ["y": 1, "x": 2], "a": [:]]]
    #expect(try json(nested) == #"[{"a":{},"z":{"x":2,"y":1}}]"#)
  }

  /// Canonical forms: a string with quotes and escapes, a number as in ECMAScript.
  @Test func elementsAreInTheOrderOfTheirCanonicalForms() throws {
    #expect(try json(Set(["b", "a", "\n", "aa", "Z"])) == #"["Z","\n","a","aa","b"]"#)
    #expect(try json(Set([3, 20, 100, -1])) == "[-1,100,20,3]")
    #expect(try json(Set([Point(x: 2), Point(x: 10)])) == #"[{"x":10},{"x":2}]"#)
    #expect(try json(Set([Set([3, 1]), Set([2, 11])])) == "[[1,3],[11,2]]")
    let dates = Set([Date(timeIntervalSince1970: 86400), Date(timeIntervalSince1970: 0)])
    #expect(try json(dates) == #"["1970-01-01T00:00:00Z","1970-01-02T00:00:00Z"]"#)
  }

  /// Swift encodes dictionaries with other keys as sequences of alternating keys and values.
  @Test func pairsAreInTheOrderOfTheirKeys() throws {
    let colors: [Color: Int] = [.red: 1, .green: 2, .blue: 3]
    #expect(try json(colors) == #"["blue",3,"green",2,"red",1]"#)
    let points = [Point(x: 3): Set([2, 1]), Point(x: 1): [4]]
    #expect(try json(points) == #"[{"x":1},[4],{"x":3},[1,2]]"#)
  }

  @Test func anOrderOfItsOwnStays() throws {
    struct Reversed: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for name in ["z", "m", "a"] { try container.encode(["q": 1, "p": 2], forKey: Key(name)) }
      }
    }
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.init(stringValue) }
      init?(intValue: Int) { nil }
    }
    #expect(
      try json(Reversed()) == #"{"z":{"p":2,"q":1},"m":{"p":2,"q":1},"a":{"p":2,"q":1}}"#)
  }
}
