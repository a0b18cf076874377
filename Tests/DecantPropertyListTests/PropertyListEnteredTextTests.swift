import DecantTestSupport
import Testing
import Decant

/// Text that a person enters in place of text, or among texts, stays that text, byte for byte; other text is a value.
@Suite struct PropertyListEnteredTextTests {
  static let notations = [
    EnteredNotation(
      .xmlPropertyList,
      [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>a</key><string>42</string>
          <key>l</key>
          <array>
            <string>x</string>
          </array>
        </dict></plist>
        """
      ], reader: .plistlibValues),
    EnteredNotation(
      .openStepPropertyList,
      ["{ a = old; l = (x, \"y z\"); }", "{\n\ta = \"o\";\n\tl = (\n\t\tx,\n\t);\n}\n"], reader: nil
    ),
    EnteredNotation(.binaryPropertyList, reader: .plistlibValues),
  ]

  @Test(arguments: notations) func staysText(notation: EnteredNotation) throws {
    try EditingProperties.staysText(notation)
  }

  @Test(arguments: notations) func readsValuesInNewPlaces(notation: EnteredNotation) throws {
    try EditingProperties.readsValuesInNewPlaces(notation)
  }

  @Test(arguments: [Format.xmlPropertyList, .openStepPropertyList])
  func knowsAllElementsOfALongList(format: Format) throws {
    try EditingProperties.knowsAllElementsOfALongList(format)
  }

  @Test func staysADate() throws {
    let plist =
      "<plist version=\"1.0\"><dict><key>d</key><date>2001-01-01T00:00:00Z</date></dict></plist>"
    for value in [EditValue.entered("2026-02-02"), .date("2026-02-02")] {
      var editor = try DocumentEditor(Array(plist.utf8), as: .xmlPropertyList)
      try editor.apply(.set(DocumentPointer(tokens: ["d"]), value))
      #expect(
        String(decoding: editor.bytes, as: UTF8.self).contains("<date>2026-02-02T00:00:00Z</date>"))
    }
  }
}
