import Decant
import DecantConversion
import DotenvFormat
import Testing

@Suite struct DotenvReaderTests {
  static let documents: [(String, String)] = [
    ("", "{}"),
    ("\n  \n\t\r\n", "{}"),
    ("# nothing but a comment", "{}"),
    ("A=1", #"{"A":"1"}"#),
    ("A=1\nB=2\n", #"{"A":"1","B":"2"}"#),
    ("A=1\r\nB='2'\r\n", #"{"A":"1","B":"2"}"#),
    ("  A =  b c  \n", #"{"A":"b c"}"#),
    ("A=\nB=   \nC= # comment\n", #"{"A":"","B":"","C":""}"#),
    ("export A=1\n\texport\t_b2 = x", #"{"A":"1","_b2":"x"}"#),
    ("export=1\nexport =2\nexported=3", "duplicate"),
    ("export=1\nexported=3", #"{"export":"1","exported":"3"}"#),
    ("A=b # comment\nB='c' # 'd'\nC=\"d\"\t#", #"{"A":"b","B":"c","C":"d"}"#),
    ("URL=http://x.org/?a=1&b=(2)\n", #"{"URL":"http://x.org/?a=1&b=(2)"}"#),
    ("A='$x `y` \\n \"z\" #'", #"{"A":"$x `y` \\n \"z\" #"}"#),
    ("A='one\ntwo'\nB=3", #"{"A":"one\ntwo","B":"3"}"#),
    ("A=\"one\ntwo\"\nB=3", #"{"A":"one\ntwo","B":"3"}"#),
    (#"A="\n\r\t\"\\\$\`'#""#, #"{"A":"\n\r\t\"\\$`'#"}"#),
    (#"A="""#, #"{"A":""}"#),
    ("A=Zoë 🌋\nB=\"é\\né\"", #"{"A":"Zoë 🌋","B":"é\né"}"#),
  ]

  @Test(arguments: [
    ("#!/bin/sh\nA=1\nunset A\n", true), ("#!/usr/bin/env bash\nA=1\n", true),
    ("#!/usr/bin/env ansible-playbook\na: 1\n", false), ("# !/bin/sh\nA=1\n", false),
  ])
  func refusesAScriptInWhichItIsDetected(source: String, isScript: Bool) {
    let registry = FormatRegistry.standard.adding(.dotenv)
    var message: String?
    do {
      _ = try Input(.bytes(Array(source.utf8)), detecting: registry)
    } catch {
      message = error.message
    }
    #expect(message == (isScript ? "this is a program for a shell, not a .env file" : nil))
  }

  private func json(
    _ source: any ByteSource, _ options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> String {
    do {
      let value = try Document(reading: source, named: ".env", as: .dotenv, options: options).value
      return String(try value.text(as: .jsonLines).dropLast())
    } catch {
      if case .duplicateKey = error.problem { return "duplicate" }
      throw error
    }
  }

  private func outcome(of source: any ByteSource) -> String {
    do throws(DecantError) {
      return try json(source)
    } catch {
      return "\(error) \(error.path.map(String.init) ?? "")"
    }
  }

  @Test(arguments: documents) func readsPairs(source: String, expected: String) throws {
    #expect(try json(MemorySource(source)) == expected)
  }

  @Test(arguments: documents.map(\.0) + problems.map(\.0))
  func readsInAnyPieces(source: String) {
    let whole = outcome(of: MemorySource(source))
    for size in 1...7 { #expect(outcome(of: Pieces(source, of: size)) == whole) }
  }

  static let problems: [(String, String)] = [
    ("A=1\n =2", "2:2: expected the name of a variable but found '='"),
    ("2A=1", "1:1: expected the name of a variable but found '2'"),
    ("A=1\nB", "2:2: expected '=' after 'B'"),
    ("A=1\nB\nC=2", "2:2: expected '=' after 'B'"),
    ("export A", "1:9: expected '=' after 'A'"),
    ("A B=1", "1:3: expected '=' after 'A'"),
    ("A=1\nexport my-key=1", "2:8: 'my-key' cannot be the name of a variable"),
    ("über=1", "1:1: expected the name of a variable but found a letter that is not ASCII"),
    ("A: 1", "1:1: 'A:' cannot be the name of a variable"),
    ("A=x$y", "1:4: '$' in a value without quotes"),
    ("A=`y`", "1:3: '`' in a value without quotes"),
    ("A=C:\\dir", "1:5: '\\' in a value without quotes"),
    ("A=it's", "1:5: ''' in a value without quotes"),
    ("A=#fff", "1:3: '#' in a value without quotes"),
    ("A=a#b", "1:4: '#' in a value without quotes"),
    ("A=\"$x\"", "1:4: '$' in double quotes"),
    ("A=1\nB='one\ntwo\n", "2:3: no closing '''"),
    ("A=\"one\\\"", "1:3: no closing '\"'"),
    ("A=\"\\q\"", "1:4: 'q' after a backslash is not an escape"),
    ("A=\"x\"y", "1:6: expected the end of the line but found 'y'"),
    ("A='x' y", "1:7: expected the end of the line but found 'y'"),
    ("A='x'#y", "1:6: expected the end of the line but found '#'"),
    ("A=\u{0}", "1:3: a zero byte, which no environment can hold"),
    ("A='\u{0}'", "1:4: a zero byte, which no environment can hold"),
  ]

  @Test(arguments: problems) func reportsWhatIsWrongAndWhere(source: String, message: String) {
    let error = #expect(throws: DecantError.self) { try json(MemorySource(source)) }
    #expect(error?.source == ".env")
    #expect(error?.description.hasSuffix(message) == true, "\(String(describing: error))")
    #expect(error?.category == .input)
  }

  @Test func reportsWhichVariableIsWrong() {
    let error = #expect(throws: DecantError.self) { try json(MemorySource("A=1\nB=$x\n")) }
    #expect(error?.path?.description == "/B")
    #expect(error?.excerpt?.text == "B=$x")
    #expect(error?.excerpt?.caret == 2)
    #expect(error?.hint == "put the text in single quotes, where '$' is an ordinary character")
  }

  @Test(arguments: ["A=\u{E9}", "A='\u{E9}'", "A=\"\\n\u{E9}\""])
  func refusesInvalidUTF8(source: String) {
    let bytes = source.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let error = #expect(throws: DecantError.self) { try json(MemorySource(bytes)) }
    #expect(error?.problem == .invalidEncoding(.utf8))
    #expect(
      error?.offset == source.unicodeScalars.count
        - (source.hasSuffix("'") || source.hasSuffix("\"") ? 2 : 1))
  }

  static let choices: [(DuplicateKeys, String)] = [
    (.error, "duplicate"), (.first, #"{"A":"1","B":"2"}"#), (.last, #"{"A":"3","B":"2"}"#),
  ]

  @Test(arguments: choices)
  func letsTheReaderChooseAmongTwoOfAName(choice: DuplicateKeys, expected: String) throws {
    var options = ReadingOptions()
    options.duplicateKeys = choice
    #expect(try json(MemorySource("A=1\nB=2\nA=3\n"), options) == expected)
  }

  @Test func decodesTypes() throws {
    struct Settings: Codable, Equatable {
      var host: String
      var port: Int
      var motd: String?
    }
    let settings = try Format.dotenv.decode(
      Settings.self, from: "host=example.org\nport=80\nuser=me\n")
    #expect(settings == Settings(host: "example.org", port: 80, motd: nil))
    let error = #expect(throws: DecodingError.self) {
      try Format.dotenv.decode(Settings.self, from: "host=x\nport='8 0'\n")
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.hasSuffix(", at line 2, column 6"))
  }

  @Test func endsAtEachPrefixInAValueOrAnError() {
    let source = Array("# c\nexport A='b\nc' # d\nB=\"\\n\\\"é\"\nC=d e\n".utf8)
    for length in 0...source.count {
      _ = try? json(MemorySource(Array(source[..<length])))
    }
  }

  @Test func survivesWhateverComes() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("AB=='\"\"\\\\#$ \n\nexport \t\r\u{0}é".utf8)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      #expect(outcome(of: MemorySource(bytes)) == outcome(of: Pieces(bytes, of: 3)))
    }
  }

  @Test func readsManyLines() throws {
    let source = (0..<50_000).map { "NAME_\($0)='value \($0)'\n" }.joined()
    let value = try Value(parsing: source, as: .dotenv)
    #expect(value.mapping?.count == 50_000)
    #expect(value["NAME_49999"] == "value 49999")
  }

  /// Requires that parsing takes linear time.
  @Test(.timeLimit(.minutes(1))) func readsAVeryLongValue() throws {
    let text = String(repeating: "0123456789 \n", count: 40_000)
    for quoted in ["'\(text)'", "\"\\\\\(text)\""] {
      let value = try Document(reading: Pieces("A=\(quoted)", of: 4096), as: .dotenv).value
      #expect(value["A"]?.string?.hasSuffix(text) == true)
    }
  }

  static let openings: [(String, String?)] = [
    ("A=1\n", "dotenv"), ("# c\n\nexport A=\"x\n", "dotenv"), ("A=", "dotenv"),
    ("A = \"b\";\n", "strings"), ("A=b;\n", "strings"), ("{\"A\": 1}", "json"),
    ("A: b=c\n", "yaml"),
  ]

  @Test(arguments: openings) func isToldByItsContent(source: String, format: String?) throws {
    let registry = FormatRegistry.standard.adding(.dotenv)
    let input = try Input(MemorySource(source), detecting: registry)
    #expect(input.format.name == format)
  }

  @Test(arguments: [".env", "x/.env", "prod.env", "a.ENV"]) func isToldByTheName(name: String) {
    let registry = FormatRegistry.standard.adding(.dotenv)
    #expect(registry.format(forFileNamed: name)?.name == "dotenv")
    #expect(registry.format(forFileNamed: "a.json")?.name == "json")
  }
}

/// A source that returns a few bytes at a time, like a slow pipe.
final class Pieces: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let size: Int
  let wouldWait = true

  init(_ bytes: [UInt8], of size: Int) {
    rest = bytes[...]
    self.size = size
  }

  convenience init(_ text: String, of size: Int) {
    self.init(Array(text.utf8), of: size)
  }

  func read(into output: inout OutputRawSpan) {
    for _ in 0..<min(size, output.freeCapacity) {
      guard let byte = rest.popFirst() else { return }
      output.append(byte)
    }
  }
}
