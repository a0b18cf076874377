/// A summary of the events in a batch, for stages that pass most batches through unchanged.
@usableFromInline package struct BatchContents {
  /// One bit per kind: kinds of keys in the lower half, of other events in the upper.
  @usableFromInline var seen: UInt64 = 0
  @usableFromInline package private(set) var flags: Event.Flags = []
  package var depthChange = 0

  init() {}

  @inlinable @inline(__always)
  package mutating func add(_ event: Event) {
    let isOther = UInt64(~event.flags.rawValue & Event.Flags.isKey.rawValue)
    seen |= 1 &<< (UInt64(event.kind.rawValue) | isOther &<< 5)
    flags.formUnion(event.flags)
  }

  @inlinable package var kinds: UInt32 { kindsOfKeys | UInt32(seen >> 32) }

  @inlinable package var kindsOfKeys: UInt32 { UInt32(truncatingIfNeeded: seen) }

  package func has(_ wanted: Event.Kind...) -> Bool {
    wanted.contains { kinds & $0.bit != 0 }
  }
}

extension Event.Kind {
  @inlinable @inline(__always)
  package var bit: UInt32 { 1 &<< UInt32(rawValue) }

  @inlinable @inline(__always)
  package var depthChange: Int {
    // Two bits per kind: the change plus one.
    Int(truncatingIfNeeded: Self.depthChanges &>> placeOfChange & 3) &- 1
  }

  @inlinable @inline(__always)
  package static var depthChanges: UInt64 {
    0x5555_5555_5555_5555
      ^ 3 &<< beginSequence.placeOfChange ^ 3 &<< beginMapping.placeOfChange
      ^ 1 &<< endSequence.placeOfChange ^ 1 &<< endMapping.placeOfChange
  }

  @inlinable @inline(__always)
  package var placeOfChange: UInt64 { UInt64(rawValue) &* 2 }
}
