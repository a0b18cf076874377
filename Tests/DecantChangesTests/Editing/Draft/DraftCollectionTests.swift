import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantChanges

/// Collections of drafts: the places of their children, and their order.
@Suite struct DraftCollectionTests {
  private struct Opened {
    let draft: Draft
    let collection: DraftCollection
    var root: DraftNode { draft.root }

    init(_ script: String, gaps: [Int: DocumentGap] = [:]) throws {
      draft = try Draft(script, gaps: gaps)
      collection = try #require(draft.root.opened())
    }

    func insert(_ key: String?, at place: Int? = nil, _ order: DraftCollection.NewKeyOrder = .usual)
      throws
    {
      collection.insert(
        try DraftScript.document("new"), forKey: key.map { KeyText($0) },
        at: place ?? collection.children.count, in: root, order: order)
    }

    func remove(_ keys: String...) {
      collection.remove(at: keys.compactMap { collection.index(of: KeyText($0)) }.sorted())
    }

    /// The keys in the order of the result.
    var keys: String {
      collection.ordered.map { child in
        (child.newKey ?? child.key.flatMap { collection.source.name(ofKeyAt: $0)?.name })?.string
          ?? "?"
      }.joined(separator: " ")
    }
  }

  // MARK: Order of keys

  @Test func addsKeysAtTheEnd() throws {
    let open = try Opened("{ b 1 a 2 }")
    try open.insert("d")
    try open.insert("c")
    #expect(open.keys == "b a d c")
  }

  @Test func keepsSortedKeysSorted() throws {
    let open = try Opened("{ b 1 d 2 f 3 h 4 j 5 }")
    for key in ["k", "a", "e", "g", "c"] { try open.insert(key) }
    #expect(open.keys == "a b c d e f g h j k")
    open.remove("e", "h")
    #expect(open.keys == "a b c d f g j k")
    try open.insert("z", .last)
    try open.insert("l", .last)
    #expect(open.keys == "a b c d f g j k z l")
  }

  /// Four keys may be in order by chance, and a number is not a text.
  @Test(arguments: [
    "{ b 1 d 2 f 3 h 4 }", "{ b 1 d 2 f 3 h 4 j 5 g 6 }", "{ 1: x b 1 d 2 f 3 h 4 }",
  ])
  func sortsOnlyWhatIsSorted(script: String) throws {
    let open = try Opened(script)
    let old = open.keys
    try open.insert("e")
    try open.insert("a")
    #expect(open.keys == old + " e a")
  }

  @Test func sortsByBytes() throws {
    let open = try Opened("{ A 1 B 2 a 3 z 4 é 5 }")
    for key in ["Z", "e\u{301}", "y", "\u{FF}"] { try open.insert(key) }
    #expect(open.keys.isSpelled("A B Z a e\u{301} y z é \u{FF}"))
  }

  @Test func putsKeysAfterOthers() throws {
    let open = try Opened("{ c 1 b 2 a 3 }")
    let first = try #require(open.collection.index(of: "c"))
    try open.insert("x", .after(first))
    try open.insert("y", .after(first))
    try open.insert("z", .after(open.collection.index(of: "y")))
    try open.insert("w", .after(nil))
    #expect(open.keys == "c x y z b a w")
    // What follows a key of the document that goes stays where it is.
    open.remove("c", "x")
    #expect(open.keys == "y z b a w")
    // So does what follows a new key: `edit --add-missing FILE --delete /y`.
    open.remove("y")
    #expect(open.keys == "z b a w")
  }

  @Test func putsKeysBeforeOthersByRank() throws {
    let open = try Opened("{ c 1 b 2 a 3 }")
    try open.insert("y", .before(1, rank: "2"))
    try open.insert("x", .before(1, rank: "1"))
    try open.insert("w", .before(3, rank: ""))
    try open.insert("v", .before(0, rank: ""))
    open.remove("b")
    #expect(open.keys == "v c x y a w")
  }

  /// Random keys go to their places among sorted ones.
  @Test(arguments: 0..<60 as Range<UInt64>) func keepsRandomKeysSorted(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = (10..<60).map { "k\($0)" }.shuffled(using: &generator)
    let old = words.prefix(Int.random(in: 5...20, using: &generator)).sorted()
    let open = try Opened("{ " + old.map { $0 + " 1 " }.joined() + "}")
    var keys = Set(old)
    for key in words.suffix(30) {
      if let last = keys.randomElement(using: &generator), keys.count > 1,
        Bool.random(using: &generator)
      {
        open.remove(last)
        keys.remove(last)
      }
      guard keys.insert(key).inserted else { continue }
      try open.insert(key)
      try #require(open.keys == keys.sorted().joined(separator: " "))
    }
  }

  // MARK: Finding keys

