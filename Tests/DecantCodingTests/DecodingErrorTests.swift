import Decant
import Foundation
import Testing

/// Decoding errors agree with Foundation's, and have a position too.
@Suite struct DecodingErrorTests {
  struct Example: Sendable, CustomStringConvertible {
    let json: String
    let type: any (Decodable & Sendable).Type

    var description: String { "\(type) from \(json)" }
  }

  static let examples: [Example] = [
    Example(json: #"["1"]"#, type: [Int].self),
    Example(json: "[true]", type: [Int].self),
    Example(json: "[null]", type: [Int].self),
    Example(json: "[[]]", type: [Int].self),
    Example(json: "[{}]", type: [Int].self),
    Example(json: "[1]", type: [Bool].self),
    Example(json: #"["true"]"#, type: [Bool].self),
    Example(json: "[1]", type: [String].self),
    Example(json: "[null]", type: [String].self),
    Example(json: "[false]", type: [Double].self),
    Example(json: #"["1.5"]"#, type: [Double].self),
    Example(json: "[null]", type: [Double].self),
    Example(json: "[[1], [2, null]]", type: [[Int]].self),
    Example(json: "[[1], 2]", type: [[Int]].self),
    Example(json: "{}", type: [Int].self),
    Example(json: "[]", type: [String: Int].self),
    Example(json: #"{"a": "b"}"#, type: [String: Int].self),
    Example(json: #"{"a": {"b": [1, "x"]}}"#, type: [String: [String: [Int]]].self),
    Example(json: #"[{"k": [1, "x"]}]"#, type: [[String: [Int]]].self),
    Example(json: #"{"street": "x"}"#, type: Models.Address.self),
    Example(json: #"{"street": "x", "location": null}"#, type: Models.Address.self),
    Example(json: #"{"street": 1, "location": []}"#, type: Models.Address.self),
    Example(json: #"{"street": "x", "location": ["y"]}"#, type: Models.Address.self),
    Example(json: #"[{"street": "x", "location": []}, {}]"#, type: [Models.Address].self),
    Example(json: #"[{"street": "x", "location": []}, 7]"#, type: [Models.Address].self),
    Example(json: #"{"a": [[{"street": "x"}], [1]]}"#, type: [String: [[Models.Address]]].self),
    Example(json: #"[1, null, "x"]"#, type: [Int?].self),
    Example(json: #"[[1], null, ["x"]]"#, type: [[Int]?].self),
    Example(json: #"{"displayTitle": null}"#, type: Models.Renamed.self),
    Example(json: #"["blue"]"#, type: [Models.Colour].self),
    Example(json: "[2]", type: [Models.Level].self),
    Example(json: #"[{"ellipse": {}}]"#, type: [Models.Shape].self),
    Example(json: #"[{"none": {}, "circle": {}}]"#, type: [Models.Shape].self),
    Example(json: #"[{"circle": {}}]"#, type: [Models.Shape].self),
    Example(json: #"[{"circle": {"radius": "x"}}]"#, type: [Models.Shape].self),
    Example(json: #"{"tricks": []}"#, type: Models.Dog.self),
    Example(json: #"{"tricks": [], "super": 1}"#, type: Models.Dog.self),
    Example(json: #"{"tricks": [], "super": {"name": 1}}"#, type: Models.Dog.self),
    Example(json: #"{"lives": 9}"#, type: Models.Cat.self),
    Example(json: #"{"first": 1, "second": {"x": 1}}"#, type: Models.Interleaved.self),
    Example(json: #"{"first": [1], "second": []}"#, type: Models.Interleaved.self),
    Example(json: #"{"first": [1], "second": {"x": 1}}"#, type: Models.Interleaved.self),
    Example(json: #"{"first": [1]}"#, type: Models.Interleaved.self),
    Example(json: "[1]", type: Models.Tuple.self),
    Example(json: #"[1, "x", 3]"#, type: Models.Tuple.self),
    Example(json: #"[1, "x", [3], "y"]"#, type: Models.Tuple.self),
    Example(json: #"["x"]"#, type: [UUID].self),
    Example(json: #"["*"]"#, type: [Data].self),
    Example(json: #"["x", 1]"#, type: [URL].self),
    Example(json: #"["x"]"#, type: [Foundation.Decimal].self),
    Example(json: "[3, 1]", type: Range<Int>.self),
    Example(json: #"{"1": 2, "x": 3}"#, type: [Int: Int].self),
  ]

  @Test(arguments: examples) func isThatOfFoundation(_ example: Example) throws {
    let theirs = Outcome { try JSONDecoder().decode(example.type, from: Data(example.json.utf8)) }
    let ours = Outcome { try Format.json.decode(example.type, from: example.json) }
    #expect(ours == theirs)
  }

  /// Foundation only reports that these are corrupted.
  static let corrupted: [Example] = [
    Example(json: "[300]", type: [UInt8].self),
    Example(json: "[-1]", type: [UInt].self),
    Example(json: "[9223372036854775808]", type: [Int64].self),
    Example(json: "[1.5]", type: [Int].self),
    Example(json: "[1e999]", type: [Double].self),
    Example(json: "[1e-400]", type: [Double].self),
    Example(json: "[1e50]", type: [Float].self),
    Example(json: "[1e-60]", type: [Float].self),
    Example(json: "[1", type: [Int].self),
    Example(json: "", type: [Int].self),
    Example(json: "[1] 2", type: [Int].self),
  ]

  @Test(arguments: corrupted) func tellsWhatIsCorrupted(_ example: Example) throws {
    let theirs = Outcome { try JSONDecoder().decode(example.type, from: Data(example.json.utf8)) }
    let ours = Outcome { try Format.json.decode(example.type, from: example.json) }
    #expect(theirs.kind == "dataCorrupted")
    #expect(ours.kind == "dataCorrupted")
  }

  /// Foundation reports a type mismatch for null as a `Bool`, unlike as other types.
  @Test func refusesNullAsBoolean() throws {
    let error = Outcome { try Format.json.decode([Bool].self, from: "[null]") }
    #expect(error.kind == "valueNotFound")
    #expect(error.path == ["Index 0 0"])
  }

  @Test(arguments: ["[1.0]", "[1e0]", "[10e-1]"]) func readsIntegersHoweverWritten(
    json: String
  ) throws {
    #expect(try Format.json.decode([Int].self, from: json) == [1])
    #expect(try JSONDecoder().decode([Int].self, from: Data(json.utf8)) == [1])
  }

  static let places: [(json: String, type: any (Decodable & Sendable).Type, words: String)] = [
    (
      "{\n  \"a\": [1,\n    \"x\"]\n}", [String: [Int]].self,
      "expected Int but found a string, at line 3, column 5"
    ),
    ("[{}]", [Models.Address].self, "no value for the key 'street', at line 1, column 2"),
    ("[1, 300]", [UInt8].self, "300 does not fit in UInt8, at line 1, column 5"),
    ("[\n1.5]", [Int].self, "1.5 does not fit in Int, at line 2, column 1"),
    ("[null]", [Int].self, "expected Int but found null, at line 1, column 2"),
    ("[true]", [[Int]].self, "expected a sequence but found a boolean, at line 1, column 2"),
    ("[[]]", [Range<Int>].self, "expected Int but the sequence ends here, at line 1, column 2"),
    ("[\"ä\", 1]", [String].self, "expected String but found a number, at line 1, column 7"),
    ("[1,\n ?]", [Int].self, "2:2: expected a value but found '?'"),
  ]

  @Test(arguments: places.indices) func tellsItsPlace(_ index: Int) throws {
    let (json, type, words) = Self.places[index]
    #expect(Outcome { try Format.json.decode(type, from: json) }.words == words)
  }

  /// At the error, the beginning of the input has left memory.
  @Test func tellsItsPlaceInALongDocument() throws {
    let lines = (0..<50_000).map { "  \($0),\n" }.joined()
    let json = "[\n" + lines + "  \"x\"\n]"
    let error = Outcome { try Format.json.decode([Int].self, from: json) }
    #expect(error.words == "expected Int but found a string, at line 50002, column 3")
    let early = "[\n\"x\",\n" + lines + "  1\n]"
    let earlyError = Outcome { try Format.json.decode([Int].self, from: early) }
    #expect(earlyError.words == "expected Int but found a string, at line 2, column 1")
    #expect(earlyError.underlying?.excerpt?.text == "\"x\",")
  }

  /// What `print` shows of an error has its words and its place once; the underlying error has the rest as values.
  @Test(arguments: places.indices) func printsEachThingOnce(_ index: Int) throws {
    let (json, type, words) = Self.places[index]
    let error = #expect(throws: DecodingError.self) {
      try Format.json.decode(type, from: .text(json), named: "list.json")
    }
    let printed = error.map { "\($0)" } ?? ""
    let message = words.split(separator: ", at line")[0].split(separator: ": ").last ?? ""
    #expect(printed.components(separatedBy: message).count == 2)
    #expect(printed.components(separatedBy: "list.json").count == 2)
    let underlying = Outcome { throw error ?? CancellationError() }.underlying
    #expect(underlying?.position != nil && underlying?.message.contains(message) == true)
    #expect(underlying?.localizedDescription.contains(message) == true)
    #expect(underlying?.localizedDescription.contains("list.json:") == true)
  }

  @Test func hasADescriptionForUsersOfFoundation() throws {
    let error = #expect(throws: DecantError.self) {
      try Document(parsing: "{\"a\": 007}", as: .json)
    }
    #expect(error?.localizedDescription == error?.description)
    #expect(error?.localizedDescription.contains("1:7: ") == true)
    #expect(error?.recoverySuggestion == error?.hint && error?.hint != nil)
    let missing = #expect(throws: DecantError.self) { try FileSource("/does/not/exist") }
    #expect(missing?.localizedDescription == missing?.description)
  }

  @Test func namesItsSource() throws {
    let error = Outcome {
      try Format.json.decode([Int].self, from: .text("[true]"), named: "list.json")
    }
    #expect(error.words == "expected Int but found a boolean, at line 1, column 2 of list.json")
    #expect(error.underlying?.path?.description == "/0")
  }
}

struct Outcome: Equatable {
  var kind = "nothing"
  var type = ""
  var path: [String] = []
  var words = ""
  var underlying: DecantError?

  init(_ body: () throws -> Any) {
    do {
      _ = try body()
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch(let type, let context): set("typeMismatch", "\(type)", context)
      case .valueNotFound(let type, let context): set("valueNotFound", "\(type)", context)
      case .keyNotFound(let key, let context): set("keyNotFound", key.stringValue, context)
      case .dataCorrupted(let context): set("dataCorrupted", "", context)
      @unknown default: kind = "unknown"
      }
    } catch {
      kind = "\(error)"
    }
  }

  private mutating func set(_ kind: String, _ type: String, _ context: DecodingError.Context) {
    self.kind = kind
    self.type = type
    path = context.codingPath.map { key in
      key.intValue.map { "\(key.stringValue) \($0)" } ?? key.stringValue
    }
    words = context.debugDescription
    underlying = context.underlyingError as? DecantError
  }

  static func == (first: Outcome, second: Outcome) -> Bool {
    first.kind == second.kind && first.type == second.type && first.path == second.path
  }
}
