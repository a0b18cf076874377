/// The merge of two edits of one value, by structure.
///
/// Keys merge by name, elements by alignment with the base; stretches that both sides changed merge element by element
/// if their counts are equal. Other changes of both sides conflict. Keys have the order of our side.
package struct ValueMerge {
  package private(set) var ours = Value.null

  package private(set) var theirs = Value.null

  /// The places of the conflicts in `ours`, or where a value would be that our side removed.
  package private(set) var conflicts: [DocumentPointer] = []

  private var tokens: [String] = []

  private typealias Sides = (ours: Value?, theirs: Value?)

  package init(base: Value?, ours: Value, theirs: Value) {
    let merged = merge(base, ours, theirs)
    self.ours = merged.ours ?? .null
    self.theirs = merged.theirs ?? .null
  }

  private mutating func merge(_ base: Value?, _ ours: Value?, _ theirs: Value?) -> Sides {
    if Self.areIdentical(ours, theirs) || Self.areIdentical(theirs, base) { return (ours, ours) }
    if Self.areIdentical(ours, base) { return (theirs, theirs) }
    switch (base, ours, theirs) {
    case (nil, .mapping(let ours), .mapping(let theirs)):
      return merge(Mapping(), ours, theirs)
    case (.mapping(let base), .mapping(let ours), .mapping(let theirs)):
      return merge(base, ours, theirs)
    case (.sequence(let base), .sequence(let ours), .sequence(let theirs)):
      return merge(base, ours, theirs)
    default:
      conflicts.append(DocumentPointer(tokens: tokens))
      return (ours, theirs)
    }
  }

  private mutating func merge(_ base: Mapping, _ ours: Mapping, _ theirs: Mapping) -> Sides {
    var (first, second) = (Mapping(), Mapping())
    let added = theirs.keys.filter { ours.index(forKey: $0) == nil }
    for key in ours.keys + added {
      tokens.append(key.token ?? "")
      let sides = merge(base[forKey: key], ours[forKey: key], theirs[forKey: key])
      tokens.removeLast()
      if let value = sides.ours { first.add(value, forKey: key) }
      if let value = sides.theirs { second.add(value, forKey: key) }
    }
    return (.mapping(first), .mapping(second))
  }

  private mutating func merge(_ base: [Value], _ ours: [Value], _ theirs: [Value]) -> Sides {
    var (first, second): ([Value], [Value]) = ([], [])
    for part in ThreeWayAlignment(base: base, ours: ours, theirs: theirs).parts {
      let (old, our, their): (Range<Int>, Range<Int>, Range<Int>) =
        switch part {
        case .stable(let base, let ours, let theirs):
          (base..<base + 1, ours..<ours + 1, theirs..<theirs + 1)
        case .changed(let base, let ours, let theirs): (base, ours, theirs)
        }
      let sides = merge(base[old], ours[our], theirs[their], at: first.count)
      first += sides.ours
      second += sides.theirs
    }
    return (.sequence(first), .sequence(second))
  }

  private mutating func merge(
    _ base: ArraySlice<Value>, _ ours: ArraySlice<Value>, _ theirs: ArraySlice<Value>,
    at start: Int
  ) -> (ours: [Value], theirs: [Value]) {
    if Self.areIdentical(ours, theirs) || Self.areIdentical(theirs, base) {
      return (Array(ours), Array(ours))
    }
    if Self.areIdentical(ours, base) { return (Array(theirs), Array(theirs)) }
    guard base.count == ours.count, base.count == theirs.count else {
      conflicts.append(DocumentPointer(tokens: tokens + [String(start)]))
      return (Array(ours), Array(theirs))
    }
    var (first, second): ([Value], [Value]) = ([], [])
    for ((old, our), their) in zip(zip(base, ours), theirs) {
      tokens.append(String(start + first.count))
      let sides = merge(old, our, their)
      tokens.removeLast()
      first.append(sides.ours ?? our)
      second.append(sides.theirs ?? their)
    }
    return (first, second)
  }

  private static func areIdentical(_ first: Value?, _ second: Value?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): first.isIdentical(to: second)
    default: false
    }
  }

  private static func areIdentical(
    _ first: ArraySlice<Value>, _ second: ArraySlice<Value>
  ) -> Bool {
    first.elementsEqual(second) { $0.isIdentical(to: $1) }
  }
}

extension Value {
  /// Whether both are equal and their numbers have the same notation: `1` and `1.0` differ.
  package func isIdentical(to other: Value) -> Bool {
    switch (self, other) {
    case (.number(let first), .number(let second)): first.lexeme == second.lexeme
    case (.sequence(let first), .sequence(let second)):
      first.elementsEqual(second) { $0.isIdentical(to: $1) }
    case (.mapping(let first), .mapping(let second)):
      first.count == second.count
        && first.allSatisfy { key, value in
          second[forKey: key].map { value.isIdentical(to: $0) } ?? false
        }
    default: self == other
    }
  }
}
