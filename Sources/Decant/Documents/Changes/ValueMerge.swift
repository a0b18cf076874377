/// The merge of two edits of one value, by structure.
///
/// Keys merge by name, elements by alignment with the base; stretches that both sides changed merge element by element
/// if their counts are equal. Other changes of both sides conflict. Keys have the order of our side.
package struct ValueMerge {
  /// The merged value in which our side wins each conflict.
  package private(set) var ours = 0

  package private(set) var theirs = 0

  /// The places of the conflicts in `ours`, or where a value would be that our side removed.
  package private(set) var conflicts: [DocumentPointer] = []

  private var tokens: [KeyText] = []

  private typealias Sides = (ours: Int?, theirs: Int?)

  /// Merges nodes of `tape`, and appends the results to it.
  package init(
    base: Int?, ours: Int, theirs: Int, on tape: inout SharedTape
  ) throws(DecantError) {
    let merged = try merge(base, ours, theirs, &tape)
    self.ours = merged.ours ?? ours
    self.theirs = merged.theirs ?? theirs
  }

  private mutating func merge(
    _ base: Int?, _ ours: Int?, _ theirs: Int?, _ tape: inout SharedTape
  ) throws(DecantError) -> Sides {
    if tape.areIdentical(ours, theirs) || tape.areIdentical(theirs, base) { return (ours, ours) }
    if tape.areIdentical(ours, base) { return (theirs, theirs) }
    if let ours, let theirs {
      switch (base.map(tape.kind), tape.kind(of: ours), tape.kind(of: theirs)) {
      case (nil, .beginMapping, .beginMapping), (.beginMapping, .beginMapping, .beginMapping):
        return try merge(mappings: base, ours, theirs, &tape)
      case (.beginSequence, .beginSequence, .beginSequence):
        return try merge(sequences: base, ours, theirs, &tape)
      default: break
      }
    }
    conflicts.append(DocumentPointer(tokens))
    return (ours, theirs)
  }

  private mutating func merge(
    mappings base: Int?, _ ours: Int, _ theirs: Int, _ tape: inout SharedTape
  ) throws(DecantError) -> Sides {
    guard let old = base.map(tape.pairs) ?? NodePairs(), let ours = tape.pairs(of: ours),
      let theirs = tape.pairs(of: theirs)
    else { return (ours, theirs) }
    var (first, second): ([Int], [Int]) = ([], [])
    let added = zip(theirs.keys, theirs.keyNodes).filter { ours[$0.0] == nil }
    for (key, node) in Array(zip(ours.keys, ours.keyNodes)) + added {
      tokens.append(key.token ?? "")
      let sides = try merge(old[key], ours[key], theirs[key], &tape)
      tokens.removeLast()
      if let value = sides.ours { first += [node, value] }
      if let value = sides.theirs { second += [node, value] }
    }
    return try (tape.append(.beginMapping, of: first), tape.append(.beginMapping, of: second))
  }

  private mutating func merge(
    sequences base: Int?, _ ours: Int, _ theirs: Int, _ tape: inout SharedTape
  ) throws(DecantError) -> Sides {
    let lists = [base.map(tape.children) ?? [], tape.children(of: ours), tape.children(of: theirs)]
    let numbers = tape.numbers(of: lists.map { $0[...] })
    var (first, second): ([Int], [Int]) = ([], [])
    let parts = ThreeWayAlignment(base: numbers[0], ours: numbers[1], theirs: numbers[2]).parts
    for part in parts {
      let sides = try merge(
        lists[0][part.base], lists[1][part.ours], lists[2][part.theirs], at: first.count, &tape)
      first += sides.ours
      second += sides.theirs
    }
    return try (tape.append(.beginSequence, of: first), tape.append(.beginSequence, of: second))
  }

  private mutating func merge(
    _ base: ArraySlice<Int>, _ ours: ArraySlice<Int>, _ theirs: ArraySlice<Int>,
    at start: Int, _ tape: inout SharedTape
  ) throws(DecantError) -> (ours: ArraySlice<Int>, theirs: ArraySlice<Int>) {
    if tape.areIdentical(ours, theirs) || tape.areIdentical(theirs, base) { return (ours, ours) }
    if tape.areIdentical(ours, base) { return (theirs, theirs) }
    guard base.count == ours.count, base.count == theirs.count else {
      conflicts.append(DocumentPointer(tokens + [KeyText(String(start))]))
      return (ours, theirs)
    }
    var (first, second): ([Int], [Int]) = ([], [])
    for ((old, our), their) in zip(zip(base, ours), theirs) {
      tokens.append(KeyText(String(start + first.count)))
      let sides = try merge(old, our, their, &tape)
      tokens.removeLast()
      first.append(sides.ours ?? our)
      second.append(sides.theirs ?? their)
    }
    return (first[...], second[...])
  }
}

extension SharedTape {
  fileprivate func areIdentical(_ first: Int?, _ second: Int?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): areEqual(first, second, numbers: .byNotation)
    default: false
    }
  }

  /// Whether the nodes are equal and their numbers have the same notation: `1` and `1.0` differ.
  package func areIdentical(_ first: some Sequence<Int>, _ second: some Sequence<Int>) -> Bool {
    first.elementsEqual(second) { areEqual($0, $1, numbers: .byNotation) }
  }
}
