// A tape of a document that is still being read, of which the part at hand is used and forgotten.
//
//     tape │ { │ "a" │ [ │ 1 │ 2 │ [ │ 3 …       part before the inner [ │ { │ "a" │ [ │ 1 │ 2 │ ] │ } │
//            0   1     2   3   4   5             rest of the tape        │ { │ "a" │ [ │ [ │ 3 …

extension Tape {
  /// The collections whose ends are not read yet, from the outermost.
  package var openCollections: [Int] {
    var open: [Int] = []
    var next = innermost
    while next >= 0 {
      open.append(next)
      next = entries[next].link
    }
    return open.reversed()
  }

  /// Where the whole children of an open collection end, or its whole pairs; `inner` is the open one in it.
  ///
  /// Precondition: the tape has no annotations.
  package func endOfChildren(in collection: Int, before inner: Int?) -> Int {
    let end = inner ?? count
    return end - 1 > collection && entries[end - 1].isKey && entries[end - 1].depthChange == 0
      ? end - 1 : end
  }

  /// Returns a whole document of what precedes `end`, at which `open` are the open collections.
  package func part(before end: Int, in open: ArraySlice<Int>) throws(DecantError) -> Tape {
    var part = self
    part.truncate(to: end, in: open.last ?? -1)
    for collection in open.reversed() {
      let isMapping = entries[collection].kind == .beginMapping
      try part.append(
        Entry(Event(isMapping ? .endMapping : .endSequence), at: 0, textAt: 0),
        at: offset(at: collection))
    }
    return part
  }

  /// Returns what follows `end` in the innermost of the collections `open`; of each of these its beginning, and its key.
  ///
  /// Precondition: the tape has no annotations.
  package func rest(from end: Int, in open: ArraySlice<Int>) throws(DecantError) -> Tape {
    var rest = Tape()
    // A later origin keeps distances small. Only the places of what is open are lost, which are then those of the origin.
    if let last = entries.last, last.position > UInt32.max / 2 {
      rest = Tape(origin: origin + Int(last.position))
    }
    for collection in open {
      let hasKey = collection > 0 && entries[collection - 1].isKey
      try rest.append(collection - (hasKey ? 1 : 0)...collection, of: self)
    }
    try rest.append(end..<count, of: self)
    return rest
  }
}
