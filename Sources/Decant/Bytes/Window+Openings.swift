/// A bracket or a tag that is still open.
struct Opening {
  /// Its offset in the input.
  let offset: Int
  /// Its line and column, and the text around it, once the window has moved past it.
  fileprivate(set) var dropped: (position: DecantError.Position, bytes: [UInt8], place: Int)?
}

extension Window {
  /// Keeps the places of the `count` brackets or tags that are open, whose offsets ascend.
  ///
  /// Call it before a refill. A place that was kept before costs nothing; for the others, `drop` stops counting
  /// lines for a moment.
  mutating func keepOpenings(_ count: Int, at offset: (Int) -> Int) {
    while let last = openings.last,
      openings.count > count || last.offset != offset(openings.count - 1)
    {
      openings.removeLast()
    }
    while openings.count < count { openings.append(Opening(offset: offset(openings.count))) }
  }

  /// The place of an opening that was dropped, and the text around it.
  func droppedOpening(
    at offset: Int
  ) -> (position: DecantError.Position, bytes: [UInt8], place: Int)? {
    openings.last { $0.offset == offset }?.dropped
  }

  /// Works out the places of openings in the first `count` bytes, which are about to be dropped; returns how many
  /// bytes `droppedLines` has counted for that.
  mutating func placeOpenings(before count: Int) -> Int {
    guard let last = openings.last, last.dropped == nil else { return 0 }
    var counted = 0
    let first = (openings.lastIndex { $0.dropped != nil } ?? -1) + 1
    for index in first..<openings.count {
      let offset = openings[index].offset
      let place = offset - origin
      guard place < count else { break }
      // One that was dropped before it was kept has no place.
      guard place >= counted else { continue }
      let (bytes, placeInBytes) = surroundings(of: place, reach: DecantError.excerptReach + 4)
      storage.withBytes { droppedLines.count($0.extracting(counted..<place)) }
      counted = place
      openings[index].dropped = (
        DecantError.Position(
          offset: offset, line: droppedLines.line, column: droppedLines.column),
        bytes, placeInBytes
      )
    }
    return counted
  }
}
