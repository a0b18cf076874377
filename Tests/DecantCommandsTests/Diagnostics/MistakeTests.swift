import Decant
import Testing

@testable import DecantCommands

@Suite struct MistakeTests {
  struct Mistake: Sendable, CustomStringConvertible {
    let format: String
    let input: [UInt8]
    /// Line, column and message; only line and column if each format has its own message.
    let error: String
    let hint: String?

    init(_ format: String, _ input: String, _ error: String, _ hint: String? = nil) {
      self.init(format, Array(input.utf8), error, hint)
    }

    init(_ format: String, _ input: [UInt8], _ error: String, _ hint: String? = nil) {
      self.format = format
      self.input = input
      self.error = error
      self.hint = hint
    }

    var description: String { "\(format): \(String(decoding: input, as: UTF8.self))" }
  }

  private func complaint(_ mistake: Mistake) -> (error: String, hint: String?) {
    let outcome = decant("check", "-f", mistake.format) { $0.input = MemorySource(mistake.input) }
    let lines = outcome.errors.split(separator: "\n")
    let first = lines.first.map { $0.dropFirst("<stdin>:".count) } ?? ""
    let hint = lines.first { $0.hasPrefix("hint: ") }.map { String($0.dropFirst(6)) }
    return (String(first).replacing(" error:", with: ""), hint)
  }

  private static let resolve = "keep one of the versions, and delete the lines of <, = and >"

  static let mergeConflicts: [Mistake] = [
    Mistake("json", "{\n<<<<<<< HEAD\n  \"a\": 1\n", "2:1: unresolved merge conflict", resolve),
    Mistake("json", "{\n\"a\": 1,\n=======\n", "3:1: unresolved merge conflict", resolve),
    Mistake("json", "[\n1\n>>>>>>> b\n]", "3:1: unresolved merge conflict", resolve),
    Mistake("json", "{}\n||||||| base\n", "2:1: unresolved merge conflict", resolve),
    Mistake("json5", "{\n<<<<<<< HEAD\n", "2:1: unresolved merge conflict", resolve),
    Mistake("jsonl", "{}\n<<<<<<< HEAD\n{}\n", "2:1: unresolved merge conflict", resolve),
    Mistake("yaml", "a: 1\n<<<<<<< HEAD\nb: 1\n", "2:1: unresolved merge conflict", resolve),
    Mistake("yaml", "a:\n  b: 1\n=======\nb: 1\n", "3:1: unresolved merge conflict", resolve),
    Mistake("yaml", "- a\n>>>>>>> topic\n", "2:1: unresolved merge conflict", resolve),
    Mistake(
      "xml1", "<plist>\n<dict>\n<<<<<<< HEAD\n", "3:2: unresolved merge conflict", resolve),
    Mistake("xml1", "<plist>\n<true/>\n=======\n", "3:1: unresolved merge conflict", resolve),
    Mistake("openstep", "{\n<<<<<<< HEAD\na = 1;\n}", "2:1: unresolved merge conflict", resolve),
    Mistake("openstep", "(\n<<<<<<< HEAD\na)", "2:2: unresolved merge conflict", resolve),
    Mistake("strings", "a = b;\n=======\n", "2:1: unresolved merge conflict", resolve),
    Mistake("toml", "a = 1\n<<<<<<< HEAD\n", "2:1: unresolved merge conflict", resolve),
    Mistake("toml", "a = 1\n=======\nb = 2\n", "2:1: unresolved merge conflict", resolve),
    Mistake("json", "<<<<<<<<", "1:1: expected a value but found '<'"),
    Mistake("json", "======= x", "1:1: expected a value but found '='"),
  ]

  private static let page = "<!DOCTYPE html>\n<html><head></head></html>\n"

  static let webPages: [Mistake] = [
    Mistake("plist", page, "2:1: this is HTML, not a property list"),
    Mistake("xml1", page, "2:1: this is HTML, not a property list"),
    Mistake("plist", "<html lang='en'>", "1:1: this is HTML, not a property list"),
    Mistake("openstep", "<HTML>", "1:1: this is HTML, not a property list"),
    Mistake("strings", page, "2:1: this is HTML, not a property list"),
    Mistake("binary1", page, "1:1: this is HTML, not a property list"),
    Mistake("json", page, "1:1: this is HTML, not JSON"),
    Mistake("json5", page, "1:1: this is HTML, not JSON"),
    Mistake("jsonl", "\n<html>", "2:1: this is HTML, not JSON"),
    Mistake("json-seq", page, "1:1: this is HTML, not JSON"),
  ]

