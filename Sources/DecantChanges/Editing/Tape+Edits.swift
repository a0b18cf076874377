internal import DecantCore

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
}
