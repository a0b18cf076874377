extension FormatDetection.Opening {
  /// Returns whether the sample ends before the first line after comments with `#`, or before the line after a name in
  /// brackets, which may begin a section: what comes next distinguishes formats with such lines.
  static func isCutInLines(_ sample: FormatDetection.Sample) -> Bool {
    guard !sample.isWhole else { return false }
    var rest = sample.bytes[...]
    var isAfterComment = false
    var isAfterName = false
    while true {
      let line = rest.prefix { $0 != 0x0A }
      let content = line.drop { $0 <= 0x20 }
      let isComplete = line.endIndex < rest.endIndex
      if let first = content.first, first != UInt8(ascii: "#") {
        guard isComplete else { return isAfterComment || isAfterName }
        guard !isAfterName, beginsWithName(content) else { return false }
        isAfterName = true
      } else if !content.isEmpty {
        isAfterComment = true
      }
      guard isComplete else { return isAfterComment || isAfterName }
      rest = rest[(line.endIndex + 1)...]
    }
  }

  private static func beginsWithName(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "[") else { return false }
    let name = line.first { $0 != UInt8(ascii: "[") && $0 != 0x20 }
    return name.map { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") } ?? false
  }
}
