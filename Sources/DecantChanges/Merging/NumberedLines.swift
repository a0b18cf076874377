internal import DecantCore

/// The lines of several texts, in which equal lines have the same number.
package struct NumberedLines {
  package struct Text: Sendable {
    package let bytes: [UInt8]
    package let numbers: [Int]
    fileprivate let starts: [Int]

    /// Returns the bytes of consecutive lines.
    package subscript(lines: Range<Int>) -> ArraySlice<UInt8> {
      bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
    }
  }

  private struct Line {
    let text: Int
    let range: Range<Int>
  }

  package private(set) var texts: [Text] = []

  package init(_ texts: [[UInt8]]) {
    var table = HashedIndices(longestProbe: 32)
    var distinct: [Line] = []
    for (index, bytes) in texts.enumerated() {
      var numbers: [Int] = []
      var starts = [0]
      bytes.withBytes { text in
        while let start = starts.last, start < bytes.count {
          let end = text.firstIndex(of: UInt8(ascii: "\n"), in: start..<bytes.count)
          let line = Line(text: index, range: start..<(end.map { $0 + 1 } ?? bytes.count))
          let lineText = text.extracting(line.range)
          var digest = EventDigest()
          digest.add(.data, [], lineText)
          let number = table.index(digest.hash, orAdding: distinct.count) { index in
            let other = distinct[index]
            return texts[other.text].withBytes { $0.extracting(other.range).isEqual(to: lineText) }
          }
          if number == distinct.count { distinct.append(line) }
          numbers.append(number)
          starts.append(line.range.upperBound)
        }
      }
      self.texts.append(Text(bytes: bytes, numbers: numbers, starts: starts))
    }
  }
}
