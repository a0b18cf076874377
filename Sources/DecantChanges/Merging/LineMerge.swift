internal import DecantCore

/// A merge of the lines of two edits of one text.
///
/// As git does it, two changes without a line between them are a conflict. `separatingNeighbours` is the same merge in which
/// only changes of the same lines are one; whether it is right, the values have to say.
package struct LineMerge {
  package enum Side {
    case ours, theirs
  }

  package struct Part {
    package let base: ArraySlice<UInt8>
    package let ours: ArraySlice<UInt8>
    package let theirs: ArraySlice<UInt8>
    /// Nil if the sides are in conflict.
    package fileprivate(set) var merged: ArraySlice<UInt8>?

    var isConflict: Bool { merged == nil }
    /// Whether all three are known to be equal: most of a text is, and is not compared byte by byte.
    var isStable = false
    var isUnchanged: Bool { isStable || base == ours && base == theirs }
    fileprivate var isSharedChange: Bool { !isStable && ours == theirs && ours != base }
  }

  package private(set) var parts: [Part] = []
  private var lines:
    (base: NumberedLines.Text?, ours: NumberedLines.Text, theirs: NumberedLines.Text)
  private var alignment: ThreeWayAlignment

  package var isClean: Bool { parts.allSatisfy { !$0.isConflict } }

  /// Merges two edits of `base`; without it, all differences are conflicts.
  ///
  /// What unique lines align is mostly what a person means; where that conflicts, the shortest edits may in fewer lines.
  package static func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> LineMerge {
    let merge = LineMerge(base: base, ours: ours, theirs: theirs)
    guard !merge.isClean, !base.isEmpty else { return merge }
    let other = LineMerge(base: base, ours: ours, theirs: theirs, takesUnique: false)
    return other.isClearer(than: merge) ? other : merge
  }

  package init(base: [UInt8]? = nil, ours: [UInt8], theirs: [UInt8], takesUnique: Bool = true) {
    let texts = NumberedLines([ours, theirs] + (base.map { [$0] } ?? [])).texts
    lines = (texts.count > 2 ? texts[2] : nil, texts[0], texts[1])
    alignment = ThreeWayAlignment(
      base: (lines.base ?? lines.ours).numbers, ours: lines.ours.numbers,
      theirs: lines.theirs.numbers, takesUnique: takesUnique)
    parts = alignment.parts.map(part)
  }

  private func part(_ part: ThreeWayAlignment.Part) -> Part {
    let (ours, theirs) = (lines.ours[part.ours], lines.theirs[part.theirs])
    guard let base = lines.base?[part.base] else {
      return Part(base: [], ours: ours, theirs: theirs, merged: ours == theirs ? ours : nil)
    }
    let merged: ArraySlice<UInt8>? =
      part.isStable || ours == theirs || theirs == base ? ours : ours == base ? theirs : nil
    return Part(
      base: base, ours: ours, theirs: theirs, merged: merged, isStable: part.isStable)
  }

  /// The base with what both sides changed in the same way; nil if that is nothing.
  package var baseWithSharedChanges: [UInt8]? {
    guard parts.contains(where: \.isSharedChange) else { return nil }
    return parts.reduce(into: []) { text, part in
      text += part.isSharedChange ? part.ours : part.base
    }
  }
}

// MARK: - Neighbours

extension LineMerge {
  /// A stretch of the base, and what a side has instead.
  private struct Hunk {
    var base: Range<Int>
    var side: Range<Int>

    func overlaps(_ other: Range<Int>) -> Bool {
      base.isEmpty && other.isEmpty
        ? base.lowerBound == other.lowerBound
        : base.lowerBound < other.upperBound && other.lowerBound < base.upperBound
    }
  }

  /// The merge in which only changes of the same lines are conflicts.
  package var separatingNeighbours: LineMerge {
    guard lines.base != nil else { return self }
    var merge = self
    merge.parts = alignment.parts.flatMap { part in
      self.part(part).isConflict ? separated(part) : [self.part(part)]
    }
    return merge
  }

