extension TextScan {
  var flags: Event.Flags {
    @inline(__always) get {
      let ascii: Event.Flags = isASCII ? .isASCII : []
      return needsNoEscape ? ascii.union(.needsNoJSONEscape) : ascii
    }
  }
}

extension RawSpan {
  var scanned: Event.Flags { textScan.flags }
}

extension ByteStorage {
  /// Appends one of many texts and returns its event flags; call `seal()` after the last one.
  @inline(__always)
  func append(scanning text: RawSpan) -> Event.Flags {
    var scan = TextScan()
    append(next: text) { scan.add($0) }
    return scan.flags
  }
}