  private static let yaml = "this looks like YAML, which -f yaml reads"

  static let yamlInJSON: [Mistake] = [
    Mistake("json", "a: 1\n", "1:1: unknown word 'a'", yaml),
    Mistake("json", "---\n", "1:2: expected a digit after the sign of a number", yaml),
    Mistake("json", "- a\n", "1:2: expected a digit after the sign of a number", yaml),
    Mistake("json", "# a\n", "1:1: expected a value but found '#'", yaml),
    Mistake("json", "%YAML 1.2\n", "1:1: expected a value but found '%'", yaml),
    Mistake("json", "\"a\": 1", "1:4: expected the end of the document but found ':'", yaml),
    Mistake("json5", "a: 1\n", "1:1: unknown word 'a'", yaml),
    Mistake("jsonl", "a: 1\n", "1:1: unknown word 'a'", yaml),
    Mistake("json", "[a: 1]", "1:2: unknown word 'a'", "a string must be in double quotes"),
  ]

  private static let space = "write an ordinary space instead of U+00A0 (no-break space)"

  static let oddSpaces: [Mistake] = [
    Mistake(
      "json", "[\u{A0}1]", "1:2: expected a value or ']' but found U+00A0 (no-break space)", space),
    Mistake(
      "json", "{\"a\"\u{A0}:1}", "1:5: expected ':' but found U+00A0 (no-break space)", space),
    Mistake(
      "json5", "{\u{200B}a:1}", "1:2: expected a key or '}' but found U+200B (zero width space)",
      "delete U+200B (zero width space)"),
    Mistake(
      "json", "[\u{FEFF}]", "1:2: expected a value or ']' but found a byte-order mark",
      "delete the byte-order mark"),
    Mistake("yaml", "a:\u{A0}1\nb: 2\n", "1:2: expected a space after ':'", space),
    Mistake(
      "xml1", "<array>\u{A0}", "1:8: expected a tag but found U+00A0 (no-break space)", space),
    Mistake(
      "openstep", "{\u{A0}a = 1; }",
      "1:2: unexpected U+00A0 (no-break space) in text without quotes",
      space),
    Mistake(
      "strings", "a\u{A0}= 1;", "1:2: unexpected U+00A0 (no-break space) in text without quotes",
      space
    ),
  ]

  private static func zeros(_ text: String, before: Int, after: Int) -> [UInt8] {
    text.utf8.flatMap {
      Array(repeating: 0, count: before) + [$0] + Array(repeating: 0, count: after)
    }
  }

  static let encodings: [Mistake] = ["json", "json5", "jsonl", "yaml"]
    .flatMap {
      let latin = "if it is Latin-1, 'iconv -f ISO-8859-1 -t UTF-8' converts it"
      return [
        Mistake(
          $0, zeros("[1]", before: 0, after: 1),
          "1:2: ",
          "the input looks like UTF-16LE; 'iconv -f UTF-16LE -t UTF-8' converts it"),
        Mistake(
          $0, zeros("[1]", before: 1, after: 0),
          "1:1: ",
          "the input looks like UTF-16BE; 'iconv -f UTF-16BE -t UTF-8' converts it"),
        Mistake(
          $0, zeros("[1]", before: 0, after: 3),
          "1:2: ",
          "the input looks like UTF-32LE; 'iconv -f UTF-32LE -t UTF-8' converts it"),
        Mistake(
          $0, Array("\"caf".utf8) + [0xE9, 0x22], "1:5: the input is not valid UTF-8", latin),
      ]
    }

  private static func quote(_ character: Character) -> String {
    "use \" instead of \(character)"
  }

  static let typographicQuotes: [Mistake] = [
    Mistake("json", "{“a”: 1}", "1:2: expected a key or '}' but found '“'", quote("“")),
    Mistake("json", "[‘a’]", "1:2: expected a value or ']' but found '‘'", quote("‘")),
    Mistake("json", "{\"a”: 1}", "1:2: the string that begins here is never closed", quote("”")),
    Mistake(
      "json", "{\"a”: 1\n}", "1:2: the string that begins here does not end on this line",
      quote("”")
    ),
    Mistake("json5", "[“a”]", "1:2: expected a value or ']' but found '“'", quote("“")),
    Mistake("openstep", "{ a = “x”; }", "1:7: unexpected '“' in text without quotes", quote("“")),
    Mistake("strings", "“a” = “b”;", "1:1: unexpected '“' in text without quotes", quote("“")),
    Mistake("toml", "a = “x”", "1:5: expected a value but found '“'", quote("“")),
    Mistake("xml1", "<plist version=“1”>", "1:16: malformed tag: found '“'", quote("“")),
  ]

