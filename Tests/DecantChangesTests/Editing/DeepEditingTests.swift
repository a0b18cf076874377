import DecantSystem
import DecantTestSupport
import Testing
import Decant

/// Edits of documents as deep as the limit allows, by a thread with the stack that Apple's systems give it.
@Suite struct DeepEditingTests {
  private static let depth = 990

  private static func text(_ leaf: String) -> String {
    let count = depth / 2
    return String(repeating: #"{"a":["#, count: count) + leaf
      + String(repeating: "]}", count: count)
  }

  private static let pointer =
    DocumentPointer(String(repeating: "/a/0", count: depth / 2)) ?? DocumentPointer(tokens: [])

  private static func edits() throws -> [DocumentEdit] {
    let new = try Document(parsing: text("2"), as: .json)
    return [
      .sync(new, removingUnknown: false), .merge(new),
      .set(PathPattern(pointer), .document(try Document(2))),
      .patch(JSONPatch([.test(DocumentPointer(tokens: []), try new.value)])),
      .patch(JSONPatch([.replace(DocumentPointer(tokens: ["a"]), try new.value["a"] ?? .null)])),
    ]
  }

  @Test func editsHaveRoom() throws {
    let results = try WorkerThread.result(stackSize: 512 << 10) { () -> [String] in
      ((try? Self.edits()) ?? []).map { edit in
        guard var editor = try? DocumentEditor(Array(Self.text("1").utf8), as: .json) else {
          return "invalid"
        }
        do throws(DecantError) {
          try editor.apply(edit)
        } catch {
          return error.problem.specific(ChangeProblem.self) == nil ? "\(error)" : "test"
        }
        return String(decoding: editor.bytes, as: UTF8.self)
      }
    }
    let new = Self.text("2")
    #expect(results == [new, new, new, "test", new])
  }

  @Test func changesOfValuesHaveRoom() throws {
    let isEqual = try WorkerThread.result(stackSize: 512 << 10) { () throws(DecantError) -> Bool in
      let new = try Document(parsing: Self.text("2"), as: .json).value
      var value = try Document(parsing: Self.text("1"), as: .json).value
      try value.apply(JSONPatch([.replace(Self.pointer, 2)]))
      var merged = Value.null
      merged.merge(new)
      return value == new && merged == new
    }
    #expect(isEqual)
  }
}
