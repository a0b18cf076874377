import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantChanges

/// Changes of whole drafts: from one value to another, by merge patches, and of what is missing.
@Suite struct DraftChangeTests {
  private let roundTripped: Draft.RoundTrip = { (new, _) throws(DecantError) in
    try Document(new.value)
  }

  /// Two trees, the second of which is the first with random changes.
  private static func trees(_ generator: inout SeededGenerator) -> (old: DraftTree, new: DraftTree)
  {
    let old = DraftTree.random(&generator)
    var new = old
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      let path = new.paths.randomElement(using: &generator) ?? []
      let tree = DraftTree.random(&generator, depth: 2)
      let key = DraftTree.keys.randomElement(using: &generator) ?? "a"
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where !path.isEmpty: try? new.set(path, tree)
      case 1: try? new.insert(path + [key], tree)
      case 2: try? new.insert(path + ["-"], tree)
      default: _ = try? new.remove(path)
      }
    }
    return (old, new)
  }

  // MARK: From one value to another

  @Test(arguments: 0..<150 as Range<UInt64>) func becomesTheNewValue(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = Self.trees(&generator)
    let draft = try Draft(old.script)
    try draft.change(from: old.value, to: NewValue(new.value), roundTripped)
    let found = try draft.document(of: draft.root).value
    #expect(found == new.value, "\(old.script) \(new.script)")
    #expect(draft.isChanged == (old.value != new.value))
  }

  /// Keys of the document that neither value has stay, in all mappings that do.
  @Test(arguments: 0..<150 as Range<UInt64>) func keepsWhatIsUnknown(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = Self.trees(&generator)
    let draft = try Draft(old.withUnknownKey.script)
    try draft.change(from: old.value, to: NewValue(new.value), roundTripped)
    let found = try draft.document(of: draft.root).value
    #expect(found.withoutUnknownKeys == new.value, "\(old.script) \(new.script)")
    // What is on the paths that both have, through mappings, was not replaced.
    #expect(draft.root.isReplaced == false)
    for path in DraftTree.sharedMappings(old, new) {
      let pointer = DocumentPointer(tokens: path + ["unknown"])
      #expect(
        try draft.node(at: pointer).original != nil, "\(pointer) \(old.script) \(new.script)")
    }
  }

  // MARK: Merge patches

  @Test(arguments: 0..<150 as Range<UInt64>) func mergesAsTheSpecificationSays(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    let tree = DraftTree.random(&generator)
    let patch = DraftTree.random(&generator)
    let draft = try Draft(tree.script)
    let changes = patch.pairs.enumerated().map { number, pair in
      // Every third key is to be removed.
      DraftTree.Pair(key: pair.key, value: number % 3 == 2 ? .scalar("null") : pair.value)
    }
    let value = DraftTree.pairs(changes).valueWithNulls
    try draft.merge(NewValue(value), allKeysAreText: true) { (new, _) throws(DecantError) in
      try new.document
    }
    let found = try draft.document(of: draft.root).value
    #expect(found == tree.merged(with: .pairs(changes)).value, "\(tree.script) \(value)")
  }

  // MARK: What is missing

  @Test(arguments: 0..<150 as Range<UInt64>) func addsWhatIsMissing(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let tree = DraftTree.random(&generator)
    let defaults = DraftTree.random(&generator)
    for removesUnknown in [false, true] {
      let draft = try Draft(tree.script)
      let document = try DraftScript.document(defaults.script)
      try draft.addMissing(NewValue(document), removingUnknown: removesUnknown) {
        (new, _) throws(DecantError) in try new.document
      }
      let expected = tree.adding(defaults, removingUnknown: removesUnknown)
      let found = try draft.document(of: draft.root).value
      #expect(found == expected.value, "\(tree.script) \(defaults.script)")
    }
  }

  @Test func addsAfterThePredecessorWithComments() throws {
    let draft = try Draft("{ c 1 a 2 }")
    let defaults = try DraftScript.document("{ #z z 0 c 5 #b b 6 ^B a 7 d 8 }")
    try draft.addMissing(try NewValue(defaults), removingUnknown: false) {
      (new, _) throws(DecantError) in try new.document
    }
    #expect(try draft.script == "{ c 1 #b b 6 ^B a 2 d 8 #z z 0 }")
  }
}

// MARK: - The same on arrays

extension DraftTree {
  var pairs: [Pair] { if case .pairs(let pairs) = self { pairs } else { [] } }

  fileprivate var withUnknownKey: DraftTree {
    switch self {
    case .scalar: self
    case .list(let elements): .list(elements)
    case .pairs(let pairs):
      .pairs(
        [Pair(key: "unknown", value: .scalar("u"))]
          + pairs.map { Pair(key: $0.key, value: $0.value.withUnknownKey) })
    }
  }

  /// The paths, through mappings alone, to the mappings that two trees have.
  fileprivate static func sharedMappings(_ first: DraftTree, _ second: DraftTree) -> [[String]] {
    guard case .pairs(let pairs) = first, case .pairs = second else { return [] }
    return [[]]
      + pairs.flatMap { pair in
        guard let other = second[[pair.key]] else { return [[String]]() }
        return sharedMappings(pair.value, other).map { [pair.key] + $0 }
      }
  }

  /// The value, in which the text `null` is null.
  fileprivate var valueWithNulls: Value {
    switch self {
    case .scalar("null"): return .null
    case .scalar, .list: return value
    case .pairs(let pairs):
      var mapping = Mapping()
      for pair in pairs { mapping[pair.key] = pair.value.valueWithNulls }
      return .mapping(mapping)
    }
  }

  /// RFC 7396, section 2.
  fileprivate func merged(with patch: DraftTree) -> DraftTree {
    guard case .pairs(let changes) = patch else { return patch }
    var result = pairs
    for change in changes {
      let place = result.firstIndex { $0.isNamed(change.key) }
      if case .scalar("null") = change.value {
        if let place { result.remove(at: place) }
        continue
      }
      let old = place.map { result[$0].value } ?? .scalar("")
      let new = Pair(key: change.key, value: old.merged(with: change.value))
      if let place { result[place] = new } else { result.append(new) }
    }
    return .pairs(result)
  }

  fileprivate func adding(_ defaults: DraftTree, removingUnknown: Bool) -> DraftTree {
    guard case .pairs(let own) = self, case .pairs(let other) = defaults else { return self }
    let kept = own.compactMap { pair -> Pair? in
      guard let found = other.first(where: { $0.isNamed(pair.key) }) else {
        return removingUnknown ? nil : pair
      }
      let value = pair.value.adding(found.value, removingUnknown: removingUnknown)
      return Pair(key: pair.key, value: value)
    }
    return .pairs(kept + other.filter { new in !own.contains { $0.isNamed(new.key) } })
  }
}

extension Value {
  fileprivate var withoutUnknownKeys: Value {
    switch self {
    case .mapping(let mapping):
      var result = Mapping()
      for (key, value) in mapping where key.string != "unknown" {
        result[forKey: key] = value.withoutUnknownKeys
      }
      return .mapping(result)
    case .sequence(let elements): return .sequence(elements.map(\.withoutUnknownKeys))
    default: return self
    }
  }
}
