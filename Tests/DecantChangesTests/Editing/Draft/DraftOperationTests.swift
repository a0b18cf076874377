import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantChanges

/// Operations of drafts, compared with the same ones on arrays.
@Suite struct DraftOperationTests {
  // MARK: One by one

  static let operations: [(old: String, operations: [String], new: String)] = [
    // Values that are replaced, and keys that are added.
    ("{ a 1 b 2 }", ["set /b 3"], "{ a 1 b 3 }"),
    ("{ a 1 b 2 }", ["set /a { c [ 3 ] }"], "{ a { c [ 3 ] } b 2 }"),
    ("{ a { c [ 3 ] } b 2 }", ["set /a 1"], "{ a 1 b 2 }"),
    ("{ a 1 }", ["set /c 3", "set /b 2"], "{ a 1 c 3 b 2 }"),
    ("{ a 1 }", ["set /b/c/d 3"], "{ a 1 b { c { d 3 } } }"),
    ("{ a 1 }", ["set /b/- 3"], "{ a 1 b [ 3 ] }"),
    ("[ ]", ["set /-/a 3"], "[ { a 3 } ]"),
    ("{ a 1 }", ["set /- 3"], "{ a 1 - 3 }"),
    ("[ 1 2 3 ]", ["set /-1 x", "set /-3 y"], "[ y 2 x ]"),
    ("{ a 1 }", ["set  [ 1 ]"], "[ 1 ]"),
    ("{ a 1 }", ["set /b { c 1 }", "set /b/c 2", "set /b/d 3"], "{ a 1 b { c 2 d 3 } }"),
    // Patterns.
    ("{ a { k 1 } b { k 2 } c 3 }", ["set /*/k 9"], "{ a { k 9 } b { k 9 } c 3 }"),
    ("{ a { k 1 } b { } }", ["set /*/k 9"], "{ a { k 9 } b { k 9 } }"),
    ("{ k { k 1 } l [ { k 2 } ] }", ["set /**/k 9"], "{ k 9 l [ { k 9 } ] }"),
    ("{ a { k 1 } b { } }", ["replace /*/k 9"], "{ a { k 9 } b { } }"),
    ("[ { n a v 1 } { n b v 2 } ]", ["set /[n=b]/v 9"], "[ { n a v 1 } { n b v 9 } ]"),
    ("{ x { x 1 } y [ { x 2 } ] }", ["delete /**/x"], "{ y [ { } ] }"),
    ("[ 1 2 ]", ["insert /* 0"], "[ 0 1 0 2 ]"),
    ("{ a { k 1 } b { l 2 } }", ["rename /*/k m"], "{ a { m 1 } b { l 2 } }"),
    ("{ a { k 1 } b { k 2 } }", ["move /*/k /*/m"], "{ a { m 1 } b { m 2 } }"),
    ("{ a { k 1 } b { k 2 } }", ["copy /*/k /*/m"], "{ a { k 1 m 1 } b { k 2 m 2 } }"),
    // Elements.
    ("[ 1 2 ]", ["insert /0 x", "insert /3 y", "insert /- z"], "[ x 1 2 y z ]"),
    ("[ 1 2 ]", ["insert /-1 x"], "[ 1 x 2 ]"),
    ("{ l [ ] }", ["append /l 1", "append /l 2", "append /m 3"], "{ l [ 1 2 ] m [ 3 ] }"),
    ("[ 1 2 3 ]", ["delete /1", "delete /1"], "[ 1 ]"),
    ("[ 1 2 3 ]", ["delete /*"], "[ ]"),
    ("[ [ 1 ] [ 2 ] ]", ["delete /0", "set /0/0 3"], "[ [ 3 ] ]"),
    ("[ [ 1 ] [ 2 ] ]", ["set /1/0 3", "delete /0", "append /0 4"], "[ [ 3 4 ] ]"),
    // Keys that go and come.
    ("{ a 1 b 2 }", ["delete /a", "set /a 3"], "{ b 2 a 3 }"),
    ("{ a 1 b 2 }", ["delete /a", "delete /b"], "{ }"),
    ("{ a 1 b 2 }", ["rename /a c", "rename /b a", "rename /c b"], "{ b 1 a 2 }"),
    ("{ a 1 }", ["rename /a a"], "{ a 1 }"),
    ("{ a { b 1 } }", ["rename /a c", "set /c/b 2"], "{ c { b 2 } }"),
    ("{ a 1 }", ["set /b 2", "rename /b c", "delete /c", "set /a 2"], "{ a 2 }"),
    ("{ a 1 2: x }", ["rename /2 3", "set /3 y"], "{ a 1 3 y }"),
    // Moves and copies.
    ("{ a 1 b { c 2 } }", ["move /a /b/d"], "{ b { c 2 d 1 } }"),
    ("{ a 1 b { c 2 } }", ["copy /b /b/d"], "{ a 1 b { c 2 d { c 2 } } }"),
    ("[ 1 2 3 ]", ["move /0 /2"], "[ 2 3 1 ]"),
    ("[ 1 2 3 ]", ["move /2 /0"], "[ 3 1 2 ]"),
    ("[ 1 2 3 ]", ["copy /2 /0", "move /0 /-"], "[ 1 2 3 3 ]"),
    ("{ a 1 }", ["move /a /a"], "{ a 1 }"),
    ("{ a 1 b [ ] }", ["copy /a /b/-", "set /a 2"], "{ a 2 b [ 1 ] }"),
    ("{ a { k 1 } }", ["copy /a /b", "set /b/k 2"], "{ a { k 1 } b { k 2 } }"),
    // RFC 6902 replaces what is there.
    ("{ a 1 b 2 c 3 }", ["patch-move /a /b"], "{ b 1 c 3 }"),
    ("{ a 1 b 2 }", ["patch-copy /a /b"], "{ a 1 b 1 }"),
    ("{ a 1 }", ["add /a 2", "add /b 3"], "{ a 2 b 3 }"),
    ("[ 1 2 ]", ["add /1 x", "add /- y"], "[ 1 x 2 y ]"),
    ("{ a 1 }", ["add  [ ]"], "[ ]"),
    // Conditions change nothing.
    ("{ a [ 1 { b x } ] }", ["test /a [ 1 { b x } ]", "test /a/0 1"], "{ a [ 1 { b x } ] }"),
    // Comments are about a node, and go with it.
    ("{ #x a 1 ^y #z b 2 }", ["delete /a"], "{ #z b 2 }"),
    ("[ #x 1 ^y #z 2 ]", ["delete /1", "append  3"], "[ #x 1 ^y 3 ]"),
    ("{ #x a 1 ^y #z b { c 2 } #e }", ["set /b/c 3"], "{ #x a 1 ^y #z b { c 3 } #e }"),
    ("{ #x a 1 ^y }", ["rename /a b"], "{ #x b 1 ^y }"),
    ("{ #x a 1 ^y }", ["set /b 2"], "{ #x a 1 ^y b 2 }"),
    // Of two equal keys the first one counts.
    ("{ a 1 a 2 }", ["set /a 3"], "{ a 3 a 2 }"),
    ("{ a 1 a 2 }", ["delete /a", "set /a 3"], "{ a 3 }"),
    // Text comes before a number of that text.
    ("{ 2: x 2 y }", ["set /2 z"], "{ 2: x 2 z }"),
    ("{ 2: x }", ["set /2 z"], "{ 2: z }"),
  ]

