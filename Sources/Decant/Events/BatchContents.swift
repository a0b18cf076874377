/// What is among the events of a batch, for stages that let most batches pass as they are.
struct BatchContents {
  /// The kinds of the events, a bit each: in the lower half those of keys, in the upper those of others.
  private var seen: UInt64 = 0
  /// The flags that any of them has.
  private(set) var flags: Event.Flags = []
  /// How much deeper the events after the batch are than those before it.
  var depthChange = 0

  init() {}

  @inline(__always)
  mutating func add(_ event: Event) {
    let isOther = UInt64(~event.flags.rawValue & Event.Flags.isKey.rawValue)
    seen |= 1 &<< (UInt64(event.kind.rawValue) | isOther &<< 5)
    flags.formUnion(event.flags)
  }

  /// The kinds of the events, a bit each.
  var kinds: UInt32 { kindsOfKeys | UInt32(seen >> 32) }

  /// The kinds of those that are keys.
  var kindsOfKeys: UInt32 { UInt32(truncatingIfNeeded: seen) }

  /// Whether there is an event of one of the kinds.
  func has(_ wanted: Event.Kind...) -> Bool {
    wanted.contains { kinds & $0.bit != 0 }
  }
}

extension Event.Kind {
  /// A bit that stands for the kind in a set of kinds.
  @inline(__always)
  var bit: UInt32 { 1 &<< UInt32(rawValue) }

  /// How much deeper the events after one of the kind are than those before it.
  @inline(__always)
  var depthChange: Int {
    // Two bits for each kind: one more than the change.
    Int(truncatingIfNeeded: Self.depthChanges &>> placeOfChange & 3) &- 1
  }

  @inline(__always)
  private static var depthChanges: UInt64 {
    0x5555_5555_5555_5555
      ^ 3 &<< beginSequence.placeOfChange ^ 3 &<< beginMapping.placeOfChange
      ^ 1 &<< endSequence.placeOfChange ^ 1 &<< endMapping.placeOfChange
  }

  @inline(__always)
  private var placeOfChange: UInt64 { UInt64(rawValue) &* 2 }
}
