extension TextScan {
  @usableFromInline var flags: Event.Flags {
    @inlinable @inline(__always) get {
      let ascii: Event.Flags = isASCII ? .isASCII : []
      return needsNoEscape ? ascii.union(.needsNoJSONEscape) : ascii
    }
  }
}

extension RawSpan {
  @inlinable package var scanned: Event.Flags { textScan.flags }
}

extension ByteStorage {
  /// Appends one of many texts and returns its event flags; call `seal()` after the last one.
  @inlinable @inline(__always)
  package func append(scanning text: RawSpan) -> Event.Flags {
    var scan = TextScan()
    append(next: text) { scan.add($0) }
    return scan.flags
  }
}
