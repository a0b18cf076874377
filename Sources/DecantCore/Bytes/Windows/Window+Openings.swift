package struct Opening {
  let offset: Int
  /// Its line and column and the text around it, once the window has moved past it.
  fileprivate(set) var dropped: (position: DecantError.Position, bytes: [UInt8], center: Int)?
}

extension Window {
  /// Keeps the places of the `count` open brackets or tags, whose offsets ascend.
  ///
  /// Call it before a refill.
  package mutating func keepOpenings(_ count: Int, at offset: (Int) -> Int) {
    while let last = openings.last,
      openings.count > count || last.offset != offset(openings.count - 1)
    {
      openings.removeLast()
    }
    while openings.count < count { openings.append(Opening(offset: offset(openings.count))) }
  }

  package func droppedOpening(
    at offset: Int
  ) -> (position: DecantError.Position, bytes: [UInt8], center: Int)? {
    openings.last { $0.offset == offset }?.dropped
  }

  /// Locates the openings in the first `count` bytes; returns how many bytes that has counted.
  mutating func placeOpenings(before count: Int) -> Int {
    guard let last = openings.last, last.dropped == nil else { return 0 }
    var counted = 0
    let first = (openings.lastIndex { $0.dropped != nil } ?? -1) + 1
    for index in first..<openings.count {
      let offset = openings[index].offset
      let local = offset - origin
      guard local < count else { break }
      // It was dropped before it was kept.
      guard local >= counted else { continue }
      let (bytes, center) = surroundings(of: local, reach: DecantError.excerptReach + 4)
      storage.withBytes { dropped.lines.count($0.extracting(counted..<local)) }
      counted = local
      openings[index].dropped = (
        DecantError.Position(
          offset: offset, line: dropped.lines.line, column: dropped.lines.column),
        bytes, center
      )
    }
    return counted
  }
}
