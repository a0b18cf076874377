import Decant
import Foundation
import Testing

/// Coding paths have the keys of types, as Foundation's.
@Suite struct CodingPathTests {
  private typealias Key = LikeFoundation.Key
  private typealias Numbered = LikeFoundation.Numbered
  private typealias Speaker = LikeFoundation.Speaker
  private typealias AnyKey = LikeFoundation.AnyKey

  private static func speakPaths(_ encoder: any Encoder, _ heard: inout [String]) throws {
    var paths: [[any CodingKey]] = [encoder.codingPath]
    var keyed = encoder.container(keyedBy: Numbered.self)
    paths.append(keyed.codingPath)
    var nested = keyed.nestedContainer(keyedBy: Numbered.self, forKey: .first)
    paths.append(nested.codingPath)
    var list = nested.nestedUnkeyedContainer(forKey: .third)
    paths.append(list.codingPath)
    try list.encode(1)
    let inner = list.nestedContainer(keyedBy: Key.self)
    paths.append(inner.codingPath)
    var other = keyed.nestedContainer(keyedBy: Key.self, forKey: .third)
    paths.append(other.codingPath)
    try other.encode(1, forKey: .b)
    // Foundation leaves out the key of a nested container between.
    try keyed.encode(Speaker { paths.append($0.codingPath) }, forKey: .second)
    paths.append(nested.nestedUnkeyedContainer(forKey: .second).codingPath)
    paths.append(keyed.superEncoder(forKey: .second).codingPath)
    paths.append(keyed.superEncoder().codingPath)
    paths.append(keyed.codingPath)
    heard += paths.map(LikeFoundation.words)
  }

  @Test func codingPathsOfEncodersHaveTheKeysOfTypes() throws {
    let strategies: [(EncodingOptions.KeyEncodingStrategy, JSONEncoder.KeyEncodingStrategy)] = [
      (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertToSnakeCase),
      (
        .custom { AnyKey(stringValue: "x\($0.count)" + ($0.last?.stringValue ?? "")) },
        .custom { AnyKey(stringValue: "x\($0.count)" + ($0.last?.stringValue ?? "")) }
      ),
    ]
    for (keys, theirKeys) in strategies {
      var heard: (ours: [String], theirs: [String]) = ([], [])
      let one = Speaker { try Self.speakPaths($0, &heard.ours) }
      let two = Speaker { try Self.speakPaths($0, &heard.theirs) }
      let ours = try LikeFoundation.ours([5: one]) { $0.keyEncodingStrategy = keys }
      let theirs = try LikeFoundation.theirs([5: two]) { $0.keyEncodingStrategy = theirKeys }
      #expect(ours == theirs)
      #expect(heard.ours == heard.theirs && heard.ours.count == 11)
    }
  }

  @Test func codingPathsHaveTheKeysOfDictionaries() throws {
    let json = #"{"5": {"6": "x"}}"#
    for type in [[String: [String: Int]].self, [Int: [Int: Int]].self] as [any Decodable.Type] {
      let theirs = Outcome { try JSONDecoder().decode(type, from: Data(json.utf8)) }
      #expect(Outcome { try Format.json.decode(type, from: json) } == theirs)
    }
    func path(_ encode: () throws -> Any) -> String? {
      do {
        _ = try encode()
      } catch EncodingError.invalidValue(_, let context) {
        return LikeFoundation.words(context.codingPath)
      } catch {}
      return nil
    }
    for value in [["5": ["6": Double.nan]], [5: [6: Double.nan]]] as [any Encodable & Sendable] {
      #expect(path { try Format.json.encode(value) } == path { try JSONEncoder().encode(value) })
    }
  }

  @Test func codingPathsOfDecodersHaveTheKeysOfTypes() throws {
    let json =
      #"{"first": {"third": [1, {"a": 1}], "second": []}, "third": {"b": 1}, "second": 1}"#
    let heard = try LikeFoundation.hear(json) { decoder, heard in
      let keyed = try decoder.container(keyedBy: Numbered.self)
      var paths = [decoder.codingPath, keyed.codingPath]
      let nested = try keyed.nestedContainer(keyedBy: Numbered.self, forKey: .first)
      var list = try nested.nestedUnkeyedContainer(forKey: .third)
      paths += [nested.codingPath, list.codingPath]
      _ = try list.decode(Int.self)
      paths.append(try list.nestedContainer(keyedBy: Key.self).codingPath)
      let other = try keyed.nestedContainer(keyedBy: Key.self, forKey: .third)
      paths.append(other.codingPath)
      paths.append(try nested.nestedUnkeyedContainer(forKey: .second).codingPath)
      paths.append(try other.superDecoder(forKey: .b).codingPath)
      paths.append(try keyed.superDecoder(forKey: .second).codingPath)
      heard = paths.map(LikeFoundation.words)
      // A container that is not the last one.
      for wrong in [
        { _ = try nested.decode(String.self, forKey: .second) },
        { _ = try nested.decode([String].self, forKey: .third) },
        { _ = try other.decode(String.self, forKey: .b) },
        { _ = try keyed.decode([Numbers].self, forKey: .second) },
        { _ = try other.decode(Int.self, forKey: .c) },
      ] as [() throws -> Void] {
        do { try wrong() } catch let error as DecodingError {
          heard.append(LikeFoundation.words(error.path))
        }
      }
    }
    #expect(heard.ours == heard.theirs && heard.ours.count == 14)
  }

