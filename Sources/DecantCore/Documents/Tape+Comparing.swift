extension Tape {
  /// Whether the entries are also equal in style and place; takes constant time for copies of one tape.
  package func isIdentical(to other: Tape) -> Bool {
    entries == other.entries && text == other.text
  }

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

  package func add(_ range: Range<Int>, to digest: inout EventDigest) {
    text.withBytes { text in
      for index in range {
        let entry = entries[index]
        digest.add(entry.kind, entry.flags, text.extracting(entry.textRange))
      }
    }
  }

  package func add(_ range: Range<Int>, to digest: inout DocumentDigest) {
    text.withBytes { text in
      for index in range {
        let entry = entries[index]
        digest.add(entry.kind, entry.flags, text.extracting(entry.textRange))
      }
    }
  }
}
