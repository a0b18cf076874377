extension Tape {
  /// Precondition: the edits are disjoint.
  func applying(_ edits: [TapeEdit]) throws(DecantError) -> Tape {
    var result = Tape()
    var place = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      try result.append(place..<edit.range.lowerBound, of: self)
      for document in edit.new { try result.append(0..<document.tape.count, of: document.tape) }
      place = edit.range.upperBound
    }
    try result.append(place..<count, of: self)
    return result
  }

  func checkAnchors(without edits: [TapeEdit]) throws(DecantError) {
    for edit in edits {
      for index in edit.range where self[index].kind == .anchor {
        let name = name(at: index)
        for alias in edit.range.upperBound..<max(edit.range.upperBound, count) {
          if self[alias].kind == .anchor, self.name(at: alias) == name { break }
          guard self[alias].kind == .alias, self.name(at: alias) == name else { continue }
          throw DecantError(.anchorInUse(name.string), offset: offset(at: index))
        }
      }
    }
  }
}
