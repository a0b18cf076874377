import DecantTestSupport
import Testing
import Decant

@testable import DecantJSON
@testable import DecantConversion
@testable import DecantCore

@Suite struct FidelityTests {
  static let nativeForms = [
    (#"{"$null":true}"#, "null"),
    (#"{"a":{"$date":"2026-11-21T09:30:00Z"}}"#, "{ a: date(2026-11-21T09:30:00Z) }"),
    (#"[{"$data":"AAEC/w=="}]"#, "[ data(0 1 2 255) ]"),
    (#"{"CF$UID":5}"#, "uid(5)"),
    (#"[{"$real":"nan"},{"$real":"-inf"}]"#, "[ real(nan) real(-inf) ]"),
    (#"{"$number":"1.10"}"#, "real(1.10)"),
    (#"{"$number":"123456789012345678901234567890"}"#, "integer(123456789012345678901234567890)"),
    (#"{"$text":"a\\u0001\\n"}"#, "\"a\u{1}\n\""),
    (#"{"$map":[[1,2],["a",{"$null":true}],[{"x":[]},3]]}"#, "{ 1: 2 a: null { x: [ ] }: 3 }"),
    (#"{"$tag":["!t",[{"$tag":["!!u","a"]}]]}"#, "!t [ !!u \"a\" ]"),
    (#"{"$map":[[{"$tag":["!t","k"]},1],["b",2]]}"#, "{ !t k: 1 b: 2 }"),
    (#"{"$literal":{"$date":{"$null":true}}}"#, "{ $literal: { $date: null } }"),
    (
      #"{"$literal":{"$literal":{"$x":1}}}"#,
      "{ $literal: { $literal: { $literal: { $x: 1 } } } }"
    ),
  ]

  @Test(arguments: nativeForms)
  func taggedFormsAreReadAsTheirValues(source: String, script: String) throws {
    #expect(try convert(source, from: .json, to: .script, .tagged) == script)
  }

  @Test(arguments: [
    (#"{"$date":"x","b":1}"#, "{ $date: \"x\" b: 1 }"),
    (#"{"b":1,"$date":"x"}"#, "{ b: 1 $date: \"x\" }"),
    (#"{"$unknown":1}"#, "{ $literal: { $unknown: 1 } }"),
    (#"{"$literal":{"a":1},"b":2}"#, "{ $literal: { a: 1 } b: 2 }"),
    (#"{"$date":"2026-11-21T09:30:00Z"}"#, "date(2026-11-21T09:30:00Z)"),
    (#"[{},{"a":{}}]"#, "[ { } { a: { } } ]"),
  ])
  func whatOnlyLooksLikeATaggedFormIsData(source: String, script: String) throws {
    #expect(try convert(source, from: .json, to: .script, .tagged) == script)
  }

  @Test(arguments: [
    (#"{"$null":false}"#, "$null"), (#"{"$date":5}"#, "$date"), (#"{"$date":"soon"}"#, "$date"),
    (#"{"$data":"AAE"}"#, "$data"), (#"{"$data":"AAF="}"#, "$data"), (#"{"CF$UID":-1}"#, "CF$UID"),
    (#"{"$real":"NaN"}"#, "$real"), (#"{"$number":"01"}"#, "$number"),
    (#"{"$number":"1 "}"#, "$number"), (#"{"$text":"\\x"}"#, "$text"), (#"{"$map":{}}"#, "$map"),
    (#"{"$map":[[1]]}"#, "$map"), (#"{"$map":[[1,2,3]]}"#, "$map"), (#"{"$tag":["!a"]}"#, "$tag"),
    (#"{"$tag":[1,2]}"#, "$tag"), (#"{"$tag":["",[]]}"#, "$tag"), (#"{"$tag":["t",[]]}"#, "$tag"),
    (#"{"$tag":["!",[]]}"#, "$tag"), (#"{"$tag":["!!str",[]]}"#, "$tag"),
    (#"{"$tag":["!t",5]}"#, "$tag"), (#"{"$tag":["!t",{"$null":true}]}"#, "$tag"),
    (#"{"$tag":["!t",{"$tag":["!u",[1]]}]}"#, "$tag"), (#"{"$literal":1}"#, "$literal"),
  ])
  func malformedTaggedFormsAreRefused(source: String, form: String) throws {
    let error = #expect(throws: DecantError.self) {
      try convert("[\n " + source + "]", from: .json, to: .json, .tagged)
    }
    #expect(error?.problem == .malformedTaggedForm(form))
    #expect(error?.position?.line == 2)
  }

  @Test(arguments: nativeForms.map(\.0))
  func taggedFormsComeBackFromAFormatWithoutTheValues(source: String) throws {
    let native = try convert(source, from: .json, to: .script, .tagged)
    let tagged = try convert(source, from: .json, to: .bare, .tagged)
    #expect(try convert(tagged, from: .json, to: .script, .tagged) == native)
  }

  @Test func taggedFormsStayThemselvesInJSON() throws {
    for (source, _) in Self.nativeForms where !source.contains("$number") {
      guard !source.contains("$null"), !source.contains("$text"), !source.contains("$x") else {
        continue
      }
      #expect(try convert(source, from: .json, to: .jsonLines, .tagged) == source + "\n")
    }
  }

  @Test func anOrdinaryMappingThatLooksTaggedIsWrapped() throws {
    let wrapped = #"{"$literal":{"$x":{"$literal":{"$y":1}}}}"# + "\n"
    #expect(try convert(#"{"$x":{"$y":1}}"#, from: .json, to: .jsonLines, .tagged) == wrapped)
    #expect(try convert(wrapped, from: .json, to: .jsonLines, .tagged) == wrapped)
  }

  @Test func deepTaggedFormsCostNoStack() throws {
    let depth = 20_000
    let source =
      String(repeating: #"{"$tag":["!a",["#, count: depth) + "1"
      + String(repeating: "]]}", count: depth)
    var transcoder = Transcoder(from: .json, to: .jsonLines)
    transcoder.plan.fidelity = .tagged
    transcoder.plan.reading.maximumDepth = .max
    let output = MemoryDestination()
    try transcoder.run(from: .text(source), to: output)
    #expect(output.text == source + "\n")
  }

  @Test func aNonFiniteNumberIsRefusedWithItsPlaceAndPath() throws {
    let error = #expect(throws: DecantError.self) {
      try convert("{\n  a: [1, NaN]\n}", from: .json5, to: .json, .standard)
    }
    #expect(error?.problem == .notRepresentable(.nonFiniteNumber, target: "json"))
    #expect(error?.position == DecantError.Position(offset: 11, line: 2, column: 10))
    #expect(error?.path?.description == "/a/1")
  }

  @Test func aNonFiniteNumberIsLostAndCountedWhereThatIsAllowed() throws {
    let losses = Losses()
    let text = try convert("[NaN, -Infinity, 1]", from: .json5, to: .jsonLines, .lossy, losses)
    #expect(text == "[null,null,1]\n")
    #expect(losses.counts == [.nonFiniteNumber: 2])
  }

  @Test func aLoneSurrogateIsRefusedReplacedOrKept() throws {
    let source = #"["\ud800","\ud83d\ude00"]"#
    let error = #expect(throws: DecantError.self) {
      try convert(source, from: .json, to: .json, .standard)
    }
    #expect(error?.problem == .loneSurrogate(0xD800))
    let losses = Losses()
    let replaced = try convert(source, from: .json, to: .jsonLines, .lossy, losses)
    #expect(replaced == "[\"\u{FFFD}\",\"😀\"]\n")
    #expect(losses.counts == [.loneSurrogate: 1])
    let kept = try convert(source, from: .json, to: .jsonLines, .tagged)
    #expect(kept == #"["\ud800","😀"]"# + "\n")
    let tagged = try convert(source, from: .json, to: .bare, .tagged)
    #expect(try convert(tagged, from: .json, to: .jsonLines, .tagged) == kept)
  }

  @Test func valuesOfOtherKindsLoseTheirTypeUnlessThatIsForbidden() throws {
    let source = #"[{"$date":"2026-11-21T09:30:00Z"},{"$data":"AAE="},{"CF$UID":7}]"#
    let text = try convert(source, from: .rich, to: .jsonLines, .standard)
    #expect(text == #"["2026-11-21T09:30:00Z","AAE=",{"CF$UID":7}]"# + "\n")
    let error = #expect(throws: DecantError.self) {
      try convert(source, from: .rich, to: .json, .strict)
    }
    #expect(error?.problem == .degraded(.date, target: "json"))
    #expect(error?.path?.description == "/0")
  }

  @Test func aKeyOfAnotherKindBecomesTextUnlessThatIsForbidden() throws {
    let value: Value = .mapping(
      Mapping([(Value(1), Value("one")), (.null, "none"), ("a", 2)]))
    #expect(try value.text(as: .jsonLines) == #"{"1":"one","null":"none","a":2}"# + "\n")
    var plan = Plan(to: .json)
    plan.fidelity = .strict
    #expect(
      throws: DecantError(
        .degraded(.scalarKey, target: "json"), offset: 0, path: DocumentPath([.key("1")]))
    ) {
      try value.encoded(by: plan)
    }
    plan = Plan(to: .jsonLines)
    plan.fidelity = .tagged
    let tagged = String(decoding: try value.encoded(by: plan), as: UTF8.self)
    #expect(tagged == #"{"$map":[[1,"one"],[null,"none"],["a",2]]}"# + "\n")
  }

  @Test(arguments: [
    (DuplicateKeys.first, #"{"$map":[[1,"a"],[{"$null":true},3]]}"#),
    (.last, #"{"$map":[[1,"d"],[{"$null":true},4]]}"#),
    (.keep, #"{"$map":[[1,"a"],[{"$null":true},3],[1,"d"],[{"$null":true},4]]}"#),
    (.error, "duplicate key '1'"),
  ])
  func aRepeatedKeyInAMapIsFound(choice: DuplicateKeys, expected: String) throws {
    let source = #"{"$map":[[1,"a"],[{"$null":true},3],[1,"d"],[{"$null":true},4]]}"#
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .tagged
    plan.reading.duplicateKeys = choice
    do throws(DecantError) {
      // If all keys are strings, null has no tagged form.
      let expected = expected.replacing(#"{"$null":true}"#, with: "null")
      #expect(try converted(source, from: .json, by: plan) == expected + "\n")
    } catch {
      #expect(error.message == expected)
      #expect(error.offset == 37)
    }
  }

  @Test(arguments: [#"[[],[]]"#, #"[1,1]"#, #"[[1],[1]]"#, #"[[1,2],[1,2,3]]"#])
  func aMapWithoutPairsIsMalformedDespiteRepeatedKeys(map: String) {
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .tagged
    let error = #expect(throws: DecantError.self) {
      try converted("{\"$map\":\(map)}", from: .json, by: plan)
    }
    #expect(error?.problem == .malformedTaggedForm("$map"))
  }

  @Test func dataThatIsAKeyBecomesItsBase64() throws {
    let value: Value = .mapping(Mapping([(.data([0, 255]), Value(1))]))
    #expect(try value.text(as: .jsonLines) == #"{"AP8=":1}"# + "\n")
  }

  @Test(arguments: [Fidelity.standard, .strict, .lossy, .tagged])
  func refusesRepeatedKeysThatTheTargetDoesNotSupport(fidelity: Fidelity) {
    let single = GatheringTests.single
    var plan = Plan(to: single)
    plan.reading.duplicateKeys = .keep
    plan.fidelity = fidelity
    let error = #expect(throws: DecantError.self) {
      try converted(#"{"a":1,"b":2,"a":3}"#, from: .json, by: plan)
    }
    #expect(error?.problem == .notRepresentable(.duplicateKeys, target: "single"))
    #expect(error?.offset == 13)
  }

  @Test(arguments: [
    ("1: a\nb:\n  null: x\n", #"{"$map":[[1,"a"],["b",{"$map":[[null,"x"]]}]]}"#),
    ("b: 1\n2: x\n", #"{"$map":[["b",1],[2,"x"]]}"#),
    ("- {a: {true: 1}}\n", #"[{"a":{"$map":[[true,1]]}}]"#),
    ("? [1, {2: x}]\n: y\n", #"{"$map":[[[1,{"$map":[[2,"x"]]}],"y"]]}"#),
    ("a: {$x: b}\n", #"{"a":{"$literal":{"$x":"b"}}}"#),
  ])
  func keysOfAnyKindPassThroughJSON(yaml: String, json: String) throws {
    #expect(try convert(yaml, from: .yaml, to: .jsonLines, .tagged) == json + "\n")
    let again = try convert(json, from: .json, to: .yaml, .tagged)
    #expect(try convert(again, from: .yaml, to: .jsonLines, .tagged) == json + "\n")
  }

  @Test func tagsInBracketsCostNoStack() throws {
    let depth = 200_000
    for (inner, spelled) in [("x:a", "!<x:a>"), ("tag:yaml.org,2002:set", "!!set"), ("!l", "!l")] {
      let tag =
        String(repeating: "!<", count: depth) + inner + String(repeating: ">", count: depth)
      let yaml = try convert(#"{"$tag":["\#(tag)","v"]}"#, from: .json, to: .yaml, .tagged)
      #expect(yaml == spelled + " v\n")
    }
  }

  @Test func keysThatBecomeEqualAreRefused() throws {
    let value: Value = [
      "outer": .mapping(
        Mapping([(Value("1"), Value("text")), (1, "number")]))
    ]
    #expect(
      throws: DecantError(
        .collidingKeys("1"), offset: 0, path: DocumentPath([.key("outer"), .key("1")]))
    ) { try value.text(as: .json) }
    let key: Value = .mapping(Mapping([(Value.sequence([1]), Value(2))]))
    #expect(throws: DecantError.self) { try key.text(as: .json) }
  }

  private func convert(
    _ text: String, from source: Format, to target: Format, _ fidelity: Fidelity,
    _ losses: Losses? = nil
  ) throws -> String {
    var transcoder = Transcoder(from: source, to: target)
    transcoder.plan.fidelity = fidelity
    transcoder.plan.losses = losses
    let output = MemoryDestination()
    try transcoder.run(from: .text(text), to: output)
    return output.text
  }
}

// MARK: - Formats

extension Format {
  fileprivate static let script = Format(
    name: "script", summary: "events in words", abilities: .init(rawValue: .max),
    writer: { _ in ScriptWriter() })

  fileprivate static let bare = Format(
    name: "bare", summary: "JSON with less", abilities: [.booleans, .numbers],
    writer: { _ in JSONWriter(JSONWritingOptions()) })

  /// JSON whose tagged forms are always read as values.
  fileprivate static let rich = Format(
    name: "rich", summary: "JSON with more",
    abilities: .init(rawValue: .max).subtracting(.rows),
    reader: { RichReader($0) })
}

private struct ScriptWriter: EventWriter {
  private var isFirst = true

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    for index in 0..<batch.count {
      let event = batch[index]
      guard let word = word(event, of: batch) else { continue }
      try sink.write((isFirst ? "" : " ") + word)
      isFirst = false
      // A collection as a key ends later; the tests mark its end.
    }
  }

  private var open: [Event] = []

  private mutating func word(_ event: Event, of batch: borrowing EventBatch) -> String? {
    let text = batch.string(of: event)
    let colon = event.isKey ? ":" : ""
    switch event.kind {
    case .beginDocument, .endDocument:
      return nil
    case .beginSequence, .beginMapping:
      open.append(event)
      return event.kind == .beginMapping ? "{" : "["
    case .endSequence, .endMapping:
      let colon = open.popLast()?.isKey == true ? ":" : ""
      return (event.kind == .endMapping ? "}" : "]") + colon
    case .string where event.isKey: return text + colon
    case .string: return "\"\(text)\""
    case .integer where text.count < 10: return text + colon
    case .tag: return text
    case .null, .true, .false: return "\(event.kind)" + colon
    case .data:
      let bytes = batch.withText(of: event) { [UInt8]($0) }
      return "data(\(bytes.map(String.init).joined(separator: " ")))"
    default: return "\(event.kind)(\(text))" + colon
    }
  }
}

private struct RichReader: EventReader, ~Copyable {
  private var reader: JSONReader<StrictJSON>
  private var stage = UntagStage(.json, .error)

  init(_ options: ReadingOptions) {
    reader = JSONReader(ReadingOptions())
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    var raw = EventBatch()
    guard try reader.read(from: &window, into: &raw) else { return false }
    batch.refer(to: raw)
    if try stage.process(raw, into: &batch) == .unchanged {
      for index in 0..<raw.count { batch.append(raw[index], of: raw) }
    }
    return true
  }
}
