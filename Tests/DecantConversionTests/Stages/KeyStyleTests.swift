import DecantTestSupport
import Testing
import Decant

@Suite struct KeyStyleTests {
  static let examples: [(String, snake: String, camel: String, pascal: String)] = [
    ("userID", "user_id", "userID", "UserID"),
    ("user_id", "user_id", "userId", "UserId"),
    ("USER_ID", "user_id", "userId", "UserId"),
    ("UserId", "user_id", "userId", "UserId"),
    ("URLString", "url_string", "urlString", "URLString"),
    ("HTTPServer2", "http_server2", "httpServer2", "HTTPServer2"),
    ("XMLHttpRequest", "xml_http_request", "xmlHttpRequest", "XMLHttpRequest"),
    ("userIDs", "user_ids", "userIDs", "UserIDs"),
    ("URLsList", "urls_list", "urlsList", "URLsList"),
    ("already_snake", "already_snake", "alreadySnake", "AlreadySnake"),
    ("kebab-case", "kebab_case", "kebabCase", "KebabCase"),
    ("with space", "with_space", "withSpace", "WithSpace"),
    ("Title Case Words", "title_case_words", "titleCaseWords", "TitleCaseWords"),
    ("a_b_c", "a_b_c", "aBC", "ABC"),
    ("x", "x", "x", "X"),
    ("URL", "url", "url", "URL"),
    ("", "", "", ""),
    ("_", "_", "_", "_"),
    ("_id", "_id", "_id", "_Id"),
    ("__typeName", "__type_name", "__typeName", "__TypeName"),
    ("_user_id_", "_user_id_", "_userId_", "_UserId_"),
    ("two__words", "two_words", "twoWords", "TwoWords"),
    ("utf8Text", "utf8_text", "utf8Text", "Utf8Text"),
    ("MD5Hash", "md5_hash", "md5Hash", "MD5Hash"),
    ("line_2_text", "line_2_text", "line2Text", "Line2Text"),
    ("2fa", "2fa", "2fa", "2fa"),
    ("$ref", "$ref", "$ref", "$Ref"),
    ("fooBar.bazQux", "foo_bar.baz_qux", "fooBar.bazQux", "FooBar.BazQux"),
    ("xml:lang_code", "xml:lang_code", "xml:langCode", "Xml:LangCode"),
    ("größeÄnderung", "größe_änderung", "größeÄnderung", "GrößeÄnderung"),
    ("größe_änderung", "größe_änderung", "größeÄnderung", "GrößeÄnderung"),
    ("ΑλφαΒήτα", "αλφα_βήτα", "αλφαΒήτα", "ΑλφαΒήτα"),
    ("имяФайла", "имя_файла", "имяФайла", "ИмяФайла"),
    ("cafe\u{301}Bar", "cafe\u{301}_bar", "cafe\u{301}Bar", "Cafe\u{301}Bar"),
    ("名前Key", "名前_key", "名前Key", "名前Key"),
    ("😀_mood", "😀_mood", "😀_mood", "😀_Mood"),
  ]

  @Test(arguments: examples)
  func rewritesKeys(example: (key: String, snake: String, camel: String, pascal: String)) {
    #expect(KeyStyle.snake.rewriting(example.key) == example.snake)
    #expect(KeyStyle.camel.rewriting(example.key) == example.camel)
    #expect(KeyStyle.pascal.rewriting(example.key) == example.pascal)
  }

  @Test(arguments: [
    ("userID", "user-id"), ("URLString", "url-string"), ("already_snake", "already-snake"),
    ("_id", "_id"), ("-x", "-x"), ("größeÄnderung", "größe-änderung"),
  ])
  func rewritesKeysInKebabCase(key: String, kebab: String) {
    #expect(KeyStyle.kebab.rewriting(key) == kebab)
  }

