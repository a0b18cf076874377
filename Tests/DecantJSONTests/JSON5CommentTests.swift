import DecantTestSupport
import Testing
import Decant

@Suite struct JSON5CommentTests {
  static let layouts = [
    """
    // The header of the file.
    //
    // Its second paragraph.

    {
      // compiler
      "compilerOptions": {
        "target": "es2022", // modern
        "lib": [
          "dom", // browser
          "es2022"
        ],

        /* Strictness */
        "strict": true /* always */
      }
    }

    """,
    """
    {
      "a": {
        // nothing yet
      },
      "b": [
        // empty
      ],
      "c": {},
      "d": []
    }

    """,
    """
    [
      1,
      2 // last
      // at the end
    ]

    """,
    """
    {
      "a": 1
      // "b": 2
    }

    """,
    """
    {
      "a": /* why */ 1,
      "b": /* which */ [1, 2],
      "c": 3
    }

    """,
    """
    {
      "a": [1, 2, 3], // short
      "b": [1, /* two */ 2],
      "c": { "x": 1, "y": 2 } // point
    }

    """,
    """
    {}

    // after the end

    """,
    """
    { // open
      "a": [ // list
        1
      ]
    }

    """,
    """
    {
      "a": 1,

      "b": 2,

      // after two blank lines

      // after one
      "c": 3
    }

    """,
    """
    /*
     * Copyright
     */
    {
      /*
       * About a.
       */
      "a": 1
    }

    """,
    """
    // before
    1 // after

    """,
    """
    [
      {
        "name": "a" // first
      },
      // second
      {
        "name": "b"
      } // done
    ]

    """,
    """
    {
      //
      "a": 1, //
      /**/
      "b": "// no comment, /* neither */" // but this
    }

    """,
  ]

  @Test(arguments: layouts)
  func keepsUsualLayouts(text: String) throws {
    #expect(try rewritten(text, from: .json5) == text)
  }

  static let places = [
    "/*c1*/ { /*c2*/ \"a\" /*c3*/ : /*c4*/ 1 /*c5*/ , /*c6*/ \"b\": [ /*c7*/ ] /*c8*/ } /*c9*/",
    "//c1\n{//c2\n\"a\"//c3\n://c4\n1//c5\n,//c6\n\"b\"//c7\n://c8\n[]//c9\n}",
    "//c1\n//c2\n[//c3\n1//c4\n,//c5\n{//c6\n}//c7\n,//c8\n]//c9",
    "/*c1*/ /*c2*/ [ /*c3*/ 1, /*c4*/ 2 /*c5*/, /*c6*/ [ /*c7*/ ], /*c8*/ ] /*c9*/",
    "{\"a\": { //c1\n} //c2\n, \"b\": [[//c3\n] //c4\n, //c5\n] /*c6*/ //c7\n //c8\n} /*c9*/",
  ]

  static let words = (1...9).map { "c\($0)" }

  @Test(arguments: places, [Format.json5, .yaml])
  func keepsCommentsAtEveryPlace(text: String, target: Format) throws {
    try expectKept(Self.words, text, from: .json5, to: target)
    try expectKept(Self.words, text, from: .json5, to: target) {
      $0.writing.indentation = .compact
    }
  }

