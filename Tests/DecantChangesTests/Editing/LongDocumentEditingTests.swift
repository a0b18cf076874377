import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

/// Edits of collections of which most children are skipped, compared with edits of arrays and text.
@Suite struct LongDocumentEditingTests {
  private func text(_ elements: [String]) -> String {
    "{\"before\": [[1], {\"a\": 2}], \"list\": [\(elements.joined(separator: ", "))], \"after\": 3}"
  }

  private static let elements = (0..<30).map { number in
    switch number % 3 {
    case 0: "\(number)"
    case 1: "{\"id\": \(number), \"tags\": [\"a\", [\(number)]]}"
    default: "\"text \(number)\""
    }
  }

  @Test(arguments: [Format.json, .yaml])
  func editsAllElements(format: Format) throws {
    let count = 10_000
    let isYAML = format.name == "yaml"
    func text(_ element: String) -> String {
      isYAML
        ? String(repeating: "- \(element)\n", count: count)
        : "[\(Array(repeating: element, count: count).joined(separator: ", "))]\n"
    }
    #expect(try edited(text("1"), as: format, "set /* x y") == text(isYAML ? "x y" : "\"x y\""))
    #expect(
      try edited(text("{a: 1, b: 2}"), as: isYAML ? .yaml : .json5, "delete /*/a")
        == text("{b: 2}"))
  }

  @Test func writesOneValueInSeveralLayouts() throws {
    #expect(
      try edited("- a: 1\n- {a: 1}\n- a: 2\n", as: .yaml, "set /*/a {b: c}")
        == "- a:\n    b: c\n- {a: {b: c}}\n- a:\n    b: c\n")
    #expect(
      try edited("- 'a'\n- \"b\"\n- c\n", as: .yaml, "set /* d") == "- 'd'\n- \"d\"\n- d\n")
  }

  @Test func refusesARecordThatBecomesTooLong() throws {
    var options = ReadingOptions()
    options.maximumRecordLength = 40
    let text = #"{"a":[1,2,3,4,5,6,7,8,9,10],"b":1}"# + "\n"
    var editor = try DocumentEditor(Array(text.utf8), as: .jsonLines, options: options)
    let pointer = DocumentPointer(tokens: ["b"])
    #expect(throws: DecantError.self) { try editor.apply(.set(pointer, Document("xxxxxxxx"))) }
    try editor.apply(.set(pointer, Document("x")))
    #expect(editor.bytes == Array(text.replacing(":1}", with: ":\"x\"}").utf8))
  }

  @Test(arguments: elements.indices)
  func editsEachElement(index: Int) throws {
    let old = text(Self.elements)
    var changed = Self.elements
    changed[index] = "true"
    #expect(try edited(old, as: .json, "set /list/\(index) true") == text(changed))
    var removed = Self.elements
    removed.remove(at: index)
    #expect(try edited(old, as: .json, "delete /list/\(index)") == text(removed))
    var inserted = Self.elements
    inserted.insert("null", at: index)
    #expect(try edited(old, as: .json, "insert /list/\(index) null") == text(inserted))
    var moved = removed
    moved.insert(Self.elements[index], at: 3)
    #expect(
      try Value(parsing: edited(old, as: .json, "move /list/\(index) /list/3"), as: .json)
        == Value(parsing: text(moved), as: .json))
  }

  @Test func editsTheLastElements() throws {
    let old = text(Self.elements)
    #expect(
      try edited(old, as: .json, "set /list/-1 1") == text(Self.elements.dropLast() + ["1"]))
    #expect(try edited(old, as: .json, "delete /list/-1") == text(Self.elements.dropLast()))
    #expect(
      try edited(old, as: .json, "insert /list/-1 1")
        == text(Self.elements.dropLast() + ["1", Self.elements[29]]))
    #expect(try edited(old, as: .json, "insert /list/- 1") == text(Self.elements + ["1"]))
    #expect(try edited(old, as: .json, "insert /list/30 1") == text(Self.elements + ["1"]))
    #expect(throws: DecantError.self) { try edited(old, as: .json, "insert /list/31 1") }
    #expect(throws: DecantError.self) { try edited(old, as: .json, "set /list/30 1") }
  }

  @Test func editsInsideOfTheLastElement() throws {
    let elements = (0..<10).map { "{\"id\": [\($0)]}" }
    #expect(
      try edited(text(elements), as: .json, "set /list/-1/id/-1 true")
        == text(elements.dropLast() + ["{\"id\": [true]}"]))
    #expect(
      try edited(text(elements), as: .json, "set /list/*/id/-1 true")
        == text(elements.map { _ in "{\"id\": [true]}" }))
    #expect(
      try edited(text(elements), as: .json, "copy /list/-1 /list/0")
        == text([elements[9]] + elements))
    #expect(
      try edited(text(elements), as: .json, "copy /list /list/2")
        == text(
          elements[..<2] + ["[\(elements.joined(separator: ", "))]"] + elements[2...]))
  }

  @Test(arguments: [Format.json, .json5, .yaml, .openStepPropertyList])
  func findsAKeyAfterManyEvents(format: Format) throws {
    let count = 30_000
    let items: String
    let (old, new): (String, String)
    switch format.name {
    case "yaml":
      items = (0..<count).map { "- {n: \($0)}\n" }.joined()
      (old, new) = ("list:\n\(items)key: old # c\n", "list:\n\(items)key: new # c\n")
    case "openstep":
      items = (0..<count).map { "{n = \($0);}" }.joined(separator: ",\n")
      (old, new) = ("{list = (\(items)); key = old;}", "{list = (\(items)); key = new;}")
    default:
      items = (0..<count).map { "{\"n\": \($0)}" }.joined(separator: ",\n")
      (old, new) = (
        "{\"list\": [\(items)], \"key\":\"old\"}", "{\"list\": [\(items)], \"key\":\"new\"}"
      )
    }
    #expect(try edited(old, as: format, "set /key new") == new)
    let deep = try edited(old, as: format, "set /list/29998/n x")
    let value = try Value(parsing: deep, as: format)
    #expect(value["list"]?.array?.count == count)
    #expect(value["list"]?.array?[29_998]["n"]?.string == "x")
    #expect(deep.utf8.count <= old.utf8.count)
  }

  /// The line end before each edit must not be searched for through the whole line again.
  @Test func editsEachValueOfALongLine() throws {
    let old = "[\((0..<2_000).map { "\($0)" }.joined(separator: ","))]"
    #expect(
      try edited(old, as: .json, "set /* 0")
        == "[\((0..<2_000).map { _ in "0" }.joined(separator: ","))]")
  }

  @Test func detectsADifferenceOfAnyEvent() throws {
    let texts = [
      "[1,2]", "[2,1]", "[1,\"2\"]", "[[1],2]", "[1,[2]]", "{\"1\":2}", "[1,2,null]", "[12]",
      "[\"abcdefgh\"]", "[\"abcdefghi\"]", "[\"bbcdefghi\"]", "[\"abcdefgh\",\"i\"]", "[]",
    ]
    let digests = try texts.map { text in
      let tape = try Document(parsing: text, as: .json).tape
      var digest = EventDigest()
      tape.add(0..<tape.count, to: &digest)
      return digest.hash
    }
    #expect(Set(digests).count == texts.count)
  }
}
