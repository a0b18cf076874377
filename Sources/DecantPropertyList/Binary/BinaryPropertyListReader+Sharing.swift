internal import DecantCore

/// The budget for copies of shared objects: the first copy of a collection or a long text triggers a
/// walk that visits each collection once, so that a short input with a huge expansion fails early.
extension BinaryPropertyListReader {
  private struct Visit: BitwiseCopyable {
    let object: Int
    var next: Int
    let end: Int
    var cost: Int
  }

  private static let open = -1
  static let longText = 1024

  @inline(__always)
  mutating func recordText(
    of reference: UInt64, at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: borrowing EventBatch
  ) throws(DecantError) {
    guard batch.events[batch.count &- 1].length >= Self.longText else { return }
    if isSeen(Int(reference)) { try checkSharing(at: offset, bytes, layout) }
  }

  @inline(never)
  mutating func checkSharing(
    at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout
  ) throws(DecantError) {
    guard !isSharingChecked else { return }
    isSharingChecked = true
    // Capped, so that the sum of two costs cannot overflow.
    let greatest = min(options.maximumAliasNodes, .max >> 2) + 1
    var costs = Buffer<Int>(capacity: layout.objectCount)
    for _ in 0..<layout.objectCount { costs.append(0) }
    var visits = Buffer<Visit>(capacity: 64)
    var total = 0
    var collectionBytes = 0
    var reference = UInt64(layout.topObject)
    while true {
      let cost = costs[Int(reference)]
      let offset = try self.offset(of: reference, bytes, layout)
      let isCollection = bytes.byte(at: offset) >= 0xA0
      if cost > 0 {
        total = min(
          total + (isCollection ? cost : cost - options.needs.cost(ofTextOf: 0)), greatest)
        guard total <= options.maximumAliasNodes else {
          throw failure(.tooManySharedNodes(limit: options.maximumAliasNodes), at: offset)
        }
        visits[visits.count - 1].cost = min(visits[visits.count - 1].cost + cost, greatest)
      } else if cost == 0, isCollection, visits.count < options.maximumDepth {
        let unit = (bytes.byte(at: offset) >= 0xD0 ? 2 : 1) * layout.referenceWidth
        let (first, count) = try payload(bytes, at: offset, unit: unit, layout)
        collectionBytes += 1 + count * unit
        guard collectionBytes <= layout.tableStart else {
          throw failure(.overlappingObjects, at: offset)
        }
        costs[Int(reference)] = Self.open
        visits.append(
          Visit(
            object: Int(reference), next: first, end: first + count * unit,
            cost: options.needs.cost(ofTextOf: 0)))
      } else if cost == 0 {
        let isText = 0x40..<0x80 ~= bytes.byte(at: offset)
        let length = isText ? try payload(bytes, at: offset, unit: 1, layout).count : 0
        costs[Int(reference)] = options.needs.cost(ofTextOf: length)
        guard !visits.isEmpty else { return }
        visits[visits.count - 1].cost += costs[Int(reference)]
      }
      // Cycles and excessive depth are reported when they are read.
      while visits[visits.count - 1].next == visits[visits.count - 1].end {
        let visit = visits.removeLast()
        costs[visit.object] = visit.cost
        guard !visits.isEmpty else { return }
        visits[visits.count - 1].cost = min(visits[visits.count - 1].cost + visit.cost, greatest)
      }
      let next = visits[visits.count - 1].next
      visits[visits.count - 1].next = next + layout.referenceWidth
      reference = bytes.bigEndian(at: next, width: layout.referenceWidth)
      guard reference < UInt64(layout.objectCount) else {
        throw failure(
          .danglingReference(reference, objects: layout.objectCount), at: layout.tableStart)
      }
    }
  }
}
