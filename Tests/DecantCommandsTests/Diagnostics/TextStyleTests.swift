import Testing

import Decant

@testable import DecantCommands
@testable import DecantCore

@Suite struct TextStyleTests {
  private func lines(
    _ text: String, caret: Int, column: Int? = nil, width: Int
  ) -> [Substring] {
    var error = DecantError(.unterminatedString)
    error.position = .init(offset: 0, line: 1, column: column ?? caret + 1)
    error.excerpt = .init(text: text, caret: caret)
    return TextStyle(width: width).text(of: Diagnostic(error), program: "decant")
      .split(separator: "\n")
  }

  @Test(arguments: [20, 28, 29, 40, 79, 80, 81, 200])
  func alwaysPointsAtItsCharacter(width: Int) {
    let alphabet = (0..<100).map { Unicode.Scalar(UInt8(33 + $0 % 90)) }
    let text = String(String.UnicodeScalarView(alphabet))
    for caret in 0...100 {
      let shown = lines(text, caret: caret, width: width)
      #expect(shown[1].count <= max(width, 28))
      let place = shown[2].count - 1
      if caret < 100 {
        #expect(Array(shown[1])[place] == Character(alphabet[caret]))
      } else {
        #expect(place == shown[1].count)
      }
    }
  }

  @Test func marksALineWhoseBeginningIsNotThere() {
    let shown = lines("abc", caret: 1, column: 500, width: 80)
    #expect(shown[1] == "    1 | …abc")
    #expect(shown[2] == "      |   ^")
  }

  @Test func widensTheGutterForManyLines() {
    var error = DecantError(.unterminatedString)
    error.position = .init(offset: 0, line: 1_234_567, column: 1)
    error.excerpt = .init(text: "x", caret: 0)
    let text = TextStyle(width: 80).text(of: Diagnostic(error), program: "decant")
    #expect(text.hasSuffix("\n1234567 | x\n        | ^\n"))
  }
}
