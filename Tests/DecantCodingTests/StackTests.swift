import Decant
import Foundation
import Testing

/// Coders throw before the stack of their thread overflows, whatever its size.
@Suite struct StackTests {
  static let sizes = [128, 192, 256, 512, 1024, 2048, 8192].map { $0 << 10 }

  private final class Task<T>: @unchecked Sendable {
    let body: () -> T
    var value: T?

    init(_ body: @escaping () -> T) { self.body = body }
  }

  static func run<T>(onStackOf size: Int, _ body: @escaping () -> T) -> T? {
    let task = Task(body)
    let thread = Thread { task.value = task.body() }
    thread.stackSize = size
    thread.start()
    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    return task.value
  }

  struct Level: Codable {
    var next: [String: [Level]]

    static func nested(_ levels: Int) -> Level {
      var level = Level(next: [:])
      for _ in 0..<levels { level = Level(next: ["k": [level]]) }
      return level
    }

    /// Swift's own destruction recurses deeper than any coder.
    static func dismantle(_ level: Level) {
      var level = level
      while let next = level.next["k"]?.first { level = next }
    }
  }

  private static func deepest() -> EncodingOptions {
    var options = EncodingOptions()
    options.maximumDepth = .max
    return options
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context): context.debugDescription
    case DecodingError.dataCorrupted(let context): context.debugDescription
    default: "\(error)"
    }
  }

  private func limit(_ attempt: @escaping (_ levels: Int) throws -> Void, size: Int) throws {
    let found = Self.run(onStackOf: size) { () -> (passed: Int, words: String) in
      var passed = 0
      var levels = 1
      while levels < 1 << 20 {
        do {
          try attempt(levels)
          passed = levels
        } catch {
          return (passed, Self.words(error))
        }
        levels = levels < 64 ? levels + 7 : levels * 3 / 2
      }
      return (passed, "nothing")
    }
    let (passed, words) = try #require(found)
    #expect(words.contains("for which this thread's stack has no room"), "\(words)")
    if size >= 512 << 10 { #expect(passed > 15, "\(passed) levels") }
  }

  @Test(arguments: sizes) func encodingTooDeepIsAnError(_ size: Int) throws {
    try limit(
      { levels in
        let value = Level.nested(levels)
        defer { Level.dismantle(value) }
        _ = try Format.json.encode(value, options: Self.deepest())
      }, size: size)
  }

  @Test(arguments: sizes) func decodingTooDeepIsAnError(_ size: Int) throws {
    var options = DecodingOptions()
    options.maximumDepth = .max
    options.reading.maximumDepth = .max
    try limit(
      { levels in
        let json =
          String(repeating: #"{"next":{"k":["#, count: levels)
          + #"{"next":{}}"# + String(repeating: "]}}", count: levels)
        Level.dismantle(try Format.json.decode(Level.self, from: json, options: options))
      }, size: size)
  }

  // MARK: Types that never end

  static let circles: [String: @Sendable (Circular, any Encoder) throws -> Void] = [
    "single value": { value, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(value)
    },
    "element": { value, encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(value)
    },
    "value of a key": { value, encoder in
      var container = encoder.container(keyedBy: Circular.Key.self)
      try container.encode(value, forKey: .a)
    },
    "super encoder": { value, encoder in
      var container = encoder.container(keyedBy: Circular.Key.self)
      try container.encode(1, forKey: .a)
      try value.encode(to: container.superEncoder())
    },
    "nested container": { value, encoder in
      try value.encode(into: encoder.unkeyedContainer())
    },
  ]

  struct Circular: Encodable {
    var kind: String
    enum Key: CodingKey { case a }

    func encode(to encoder: any Encoder) throws {
      try StackTests.circles[kind]?(self, encoder)
    }

    func encode(into container: any UnkeyedEncodingContainer) throws {
      var container = container
      try container.encode(1)
      try encode(into: container.nestedUnkeyedContainer())
    }
  }

  @Test(arguments: circles.keys.sorted(), sizes)
  func encodingWithoutEndIsAnError(_ kind: String, _ size: Int) throws {
    let words = Self.run(onStackOf: size) { () -> String in
      do {
        _ = try Format.json.encode(Circular(kind: kind), options: Self.deepest())
        return "nothing"
      } catch {
        return Self.words(error)
      }
    }
    #expect(words?.hasSuffix("has no room; does a value contain itself?") == true, "\(words ?? "")")
  }

  /// Nested containers do not count as nested values.
  struct Hollow: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      try self.init(in: &container)
    }

    init(in container: inout any UnkeyedDecodingContainer) throws {
      if container.isAtEnd {
        self.init()
      } else {
        var nested = try container.nestedUnkeyedContainer()
        try self.init(in: &nested)
      }
    }

    init() {}
  }

  struct Inherited: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      if container.isAtEnd {
        self.init()
      } else {
        try self.init(from: container.superDecoder())
      }
    }

    init() {}
  }

  @Test(arguments: sizes) func decodingPartsTooDeepIsAnError(_ size: Int) throws {
    var options = DecodingOptions()
    options.reading.maximumDepth = .max
    for type in [Hollow.self, Inherited.self] as [any Decodable.Type] {
      try limit(
        { levels in
          let json =
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
          _ = try Format.json.decode(type, from: json, options: options)
        }, size: size)
    }
  }

  @Test func theLimitByCountIsTold() throws {
    let error = #expect(throws: EncodingError.self) {
      var options = EncodingOptions()
      options.maximumDepth = 5
      _ = try Format.json.encode(Circular(kind: "element"), options: options)
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(
      context.debugDescription
        == "more than 5 levels of nested values; does a value contain itself?")
    #expect(context.codingPath.count == 5)
  }
}