  @Test(arguments: operations.indices) func changesTheDraft(index: Int) throws {
    let (old, operations, new) = Self.operations[index]
    let draft = try Draft(old)
    for operation in operations { try draft.make(operation) }
    #expect(try draft.script == new, "\(old) \(operations)")
    #expect(draft.isChanged == (old != new))
    #expect(try draft.digest == Draft(new).digest)
  }

  static let refusals: [(old: String, operation: String)] = [
    ("{ a 1 }", "set /a/b 2"), ("{ a 1 }", "set /b/0 2"), ("[ 1 ]", "set /1 2"),
    ("[ 1 ]", "set /a 2"), ("[ ]", "set /-1 2"), ("{ a 1 }", "set /*/x 2"),
    ("{ a 1 }", "insert /a 2"), ("{ a 1 }", "insert /- 2"), ("[ 1 ]", "insert /2 2"),
    ("[ 1 ]", "insert /x 2"), ("{ a 1 }", "insert /* 2"), ("{ a 1 }", "append /a 2"),
    ("{ a { } }", "append /a 2"), ("{ a 1 }", "delete /b"), ("{ a 1 }", "delete "),
    ("{ a 1 }", "delete /**"), ("{ a 1 b 2 }", "rename /a b"), ("[ 1 ]", "rename /0 b"),
    ("{ a 1 }", "rename  b"), ("{ a 1 }", "rename /b c"), ("{ a { b 1 } }", "move /a /a/c"),
    ("{ a 1 }", "move  /b"), ("{ a 1 }", "copy /b /c"), ("{ a 1 b 2 }", "copy /a /b"),
    ("{ a { k 1 } }", "move /*/k /m/*/*"), ("{ a 1 }", "test /a 2"), ("{ a 1 }", "test /b 1"),
    ("{ a 1 }", "test /a x"), ("{ a 1 }", "comment  about"), ("{ a 1 }", "replace /b 2"),
    ("{ a { } }", "add /b/c 1"), ("[ 1 ]", "add /2 1"), ("{ a 1 }", "patch-move /a /a/b"),
  ]

