import DecantCore

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

  /// Whether an input of an unknown format is a program for a shell, with assignments that look like those of a `.env` file.
  static func isScript(_ sample: FormatDetection.Sample) -> Bool {
    let line = sample.bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard line.starts(with: "#!".utf8) else { return false }
    let words = line.dropFirst(2).split { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
    return words.contains { word in
      ["sh", "bash", "dash", "ksh", "zsh"].contains { word.elementsEqual($0.utf8) }
    }
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
