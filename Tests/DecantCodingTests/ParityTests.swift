import Decant
import DecantTestSupport
import Foundation
import Testing

/// What users of Foundation's coders and of Yams rely on.
@Suite struct ParityTests {
  struct Package: Codable, Equatable {
    var name: String
    var version: String
    var tags: [String]?
  }

  static let formats: [String: Format] = [
    "json": .json, "json5": .json5, "yaml": .yaml, "toml": .toml, "cbor": .cbor,
    "msgpack": .messagePack, "xml": .xmlPropertyList, "binary": .binaryPropertyList,
  ]

  // MARK: Strings of other scalars

  @Test func numbersAndBooleansAreReadIntoStrings() throws {
    let text =
      "name: yes\nversion: 1.10\ntags: [1, 1e3, 0.30, 12345678901234567890123, true, x, 2026-11-30]\n"
    #expect(throws: DecodingError.self) { try Format.yaml.decode(Package.self, from: text) }
    var options = DecodingOptions()
    options.stringDecodingStrategy = .anyScalar
    let package = try Format.yaml.decode(Package.self, from: text, options: options)
    #expect(package.name == "yes" && package.version == "1.10")
    #expect(
      package.tags
        == ["1", "1e3", "0.30", "12345678901234567890123", "true", "x", "2026-11-30"])
    for (json, fits) in [
      ("null", false), ("[]", false), ("{}", false), ("7", true), ("false", true),
    ] {
      let text = "{\"name\": \(json), \"version\": \"\"}"
      let name = try? Format.json.decode(Package.self, from: text, options: options).name
      #expect(name == (fits ? json : nil))
    }
  }

  // MARK: Comments only

  @Test(arguments: ["# nothing\n", "\n# a\n\n# b", "  # a\n"])
  func aDocumentOfCommentsIsEmpty(_ text: String) throws {
    struct Settings: Decodable, Equatable {
      var size: Int?
      var names: [String: Int]?
    }
    #expect(try Format.yaml.decode(Settings.self, from: text) == Settings())
    #expect(try Format.yaml.decode(Settings?.self, from: text) == nil)
    #expect(try Format.yaml.decode([String: Int].self, from: text) == [:])
    #expect(try Format.toml.decode(Settings.self, from: text) == Settings())
    let missing = #expect(throws: DecodingError.self) {
      try Format.yaml.decode(Package.self, from: text)
    }
    if case .keyNotFound(let key, _)? = missing {
      #expect(key.stringValue == "name")
    } else {
      Issue.record("\(String(describing: missing))")
    }
    for type in [[Int].self, Int.self, String.self] as [any Decodable.Type] {
      let error = #expect(throws: DecodingError.self) { try Format.yaml.decode(type, from: text) }
      #expect(error?.decant.problem == .emptyInput)
    }
    #expect(
      try FormatDecoder(.yaml).decode(
        default: Package(name: "a", version: "1"), from: Array(text.utf8))
        == Package(name: "a", version: "1"))
  }

  @Test func anInputWithoutBytesIsAnError() {
    for format in Self.formats.values where format.name != "toml" {
      #expect(throws: (any Error).self) { try format.decode(Package?.self, from: [UInt8]()) }
    }
  }

  // MARK: Places

  struct Placed: Decodable, Equatable {
    var line: Int?
    var column: Int?

    init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    init(from decoder: any Decoder) throws {
      let place = decoder.placeInInput
      (line, column) = (place?.line, place?.column)
    }
  }

  @Test func aTypeKnowsWhereItsValueIs() throws {
    let yaml = "# top\na:\n  - one\n  - {b: 2}\nc: &x three\n"
    struct Root: Decodable {
      var a: [Placed]
      var c: Placed
    }
    func lines(_ root: Root) -> [[Int?]] { (root.a + [root.c]).map { [$0.line, $0.column] } }
    let root = try Format.yaml.decode(Root.self, from: yaml)
    #expect(lines(root).prefix(2) == [[3, 5], [4, 5]])
    #expect(root.c.line == 5)
    let json = "{\"a\": [\n1,\n \"ü\", {}],\n  \"c\": null}"
    #expect(
      lines(try Format.json.decode(Root.self, from: json)) == [[2, 1], [3, 2], [3, 7], [4, 8]])
    // Not of what has no lines, or is not read from text.
    #expect(try Format.cbor.decode([Placed].self, from: Format.cbor.encode([1]))[0].line == nil)
    #expect(try JSONDecoder().decode([Placed].self, from: Data("[1]".utf8))[0].line == nil)
    #expect(try Document(parsing: "[1]", as: .json).decode([Placed].self)[0].line == nil)
    // Of many documents, also late ones.
    let text = (0..<3000).map { "{\"n\": \($0)}\n" }.joined()
    var documents = try Format.jsonLines.documents(of: [String: Placed].self, from: .text(text))
    var line = 0
    while let document = try documents.next() {
      line += 1
      #expect(document["n"]?.line == line && document["n"]?.column == 7)
    }
    #expect(line == 3000)
  }

  /// The anchor is far before the elements that are in memory.
  @Test func elementsThatAreAliasesHaveTheirOwnPlace() throws {
    let count = 30_000
    let text =
      "- &a {x: 1}\n" + (1..<count).map { $0 % 100 == 0 ? "- *a\n" : "- {x: \($0)}\n" }.joined()
    var elements = try Format.yaml.elements(
      of: Placed.self, from: ChunkedSource(Array(text.utf8), sizes: [5000]))
    var index = 0
    while let element = try elements.next() {
      #expect(element == Placed(line: index + 1, column: 3))
      index += 1
    }
    #expect(index == count)
  }

  /// Places of one large text, in its order and in others, whether its bytes are still in the window or not.
  @Test(arguments: ["json", "yaml", "toml"]) func placesAreRightInAnyOrder(_ name: String) throws {
    struct Late: Decodable {
      var first: Placed
      var all: [Placed]
      var last: Placed
      enum CodingKeys: CodingKey { case last, all, first }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        last = try container.decode(Placed.self, forKey: .last)
        all = try container.decode([Placed].self, forKey: .all)
        first = try container.decode(Placed.self, forKey: .first)
      }
    }
    let count = 50_000
    let elements = (0..<count).map { "\($0)" }.joined(separator: ",\n  ")
    let text =
      name == "toml"
      ? "first = 1\nall = [\n  \(elements)\n]\n last = 2\n"
      : "{\"first\": 1,\n\"all\": [\n  \(elements)\n], \"last\": 2}\n"
    let format = try #require(Self.formats[name])
    let late = try format.decode(Late.self, from: ChunkedSource(Array(text.utf8), sizes: [5000]))
    #expect(late.first == Placed(line: 1, column: name == "toml" ? 9 : 11))
    #expect(late.all == (0..<count).map { Placed(line: 3 + $0, column: 3) })
    #expect(
      late.last
        == Placed(line: 3 + count + (name == "toml" ? 1 : 0), column: name == "toml" ? 9 : 12))
  }

  // MARK: Null in property lists

  @Test(arguments: ["xml", "binary", "toml"]) func nilIsWrittenAsFoundationWritesIt(_ name: String)
    throws
  {
    struct Values: Codable, Equatable {
      var list: [Int?]
      var pairs: [String: String?]
    }
    let values = Values(list: [1, nil, 3], pairs: ["a": nil, "b": "x"])
    let format = try #require(Self.formats[name])
    #expect(throws: (any Error).self) { try format.encode(values) }
    var encoder = FormatEncoder(format)
    encoder.nullInPropertyLists = .foundation
    let bytes = try encoder.encodeBytes(values)
    #expect(try format.decode(Values.self, from: bytes) == values)
    guard name != "toml" else { return }
    #expect(try PropertyListDecoder().decode(Values.self, from: Data(bytes)) == values)
    let foundation = PropertyListEncoder()
    foundation.outputFormat = name == "xml" ? .xml : .binary
    #expect(try format.decode(Values.self, from: Array(foundation.encode(values))) == values)
    let theirs = try unsafe PropertyListSerialization.propertyList(
      from: foundation.encode(values), format: nil)
    let ours = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    #expect(ours as? NSDictionary == theirs as? NSDictionary && ours is NSDictionary)
  }

  // MARK: Configurations

  struct Money: EncodableWithConfiguration, DecodableWithConfiguration, Equatable {
    var cents: Int
    struct Currency: Sendable { var code: String }
    enum Euro: EncodingConfigurationProviding, DecodingConfigurationProviding {
      static var encodingConfiguration: Currency { Currency(code: "EUR") }
      static var decodingConfiguration: Currency { Currency(code: "EUR") }
    }

    init(cents: Int) { self.cents = cents }

    init(from decoder: any Decoder, configuration: Currency) throws {
      let values = try decoder.container(keyedBy: Key.self)
      cents = try values.decode(Int.self, forKey: Key(stringValue: configuration.code))
    }

    func encode(to encoder: any Encoder, configuration: Currency) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(cents, forKey: Key(stringValue: configuration.code))
    }

    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  @Test(arguments: formats.keys.sorted()) func typesMayNeedAConfiguration(_ name: String) throws {
    let format = try #require(Self.formats[name])
    let money = Money(cents: 250)
    let (encoder, decoder) = (FormatEncoder(format), FormatDecoder(format))
    let data = try encoder.encode(money, configuration: Money.Currency(code: "CHF"))
    #expect(try format.decode([String: Int].self, from: data) == ["CHF": 250])
    #expect(
      try decoder.decode(Money.self, from: data, configuration: Money.Currency(code: "CHF"))
        == money)
    let euro = try encoder.encode(money, configuration: Money.Euro.self)
    #expect(try decoder.decode(Money.self, from: euro, configuration: Money.Euro.self) == money)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Money.self, from: euro, configuration: Money.Currency(code: "USD"))
    }
    if name == "json" { #expect(error?.decant.position?.line == 1) }
  }

  // MARK: Braces

  @Test func bracesOfTheRootMayBeMissing() throws {
    var options = DecodingOptions()
    options.assumesTopLevelDictionary = true
    let foundation = JSONDecoder()
    foundation.assumesTopLevelDictionary = true
    let texts = [
      "\"a\": 1", " \n\"a\": 1, \"b\": 2\n", "{\"a\": 1}", "  {\"a\": 1} ", "\"a\": 1}",
      "{\"a\": 1", "", " ", "1",
      "\"a\"", "\"a\": {\"b\": 1}", "\u{FEFF}\"a\": 1",
    ]
    for text in texts {
      let ours = try? Format.json.decode([String: Int].self, from: text, options: options)
      let theirs = try? foundation.decode([String: Int].self, from: Data(text.utf8))
      if !text.allSatisfy(\.isWhitespace) { #expect(ours == theirs, "\(text)") }
      for sizes in [[1], [3]] {
        let source = ChunkedSource(Array(text.utf8), sizes: sizes)
        #expect(
          ours == (try? Format.json.decode([String: Int].self, from: source, options: options)))
      }
    }
    #expect(
      try Format.json5.decode([String: Int].self, from: "a: 1, b: 2, // c", options: options) == [
        "a": 1, "b": 2,
      ])
    #expect(try Format.yaml.decode([String: Int].self, from: "a: 1", options: options) == ["a": 1])
    // Places are those of the text.
    for (text, line, column) in [
      ("\"a\": x", 1, 6), ("\"a\": 1,\n \"b\": x", 2, 7), ("\"a\": \"\"", 1, 6),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try Format.json.decode([String: Int].self, from: text, options: options)
      }
      #expect(error?.decant.position?.line == line && error?.decant.position?.column == column)
      #expect(error?.decant.excerpt?.text == text.split(separator: "\n").last.map(String.init))
    }
  }

  // MARK: UTF-16 and UTF-32

  @Test func encodingsNeedNoMark() throws {
    let encodings: [String.Encoding] = [
      .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ]
    for encoding in encodings {
      for text in ["{\"a\": \"ü😀\"}", "[]", "7", "\"\"", " {}"] {
        let data = try #require(text.data(using: encoding))
        let value = try Format.json.decode(Value.self, from: text)
        #expect(try Format.json.decode(Value.self, from: data) == value)
        #expect(
          try Format.json.decode(Value.self, from: ChunkedSource(Array(data), sizes: [1])) == value)
        if text != "\"\"" {
          #expect(try Format.yaml.decode(Value.self, from: data) == value)
        }
      }
      let toml = try #require("a = \"ü\"\n".data(using: encoding))
      #expect(try Format.toml.decode([String: String].self, from: toml) == ["a": "ü"])
      let property = "<?xml version=\"1.0\"?><plist version=\"1.0\"><string>ü</string></plist>"
      let list = try #require(property.data(using: encoding))
      #expect(try Format.xmlPropertyList.decode(String.self, from: list) == "ü")
    }
  }

  // MARK: JSON with comments

  @Test func jsoncIsJSONWithComments() throws {
    let text = "{\n  // one\n  \"a\": 1, /* two */ \"b\": [2,],\n}\n"
    #expect(
      try Format.jsonc.decode(Value.self, from: text)
        == Format.json.decode(Value.self, from: "{\"a\":1,\"b\":[2]}"))
    let again = MemoryDestination()
    try Transcoder(from: .jsonc, to: .jsonc).run(from: .text(text), to: again)
    let written = String(decoding: again.bytes, as: UTF8.self)
    #expect(written.contains("// one") && written.contains("\"b\": [2]"))
    #expect(throws: (any Error).self) { try Format.jsonc.encode([Double.nan]) }
  }

  // MARK: Spans

  @Test func spansAreDecoded() throws {
    let bytes = Array("[1, 2, 3]".utf8)
    let span = unsafe bytes.span.bytes
    let numbers = try Format.json.decode([Int].self, from: span)
    let again = try FormatDecoder(.json).decode([Int].self, from: span)
    #expect(numbers == [1, 2, 3] && again == numbers)
  }

  // MARK: Errors

  @Test func everyErrorSaysWhatIsKnown() throws {
    func error(_ body: () throws -> Void) -> DecantError? {
      do {
        try body()
        return nil
      } catch {
        return error.decant
      }
    }
    let typed = error {
      _ = try Format.json.decode([String: [Package]].self, from: "{\"l\": [\n {\"name\": 1}]}")
    }
    #expect(typed?.message == "expected String but found a number")
    #expect(typed?.path?.description == "/l/0/name")
    #expect(typed?.position?.line == 2 && typed?.position?.column == 11)
    #expect(typed?.excerpt?.text == " {\"name\": 1}]}")
    #expect(typed?.localizedDescription.contains("2:11") == true)

    let syntax = error { _ = try Format.json.decode([Int].self, from: "[1,\n tru]") }
    #expect(syntax?.position?.line == 2)
    #expect(syntax.map { "\($0)" }?.hasPrefix("2:2: ") == true)

    let encoding = error { _ = try Format.json.encode(["a": [Double.nan]]) }
    #expect(encoding?.path?.description == "/a/0")
    #expect(encoding?.message.isEmpty == false)

    let foundation = error {
      _ = try JSONDecoder().decode([String: Int].self, from: Data("{\"a\":\"x\"}".utf8))
    }
    #expect(foundation?.path?.description == "/a")
    #expect(foundation?.message.isEmpty == false)

    struct Own: Error, CustomStringConvertible { var description: String { "own words" } }
    #expect(error { throw Own() }?.message == "own words")
    let missing = error { _ = try FileSource("/no/such/file") }
    #expect(missing?.source == nil || missing?.source == "/no/such/file")
  }
}
