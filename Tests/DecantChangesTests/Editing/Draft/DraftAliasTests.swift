import Testing
import Decant
import DecantEditing

@testable import DecantChanges

/// Changes of drafts with anchors, by what is to happen to the aliases.
@Suite struct DraftAliasTests {
  /// The results are those for aliases that are refused, separated and changed; nil where the operation is refused.
  static let cases:
    [(old: String, operation: String, refused: String?, separated: String?, changed: String?)] = [
      (
        "{ a &x { k 1 } b *x }", "set /a/k 2", nil, "{ a { k 2 } b &x { k 1 } }",
        "{ a &x { k 2 } b *x }"
      ),
      (
        "{ a &x { k 1 } b *x }", "set /a/l 2", nil, "{ a { k 1 l 2 } b &x { k 1 } }",
        "{ a &x { k 1 l 2 } b *x }"
      ),
      (
        "{ a &x { k 1 } b *x }", "rename /a/k l", nil, "{ a { l 1 } b &x { k 1 } }",
        "{ a &x { l 1 } b *x }"
      ),
      (
        "{ a &x { k 1 } b *x }", "delete /a/k", nil, "{ a { } b &x { k 1 } }",
        "{ a &x { } b *x }"
      ),
      ("{ a &x 1 b *x }", "set /a 2", nil, "{ a 2 b &x 1 }", "{ a &x 2 b *x }"),
      // Without an anchor, an alias has nothing to refer to.
      ("{ a &x 1 b *x }", "delete /a", nil, "{ b &x 1 }", nil),
      ("[ &x 1 *x *x ]", "delete /0", nil, "[ &x 1 *x ]", nil),
      ("{ a { k &x 1 } b *x }", "set /a 2", nil, "{ a 2 b &x 1 }", nil),
      ("{ a { k &x 1 } b *x }", "delete /a", nil, "{ b &x 1 }", nil),
      // What goes with its aliases is not missed.
      ("{ a [ &x 1 *x ] b 2 }", "delete /a", "{ b 2 }", "{ b 2 }", "{ b 2 }"),
      ("{ a &x 1 b 2 }", "set /a 3", "{ a &x 3 b 2 }", "{ a &x 3 b 2 }", "{ a &x 3 b 2 }"),
      // An alias is a value of its own, but for what is inside of it.
      ("{ a &x 1 b *x }", "set /b 2", "{ a &x 1 b 2 }", "{ a &x 1 b 2 }", "{ a &x 1 b 2 }"),
      ("{ a &x 1 b *x }", "delete /b", "{ a &x 1 }", "{ a &x 1 }", "{ a &x 1 }"),
      ("{ a &x 1 b *x }", "rename /b c", "{ a &x 1 c *x }", "{ a &x 1 c *x }", "{ a &x 1 c *x }"),
      (
        "{ a &x { k 1 } b *x }", "set /b/k 2", nil, "{ a &x { k 1 } b { k 2 } }",
        "{ a &x { k 2 } b *x }"
      ),
      (
        "{ a &x { k &y 1 l *y } b *x }", "set /b/m 2", nil,
        "{ a &x { k &y 1 l *y } b { k 1 l 1 m 2 } }", "{ a &x { k &y 1 l *y m 2 } b *x }"
      ),
      // The same value has no effect elsewhere.
      (
        "{ a &x { k 1 } b *x }", "set /a { k 1 }", "{ a &x { k 1 } b *x }",
        "{ a &x { k 1 } b *x }", "{ a &x { k 1 } b *x }"
      ),
      // An anchor whose name is given again.
      ("[ &x 1 &x 2 *x ]", "set /0 3", "[ &x 3 &x 2 *x ]", "[ &x 3 &x 2 *x ]", "[ &x 3 &x 2 *x ]"),
      ("[ &x 1 *x &x 2 *x ]", "set /2 3", nil, "[ &x 1 *x 3 &x 2 ]", "[ &x 1 *x &x 3 *x ]"),
      // A merge key needs a mapping.
      ("{ a &x { k 1 } b { << *x } }", "set /b/<< 2", nil, nil, nil),
      ("{ a &x { k 1 } b { << *x } }", "set /a 2", nil, "{ a 2 b { << &x { k 1 } } }", nil),
      (
        "{ a &x { k 1 } b { << *x } }", "delete /b/<<", "{ a &x { k 1 } b { } }",
        "{ a &x { k 1 } b { } }", "{ a &x { k 1 } b { } }"
      ),
      ("{ a &x { k 1 } }", "copy /a /b", nil, nil, nil),
      ("{ a &x { k 1 } c 2 }", "move /a /b", nil, nil, nil),
      (
        "{ a &x { k 1 } c 2 }", "move /c /a/c", "{ a &x { k 1 c 2 } }", "{ a &x { k 1 c 2 } }",
        "{ a &x { k 1 c 2 } }"
      ),
    ]

