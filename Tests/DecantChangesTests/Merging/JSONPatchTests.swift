import Decant
import DecantTestSupport
import Testing

@Suite struct JSONPatchTests {
  /// The examples of RFC 6902, appendix A; nil is an error.
  static let examples: [(document: String, patch: String, result: String?)] = [
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#,
      #"{"baz":"qux","foo":"bar"}"#
    ),
    (
      #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
      #"{"foo":["bar","qux","baz"]}"#
    ),
    (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
    (
      #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#,
      #"{"foo":["bar","baz"]}"#
    ),
    (
      #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
      #"{"baz":"boo","foo":"bar"}"#
    ),
    (
      #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
    ),
    (
      #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
      #"{"foo":["all","cows","eat","grass"]}"#
    ),
    (
      #"{"baz":"qux","foo":["a",2,"c"]}"#,
      #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
      #"{"baz":"qux","foo":["a",2,"c"]}"#
    ),
    (#"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#, nil),
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
      #"{"foo":"bar","child":{"grandchild":{}}}"#
    ),
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
      #"{"foo":"bar","baz":"qux"}"#
    ),
    (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, nil),
    (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
    (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#, nil),
    (
      #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
      #"{"foo":["bar",["abc","def"]]}"#
    ),
    // From the text of the RFC.
    (#"{"a":1}"#, #"[{"op":"replace","path":"","value":[2]}]"#, "[2]"),
    (#"{"a":1}"#, #"[{"op":"replace","path":"/b","value":2}]"#, nil),
    (#"{"a":1}"#, #"[{"op":"remove","path":"/b"}]"#, nil),
    (#"[1,2]"#, #"[{"op":"add","path":"/3","value":0}]"#, nil),
    (#"[1,2]"#, #"[{"op":"add","path":"/2","value":3}]"#, "[1,2,3]"),
    (#"[1,2]"#, #"[{"op":"remove","path":"/01"}]"#, nil),
    (#"[1,2]"#, #"[{"op":"remove","path":"/-"}]"#, nil),
    (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/b/c"}]"#, nil),
    (
      #"{"a":{"b":1}}"#, #"[{"op":"copy","from":"/a","path":"/a/c"}]"#,
      #"{"a":{"b":1,"c":{"b":1}}}"#
    ),
    (#"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1}"#),
    (#"{"a":1}"#, #"[{"op":"fold","path":"/a"}]"#, nil),
    (#"{"a":1}"#, #"[{"op":"add","path":"a","value":1}]"#, nil),
    (#"{"a":1}"#, #"[{"op":"add","path":"/a"}]"#, nil),
    (#"{"a":1}"#, #"{"op":"remove","path":"/a"}"#, nil),
  ]

  @Test(arguments: examples.indices)
  func appliesTheExamplesOfTheSpecification(index: Int) throws {
    let example = Self.examples[index]
    let old = try Value(parsing: example.document, as: .json)
    var value = old
    do {
      try value.apply(JSONPatch(Value(parsing: example.patch, as: .json)))
      #expect(try value == example.result.map { try Value(parsing: $0, as: .json) })
    } catch let error as DecantError {
      #expect(example.result == nil, "\(error)")
      #expect(value == old)
      #expect(error.category == .input)
    }
  }

  /// The table of RFC 7396, appendix A.
  static let merges = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]

  @Test(arguments: merges.indices)
  func mergesAsTheSpecificationDoes(index: Int) throws {
    let (document, patch, result) = Self.merges[index]
    var value = try Value(parsing: document, as: .json)
    try value.merge(Value(parsing: patch, as: .json))
    #expect(try value == Value(parsing: result, as: .json))
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func patchesEachValueIntoEachOther(seed: UInt64) throws {
    let old = try Value(parsing: RandomDocument(seed: seed).text, as: .json)
    var new = try Value(parsing: RandomDocument(seed: seed &+ 1000).text, as: .json)
    if seed.isMultiple(of: 2) { new = .sequence([old, new, old]) }
    let other: Value = seed.isMultiple(of: 2) ? .sequence([new, old]) : old
    let patch = new.difference(from: other)
    var patched = other
    try patched.apply(patch)
    #expect(patched == new)
    let again = try Format.json.decode(JSONPatch.self, from: Format.json.encode(patch))
    #expect(again == patch)
    #expect(new.difference(from: new).operations.isEmpty)
  }

  @Test(arguments: [3, 40, 700, 3000])
  func patchesSequences(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    for _ in 0..<20 {
      let old = (0..<count).map { Value(Int($0 % max(count / 3, 2))) }
      var new = old
      for _ in 0..<5 {
        new.insert(
          Value(Int.random(in: 0...9, using: &generator)),
          at: Int.random(in: 0...new.count, using: &generator))
        new.remove(at: Int.random(in: 0..<new.count, using: &generator))
      }
      new.swapAt(0, new.count - 1)
      var patched = Value.sequence(old)
      try patched.apply(Value.sequence(new).difference(from: patched))
      #expect(patched == .sequence(new))
    }
  }

  @Test func describesFewChangesOfALongSequence() throws {
    let old = (0..<5000).map { Value("item \($0)") }
    var new = old
    new.remove(at: 10)
    new.insert("new", at: 2500)
    new[4000] = "changed"
    let patch = Value.sequence(new).difference(from: .sequence(old))
    #expect(patch.operations.count == 3)
  }

  @Test func comparesNumbersByValueAndKeysInAnyOrder() throws {
    let old = try Value(parsing: #"{"a":1.0,"b":[1e2]}"#, as: .json)
    let new = try Value(parsing: #"{"b":[100],"a":1}"#, as: .json)
    #expect(new.changes(from: old).isEmpty)
    let changes = new.changes(from: old, keyOrder: .significant)
    #expect(changes.count == 1 && changes[0].isReordering)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func comparesDocumentsAsValues(seed: UInt64) throws {
    let (first, second) = (RandomDocument(seed: seed).text, RandomDocument(seed: seed &+ 1).text)
    let isRespelled = seed.isMultiple(of: 2)
    let old = "{\"a\":[1,\(first),{\"k\":1,\"l\":[2]},\(second)],\"n\":10}"
    let new =
      isRespelled
      ? "{\"n\":1e1,\"a\":[\(second),1.0,{\"l\":[2.0],\"k\":1},\(first)]}"
      : "{\"a\":[1,\(second),{\"k\":1,\"l\":[2]},\(second),\(first)],\"n\":11}"
    let (oldDocument, newDocument) = try (
      Document(parsing: old, as: .json), Document(parsing: new, as: .json)
    )
    let (oldValue, newValue) = try (oldDocument.value, newDocument.value)
    for order in [KeyOrderComparison.ignored, .significant] {
      #expect(
        try newDocument.changes(from: oldDocument, keyOrder: order)
          == newValue.changes(from: oldValue, keyOrder: order))
    }
    #expect(try newDocument.difference(from: newDocument).operations.isEmpty)
  }

  @Test(arguments: [
    "{1: a, 1.0: b}", "a: !!timestamp 2020-01-01", "[!!binary aGk=, .nan, ~]", "a: &x {b: 1}",
  ])
  func comparesDocumentsOfAllKinds(text: String) throws {
    let document = try Document(parsing: text, as: .yaml)
    guard let value = try? document.value else {
      #expect(throws: DecantError.self) { try document.changes(from: document) }
      return
    }
    #expect(try document.changes(from: document).isEmpty)
    let other = try Document(parsing: "[x]", as: .yaml)
    #expect(try document.changes(from: other) == value.changes(from: try other.value))
  }

  @Test func replacesAMappingWhoseKeysAreNotText() throws {
    let old = try Value(parsing: "1: a\n[x]: b", as: .yaml)
    let new = try Value(parsing: "1: a\n[x]: c", as: .yaml)
    let patch = new.difference(from: old)
    #expect(patch.operations == [.replace(DocumentPointer(tokens: []), new)])
  }

  @Test func reportsWhereAChangeFailed() throws {
    var value = try Value(parsing: #"{"a":[1]}"#, as: .json)
    let patch = try JSONPatch(Value(parsing: #"[{"op":"remove","path":"/a/7"}]"#, as: .json))
    let error = #expect(throws: DecantError.self) { try value.apply(patch) }
    #expect(error?.description == "index 7 is out of range; the sequence has 1 element at /a/7")
  }
}
