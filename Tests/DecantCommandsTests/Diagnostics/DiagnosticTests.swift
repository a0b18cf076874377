import Decant
import Testing

@testable import DecantCommands

@Suite struct DiagnosticTests {
  private func complaint(_ input: String, _ words: String..., format: String = "json") -> String {
    let errors = Transcript()
    let console = Console(
      input: MemorySource(input), output: MemoryDestination(), writeError: { errors.append($0) })
    let status = Tool.run(
      ["check", "-f", format] + words[...], calledAs: "decant", .standard, on: console)
    #expect(status == .badInput)
    return errors.text
  }

  static let snapshots: [(String, String)] = [
    (
      #"{"port":80:80}"#,
      """
      <stdin>:1:11: error: expected ',' or '}' but found ':'
          1 | {"port":80:80}
            |           ^

      """
    ),
    (
      "[1,\n 2,\n]",
      """
      <stdin>:3:1: error: expected a value but found ']'
          3 | ]
            | ^
      hint: -f json5 allows a comma after the last element

      """
    ),
    (
      #"{"a":1,}"#,
      """
      <stdin>:1:8: error: expected a key but found '}'
          1 | {"a":1,}
            |        ^
      hint: -f json5 allows a comma after the last element

      """
    ),
    (
      #"{"a":]}"#,
      """
      <stdin>:1:6: error: expected a value but found ']'
          1 | {"a":]}
            |      ^

      """
    ),
    (
      "[1}",
      """
      <stdin>:1:1: error: '[' is not closed before '}' on line 1
          1 | [1}
            | ^

      """
    ),
    (
      "{'a':1}",
      """
      <stdin>:1:2: error: expected a key or '}' but found "'"
          1 | {'a':1}
            |  ^
      hint: -f json5 reads strings in single quotes

      """
    ),
    (
      "{a:1}",
      """
      <stdin>:1:2: error: expected a key or '}' but found 'a'
          1 | {a:1}
            |  ^
      hint: -f json5 reads keys without quotes

      """
    ),
    (
      "[1, // one\n2]",
      """
      <stdin>:1:5: error: expected a value but found '/'
          1 | [1, // one
            |     ^
      hint: -f json5 reads comments

      """
    ),
    (
      "{} // done",
      """
      <stdin>:1:4: error: expected the end of the document but found '/'
          1 | {} // done
            |    ^
      hint: -f json5 reads comments

      """
    ),
    (
      "{}\n{}",
      """
      <stdin>:2:1: error: expected the end of the document but found '{'
          2 | {}
            | ^
      hint: -f jsonl reads consecutive values

      """
    ),
    (
      #"[{"id":1},{"id":2,"x":[],"id":3}]"#,
      """
      <stdin>:1:26: error: duplicate key 'id' at /1/id
          1 | [{"id":1},{"id":2,"x":[],"id":3}]
            |                          ^
      hint: --duplicate-keys first|last|keep accepts it

      """
    ),
    (
      #"{"a~/b":["\ud800"]}"#,
      """
      <stdin>:1:11: error: the escape '\\ud800' is half of a surrogate pair at /a~0~1b/0
          1 | {"a~/b":["\\ud800"]}
            |           ^

      """
    ),
    (
      "[007]",
      """
      <stdin>:1:2: error: a number must not begin with a zero
          1 | [007]
            |  ^
      hint: write it without the zero, or in quotes if it is not a number

      """
    ),
    (
      "[NaN]",
      """
      <stdin>:1:2: error: a number must be finite
          1 | [NaN]
            |  ^
      hint: -f json5 reads NaN and infinities

      """
    ),
    (
      "[+1]",
      """
      <stdin>:1:2: error: a number must not begin with '+'
          1 | [+1]
            |  ^
      hint: -f json5 reads such numbers

      """
    ),
    (
      "[.5]",
      """
      <stdin>:1:2: error: expected a digit before the decimal point
          1 | [.5]
            |  ^
      hint: -f json5 reads such numbers

      """
    ),
    (
      "[5.]",
      """
      <stdin>:1:4: error: expected a digit after the decimal point
          1 | [5.]
            |    ^
      hint: -f json5 reads such numbers

      """
    ),
    (
      "[1e]",
      """
      <stdin>:1:4: error: expected a digit in the exponent of a number
          1 | [1e]
            |    ^

      """
    ),
    (
      "[-]",
      """
      <stdin>:1:3: error: expected a digit after the sign of a number
          1 | [-]
            |   ^

      """
    ),
    (
      "[True]",
      """
      <stdin>:1:2: error: unknown word 'True'; did you mean 'true'?
          1 | [True]
            |  ^

      """
    ),
    (
      "[hello]",
      """
      <stdin>:1:2: error: unknown word 'hello'
          1 | [hello]
            |  ^
      hint: a string must be in double quotes

      """
    ),
    (
      #"["a\q and b"]"#,
      """
      <stdin>:1:4: error: unknown escape '\\q'
          1 | ["a\\q and b"]
            |    ^

      """
    ),
    (
      #"["\u12G4 and b"]"#,
      """
      <stdin>:1:7: error: expected 4 hexadecimal digits but found 'G'
          1 | ["\\u12G4 and b"]
            |       ^

      """
    ),
    (
      "[\"a\tb\"]",
      """
      <stdin>:1:4: error: found the control character U+0009 in a string
          1 | ["a\\tb"]
            |    ^
      hint: write it as \\t

      """
    ),
    (
      "[\"a\nb\"]",
      """
      <stdin>:1:2: error: the string that begins here does not end on this line
          1 | ["a
            |  ^
      hint: a line break in a string is written \\n

      """
    ),
    (
      "[1, \"open]",
      """
      <stdin>:1:5: error: the string that begins here is never closed
          1 | [1, "open]
            |     ^

      """
    ),
    (
      "[1,",
      """
      <stdin>:1:1: error: '[' is never closed
          1 | [1,
            | ^

      """
    ),
    (
      "[1,\n",
      """
      <stdin>:1:1: error: '[' is never closed
          1 | [1,
            | ^

      """
    ),
    (
      "",
      """
      <stdin>:1:1: error: the input is empty

      """
    ),
  ]