  static let unclosed: [Mistake] = [
    Mistake("json", "{\n \"a\": [\n  1,\n  2\n", "2:7: '[' is never closed"),
    Mistake("json", "{\n \"a\": [\n  1\n}", "2:7: '[' is not closed before '}' on line 4"),
    Mistake(
      "json", "{\"a\": \"b\n}", "1:7: the string that begins here does not end on this line",
      "a line break in a string is written \\n"),
    Mistake("json5", "{\n a: {\n", "2:5: '{' is never closed"),
    Mistake("jsonl", "{}\n{\"a\": [1\n", "2:7: '[' is never closed"),
    Mistake("openstep", "{\n a = (\n  1,\n", "2:6: '(' is never closed"),
    Mistake("openstep", "{\n a = (\n  1;\n}", "2:6: '(' is not closed before ';' on line 3"),
    Mistake("openstep", "{ a = <00 11; }", "1:7: '<' is never closed"),
    Mistake(
      "strings", "\"a\" = \"b;\n\"c\" = \"d\";\n",
      "1:7: the string that begins here does not end on this line",
      "a line break in a string is written \\n"),
    Mistake("xml1", "<plist>\n<dict>\n<key>a</key>\n", "2:1: <dict> is never closed"),
    Mistake(
      "xml1", "<array>\n<string>a\n</array>",
      "2:1: <string> is not closed before </array> on line 3"),
    Mistake(
      "xml1", "<dict>\n<key>a\n<true/>\n</dict>", "2:1: <key> is not closed before <true> on line 3"
    ),
    Mistake(
      "xml1", "<plist version=\"1.0>\n<true/></plist>",
      "1:16: the string that begins here is never closed"),
    Mistake("yaml", "a: {b: 1\n", "1:4: '{' is never closed"),
    Mistake("toml", "a = [\n 1,\n", "1:5: '[' is never closed"),
    Mistake("toml", "a = [\n 1,\nb = 2\n", "1:5: '[' is not closed before 'b' on line 3"),
    Mistake("toml", "a = \"\"\"b\n", "1:5: the string that begins here is never closed"),
    Mistake("yaml", "a: \"b\nc: 2\n", "1:4: the string that begins here is never closed"),
  ]

  static let missingCommas: [Mistake] = [
    Mistake(
      "json", "{\"a\": 1 \"b\": 2}", "1:9: expected ',' or '}' but found '\"'", "a comma is missing"
    ),
    Mistake("json", "[1 2]", "1:4: expected ',' or ']' but found '2'", "a comma is missing"),
    Mistake(
      "toml", "a = {b = 1 c = 2}", "1:12: expected ',' or '}' but found 'c'",
      "pairs are separated by ','"),
    Mistake(
      "yaml", "{a: 1 b: 2}", "1:8: unexpected ':'",
      "a comma is missing before the key, or quotes around text that contains ': '"),
    Mistake("yaml", "a: b: c", "1:5: unexpected ':'", "quote text that contains ': '"),
    Mistake(
      "openstep", "(a b)", "1:4: expected ',' or ')' but found 'b'", "elements are separated by ','"
    ),
  ]

  static let cutRecords: [Mistake] = [
    Mistake(
      "jsonl", "{\"a\": 1\n{\"a\": 2}\n", "1:8: expected ',' or '}' but the line ended",
      "a record must be on one line"),
    Mistake(
      "jsonl", "[1, [2\n\n[3]\n", "1:7: expected ',' or ']' but the line ended",
      "a record must be on one line"),
    Mistake("json-seq", "\u{1E}{\"a\":\n\u{1E}1", "1:2: '{' is never closed"),
  ]

  private static let isTemplate =
    "this looks like a template (Helm, Jinja, ERB …), which must be rendered first"

