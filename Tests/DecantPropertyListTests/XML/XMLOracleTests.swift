import DecantTestSupport
import Foundation
import Testing
import Decant

@Suite struct XMLOracleTests {
  /// UIDs are left out: their class in Foundation is private.
  private static let contents: RandomPropertyList.Contents =
    [.numbers, .dates, .data, .nonFiniteNumbers]

  private static func foundation(_ value: Value) throws -> Any {
    switch value {
    case .bool(let value): value
    case .number(let number) where number.isInteger:
      number.lexeme.hasPrefix("-")
        ? try #require(number.int64) as Any : try #require(number.uint64) as Any
    case .number(let number): try #require(number.double)
    case .string(let text): text
    case .date(let date): Date(timeIntervalSince1970: Double(date.secondsSinceEpoch))
    case .data(let bytes): Data(bytes)
    case .sequence(let elements): try elements.map(foundation)
    case .mapping(let mapping):
      try Dictionary(
        uniqueKeysWithValues: mapping.map {
          (try #require($0.key.string), try foundation($0.value))
        })
    case .null, .localTime, .uid: throw CocoaError(.propertyListWriteInvalid)
    }
  }

  private static func value(_ object: Any) throws -> Value {
    if let object = object as? [String: Any] {
      return .mapping(
        Mapping(
          try object.sorted { $0.key < $1.key }.map { (.string($0.key), try value($0.value)) }))
    }
    if let object = object as? [Any] { return .sequence(try object.map(value)) }
    if let object = object as? String { return .string(object) }
    if let object = object as? Data { return .data(Array(object)) }
    if let object = object as? Date {
      return .date(Timestamp(secondsSinceEpoch: Int64(object.timeIntervalSince1970)))
    }
    let number = try #require(object as? NSNumber)
    if Swift.type(of: object) == Bool.self { return .bool(number.boolValue) }
    // SAFETY: the name of the type is a C string that lives as long as the number.
    let type = unsafe String(cString: number.objCType)
    if type == "d" || type == "f" { return .number(Number(number.doubleValue)) }
    return .number(
      type == "Q" ? Number(number.uint64Value) : Number(number.int64Value))
  }

  /// Returns the value with reals rounded to doubles, as other programs store them.
  private static func rounded(_ value: Value) -> Value {
    switch value {
    case .number(let number) where !number.isInteger:
      .number(number.double.map { Number($0) } ?? number)
    case .sequence(let elements): .sequence(elements.map(rounded))
    case .mapping(let mapping): .mapping(Mapping(mapping.map { ($0.key, rounded($0.value)) }))
    default: value
    }
  }

  private static func serialized(_ value: Value) throws -> [UInt8] {
    Array(
      try PropertyListSerialization.data(
        fromPropertyList: try foundation(value), format: .xml, options: 0))
  }

  private static func read(_ bytes: [UInt8]) throws -> Value {
    // SAFETY: no pointer is passed.
    try value(unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil))
  }

  /// Of the calendar that `PropertyListSerialization` and plutil have.
  private static let reading: ReadingOptions = {
    var options = ReadingOptions()
    options[PropertyListCalendar.self] = .gregorian
    return options
  }()

  private static let writing: WritingOptions = {
    var options = WritingOptions()
    options[PropertyListCalendar.self] = .gregorian
    return options
  }()

  private static func random(_ seed: UInt64) -> Value {
    RandomPropertyList(
      seed: seed, size: Int(seed % 90), contents: contents, hasTwinKeys: false
    ).value
  }

  @Test func readsWhatFoundationWrites() throws {
    for seed in UInt64(0)..<600 {
      let value = Self.random(seed)
      let bytes = try Self.serialized(value)
      let read = try Value(parsing: bytes, as: .xmlPropertyList, options: Self.reading)
      #expect(Self.rounded(read) == value, "seed \(seed)")
    }
  }

