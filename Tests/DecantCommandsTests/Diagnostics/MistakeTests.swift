import Decant
import Testing

import DecantCommands

@Suite struct MistakeTests {
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
