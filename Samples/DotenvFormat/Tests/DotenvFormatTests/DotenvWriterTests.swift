import Decant
import DecantConversion
import DotenvFormat
import Testing

@Suite struct DotenvWriterTests {
  static let documents: [(Value, String)] = [
    ([:], ""),
    (["A": "1", "_b2": ""], "A=1\n_b2=\n"),
    (["URL": "http://u@x.org:80/a%20b"], "URL=http://u@x.org:80/a%20b\n"),
    (["A": "b c"], "A='b c'\n"),
    (["A": "$x `y` \\ \"z\" # ~"], "A='$x `y` \\ \"z\" # ~'\n"),
    (["A": "one\ntwo"], "A='one\ntwo'\n"),
    (["A": "it's"], "A=\"it's\"\n"),
    (["A": "'\"\\$`"], #"A="'\"\\\$\`""# + "\n"),
    (["A": "a\r\nb"], "A=\"a\\r\nb\"\n"),
    (["A": "é"], "A='é'\n"),
    (["A": 1.10, "B": true], "A=1.1\nB=YES\n"),
  ]

  @Test(arguments: documents) func writesPairs(value: Value, expected: String) throws {
    #expect(try value.text(as: .dotenv) == expected)
  }

  @Test func exportsNames() throws {
    var options = WritingOptions()
    options[DotenvWritingOptions.self].exports = true
    let value: Value = ["A": "1", "B": "c d"]
    let text = try value.text(as: .dotenv, options: options)
    #expect(text == "export A=1\nexport B='c d'\n")
    #expect(try Value(parsing: text, as: .dotenv) == value)
  }

  @Test func putsThePrefixBeforeNames() throws {
    var options = WritingOptions()
    options[DotenvWritingOptions.self].prefix = "APP_"
    let value: Value = ["A": "1", "2B": "c"]
    #expect(try value.text(as: .dotenv, options: options) == "APP_A=1\nAPP_2B=c\n")
  }

  static let refused: [(String, String)] = [
    (#"{"A": {"b": 1}}"#, "1:7: 'A' is not text, but a .env file contains only text"),
    (#"{"A": "b", "C": []}"#, "1:17: 'C' is not text, but a .env file contains only text"),
    ("[1]", "1:1: a .env file must be a mapping from names to text"),
    (#""A""#, "1:1: a .env file must be a mapping from names to text"),
    (#"{"a-b": "c"}"#, "1:2: 'a-b' cannot be the name of a variable"),
    (#"{"": "c"}"#, "1:2: '' cannot be the name of a variable"),
    (#"{"A": "\u0000"}"#, "1:7: a zero byte, which no environment can hold"),
    (#"{"A": null}"#, "1:7: dotenv cannot represent null"),
  ]

  private func convert(_ json: String, _ change: (inout Plan) -> Void = { _ in })
    throws(DecantError)
    -> String
  {
    var transcoder = Transcoder(from: .json, to: .dotenv)
    change(&transcoder.plan)
    let output = MemoryDestination()
    try transcoder.run(from: MemorySource(json), named: "x", to: output)
    return output.text
  }

  @Test(arguments: refused) func refusesWhatItCannotHold(json: String, message: String) {
    let error = #expect(throws: DecantError.self) { try convert(json) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(error?.category == .input)
  }

  @Test func losesNoTypeWhereThatIsForbidden() throws {
    #expect(try convert(#"{"A": 1.10, "B": false}"#) == "A=1.10\nB=NO\n")
    let error = #expect(throws: DecantError.self) {
      try convert(#"{"A": 1.10}"#) { $0.fidelity = .strict }
    }
    #expect(error?.problem == .degraded(.number, target: "dotenv"))
  }

  @Test func holdsOneDocument() {
    let error = #expect(throws: DecantError.self) {
      var pipeline = try Pipeline(Plan(to: .dotenv), to: MemoryDestination())
      try pipeline.convert(["A": "1"] as Value)
      try pipeline.convert(["A": "2"] as Value)
    }
    #expect(error?.problem == .manyDocuments(target: "dotenv"))
  }

  @Test func encodesTypes() throws {
    struct Settings: Codable, Equatable {
      var HOST: String
      var PASSWORD: String
    }
    let settings = Settings(HOST: "example.org", PASSWORD: "pa$$ 'word'")
    let text = try Format.dotenv.encodeText(settings)
    #expect(text == "HOST=example.org\nPASSWORD=\"pa\\$\\$ 'word'\"\n")
    #expect(try Format.dotenv.decode(Settings.self, from: text) == settings)
  }

  @Test func givesBackEveryText() throws {
    let alphabet = Array("ab=#$`'\"\\ \t\r\n;&|<>~é🌋".unicodeScalars)
    for _ in 0..<3000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12) { text.append(alphabet.randomElement() ?? "a") }
      let value: Value = ["A": .string(String(text)), "B": "end"]
      #expect(try Value(parsing: value.text(as: .dotenv), as: .dotenv) == value)
    }
  }
}