  /// Requires sorted keys and Foundation's notation of numbers.
  @Test func writesWhatFoundationWrites() throws {
    for seed in UInt64(0)..<600 {
      let bytes = try Self.serialized(Self.random(seed))
      let value = try Value(parsing: bytes, as: .xmlPropertyList, options: Self.reading)
      let written = try value.encoded(as: .xmlPropertyList, options: Self.writing)
      guard written != bytes else { continue }
      Issue.record(
        """
        seed \(seed):
        \(String(decoding: bytes, as: UTF8.self))
        \(String(decoding: written, as: UTF8.self))
        """)
    }
  }

  @Test func foundationReadsWhatIsWritten() throws {
    var compact = Self.writing
    compact.indentation = .compact
    var ascii = Self.writing
    ascii.ascii = true
    ascii.indentation = .spaces(3)
    for seed in UInt64(0)..<400 {
      let value = Self.random(seed)
      for options in [Self.writing, compact, ascii] {
        let bytes = try value.encoded(as: .xmlPropertyList, options: options)
        #expect(try Self.read(bytes) == value, "seed \(seed)")
        #expect(!options.ascii || bytes.allSatisfy { $0 < 0x80 })
        #expect(
          try Value(parsing: bytes, as: .xmlPropertyList, options: Self.reading) == value)
      }
    }
  }

  /// Foundation's own writer loses carriage returns for other readers.
  @Test func lineEndsComeThroughOtherReaders() throws {
    let value: Value = ["a\r\nb": "c\rd\n"]
    let bytes = try value.encoded(as: .xmlPropertyList)
    #expect(try Self.read(bytes) == value)
    #expect(String(decoding: bytes, as: UTF8.self).contains("<string>c&#13;d\n</string>"))
  }

  @Test(.enabled(if: Oracle.plistlib.isInstalled)) func plistlibReadsLineEnds() throws {
    let value: Value = ["a\r\nb": "c\rd\n"]
    let answer = try #require(try Oracle.plistlib.run(try value.encoded(as: .xmlPropertyList)))
    #expect(try Value(parsing: answer, as: .json) == value)
  }

  @Test(.enabled(if: Oracle.plistlib.isInstalled)) func plistlibReadsWhatIsWritten() throws {
    for seed in UInt64(0)..<60 {
      // plistlib has no seconds before year 1, and its JSON no data; other tests cover both.
      let value = RandomPropertyList(seed: seed, size: 150, contents: [.numbers]).value
      let answer = try #require(
        try Oracle.plistlib.run(try value.encoded(as: .xmlPropertyList)), "seed \(seed)")
      #expect(try Value(parsing: answer, as: .json) == value, "seed \(seed)")
    }
  }

  @Test(.enabled(if: Oracle.plistlibWriter.isInstalled)) func readsWhatPlistlibWrites() throws {
    for seed in UInt64(0)..<60 {
      let value = RandomPropertyList(seed: seed, size: 150, contents: [.numbers]).value
      let answer = try #require(try Oracle.plistlibWriter.run(try value.encoded(as: .json)))
      #expect(
        Self.rounded(try Value(parsing: answer, as: .xmlPropertyList)) == value, "seed \(seed)")
    }
  }

  @Test(.enabled(if: Oracle.plutil.isInstalled)) func plutilReadsWhatIsWritten() throws {
    for seed in UInt64(0)..<20 {
      let value = RandomPropertyList(
        seed: seed, size: 150, contents: Self.contents, hasTwinKeys: false
      ).value
      guard value.mapping != nil || value.array != nil else { continue }
      let answer = try #require(
        try Oracle.plutil.run(
          try value.encoded(as: .xmlPropertyList, options: Self.writing)), "seed \(seed)")
      let read = try Value(parsing: answer, as: .xmlPropertyList, options: Self.reading)
      #expect(Self.rounded(read) == value, "seed \(seed)")
    }
  }
}
