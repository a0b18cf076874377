extension TextScan {
  /// The flags of an event with such a text.
  var flags: Event.Flags {
    @inline(__always) get {
      let ascii: Event.Flags = isASCII ? .isASCII : []
      return needsNoEscape ? ascii.union(.isPlainText) : ascii
    }
  }
}

extension RawSpan {
  /// The flags of an event with this text.
  var scanned: Event.Flags { textScan.flags }
}

extension ByteStorage {
  /// Appends one of many texts, and returns the flags of an event with it; `seal` must follow the last one.
  @inline(__always)
  func append(scanning text: RawSpan) -> Event.Flags {
    var scan = TextScan()
    append(next: text) { scan.look(at: $0) }
    return scan.flags
  }
}
