import Decant
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands

/// What is written as JSON for programs, where a terminal shows it.
@Suite struct VisibleObjectTests {
  /// Also where a terminal shows JSON; Foundation reads the same text.
  @Test(arguments: [
    "\u{7F}", "\u{80}", "\u{9B}31m", "\u{9F}", "\u{AD}", "\u{200E}", "\u{2028}", "\u{202E}",
    "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{E0041}", "é\u{1F600}",
  ])
  func objectsForMachinesAreVisible(text: String) throws {
    let key = "k\(text)"
    let run = decant(
      "-f", "json", "--error-format", "json", input: "{\"\(key)\":1,\"\(key)\":2}")
    #expect(run.status == 65)
    let isShown = { (scalar: Unicode.Scalar) in
      scalar == "\n"
        || ![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(run.errors.unicodeScalars.allSatisfy(isShown))
    let object = try JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: Any]
    #expect((object?["path"] as? String).map { Array($0.utf8) } == Array("/\(key)".utf8))

    let scratch = try Scratch()
    try scratch.write("{}", to: "old.json")
    try scratch.write("{\"\(key)\":\"\(text)\"}", to: "new.json")
    let words =
      ["diff", "--format", "patch"] + ["old", "new"].map { "\(scratch.path)/\($0).json" }
    let piped = decant(words: words).output
    #expect(piped.contains(text) || text == "\u{7F}")
    let shown = decant(words: words) { $0.isOutputTerminal = true }.output
    #expect(shown.unicodeScalars.allSatisfy(isShown), "\(shown)")
    guard text.unicodeScalars.allSatisfy({ $0.value < 0xE0000 }) else { return }
    #expect(try Value(parsing: shown, as: .json) == Value(parsing: piped, as: .json))
  }
}