  static let templates: [Mistake] = [
    Mistake(
      "yaml", "metadata:\n  {{- include \"labels\" . | nindent 4 }}\n",
      "2:5: unexpected '-'", isTemplate),
    Mistake(
      "yaml", "image: {{ .Values.image }}:{{ .Values.tag }}\n",
      "1:27: unexpected ':'", isTemplate),
    Mistake(
      "yaml", "a: 1\n{% if b %}\nc: 2\n",
      "2:1: expected ':' after the key that begins here", isTemplate),
    Mistake(
      "yaml", "<% if a %>\nb: 1\n", "1:1: expected ':' after the key that begins here", isTemplate),
    Mistake("yaml", "a: {{ b }\n", "1:4: '{' is never closed", isTemplate),
    Mistake("json", "{\"a\": {{ b }}}", "1:8: ", isTemplate),
    Mistake("yaml", "a: {b: {c: 1}\n", "1:4: '{' is never closed"),
    Mistake(
      "yaml", "a: \"{{ b }}\" c\n", "1:14: expected the end of the line but found 'c'",
      "put the whole text in quotes; a double quote in it is written as \\\""),
  ]

  @Test(arguments: ["name: {{ x }}\n", "- {{ .Values.list }}\n", "{{- if .Values.x }}\n"])
  func collectionKeysOfTemplatesAreNamed(text: String) {
    let outcome = decant("-f", "yaml", "-t", "json", input: text)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("json cannot represent a key that is a collection"))
    #expect(outcome.errors.contains("hint: \(Self.isTemplate)\n"))
  }

  @Test(arguments: [
    ("[server]\nname = some words\n", "an INI file"),
    ("KEY=value\n", "an INI, a properties or an .env file"),
    ("<note>\n<to/></note>\n", "XML that is not a property list"),
  ])
  func otherFormatsAreNamedByContent(text: String, name: String) {
    let outcome = decant("-t", "json", input: text)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("hint: this looks like \(name), which is not supported"))
  }

  /// Without a name or a second row that confirms it.
  @Test(arguments: ["id,name\n", "name,id\n1\n", "\"id\",\"name\"\n", "id\tname\n1\n", "1,2\n"])
  func tablesThatAreNotRecognizedAreNamed(text: String) {
    let outcome = decant("-t", "json", input: text)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasSuffix("hint: this looks like CSV, which -f csv reads\n"))
  }

  @Test(arguments: [
    ("env", "the .env format"), ("INI", "INI"), ("properties", "the format of Java's properties"),
  ])
  func otherFormatsAreNamedByTheirNames(name: String, title: String) {
    let outcome = decant("-f", name, "-t", "json", input: "a")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("unknown format '\(name)'"))
    #expect(outcome.errors.contains("\(title) is not supported"))
  }

  @Test(arguments: ["--remove", "--rm", "--del"])
  func otherNamesOfDeletionAreKnown(option: String) {
    let outcome = decant("edit", option, "/a", input: "{}")
    #expect(outcome.errors.contains("did you mean '--delete'?"))
  }

  @Test func saysThatAnInputHasOnlyComments() {
    let outcome = decant("-f", "yaml", "-t", "jsonl", input: "# a\n# b\n")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.hasPrefix(
        "<stdin>:1:1: warning: the input contains only comments, so the output has no document\n"))
    #expect(decant("-f", "yaml", "-t", "jsonl", input: "\n \n").errors.isEmpty)
  }

  @Test(
    arguments: mergeConflicts + templates + webPages + yamlInJSON + oddSpaces + encodings
      + typographicQuotes
      + unclosed + missingCommas + cutRecords)
  func isRecognized(mistake: Mistake) {
    let (error, hint) = complaint(mistake)
    let isPlace = mistake.error.hasSuffix(": ")
    #expect(isPlace ? error.hasPrefix(mistake.error) : error == mistake.error)
    #expect(hint == mistake.hint)
  }

  /// The line of an unclosed bracket is shown even if it has left memory.
  @Test(arguments: [
    ("json", "[\n {\"a\": [", "[1,\n2],", "0", 2, 8, "'[' is never closed"),
    ("json", "[\n {\"a\": [", "[1,\n2],", "0]", 2, 2, "'{' is never closed"),
    ("openstep", "(\n {a= (", "(1,\n2),", "0", 2, 6, "'(' is never closed"),
    (
      "xml1", "<plist>\n <dict><key>a</key><array>", "<array>\n</array>", "", 2, 20,
      "<array> is never closed"
    ),
  ]) func showsTheLineThatOpensABracket(
    format: String, opening: String, element: String, end: String, line: Int, column: Int,
    message: String
  ) {
    let text = opening + String(repeating: element, count: 40_000) + end
    let outcome = decant("check", "-f", format, input: text)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.first == "<stdin>:\(line):\(column): error: \(message)")
    #expect(lines.dropFirst().first?.hasPrefix("    2 |  ") == true)
  }
}