  @Test(arguments: cases.indices) func treatsAliases(index: Int) throws {
    let (old, operation, refused, separated, changed) = Self.cases[index]
    for (treatment, new) in [
      (AliasedValues.refused, refused), (.separated, separated), (.changed, changed),
    ] {
      let draft = try Draft(old, treatment)
      guard let new else {
        let error = #expect(throws: DecantError.self, "\(old) \(operation) \(treatment)") {
          try draft.make(operation)
        }
        #expect(error?.category == .input)
        #expect(try draft.script == old)
        continue
      }
      try draft.make(operation)
      #expect(try draft.script == new, "\(old) \(operation) \(treatment)")
      #expect(try draft.digest == Draft(new).digest)
    }
  }

  static let problems: [(old: String, operation: String, problem: String)] = [
    ("{ a &x { k 1 } b *x }", "set /a/k 2", "sharedValue /b"),
    ("{ a { k &x 1 } b [ *x { c *x } ] }", "delete /a", "anchorInUse /b/0 /b/1/c"),
    ("{ a &x { k 1 } b *x }", "set /b/k 2", "throughAlias"),
    ("{ a &x { k 1 } b { << *x } }", "set /b/<< 2", "mergedValue /b/<<"),
    ("{ a 1 b *x }", "set /b/k 2", "throughAlias"),
  ]

  @Test(arguments: problems.indices) func tellsWhereAliasesAre(index: Int) throws {
    let (old, operation, expected) = Self.problems[index]
    let draft = try Draft(old)
    let error = #expect(throws: DecantError.self) { try draft.make(operation) }
    let found: String
    switch error?.problem.specific(EditProblem.self) {
    case .sharedValue("x", let uses): found = "sharedValue " + uses.joined(separator: " ")
    case .anchorInUse("x", let uses): found = "anchorInUse " + uses.joined(separator: " ")
    case .throughAlias("x"): found = "throughAlias"
    case .mergedValue(let pointer): found = "mergedValue " + pointer
    default: found = "\(error.debugDescription)"
    }
    #expect(found == expected)
  }

  /// Copies of copies count together, also in the drafts of several documents.
  @Test func limitsCopies() throws {
    var options = ReadingOptions()
    options.maximumAliasNodes = 1000
    let copies = CopyBudget(options, of: EditedBytes([]))
    let drafts = try (0..<3).map { _ in try Draft("{ a [ 1 ] }", copies: copies) }
    var count = 0
    #expect(throws: DecantError.self) {
      while count < 1000 {
        try drafts[count % 3].make("copy /a /a/-")
        count += 1
      }
    }
    // Each copy has twice the nodes of the one before.
    #expect((3..<40).contains(count))
    let expanding = try Draft("[ &x [ 1 2 3 4 5 ] &y [ *x *x *x ] *y ]", .separated)
    try expanding.make("append /2 6")
    #expect(
      try expanding.script
        == "[ &x [ 1 2 3 4 5 ] &y [ *x *x *x ] [ [ 1 2 3 4 5 ] [ 1 2 3 4 5 ] [ 1 2 3 4 5 ] 6 ] ]")
  }
}
