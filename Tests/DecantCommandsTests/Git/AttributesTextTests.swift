import DecantCore
import Testing

@testable import DecantCommands

@Suite struct AttributesTextTests {
  static let added: [(old: String?, new: String)] = [
    (nil, "# decant: begin\n*.a x\n# decant: end\n"),
    ("* text\n", "* text\n# decant: begin\n*.a x\n# decant: end\n"),
    ("* text\r\n", "* text\r\n# decant: begin\r\n*.a x\r\n# decant: end\r\n"),
    (
      "* text",
      "* text\n# decant: begin, with the line end before this line\n*.a x\n# decant: end\n"
    ),
    ("", "\n# decant: begin, with the line end before this line\n*.a x\n# decant: end\n"),
    (
      "a\r\nb",
      "a\r\nb\r\n# decant: begin, with the line end before this line\r\n*.a x\r\n# decant: end\r\n"
    ),
  ]

  private func text(_ content: String?) -> AttributesText {
    AttributesText(content.map { Array($0.utf8) })
  }

  private func content(of text: AttributesText) -> String? {
    text.exists ? String(decoding: text.bytes, as: UTF8.self) : nil
  }

  @Test(arguments: added) func addsABlock(old: String?, new: String) throws {
    var text = text(old)
    try text.setBlock(["*.a x"])
    #expect(content(of: text) == new)
    #expect(try text.block.count == 3)
    let once = text
    try text.setBlock(["*.a x"])
    #expect(text == once)
  }

  @Test(arguments: added) func removesItsBlock(old: String?, new: String) throws {
    var text = text(new)
    try text.removeBlock()
    #expect(content(of: text) == old)
    try text.removeBlock()
    #expect(content(of: text) == old)
  }

  @Test(arguments: added.map(\.new)) func keepsLinesThatWereAddedLater(content: String) throws {
    var text = text(content + "b")
    try text.setBlock([])
    try text.removeBlock()
    let rest = self.content(of: text)
    #expect(rest?.hasSuffix("b") == true)
    #expect(rest?.contains("decant") == false)
  }

  @Test func replacesTheBlockInItsPlace() throws {
    var text = text("a\n# decant: begin\nold\n\n# decant: end\nb")
    try text.setBlock(["new"])
    #expect(content(of: text) == "a\n# decant: begin\nnew\n# decant: end\nb")
    try text.removeBlock()
    #expect(content(of: text) == "a\nb")
  }

  @Test func keepsBytesThatAreNotUTF8() throws {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFF, 0x0A, 0x0D, 0x0A, 0x0D, 0x00]
    var text = AttributesText(bytes)
    try text.setBlock(["x"])
    #expect(text.bytes.starts(with: bytes))
    try text.removeBlock()
    #expect(text.bytes == bytes)
  }

  @Test(arguments: ["a\n# decant: begin\nb\n", "a\n# decant: begin\n# decant: end of it\n"])
  func refusesABlockWithoutAnEnd(content: String) {
    var text = text(content)
    #expect(throws: DecantError(.openBlock(line: 2))) { try text.setBlock(["x"]) }
    #expect(throws: DecantError(.openBlock(line: 2))) { try text.removeBlock() }
    #expect(self.content(of: text) == content)
  }
}
