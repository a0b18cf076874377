/// Predicted keys, for a loop that keeps its place in registers.
extension MappingKeys {
  struct Place {
    var last: Int32
    let stamp: UInt64
  }

  var place: Place {
    @inline(__always) get {
      guard open.count > 0 else { return Place(last: Self.surplus, stamp: 0) }
      let top = open[open.count &- 1]
      return Place(last: top.last, stamp: entries[Int(top.header)].stamp)
    }
  }

  @inline(__always)
  mutating func resume(at place: Place) {
    if open.count > 0 { open[open.count &- 1].last = place.last }
  }

  struct Prediction {
    let entry: Int32
    let length: Int
    let flags: Event.Flags
  }

  @inline(__always)
  func prediction(_ bytes: RawSpan, at offset: Int, after place: Place) -> Prediction? {
    let next = entries[Int(place.last)].next
    guard next >= 0 else { return nil }
    let entry = entries[Int(next)]
    let length = Int(entry.keyLength)
    guard entry.stamp != place.stamp, bytes.byteCount &- offset >= length &+ 8,
      keys.withBytes({ $0.begins(bytes, from: offset, at: Int(entry.keyOffset), count: length) })
    else { return nil }
    let flags = Event.Flags(rawValue: UInt16(truncatingIfNeeded: entry.detail))
    return Prediction(entry: next, length: length, flags: flags.union(.isKey))
  }

  @inline(__always)
  mutating func record(_ prediction: Prediction, at place: inout Place) {
    entries[Int(prediction.entry)].stamp = place.stamp
    place.last = prediction.entry
  }
}