  private struct Numbers: Decodable { var numbers: Int }

  struct Outer: Decodable {
    struct Inner: Decodable {
      var intValue: Int
      var imageURL: Int?
    }
    var nestedValue: Inner?
    var allCaps: Inner?
    var lists: [String: [Inner]]?
  }

  static let wrong: [(json: String, place: String, words: String)] = [
    (
      #"{"nested_value": {"int_value": "x"}}"#, "/nested_value/int_value",
      "expected Int but found a string"
    ),
    (
      #"{"nestedValue": {"int_value": "x"}}"#, "/nestedValue/int_value",
      "expected Int but found a string"
    ),
    (
      #"{"ALL_CAPS": {"INT_VALUE": []}}"#, "/ALL_CAPS/INT_VALUE",
      "expected Int but found a sequence"
    ),
    (#"{"ALL_CAPS": {"x": 1}}"#, "/ALL_CAPS", "no value for the key 'int_value'"),
    (
      #"{"lists": {"some_key": [{"int_value": 1}, {"int_value": true}]}}"#,
      "/lists/some_key/1/int_value", "expected Int but found a boolean"
    ),
    (#"{"lists": {"some_key": [{}]}}"#, "/lists/some_key/0", "no value for the key 'int_value'"),
  ]

  /// The coding path has the keys of types and dictionaries, as Foundation's; the place and the words have those of the document.
  @Test(arguments: wrong.indices) func errorsInSnakeCaseNameTheKeysOfTheDocument(
    _ index: Int
  ) throws {
    let (json, place, words) = Self.wrong[index]
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    let theirs = Outcome { try foundation.decode(Outer.self, from: Data(json.utf8)) }
    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let ours = Outcome { try decoder.decode(Outer.self, from: json) }
    #expect(ours == theirs)
    #expect(ours.underlying?.path?.description == place)
    #expect(ours.words.hasPrefix(words + ", at line 1"))
  }

  /// A coding key whose name in snake case is converted to another one, which Foundation does not find.
  @Test func theKeyOfATypeIsInThePathWhateverItsSpelling() throws {
    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let json = #"{"nested_value": {"int_value": 1, "image_url": "x"}}"#
    let outcome = Outcome { try decoder.decode(Outer.self, from: json) }
    #expect(outcome.path == ["nestedValue", "imageURL"])
    #expect(outcome.underlying?.path?.description == "/nested_value/image_url")
  }

  final class Calls: @unchecked Sendable {
    var paths: [String] = []
  }

  @Test func customStrategiesOfEncodersGetTheKeysOfTypes() throws {
    struct Value: Codable {
      struct Inner: Codable { var deep = [Leaf()] }
      struct Leaf: Codable { var leafValue = 1 }
      var outerValue = Inner()
      var other = [Leaf()]
    }
    let (one, two) = (Calls(), Calls())
    func strategy(_ calls: Calls) -> @Sendable ([any CodingKey]) -> any CodingKey {
      { path in
        calls.paths.append(LikeFoundation.words(path))
        return AnyKey(stringValue: "QQQ" + (path.last?.stringValue ?? ""))
      }
    }
    let text = try LikeFoundation.ours(Value()) { $0.keyEncodingStrategy = .custom(strategy(one)) }
    #expect(
      try text == LikeFoundation.theirs(Value()) { $0.keyEncodingStrategy = .custom(strategy(two)) }
    )
    #expect(one.paths.sorted() == two.paths.sorted())

    func undo(_ calls: Calls) -> @Sendable ([any CodingKey]) -> any CodingKey {
      { path in
        calls.paths.append(LikeFoundation.words(path))
        return AnyKey(stringValue: String(path.last?.stringValue.dropFirst(3) ?? ""))
      }
    }
    let (three, four) = (Calls(), Calls())
    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .custom(undo(three))
    #expect(try decoder.decode(Value.self, from: text).other[0].leafValue == 1)
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .custom(undo(four))
    _ = try foundation.decode(Value.self, from: Data(text.utf8))
    #expect(Set(three.paths) == Set(four.paths))
  }

  /// A custom strategy is called once per key and depth, not once per key above as well.
  @Test func customStrategiesAreCalledInLinearTime() throws {
    final class Nest: Codable {
      var inner: Nest?
      init(_ depth: Int) { inner = depth > 0 ? Nest(depth - 1) : nil }
    }
    let calls = Calls()
    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .custom { path in
      calls.paths.append("")
      return path[path.count - 1]
    }
    _ = try decoder.decode(Nest.self, from: try Format.json.encode(Nest(40)))
    #expect(calls.paths.count < 40 * 40)
  }
}

extension DecodingError {
  fileprivate var path: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    @unknown default: []
    }
  }
}
