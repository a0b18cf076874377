extension Tape {
  package func hasSameEvents(_ range: Range<Int>, as otherRange: Range<Int>, of other: Tape) -> Bool
  {
    guard range.count == otherRange.count else { return false }
    return text.withBytes { text in
      other.text.withBytes { otherText in
        zip(range, otherRange).allSatisfy { index, otherIndex in
          let (entry, otherEntry) = (entries[index], other.entries[otherIndex])
          return entry.kind == otherEntry.kind
            && entry.flags.contains(.isEscaped) == otherEntry.flags.contains(.isEscaped)
            && text.extracting(entry.textRange).isEqual(
              to: otherText.extracting(otherEntry.textRange))
        }
      }
    }
  }

  package func hasSameEvents(_ first: Int, _ second: Int) -> Bool {
    hasSameEvents(first..<end(of: first), as: second..<end(of: second), of: self)
  }

  package func add(_ range: Range<Int>, to digest: inout EventDigest) {
    forEachEntry(in: range) { digest.add($0.kind, $0.flags, $1) }
  }

  package func add(_ range: Range<Int>, to digest: inout DocumentDigest) {
    forEachEntry(in: range) { digest.add($0.kind, $0.flags, $1) }
  }

  @inline(__always)
  private func forEachEntry(in range: Range<Int>, _ body: (Entry, RawSpan) -> Void) {
    text.withBytes { text in
      for index in range { body(entries[index], text.extracting(entries[index].textRange)) }
    }
  }
}