  @Test(arguments: snapshots)
  func reportsWhatIsWrong(input: String, text: String) {
    #expect(complaint(input) == text)
  }

  @Test func suggestsNoFormatThatIsReadAlready() {
    #expect(
      complaint("0xZ", format: "json5").split(separator: "\n").last?.hasPrefix("hint") == false)
  }

  @Test func suggestsNoLossWhereThatWasAskedFor() {
    let errors = Transcript()
    let console = Console(
      input: MemorySource("null"), output: MemoryDestination(),
      writeError: { errors.append($0) })
    _ = Tool.run(
      ["--lossy", "-f", "json", "-t", "xml1"], calledAs: "decant", .standard, on: console)
    #expect(errors.text.contains("hint: --tagged keeps it\n"))
  }

  @Test func countsNesting() {
    #expect(
      complaint("[[[[1]]]]", "--max-depth", "3") == """
        <stdin>:1:4: error: more than 3 levels of nesting
            1 | [[[[1]]]]
              |    ^
        hint: --max-depth N allows more

        """)
  }

  @Test func pointsAtCellsNotScalars() {
    // A tab is shown as `\t`, a wide character in two cells, an accent in none.
    #expect(
      complaint("[\t\"日本\", \"e\u{301}\", x]") == """
        <stdin>:1:15: error: unknown word 'x'
            1 | [\\t"日本", "e\u{301}", x]
              |                 ^
        hint: a string must be in double quotes

        """)
  }

  @Test func showsWhatWouldNotBeSeen() {
    #expect(
      complaint("[\"\u{202E}\u{7F}\u{200B}\", x]") == """
        <stdin>:1:9: error: unknown word 'x'
            1 | ["\\u202e\\u007f\\u200b", x]
              |                        ^
        hint: a string must be in double quotes

        """)
  }

  @Test func cutsLongLines() {
    let long = String(repeating: "1,", count: 100) + "x," + String(repeating: "2,", count: 100)
    let lines = complaint("[" + long).split(separator: "\n")
    #expect(lines[1].count == 80)
    #expect(lines[1].hasPrefix("    1 | …"))
    #expect(lines[1].hasSuffix("…"))
    #expect(Array(lines[1])[lines[2].count - 1] == "x")
  }

  @Test func writesObjectsForMachines() {
    let text = complaint("{\"a\":[1,\n\t\"\\udc00\"]}", "--error-format", "json")
    #expect(
      text == #"{"severity":"error","source":"<stdin>","line":2,"column":3,"offset":11,"#
        + #""message":"the escape '\\udc00' is half of a surrogate pair","path":"/a/1","#
        + #""hint":null}"# + "\n")
    #expect(
      decant("--error-format=json", "--nonsense").errors
        == #"{"severity":"error","source":null,"line":null,"column":null,"offset":null,"#
        + #""message":"unknown option '--nonsense'","path":null,"hint":null}"# + "\n")
  }

  @Test func colorsForATerminal() {
    let text = decant("check", "--color=always", input: "[1}").errors
    #expect(
      text == "\u{1B}[1m<stdin>:1:1:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m "
        + "\u{1B}[1m'[' is not closed before '}' on line 1\u{1B}[0m\n"
        + "\u{1B}[34m    1 |\u{1B}[0m [1}\n\u{1B}[34m      |\u{1B}[0m \u{1B}[1;31m^\u{1B}[0m\n")
  }
}
