/// Predicted keys, for a loop that keeps its cursor in registers.
extension MappingKeys {
  @usableFromInline package struct Cursor {
    @usableFromInline var last: Int32
    @usableFromInline let stamp: UInt64
    @usableFromInline package let hasOtherKeys: Bool

    @inlinable init(last: Int32, stamp: UInt64, hasOtherKeys: Bool) {
      self.last = last
      self.stamp = stamp
      self.hasOtherKeys = hasOtherKeys
    }
  }

  package var cursor: Cursor {
    @inlinable @inline(__always) get {
      guard open.count > 0 else {
        return Cursor(last: Self.surplus, stamp: 0, hasOtherKeys: false)
      }
      let top = open[open.count &- 1]
      return Cursor(
        last: top.last, stamp: entries[Int(top.header)].stamp, hasOtherKeys: top.hasOtherKeys)
    }
  }

  @inlinable @inline(__always)
  package mutating func resume(at cursor: Cursor) {
    if open.count > 0 { open[open.count &- 1].last = cursor.last }
  }

  @usableFromInline package struct Prediction {
    @usableFromInline let entry: Int32
    @usableFromInline package let length: Int
    @usableFromInline package let flags: Event.Flags

    @inlinable init(entry: Int32, length: Int, flags: Event.Flags) {
      self.entry = entry
      self.length = length
      self.flags = flags
    }
  }

  @inlinable @inline(__always)
  package func prediction(_ bytes: RawSpan, at offset: Int, after cursor: Cursor) -> Prediction? {
    let next = entries[Int(cursor.last)].next
    guard next >= 0 else { return nil }
    let entry = entries[Int(next)]
    guard entry.stamp != cursor.stamp, begins(bytes, from: offset, with: entry) else { return nil }
    let flags = Event.Flags(rawValue: UInt16(truncatingIfNeeded: entry.detail))
    return Prediction(entry: next, length: Int(entry.keyLength), flags: flags.union(.isKey))
  }

  @inlinable @inline(__always)
  package mutating func record(_ prediction: Prediction, at cursor: inout Cursor) {
    entries[Int(prediction.entry)].stamp = cursor.stamp
    cursor.last = prediction.entry
  }

  /// Whether the key of `entry`, which is not empty, is at `offset`; false if eight bytes do not follow it.
  @inlinable @inline(__always)
  package func begins(_ bytes: RawSpan, from offset: Int, with entry: Entry) -> Bool {
    let length = Int(entry.keyLength)
    guard bytes.byteCount &- offset >= length &+ Self.keyPadding else { return false }
    let difference = bytes.word(at: offset) ^ entry.opening
    guard length > 8 else {
      return difference &<< (UInt64(truncatingIfNeeded: 8 &- length) &* 8) == 0
    }
    return difference == 0
      && keys.withBytes {
        $0.matches(bytes, from: offset, at: Int(entry.keyOffset), count: length)
      }
  }
}
