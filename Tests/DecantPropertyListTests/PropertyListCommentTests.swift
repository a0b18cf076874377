import DecantTestSupport
import Testing
import Decant

@Suite struct PropertyListCommentTests {
  private static let header = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  static let usualXML = [
    "<!-- header -->\n<dict>\n\t<!-- about a -->\n\t<key>a</key> <!-- k -->\n"
      + "\t<integer>1</integer> <!-- one -->\n\n\t<!-- b\n\tand more -->\n\t<key>b</key>\n"
      + "\t<!-- v -->\n\t<array> <!-- begin -->\n\t\t<true/>\n\t\t<!-- end -->\n\t</array>\n"
      + "\t<key>c</key>\n\t<dict>\n\t\t<!-- only -->\n\t</dict> <!-- d -->\n</dict>\n<!-- after -->\n",
    "<string>root</string> <!-- r -->\n",
    "<array>\n\n\t<!-- x -->\n\n\t<data>\n\tAA==\n\t</data>\n</array>\n",
  ]

  @Test(arguments: usualXML) func keepsXMLAsItIs(body: String) throws {
    let text = Self.header + body + "</plist>\n"
    #expect(try rewritten(text, from: .xmlPropertyList) == text)
    #expect(try rewritten(text, from: .propertyList) == text)
    _ = try commentScript(of: text, as: .xmlPropertyList)
  }

  static let usualOpenStep = [
    "// header\n{\n    // about a\n    a = 1; // one\n\n    \"b c\" = ( // begin\n"
      + "        /* two */\n        2, /* t */\n        3\n        // end\n    );\n"
      + "    d = // v\n        x;\n    e = {\n        // only\n    };\n}\n// after\n",
    "(\n    // none\n)\n",
  ]

  @Test(arguments: usualOpenStep) func keepsOpenStepAsItIs(text: String) throws {
    #expect(try rewritten(text, from: .openStepPropertyList) == text)
    _ = try commentScript(of: text, as: .openStepPropertyList)
  }

  static let usualTables = [
    "/* Title */\n\"title\" = \"Hello\";\n\n/* Button */\n// second\n\"ok\" = \"OK\"; /* t */\n"
      + "\n\"no\" = \"No\";\n// end\n",
    "// none\n",
  ]

  @Test(arguments: usualTables) func keepsTablesAsTheyAre(text: String) throws {
    #expect(try rewritten(text, from: .strings) == text)
    _ = try commentScript(of: text, as: .strings)
  }

  @Test func placesTheCommentsOfXML() throws {
    let script = try commentScript(
      of: "<!-- h --><plist><dict><!-- a --><key>k</key><!-- v --><true/> <!-- t -->\n"
        + "<!-- e --></dict></plist><!-- end -->", as: .xmlPropertyList)
    #expect(script.contains("#( h )") && script.contains("#( a )") && script.contains("#( e )"))
    #expect(script.contains("true ^#( t )"))
  }

  @Test(arguments: [
    "<string>a<!-- c -->b</string>", "<dict><key>a<!-- c --></key><true/></dict>",
  ])
  func refusesToLoseACommentInsideOfText(body: String) throws {
    let text = "<plist>\(body)</plist>"
    _ = try rewritten(text, from: .xmlPropertyList)
    let error = #expect(throws: DecantError.self) {
      try rewritten(text, from: .xmlPropertyList) { $0.comments = .required }
    }
    #expect(error?.problem == .lostComment)
  }

  @Test func adaptsWordsToTheMarksOfXML() throws {
    let text = "{\n\"a\": 1, // x -- y -\n\"b\": 2 /* \u{1} */\n}"
    let output = try rewritten(text, from: .json5, to: .xmlPropertyList)
    #expect(!output.contains("-- y") && output.contains("x - - y"))
    #expect(!output.contains("\u{1}"))
    #expect(try rewritten(output, from: .xmlPropertyList) == output)
    #expect(
      try rewritten(output, from: .xmlPropertyList, to: .json) == "{\n  \"a\": 1,\n  \"b\": 2\n}\n")
  }

  static let targets: [Format] = [.json5, .yaml, .xmlPropertyList, .openStepPropertyList]

  @Test(arguments: targets, targets) func keepsWordsInEveryDirection(
    source: Format, target: Format
  ) throws {
    let json = """
      // cA
      {
        // cB
        "a": "1", // cC
        "b": [ // cD
          "2" // cE
          // cF
        ], // cG
        "c": {
          // cH
        },
        "d": /* cI */ "x"
        // cJ
      }
      // cK

      """
    let words = "ABCDEFGHIJK".map { "c\($0)" }
    let text = try rewritten(json, from: .json5, to: source)
    try expectKept(words, text, from: source, to: target)
  }
}
