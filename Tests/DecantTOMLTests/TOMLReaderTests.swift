import DecantTestSupport
import Testing
import Decant

@Suite struct TOMLReaderTests {
  private func script(_ source: String, _ options: ReadingOptions = .init()) throws -> String {
    plain(try events(of: source, as: .toml, reading: options))
  }

  /// Returns the script without the spaces and colons that do not matter here.
  private func plain(_ script: String) -> String { script.filter { $0 != " " && $0 != ":" } }

  @Test(arguments: [
    ("", "{}"), ("a = 1", "{'a' 1}"), ("a = 1\r\nb = 2\r\n", "{'a' 1 'b' 2}"),
    ("a.b.c = 1\na.d = 2", "{'a' {'b' {'c' 1} 'd' 2}}"),
    ("[a]\nb = 1\n[c]\n[a.d]\ne = 2", "{'a' {'b' 1 'd' {'e' 2}} 'c' {}}"),
    ("[a.b]\nc = 1\n[a]\nd = 2", "{'a' {'b' {'c' 1} 'd' 2}}"),
    ("[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2", "{'a' [{'b' 1} {'c' {'d' 2}}]}"),
    ("[[a.b]]\n[[a.b.c]]\nd = 1\n[[a.b.c]]", "{'a' {'b' [{'c' [{'d' 1} {}]}]}}"),
    ("a = {b.c = 1, 'd e' = [1, 2,], }", "{'a' {'b' {'c' 1} 'd e' [1 2]}}"),
    ("a = [ # c\n  1, # d\n\n  [2], {},\n]", "{'a' [1 [2] {}]}"),
    ("[a]\nb.c = 1\n[a.b.d]\ne = 2", "{'a' {'b' {'c' 1 'd' {'e' 2}}}}"),
    ("3.14 = 1", "{'3' {'14' 1}}"), ("\"\" = 1\n'a.b' = 2", "{'' 1 'a.b' 2}"),
    ("a . \"b\\u0063\" = 1", "{'a' {'bc' 1}}"),
  ])
  func readsTables(source: String, expected: String) throws {
    #expect(try script(source) == plain(expected.replacing("'", with: "\"")))
  }

  @Test(
    arguments: [
      ("'a\\b'", #""a\\b""#), (#""\b\t\n\f\r\"\\\e\x41\u00e9\U0001F600""#, nil),
      ("\"\"\"\na\\\n  \n  b\"\"\"", "\"ab\""), ("\"\"\"\r\na\r\nb\"\"\"", #""a\nb""#),
      ("'''\na'b''c'''", "\"a'b''c\""), ("\"\"\"\"a\"\"\"\"\"", #""\"a\"\"""#),
      ("''''a'''''", "\"'a''\""),
      ("1_000", "1000"), ("+7", "7"), ("-0", "0"), ("0xFf", "255"), ("0o17", "15"), ("0b1_01", "5"),
      ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("1.50", "1.50"), ("+1_0.0_1e-0_2", "10.01e-02"), ("1E5", "1E5"), ("inf", "inf"),
      ("-inf", "-inf"),
      ("+inf", "inf"), ("-nan", "nan"),
      ("1979-05-27T07:32:00Z", "date(1979-05-27T07:32:00Z)"),
      ("1979-05-27 00:32:00.50-07:00", "date(1979-05-27T07:32:00.5Z)"),
      ("2000-01-01t00:00z", "date(2000-01-01T00:00:00Z)"),
      ("1979-05-27 07:32", "local(1979-05-27T07:32:00)"), ("1979-05-27", "local(1979-05-27)"),
      ("07:32:00.10", "local(07:32:00.10)"), ("07:32 # c", "local(07:32:00)"),
    ] as [(String, String?)])
  func readsScalars(source: String, expected: String?) throws {
    let text = "\"\\u0008\\t\\n\\u000c\\r\\\"\\\\\\u001bAé😀\""
    if expected == nil {
      let value = try Value(parsing: "a = " + source, as: .toml)["a"]
      #expect(try value == Value(parsing: text, as: .json))
    } else {
      let found = try script("a = " + source)
      #expect(found == plain("{\"a\" \(expected ?? "")}"))
    }
  }

  @Test func keepsRepeatedKeysWhenAsked() throws {
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    let source = "a = 1\na = [2]\n"
    let transcript = Transcript(reading: Array(source.utf8), as: .toml, options)
    #expect(transcript.error == nil)
    var plan = Plan(to: .json)
    plan.reading.duplicateKeys = .last
    plan.writing.indentation = .compact
    let output = try convert(Array(source.utf8), from: .toml, by: plan)
    #expect(String(decoding: output, as: UTF8.self) == "{\"a\":[2]}\n")
    // However often a table is defined, it is one mapping.
    #expect(throws: DecantError.self) {
      try Value(parsing: "[a]\n[a]\n", as: .toml, options: options)
    }
  }

  @Test(arguments: [
    ("# head\n\n# a\na = 1 # b\n", "#( head) ~ {#( a) \"a\" 1 ^#( b)}"),
    ("a = 1\n\n# end\n\n", "{\"a\" 1} ~ #( end)"), ("# only\n", "{} #( only)"),
    (
      "[a] # b\n# c\nd = [ # e\n  # f\n  1, # g\n  # h\n] # i",
      "{\"a\" {^#( b) #( c) \"d\" [^#( e) #( f) 1 ^#( g) #( h)] ^#( i)}}"
    ),
    ("# a\n[[b]]\n# c\n[[b]]", "{#( a) \"b\" [{} #( c) {}]}"),
    ("a = { # b\n  c = 1, # d\n}", "{\"a\" {^#( b) \"c\" 1 ^#( d)}}"),
  ])
  func keepsComments(source: String, expected: String) throws {
    var options = ReadingOptions()
    options.comments = true
    #expect(try script(source, options) == plain(expected))
  }

  @Test func readsTheSameInPieces() {
    let source = """
      # c\r\n[a."é".'b'] # d
      x = [1, 0xFF, 1.5, "\\u00e9", '''
      y''', 1979-05-27 07:32:00-07:00, { z.w = true }]
      [[q]]
      """
    let transcript = expectSameInPieces(Array(source.utf8), as: .toml)
    #expect(transcript.error == nil)
  }

  @Test(arguments: [
    "a = {\n b = 1 }", "a = { b = 1, }", "a = { b = 1 # c\n }", #"a = "\e""#, #"a = "\x41""#,
    "a = 07:32",
    "a = 1979-05-27T07:32Z",
  ])
  func acceptsByVersion(source: String) throws {
    _ = try Value(parsing: source, as: .toml)
    var options = ReadingOptions()
    options.tomlVersion = .v1_0
    let error = #expect(throws: DecantError.self) {
      try Value(parsing: source, as: .toml, options: options)
    }
    #expect(error?.hint == "it is valid in TOML 1.1")
  }
}
