import Decant
import DotenvFormat
import Testing

/// Comparisons with a shell and with python-dotenv.
@Suite struct DotenvOracleTests {
  static let texts: [String] = {
    let alphabet = Array("abc =#$`'\"\\\t\n;&|<>()~*?!{}é🌋".unicodeScalars)
    var generator = SystemRandomNumberGenerator()
    return (0..<300).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...10, using: &generator) {
        text.append(alphabet.randomElement(using: &generator) ?? "a")
      }
      return String(text)
    }
  }()

  private static func file(_ texts: [String]) throws -> String {
    let pairs = texts.enumerated().map { (Value.string("V\($0)"), Value.string($1)) }
    return try Value.mapping(Mapping(pairs.map { (key: $0, value: $1) })).text(as: .dotenv)
  }

  private func shellValues(of file: String) throws -> [String: String] {
    let outcome = try Outcome(ofShell: "set -a; . ./f && env -0", files: ["f": file])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return Dictionary(
      outcome.output.split(separator: "\0").compactMap { entry in
        guard entry.first == "V", let sign = entry.firstIndex(of: "=") else { return nil }
        return (String(entry[..<sign]), String(entry[entry.index(after: sign)...]))
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func theShellReadsWhatIsWritten() throws {
    let values = try shellValues(of: Self.file(Self.texts))
    #expect(values.count == Self.texts.count)
    for (index, text) in Self.texts.enumerated() { #expect(values["V\(index)"] == text) }
  }

  static let sources = [
    "VA=1\nexport VB=two\n", "VA='a b'   # c\n# d\n\nVB=\n", "VA=\"x\ny \\\" \\\\ \\$z \\` 'q'\"\n",
    "VA='x\n$y'\n", "VA=a:b/c,d%e+f@g\nVB=\"\"\n", "  VA=1 # c\n\tVB=2\n", "VA=\"é\"\nVB='#'\n",
  ]

  @Test(arguments: sources) func readsWhatTheShellReads(source: String) throws {
    let value = try Value(parsing: source, as: .dotenv)
    let values = try shellValues(of: source)
    #expect(value.mapping?.count == values.count)
    for (name, text) in values { #expect(value[name]?.string == text) }
  }

  /// Some escapes are omitted: python-dotenv supports escapes in single quotes, unlike shells, and
  /// none for `$` and `` ` ``.
  @Test func pythonReadsWhatIsWritten() throws {
    let script = """
      python3 -c 'import dotenv, json, sys; \
      print(json.dumps(dotenv.dotenv_values("f", interpolate=False)))'
      """
    guard try Outcome(ofShell: "python3 -c 'import dotenv'").status == 0 else {
      print("not at hand: python-dotenv")
      return
    }
    let texts = Self.texts.filter { text in
      let scalars = Set(text.unicodeScalars)
      return !scalars.contains("\\")
        && (!scalars.contains("'") || scalars.isDisjoint(with: ["$", "`"]))
    }
    let outcome = try Outcome(ofShell: script, files: ["f": Self.file(texts)])
    let value = try Value(parsing: outcome.output, as: .json)
    #expect(value.mapping?.count == texts.count)
    for (index, text) in texts.enumerated() { #expect(value["V\(index)"]?.string == text) }
  }
}