  @Test(arguments: refusals.indices) func refuses(index: Int) throws {
    let (old, operation) = Self.refusals[index]
    let draft = try Draft(old)
    let error = #expect(throws: DecantError.self, "\(old) \(operation)") {
      try draft.make(operation)
    }
    #expect(error?.category == .input)
    #expect(try draft.script == old)
    #expect(!draft.isChanged)
  }

  // MARK: Places

  @Test func findsPlacesWhereTheyAreNow() throws {
    let draft = try Draft("{ a [ { k 1 } 2 3 ] b 4 }")
    let (inner, third) = try (
      draft.node(at: DocumentPointer(tokens: ["a", "0", "k"])),
      draft.node(at: DocumentPointer(tokens: ["a", "2"]))
    )
    try draft.make("insert /a/0 x")
    try draft.make("rename /a c")
    try draft.make("delete /c/2")
    #expect(draft.pointer(to: inner).description == "/c/1/k")
    #expect(draft.pointer(to: third).description == "/c/2")
    #expect(draft.path(to: third).description == "/c/2")
    #expect(draft.pointer(to: draft.root).tokens.isEmpty)
    // The offset of a word is its number; what is new is where its collection is.
    #expect(draft.offset(of: third) == 8)
    let new = try draft.node(at: DocumentPointer(tokens: ["c", "0"]))
    #expect((draft.offset(of: new), new.original == nil) == (2, true))
  }

  @Test func findsPlacesInDocumentOrder() throws {
    let draft = try Draft("{ b { k 1 } a [ { k 2 } ] }")
    try draft.make("set /c { k 3 }")
    let found = try draft.nodes(at: PathPattern("/**/k"))
    #expect(found.map { draft.pointer(to: $0).description } == ["/b/k", "/a/0/k", "/c/k"])
  }

  @Test func opensOnlyWhatIsOnTheWay() throws {
    let draft = try Draft("{ a { x 1 } b { y { z 2 } } c [ 3 ] }")
    try draft.make("set /b/y/z 4")
    var open: [String] = []
    func visit(_ node: DraftNode) {
      guard case .open(let collection) = node.content else { return }
      open.append(draft.pointer(to: node).description)
      for child in collection.children { if let node = child.node { visit(node) } }
    }
    visit(draft.root)
    #expect(open == ["", "/b", "/b/y"])
  }

  // MARK: Comments

  @Test func storesNewComments() throws {
    let draft = try Draft("{ a 1 b 2 }")
    try draft.make("comment /a one\ntwo")
    try draft.make("comment /b")
    let nodes = try draft.nodes(at: PathPattern("/*"))
    #expect(nodes.map(\.comment) == [["one", "two"], []])
    // The value is the same.
    #expect(!draft.isChanged)
    try draft.make("set /a 3")
    #expect(try draft.node(at: DocumentPointer(tokens: ["a"])).comment == ["one", "two"])
  }

  // MARK: Random ones

  /// Each operation of a sequence changes the draft as it changes the tree, or is refused by both.
  @Test(arguments: 0..<200 as Range<UInt64>) func changesRandomTrees(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var tree = DraftTree.random(&generator)
    let draft = try Draft(tree.script)
    var story = [tree.script]
    for _ in 0..<12 {
      let operation = RandomOperation(on: tree, &generator)
      story.append(operation.words)
      var changed = tree
      let isPossible = (try? operation.change(&changed)) != nil
      var failure: (any Error)?
      do { try draft.make(operation.words) } catch { failure = error }
      try #require((failure == nil) == isPossible, "\(story): \(failure.debugDescription)")
      // A move that fails has removed its node.
      guard isPossible || !operation.words.hasPrefix("move") else { return }
      if isPossible { tree = changed }
      let found = try draft.script
      try #require(found.isSpelled(tree.script), "\(story): \(found)")
    }
    #expect(try draft.digest == Draft(tree.script).digest)
    for path in tree.paths {
      let pointer = DocumentPointer(tokens: path)
      let node = try draft.node(at: pointer)
      #expect(draft.pointer(to: node) == pointer)
      #expect(
        try DraftScript.text(of: draft.document(of: node))
          .isSpelled(tree[path]?.script ?? ""))
    }
  }
}

/// An operation at a random place of a tree, of which one in four is refused.
private struct RandomOperation {
  let words: String
  let change: (inout DraftTree) throws -> Void

  init(on tree: DraftTree, _ generator: inout SeededGenerator) {
    let paths = tree.paths
    let path = paths.randomElement(using: &generator) ?? []
    let key = DraftTree.keys.randomElement(using: &generator) ?? "a"
    let other =
      (paths.randomElement(using: &generator) ?? []) + [Bool.random(using: &generator) ? key : "-"]
    let new = DraftTree.random(&generator, depth: 2)
    let text = Self.text(path)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: (words, change) = ("set \(text) \(new.script)", { try $0.set(path, new) })
    case 1 where tree[path]?.isList == false:
      let target = path + [key]
      (words, change) = ("set \(Self.text(target)) \(new.script)", { try $0.set(target, new) })
    case 1, 2:
      (words, change) = ("insert \(text) \(new.script)", { try $0.insert(path, new) })
    case 3:
      (words, change) = ("insert \(Self.text(other)) \(new.script)", { try $0.insert(other, new) })
    case 4: (words, change) = ("delete \(text)", { try $0.remove(path) })
    case 5: (words, change) = ("rename \(text) \(key)", { try $0.rename(path, to: key) })
    case let number:
      (words, change) = (
        "\(number == 6 ? "move" : "copy") \(text) \(Self.text(other))",
        { try $0.transfer(path, to: other, isMove: number == 6) }
      )
    }
  }

  private static func text(_ path: [String]) -> String {
    path.map { "/" + $0 }.joined()
  }
}

extension DraftTree {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
