/// The space before a node or comment in the input, for a writer of the same format; 0 if it is usual or unknown.
///
///     1…31   on the line of what precedes, after one space less
///     32…63  on a line of its own, 32 columns less from the column of the innermost collection in lines
///
/// For a comment on a line of its own, 1 to 31 are columns to the left.
extension Event.Flags {
  @inlinable @inline(__always)
  package init(gap: Int) {
    self.init(rawValue: UInt16(truncatingIfNeeded: gap) &<< Bit.gap.rawValue)
  }

  @inlinable @inline(__always)
  package var gap: Int { Int(rawValue &>> Bit.gap.rawValue) }

  @inlinable @inline(__always)
  package static func spaces(_ count: Int) -> Event.Flags {
    0...30 ~= count ? Event.Flags(gap: count + 1) : []
  }

  @inlinable @inline(__always)
  package static func line(_ columns: Int) -> Event.Flags {
    0...31 ~= columns ? Event.Flags(gap: columns + 32) : []
  }
}