  @Test(arguments: [
    (
      "// h\n\n{ // o\n \"a\": 1, // t\n\n // b\n \"b\": [ // e\n ] // f\n // g\n}\n// z\n",
      ##"#( h) ~ { ^#( o) "a": 1 ^#( t) ~ #( b) "b": [ ^#( e) ] ^#( f) #( g) } #( z)"##
    ),
    ("[1 // a\n, // b\n 2]", "[ 1 ^#( a) ^#( b) 2 ]"),
    ("{\"a\": /* v */ 1, \"b\": 2 /* w */}", ##"{ "a": #( v ) 1 "b": 2 ^#( w ) }"##),
    ("/* x\n y */ 1", "#( x\n y ) 1"),
    ("1\n\n\n//\n/**/", "1 ~ ~ #() #()"),
    ("[\"// a\", '/* b */'] // c", ##"[ "// a" "/* b */" ] ^#( c)"##),
  ])
  func readsCommentsWhereTheyBelong(text: String, expected: String) throws {
    #expect(try commentScript(of: text, as: .json5) == expected)
  }

  @Test(arguments: layouts + places)
  func readsCommentsTheSameInPieces(text: String) throws {
    _ = try commentScript(of: text, as: .json5)
  }

  @Test func emitsNoCommentsUnlessAsked() throws {
    for text in Self.layouts + Self.places {
      let script = try events(of: text, as: .json5)
      #expect(!script.contains("#(") && !script.contains("~"), "\(text)")
    }
  }

  @Test func dropsCommentsOnRequest() throws {
    let output = try rewritten("// h\n\n{\n\n  \"a\": 1 // t\n}", from: .json5) {
      $0.comments = .dropped
    }
    #expect(output == "{\n  \"a\": 1\n}\n")
  }

  @Test func lineCommentsAreBlocksInTheShortestForm() throws {
    let output = try expectKept(
      ["x", "y"], "{ // x\n \"a\": 1, // y\n \"b\": 2}", from: .json5, to: .json5
    ) { $0.writing.indentation = .compact }
    #expect(!output.contains("//"))
    #expect(output.count(of: "\n") == 1)
  }

  @Test(arguments: ["// a */ b\n1", "// a *\n1", "///\n1 // a/*b", "//*/*/*/\n1", "1 //\\"])
  func nothingInACommentEndsItTooEarly(text: String) throws {
    for plan in [Plan(to: .json5), .compact(.json5), Plan(to: .yaml), .compact(.yaml)] {
      let output = try converted(text, from: .json5, by: plan)
      #expect(try rewritten(output, from: plan.target, to: .jsonLines) == "1\n", "\(output)")
      let comments = try commentScript(of: text, as: .json5).count(of: "#(")
      #expect(
        try commentScript(of: output, as: plan.target).count(of: "#(") == comments, "\(output)")
    }
  }

  @Test func commentsOfYAMLDoNotEndTooEarly() throws {
    let text = "a: 1  # files **/*.ts and */\nb: 2  # one\u{2028}two\n"
    let pretty = try expectKept(["files", "one", "two"], text, from: .yaml, to: .json5)
    #expect(pretty.contains("\"a\": 1, // files **/*.ts and */\n"))
    try expectKept(["files", "one", "two"], text, from: .yaml, to: .json5) {
      $0.writing.indentation = .compact
    }
  }

  @Test(arguments: ["# \u{2028}a\n1\n", "#\u{2028}a\n1\n", "#a\u{85}\n1\n", "[1]  #\u{2029}\n"])
  func lineEndsInACommentOfYAMLDoNotEndIt(text: String) throws {
    for plan in [Plan(to: .json5), .compact(.json5)] {
      let output = try converted(text, from: .yaml, by: plan)
      let values = try rewritten(text, from: .yaml, to: .jsonLines)
      #expect(try rewritten(output, from: .json5, to: .jsonLines) == values, "\(output)")
      #expect(try commentScript(of: output, as: .json5).count(of: "#(") == 1, "\(output)")
    }
  }

  @Test func readsEveryLineEnd() throws {
    let text = "// h\n{\n  \"a\": 1, // t\n\n  // b\n  \"b\": 2\n}\n"
    let script = try commentScript(of: text, as: .json5)
    for lineEnd in ["\r\n", "\r", "\u{2028}", "\u{2029}"] {
      let other = text.replacing("\n", with: lineEnd)
      #expect(try commentScript(of: other, as: .json5) == script)
      #expect(try rewritten(other, from: .json5) == text)
    }
  }

  @Test func writesNoCarriageReturnsOfComments() throws {
    let text = "/*\r\n * one\r\n * two\r\n */\r\n1 // t\r\n"
    for target in [Format.json5, .yaml] {
      let output = try expectKept(["one", "two"], text, from: .json5, to: target)
      #expect(!output.unicodeScalars.contains("\r"), "\(output.debugDescription)")
    }
  }

  @Test func reportsACommentWithoutAnEnd() throws {
    var options = ReadingOptions()
    options.comments = true
    let found = try failure(of: "[1 /* x", as: .json5, options)
    #expect(try found == failure(of: "[1 /* x", as: .json5))
  }
}
