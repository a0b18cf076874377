import DecantTestSupport
import Testing
import Decant

@Suite struct ValueMergeTests {
  private func value(_ json: String) throws -> Value { try Value(parsing: json, as: .json) }

  /// Base, both edits, and the results in which our or their side wins each conflict.
  static let cases: [(String, String, String, ours: String, theirs: String, conflicts: [String])] =
    [
      ("1", "2", "1", "2", "2", []),
      ("1", "1", "2", "2", "2", []),
      ("1", "2", "2", "2", "2", []),
      ("1", "2", "3", "2", "3", [""]),
      ("1", "1", "1.0", "1.0", "1.0", []),
      ("1", "1.0", "1", "1.0", "1.0", []),
      ("1", "1.0", "1e0", "1.0", "1e0", [""]),
      (
        #"{"a":1}"#, #"{"a":1,"b":2}"#, #"{"c":3,"a":1}"#, #"{"a":1,"b":2,"c":3}"#,
        #"{"a":1,"b":2,"c":3}"#, []
      ),
      (#"{"a":1,"b":2}"#, #"{"b":2}"#, #"{"a":1,"b":3}"#, #"{"b":3}"#, #"{"b":3}"#, []),
      (#"{"a":1,"b":2}"#, #"{"b":2}"#, #"{"a":1}"#, "{}", "{}", []),
      (#"{"a":1,"b":2}"#, #"{"b":2}"#, #"{"a":5,"b":2}"#, #"{"b":2}"#, #"{"a":5,"b":2}"#, ["/a"]),
      (#"{"a":1}"#, #"{"a":5}"#, "{}", #"{"a":5}"#, "{}", ["/a"]),
      (
        "{}", #"{"n":{"x":1}}"#, #"{"n":{"y":2}}"#, #"{"n":{"x":1}}"#, #"{"n":{"y":2}}"#, ["/n"]
      ),
      ("{}", #"{"n":{"x":1}}"#, #"{"n":{"x":2}}"#, #"{"n":{"x":1}}"#, #"{"n":{"x":2}}"#, ["/n"]),
      ("{}", #"{"n":1}"#, #"{"n":1}"#, #"{"n":1}"#, #"{"n":1}"#, []),
      (
        #"{"n":1}"#, #"{"n":{"x":1}}"#, #"{"n":{"y":2}}"#, #"{"n":{"x":1}}"#, #"{"n":{"y":2}}"#,
        ["/n"]
      ),
      (
        #"{"a":{"b":{"c":1,"d":2}}}"#, #"{"a":{"b":{"c":3,"d":2}}}"#, #"{"a":{"b":{"c":1,"d":4}}}"#,
        #"{"a":{"b":{"c":3,"d":4}}}"#, #"{"a":{"b":{"c":3,"d":4}}}"#, []
      ),
      ("[1,2,3]", "[0,1,2,3]", "[1,2,3,4]", "[0,1,2,3,4]", "[0,1,2,3,4]", []),
      ("[1,2,3,4]", "[2,3,4]", "[1,2,3]", "[2,3]", "[2,3]", []),
      ("[1,2,3]", "[1,9,3]", "[1,2,3,4]", "[1,9,3,4]", "[1,9,3,4]", []),
      ("[1,2]", "[7,2]", "[1,8]", "[7,8]", "[7,8]", []),
      ("[1,2]", "[7,2]", "[8,2]", "[7,2]", "[8,2]", [""]),
      ("[1,3]", "[1,2,3]", "[1,5,3]", "[1,2,3]", "[1,5,3]", [""]),
      ("[1,3]", "[1,2,3]", "[1,2,3]", "[1,2,3]", "[1,2,3]", []),
      (
        #"[{"a":1,"b":1},5]"#, #"[{"a":2,"b":1},5]"#, #"[{"a":1,"b":3},5]"#, #"[{"a":2,"b":1},5]"#,
        #"[{"a":1,"b":3},5]"#, [""]
      ),
      (
        #"[0,{"a":1}]"#, #"[9,0,{"a":2}]"#, #"[0,{"a":3}]"#, #"[9,0,{"a":2}]"#, #"[0,{"a":3}]"#,
        [""]
      ),
      ("[[1],[2]]", "[[1,5],[2]]", "[[1],[2,6]]", "[[1,5],[2,6]]", "[[1,5],[2,6]]", []),
      ("[[1],0,[2]]", "[[1,5],0,[2]]", "[[1],0,[2,6]]", "[[1,5],0,[2,6]]", "[[1,5],0,[2,6]]", []),
      // An element that is the same by its name.
      (
        #"[{"n":"a","v":1},{"n":"b","v":2}]"#, #"[{"n":"b","v":2},{"n":"c","v":3}]"#,
        #"[{"n":"a","v":1},{"n":"b","v":7}]"#, #"[{"n":"b","v":7},{"n":"c","v":3}]"#,
        #"[{"n":"b","v":7},{"n":"c","v":3}]"#, []
      ),
      // Both renamed a key.
      (#"{"a":1}"#, #"{"b":1}"#, #"{"c":1}"#, #"{"b":1}"#, #"{"c":1}"#, [""]),
      (
        #"{"a":1,"x":2}"#, #"{"b":1,"x":2}"#, #"{"c":1,"x":2}"#, #"{"b":1,"x":2}"#,
        #"{"c":1,"x":2}"#, ["/b", "/c"]
      ),
      (#"{"a":1}"#, #"{"b":1}"#, #"{"b":1}"#, #"{"b":1}"#, #"{"b":1}"#, []),
      // One moved what the other deleted.
      (
        #"{"a":{"x":1},"b":{}}"#, #"{"a":{},"b":{"x":1}}"#, #"{"a":{},"b":{}}"#,
        #"{"a":{},"b":{"x":1}}"#, #"{"a":{},"b":{}}"#, ["/a/x"]
      ),
      ("[1,2,3]", "[2,3,1]", "[2,3]", "[2,3,1]", "[2,3]", [""]),
      (
        #"{"l":[{"x":1,"y":2},3],"m":{}}"#, #"{"l":[{"y":2},3],"m":{"x":1}}"#,
        #"{"l":[{"y":2},3],"m":{}}"#, #"{"l":[{"y":2},3],"m":{"x":1}}"#,
        #"{"l":[{"y":2},3],"m":{}}"#, ["/l"]
      ),
      // Both reordered.
      ("[1,2,3,4]", "[2,1,3,4]", "[1,2,4,3]", "[2,1,3,4]", "[1,2,4,3]", [""]),
      ("[1,2,3,4]", "[2,1,3,4]", "[2,1,3,4]", "[2,1,3,4]", "[2,1,3,4]", []),
      // Of two equal elements, each side may have changed another one.
      ("[1,2,1]", "[2,1]", "[1,2,5]", "[2,1]", "[1,2,5]", [""]),
      // A mapping in the place of another one.
      (
        #"{"m":{"x":1}}"#, #"{"m":{"y":2}}"#, #"{"m":{"x":1,"z":3}}"#, #"{"m":{"y":2}}"#,
        #"{"m":{"x":1,"z":3}}"#, ["/m"]
      ),
      (#"{"a":[1]}"#, #"{"a":[1,2]}"#, #"{"a":[1.0]}"#, #"{"a":[1.0,2]}"#, #"{"a":[1.0,2]}"#, []),
    ]

  @Test(arguments: cases.indices) func merges(index: Int) throws {
    let example = Self.cases[index]
    let merge = try MergedValues(
      base: try value(example.0), ours: try value(example.1), theirs: try value(example.2))
    #expect(merge.ours.isIdentical(to: try value(example.ours)), "\(merge.ours)")
    #expect(merge.theirs.isIdentical(to: try value(example.theirs)), "\(merge.theirs)")
    #expect(merge.conflicts.map(\.description) == example.conflicts)
  }

  @Test func mergesWithoutBase() throws {
    let merge = try MergedValues(
      base: nil, ours: try value(#"{"a":1}"#), theirs: try value(#"{"b":2}"#))
    #expect(merge.ours == (try value(#"{"a":1,"b":2}"#)) && merge.conflicts.isEmpty)
  }

  @Test(arguments: 0..<400 as Range<UInt64>) func obeysTheLaws(seed: UInt64) throws {
    let base = RandomPropertyList(seed: seed).value
    var generator = SeededGenerator(seed: seed)
    let (x, y) = (base.mutated(by: &generator), base.mutated(by: &generator))
    for (ours, theirs, result) in [(base, x, x), (x, base, x), (x, x, x)] {
      let merge = try MergedValues(base: base, ours: ours, theirs: theirs)
      #expect(merge.conflicts.isEmpty)
      #expect(merge.ours.isIdentical(to: result) && merge.theirs.isIdentical(to: result))
    }
    let there = try MergedValues(base: base, ours: x, theirs: y)
    let back = try MergedValues(base: base, ours: y, theirs: x)
    #expect(there.conflicts.count == back.conflicts.count)
    #expect(there.ours.isIdentical(to: back.theirs) && there.theirs.isIdentical(to: back.ours))
  }

  @Test(arguments: 0..<400 as Range<UInt64>) func combinesIndependentEdits(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (left, right) = (
      RandomPropertyList(seed: seed, size: 30).value,
      RandomPropertyList(seed: ~seed, size: 30).value
    )
    let (newLeft, newRight) = (left.mutated(by: &generator), right.mutated(by: &generator))
    func keys(_ left: Value, _ right: Value) -> Value { .mapping(["l": left, "m": 1, "r": right]) }
    func elements(_ left: Value, _ right: Value) -> Value {
      .sequence([left, "left", "the middle", "right", right])
    }
    // An element that both added to a list is a conflict.
    for wrap in newLeft == newRight ? [keys] : [keys, elements] {
      let (ours, theirs) = (wrap(newLeft, right), wrap(left, newRight))
      for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let merge = try MergedValues(base: wrap(left, right), ours: ours, theirs: theirs)
        #expect(merge.conflicts.isEmpty)
        #expect(merge.ours.isIdentical(to: wrap(newLeft, newRight)))
      }
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func findsTheDifferenceInNotation(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    let old = RandomPropertyList(seed: seed).value
    let new = old.mutated(by: &generator)
    var tape = VersionTape()
    let (first, second) = try (tape.add(old), tape.add(new))
    var value = old
    try value.apply(JSONPatch(tape.changes(from: first, to: second, numbers: .bySpelling)))
    #expect(value.isIdentical(to: new))
  }
}

private struct MergedValues {
  let ours: Value
  let theirs: Value
  let conflicts: [DocumentPointer]

  init(base: Value?, ours: Value, theirs: Value) throws {
    var tape = VersionTape()
    let base = try base.map { try tape.add($0) }
    let sides = try (tape.add(ours), tape.add(theirs))
    let merge = try ValueMerge(base: base, ours: sides.0, theirs: sides.1, on: &tape)
    self.ours = try tape.value(of: merge.ours)
    self.theirs = try tape.value(of: merge.theirs)
    conflicts = merge.conflicts
  }
}

extension Value {
  fileprivate func mutated(by generator: inout SeededGenerator) -> Value {
    var copy = self
    for _ in 0..<Int.random(in: 1...3, using: &generator) { copy.mutate(&generator) }
    return copy
  }

  private mutating func mutate(_ generator: inout SeededGenerator) {
    let choice = Int.random(in: 0...5, using: &generator)
    switch self {
    case .mapping(var mapping):
      if let index = mapping.indices.randomElement(using: &generator), choice > 1 {
        if choice == 2 {
          mapping.remove(at: index)
        } else {
          var (key, value) = mapping[index]
          value.mutate(&generator)
          mapping.updateValue(value, forKey: key)
        }
      } else {
        let names = TwinKeys.all + (0...3).map { "new\($0)" }
        mapping[names.randomElement(using: &generator) ?? ""] = .number(Number(choice))
      }
      self = .mapping(mapping)
    case .sequence(var elements):
      if let index = elements.indices.randomElement(using: &generator), choice > 1 {
        if choice == 2 { elements.remove(at: index) } else { elements[index].mutate(&generator) }
      } else {
        let index = Int.random(in: 0...elements.count, using: &generator)
        elements.insert(.string("new\(choice)"), at: index)
      }
      self = .sequence(elements)
    case .number(let number) where number.isInteger && choice < 3:
      self = .number(Number(number.lexeme + ".0") ?? number)
    default: self = .string("changed\(choice)")
    }
  }
}