  private func separated(_ part: ThreeWayAlignment.Part) -> [Part] {
    var ours = Self.hunks(part.base, part.ours, alignment.oursOfBase)[...]
    var theirs = Self.hunks(part.base, part.theirs, alignment.theirsOfBase)[...]
    var parts: [Part] = []
    // The next line of each text.
    var (base, our, their) = (
      part.base.lowerBound, part.ours.lowerBound, part.theirs.lowerBound
    )
    while let next = [ours.first, theirs.first].compactMap({ $0?.base }).min(by: Self.isBefore) {
      add(base..<next.lowerBound, &parts)
      our += next.lowerBound - base
      their += next.lowerBound - base
      // With all changes that overlap.
      var changed = next
      var (ourEnd, theirEnd) = (our, their)
      while true {
        if let growth = Self.take(&ours, overlapping: &changed) {
          ourEnd += growth
        } else if let growth = Self.take(&theirs, overlapping: &changed) {
          theirEnd += growth
        } else {
          break
        }
      }
      let stretch = ThreeWayAlignment.Part(
        base: changed, ours: our..<ourEnd + changed.count, theirs: their..<theirEnd + changed.count,
        isStable: false)
      parts.append(self.part(stretch))
      (base, our, their) = (changed.upperBound, stretch.ours.upperBound, stretch.theirs.upperBound)
    }
    add(base..<part.base.upperBound, &parts)
    return parts
  }

  /// Of changes that begin with the same line, an insertion is first.
  private static func isBefore(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    (first.lowerBound, first.upperBound) < (second.lowerBound, second.upperBound)
  }

  /// Takes the next change if it overlaps what has changed, and returns by how many lines it grows.
  private static func take(
    _ hunks: inout ArraySlice<Hunk>, overlapping changed: inout Range<Int>
  ) -> Int? {
    guard let hunk = hunks.first, hunk.base == changed || hunk.overlaps(changed) else { return nil }
    hunks.removeFirst()
    changed =
      min(changed.lowerBound, hunk.base.lowerBound)..<max(changed.upperBound, hunk.base.upperBound)
    return hunk.side.count - hunk.base.count
  }

  private func add(_ base: Range<Int>, _ parts: inout [Part]) {
    guard let lines = lines.base?[base], !lines.isEmpty else { return }
    parts.append(Part(base: lines, ours: lines, theirs: lines, merged: lines))
  }

  /// Returns what a side changed in a stretch of the base.
  private static func hunks(
    _ base: Range<Int>, _ side: Range<Int>, _ counterparts: [Int?]
  ) -> [Hunk] {
    var hunks: [Hunk] = []
    var (old, new) = (base.lowerBound, side.lowerBound)
    func add(_ oldEnd: Int, _ newEnd: Int) {
      guard old < oldEnd || new < newEnd else { return }
      guard oldEnd - old == newEnd - new else {
        return hunks.append(Hunk(base: old..<oldEnd, side: new..<newEnd))
      }
      // As many lines as before: each of them was changed.
      for (old, new) in zip(old..<oldEnd, new..<newEnd) {
        hunks.append(Hunk(base: old..<old + 1, side: new..<new + 1))
      }
    }
    for line in base {
      guard let counterpart = counterparts[line], side.contains(counterpart) else { continue }
      add(line, counterpart)
      (old, new) = (line + 1, counterpart + 1)
    }
    add(base.upperBound, side.upperBound)
    return hunks
  }

  /// The merge in which what both sides inserted between the same lines is there, ours first.
  package var joiningInsertions: LineMerge {
    var merge = self
    for (index, part) in parts.enumerated() where part.isConflict && part.base.isEmpty {
      merge.parts[index].merged = part.ours + part.theirs
    }
    return merge
  }
}

// MARK: - Texts

extension LineMerge {
  package func text(choosing side: Side) -> [UInt8] {
    parts.reduce(into: []) { text, part in
      text += part.merged ?? (side == .ours ? part.ours : part.theirs)
    }
  }

  package var conflictCount: Int { parts.count(where: \.isConflict) }

  /// With all in which the sides differ as conflicts.
  package var markingDifferences: LineMerge {
    var merge = self
    for (index, part) in parts.enumerated() where part.ours != part.theirs {
      merge.parts[index].merged = nil
    }
    return merge
  }
}