  @Test(arguments: KeyStyle.allCases)
  func changesNothingTheSecondTime(style: KeyStyle) {
    var generator = SeededGenerator(seed: 42)
    let letters: [Unicode.Scalar] = [
      "a", "b", "s", "A", "B", "Z", "1", "9", "_", "-", " ", ".", "ß", "Ä", "ŉ", "ﬁ", "ǅ", "ǆ",
      "İ", "ı", "字", "𝐀", "Ⓐ", "ⓐ", "Ⅳ", "\u{301}", "\u{345}", "😀", "\u{212A}", "Σ", "\u{200D}",
      "\u{FE0F}", "ʰ", "½", "\u{A0}",
    ]
    for _ in 0..<20_000 {
      var key = ""
      for _ in 0..<Int.random(in: 0...9, using: &generator) {
        key.unicodeScalars.append(letters.randomElement(using: &generator) ?? "a")
      }
      let once = style.rewriting(key)
      let twice = style.rewriting(once)
      #expect(once.unicodeScalars.elementsEqual(twice.unicodeScalars), "\(key.debugDescription)")
    }
  }

  @Test(arguments: KeyStyle.allCases)
  func changesNothingTheSecondTimeWhateverTheScalar(style: KeyStyle) {
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned
      else { continue }
      let once = style.rewriting("a\(scalar)b_\(scalar)A\(scalar)C")
      let isStable = once.unicodeScalars.elementsEqual(style.rewriting(once).unicodeScalars)
      if !isStable { Issue.record("\(style) of U+\(String(value, radix: 16)) is not stable") }
    }
  }
}

@Suite struct KeyStyleStageTests {
  static func plan(_ style: KeyStyle) -> Plan {
    .test(.jsonLines) { $0.keyStyle = style }
  }

  @Test(arguments: batchLimits)
  func rewritesTheKeysAndNothingElse(limit: Int) throws {
    let source = #"{"userName":"userName","theList":[{"innerKey":"x_y"},"some_Text"],"ok":true}"#
    let script = try events(of: source, through: Self.plan(.snake), atOnce: limit)
    #expect(
      script
        == #"{ "user_name": "userName" "the_list": [ { "inner_key": "x_y" } "some_Text" ] "ok": true }"#
    )
  }

  @Test func keepsWhatMustBeEscapedEscaped() throws {
    #expect(
      try converted(#"{"some\"Key":1,"K\u212Aey":2}"#, by: Self.plan(.snake))
        == #"{"some\"key":1,"k_key":2}"# + "\n")
  }

  static let collisions: [(String, key: String, offset: Int, path: String)] = [
    (#"{"userID":1,"user_id":2}"#, "user_id", 12, "/user_id"),
    (#"[0,{"x":{"aB":1,"c":[{"a":1}],"a-b":2}}]"#, "a_b", 30, "/1/x/a-b"),
  ]

  @Test(arguments: collisions, batchLimits)
  func refusesKeysThatBecomeEqual(
    example: (source: String, key: String, offset: Int, path: String), limit: Int
  ) {
    let error = #expect(throws: DecantError.self) {
      try events(of: example.source, through: Self.plan(.snake), atOnce: limit)
    }
    #expect(error?.problem == .collidingKeys(example.key))
    #expect(error?.position?.offset == example.offset)
    #expect(error?.path?.description == example.path)
  }

  @Test func allowsEqualKeysInDifferentMappings() throws {
    let source = #"[{"aB":1},{"a_b":2},{"x":{"aB":3},"aB":{"aB":4}}]"#
    #expect(
      try converted(source, by: Self.plan(.snake))
        == #"[{"a_b":1},{"a_b":2},{"x":{"a_b":3},"a_b":{"a_b":4}}]"# + "\n")
  }

  @Test func keepsKeysThatWereRepeatedBefore() throws {
    var plan = Self.plan(.snake)
    plan.reading.duplicateKeys = .keep
    #expect(try converted(#"{"aB":1,"aB":2}"#, by: plan) == "{\"a_b\":1,\"a_b\":2}\n")
  }

  @Test func sortsTheKeysAsTheyAreWritten() throws {
    var plan = Self.plan(.snake)
    plan.keyOrder = .byBytes
    #expect(try converted(#"{"b":1,"C":2,"a":3}"#, by: plan) == "{\"a\":3,\"b\":1,\"c\":2}\n")
  }
}
