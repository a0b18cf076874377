import Decant

/// Recognizes `.env` files by their first line that is not a comment.
enum DotenvRecognition {
  static func likelihood(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    for line in sample.bytes.split(separator: UInt8(ascii: "\n")) {
      var words = line.split { $0 <= 0x20 }
      guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
      if first.elementsEqual("export".utf8), words.count > 1 { words.removeFirst() }
      return isAssignment(words[0], in: line) ? .likely : .no
    }
    return .no
  }

  /// Whether an input is a program: what its commands do to variables is not known without running it.
  static func isScript(_ sample: FormatDetection.Sample) -> Bool {
    sample.bytes.starts(with: "#!".utf8)
  }

  /// Whether a line begins with `NAME=`, but is not from a property list, which ends in `;`.
  private static func isAssignment(
    _ word: ArraySlice<UInt8>, in line: ArraySlice<UInt8>
  ) -> Bool {
    let name = word.prefix { DotenvName.contains($0) }
    guard let first = name.first, DotenvName.begins(with: first) else { return false }
    return word.dropFirst(name.count).first == UInt8(ascii: "=")
      && line.last { $0 > 0x20 } != UInt8(ascii: ";")
  }
}
