package import DecantCore

/// The merge of two edits of one value, by structure, which leaves to the user what it cannot know.
///
/// Keys merge by name. Elements have no identity but their value: a stretch of a list between elements that all three have is
/// that of the one side that changed it, or that of both if they are equal. Everything else is a conflict, and so is a clean
/// result in which a value may have been moved or renamed by one side and removed by the other. Keys have the order of our side.
package struct ValueMerge {
  /// The merged value in which our side wins each conflict.
  package private(set) var ours = 0

  package private(set) var theirs = 0

  /// The places of the conflicts in `ours`, or where a value would be that our side removed.
  package private(set) var conflicts: [DocumentPointer] = []

  private var tokens: [KeyText] = []

  private typealias Sides = (ours: Int?, theirs: Int?)

  /// Merges nodes of `tape`, and appends the results to it; without a base, both sides added the value.
  package init(
    base: Int?, ours: Int, theirs: Int, on tape: inout SharedTape
  ) throws(DecantError) {
    let outcome = tape.recursively { shared in
      var (merge, tape) = (Self(), shared)
      let result: Result<SharedTape, DecantError>
      do throws(DecantError) {
        try merge.mergeRoots(base, ours, theirs, &tape)
        result = .success(tape)
      } catch {
        result = .failure(error)
      }
      return (merge, result)
    }
    self = outcome.0
    tape = try outcome.1.get()
  }

  private init() {}

  private mutating func mergeRoots(
    _ base: Int?, _ ours: Int, _ theirs: Int, _ tape: inout SharedTape
  ) throws(DecantError) {
    let isNew = base == nil && tape.kind(of: ours) == .beginMapping
    let merged =
      isNew && tape.kind(of: theirs) == .beginMapping
      ? try merge(mappings: nil, ours, theirs, &tape) : try merge(base, ours, theirs, &tape)
    self.ours = merged.ours ?? ours
    self.theirs = merged.theirs ?? theirs
    guard conflicts.isEmpty, let base else { return }
    let removed = tape.removedByBoth(base, ours, theirs)
    guard !removed.isEmpty, tape.addAlone(base, ours, theirs) else { return }
    (conflicts, self.ours, self.theirs) = (removed, ours, theirs)
  }

  private mutating func merge(
    _ base: Int?, _ ours: Int?, _ theirs: Int?, _ tape: inout SharedTape
  ) throws(DecantError) -> Sides {
    if tape.isSame(ours, theirs) || tape.isSame(theirs, base) { return (ours, ours) }
    if tape.isSame(ours, base) { return (theirs, theirs) }
    if let base, let ours, let theirs {
      switch (tape.kind(of: base), tape.kind(of: ours), tape.kind(of: theirs)) {
      case (.beginMapping, .beginMapping, .beginMapping):
        guard tape.hasReplaced(base, by: ours) || tape.hasReplaced(base, by: theirs) else {
          return try merge(mappings: base, ours, theirs, &tape)
        }
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
    sequences base: Int, _ ours: Int, _ theirs: Int, _ tape: inout SharedTape
  ) throws(DecantError) -> Sides {
    guard let (lists, numbers, edits) = tape.listEdits(base, ours, theirs) else {
      return (ours, theirs)
    }
    let before = conflicts
    var (first, second): ([Int], [Int]) = ([], [])
    var merged: [Int] = []
    let parts = ThreeWayAlignment(base: numbers[0], ours: numbers[1], theirs: numbers[2]).parts
    for part in parts {
      let (old, our, their) = (lists[0][part.base], lists[1][part.ours], lists[2][part.theirs])
      if part.isStable {
        // They can differ in the notation of numbers.
        for ((old, our), their) in zip(zip(old, our), their) {
          tokens.append(KeyText(String(first.count)))
          let sides = try merge(old, our, their, &tape)
          tokens.removeLast()
          first.append(sides.ours ?? our)
          second.append(sides.theirs ?? their)
        }
        merged += numbers[1][part.ours]
      } else {
        let sides = merge(old, our, their, at: first.count, tape)
        first += sides.ours
        second += sides.theirs
        merged += sides.ours == our ? numbers[1][part.ours] : numbers[2][part.theirs]
      }
    }
    let isClean = conflicts.count == before.count
    guard !edits.areUnclear, !isClean || !edits.addTwice(in: merged) else {
      conflicts = before + [DocumentPointer(tokens)]
      return (ours, theirs)
    }
    return try (tape.append(.beginSequence, of: first), tape.append(.beginSequence, of: second))
  }

  private mutating func merge(
    _ base: ArraySlice<Int>, _ ours: ArraySlice<Int>, _ theirs: ArraySlice<Int>,
    at start: Int, _ tape: SharedTape
  ) -> (ours: ArraySlice<Int>, theirs: ArraySlice<Int>) {
    if tape.areSame(ours, theirs) || tape.areSame(theirs, base) { return (ours, ours) }
    if tape.areSame(ours, base) { return (theirs, theirs) }
    conflicts.append(DocumentPointer(tokens + [KeyText(String(start))]))
    return (ours, theirs)
  }
}
