extension Tape {
  /// Appends the entries of `range`; positions before the origin of `output` are clamped to it.
  package func replay(_ range: Range<Int>, into output: inout EventBatch) throws(DecantError) {
    try text.withBytes { (text) throws(DecantError) in
      for index in range { try output.append(next: entries[index], text: text, origin: origin) }
    }
    output.scratch.seal()
  }
}

extension EventBatch {
  package mutating func append(
    _ entry: Tape.Entry, text: RawSpan, origin: Int
  ) throws(DecantError) {
    try append(next: entry, text: text, origin: origin)
    scratch.seal()
  }

  /// Appends one of many entries; seal the scratch bytes after the last one.
  @inlinable @inline(__always)
  package mutating func append(
    next entry: Tape.Entry, text: RawSpan, origin: Int
  ) throws(DecantError) {
    let offset = origin + Int(entry.position)
    let range = entry.textRange
    guard scratch.count + range.count <= Int(UInt32.max) else {
      throw DecantError(.tooLong, offset: offset)
    }
    events.append(
      Event(
        entry.kind, flags: range.isEmpty ? entry.flags : entry.flags.union(.inScratch),
        style: entry.style, at: Int(UInt32(clamping: offset - self.origin)),
        textAt: range.isEmpty ? 0 : scratch.count, count: range.count))
    if !range.isEmpty { scratch.append(next: text.extracting(range)) }
  }
}