  /// Each key is found in a few of many keys, by a search or by the index, while keys come, go and get other names.
  ///
  /// The document may have a key several times, but none that is new is one that is there.
  @Test(arguments: 0..<60 as Range<UInt64>) func findsRandomKeys(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = TwinKeys.all + (0..<8).map { "k\($0)" }
    func name() -> String { names.randomElement(using: &generator) ?? "" }
    var keys = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in name() }
    let open = try Opened("{ " + keys.map { $0 + " 1 " }.joined() + "}")
    let collection = open.collection
    /// The place of each key in the collection, in which removed ones keep theirs.
    var places = Array(keys.indices)
    func find(_ key: String) -> Int? { keys.firstIndex { $0.isSpelled(key) } }
    for _ in 0..<40 {
      let (key, other) = (name(), name())
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        guard find(key) == nil else { continue }
        places.append(collection.children.count)
        keys.append(key)
        try open.insert(key, .last)
      case 1:
        guard let place = find(key) else { continue }
        collection.remove(at: [places[place]])
        keys.remove(at: place)
        places.remove(at: place)
      case 2:
        guard let place = find(key), find(other) == nil else { continue }
        collection.rename(at: places[place], to: KeyText(other))
        keys[place] = other
      default: try #require(collection.index(of: KeyText(key)) == find(key).map { places[$0] })
      }
      #expect(collection.liveCount == keys.count)
      #expect(collection.liveIndices == places)
    }
    for key in names {
      try #require(collection.index(of: KeyText(key)) == find(key).map { places[$0] }, "\(key)")
    }
    #expect(open.keys.isSpelled(keys.joined(separator: " ")))
  }

  @Test func findsNodesWhereTheyAreNow() throws {
    let open = try Opened("[ 0 1 2 3 4 ]")
    let nodes = (0..<5).map { open.collection.node(at: $0, in: open.root) }
    #expect(nodes.map { open.collection.index(of: $0) } == [0, 1, 2, 3, 4])
    open.collection.remove(at: [1, 3])
    try open.insert(nil, at: 1)
    #expect(nodes.map { open.collection.index(of: $0) } == [0, nil, 2, nil, 3])
    #expect(nodes.map(\.original) == [1, 2, 3, 4, 5])
    #expect(open.collection.removedNumbers == [1, 3])
    #expect(open.collection.children.map(\.number) == [0, nil, 2, 4])
  }

  // MARK: Children that are not in memory

  /// A hundred elements are before the word 3, and ten before the word 4.
  private func openWithGaps() throws -> Opened {
    try Opened(
      "[ a b c d ]",
      gaps: [
        3: DocumentGap(count: 100, holdsOnlyText: true),
        4: DocumentGap(count: 10, holdsOnlyText: false),
      ])
  }

  @Test func countsChildrenThatAreNotInMemory() throws {
    let open = try openWithGaps()
    let collection = open.collection
    #expect(collection.count == 114)
    #expect((0..<4).map { collection.number(at: $0) } == [0, 1, 102, 113])
    #expect(
      [0, 1, 2, 101, 102, 103, 113, 114].map { collection.index(ofElement: $0) }
        == [0, 1, nil, nil, 2, nil, 3, nil])
    #expect(collection.index(named: "-1") == 3)
    #expect(collection.index(named: "-12") == 2)
    #expect(collection.index(named: "-113") == 1)
    #expect(collection.index(named: "-115") == nil)
    try open.insert(nil, at: 1)
    #expect((0..<5).map { collection.number(at: $0) } == [0, 1, 2, 103, 114])
    collection.remove(at: [0, 2])
    #expect((0..<3).map { collection.number(at: $0) } == [0, 101, 112])
    #expect(collection.count == 113)
  }

  @Test func knowsTheValuesThatAreNotInMemory() throws {
    let kind = { (tape: DraftTape, index: Int) in tape.tape[index].kind == .string }
    #expect(try !openWithGaps().collection.holdsOnlyText(kind))
    let text = [3: DocumentGap(count: 100, holdsOnlyText: true)]
    #expect(try Opened("[ a b c d ]", gaps: text).collection.holdsOnlyText(kind))
  }

  // MARK: Values

  @Test func knowsWhetherAllValuesAreText() throws {
    func isText(_ script: String, _ operations: String...) throws -> Bool {
      let draft = try Draft(script)
      // The answer is stored, and has to change.
      _ = draft.holdsOnlyText(draft.root)
      for operation in operations { try draft.make(operation) }
      return draft.holdsOnlyText(draft.root)
    }
    #expect(try isText("[ a b ]"))
    #expect(try isText("{ k a l b }"))
    #expect(try !isText("[ a 1 ]"))
    #expect(try !isText("[ ]"))
    #expect(try !isText("[ a [ b ] ]"))
    #expect(try isText("[ a 1 ]", "delete /1"))
    #expect(try isText("{ a x b 1 }", "delete /b"))
    #expect(try isText("[ a 1 ]", "set /1 b"))
    #expect(try !isText("[ a b ]", "set /1 1"))
    #expect(try !isText("[ a b ]", "append  1"))
    #expect(try isText("[ a b ]", "append  c"))
    #expect(try isText("[ a 1 ]", "set /1 b", "append  c"))
  }

  @Test func knowsWhetherAllTextsAreVersions() throws {
    func areVersions(_ script: String, _ operations: String...) throws -> Bool {
      let draft = try Draft(script)
      let collection = try #require(draft.root.opened())
      _ = collection.holdsOnlyVersions(draft)
      for operation in operations { try draft.make(operation) }
      return collection.holdsOnlyVersions(draft)
    }
    #expect(try areVersions("{ a 1.0.219 b ~1.2 c >=2 }"))
    #expect(try !areVersions("{ a 1.0.219 b latest }"))
    #expect(try !areVersions("{ a 1.0.219 }", "set /b latest"))
    #expect(try areVersions("{ a 1.0.219 b latest }", "delete /b", "set /c ~3.1"))
  }
}
