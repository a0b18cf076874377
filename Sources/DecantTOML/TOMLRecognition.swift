internal import DecantCore

/// Recognition of TOML by the first lines that have content, which the parser must accept.
enum TOMLRecognition {
  private enum Line {
    case valid, incomplete, invalid
  }

  static func toml(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    let lines = firstLines(of: sample.bytes[...])
    guard let first = lines.first else { return .no }
    return first.first == UInt8(ascii: "[")
      ? header(first, before: lines.dropFirst().first) : pair(first)
  }

  /// Returns the first two lines with content, without their indentation.
  private static func firstLines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while lines.count < 2, !rest.isEmpty {
      let whole = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(whole.count + 1)
      let line = whole.drop { $0 == 0x20 || $0 == 0x09 }
      if let first = line.first, first != UInt8(ascii: "#"), first != 0x0D { lines.append(line) }
    }
    return lines
  }

  /// A list in brackets may be JSON, and a file with sections may have another format.
  private static func header(
    _ line: ArraySlice<UInt8>, before next: ArraySlice<UInt8>?
  ) -> FormatDetection.Likelihood {
    let name = line.drop { $0 == UInt8(ascii: "[") || $0 == 0x20 }.prefix(while: TOMLParser.isBare)
    let words = ["true", "false", "null", "NaN", "Infinity"]
    guard let first = name.first, first >= UInt8(ascii: "A"),
      !words.contains(String(decoding: name, as: UTF8.self)), parse(line) == .valid
    else { return .no }
    guard let next else { return .possible }
    return parse(next) != .invalid ? .certain : .no
  }

  private static func pair(_ line: ArraySlice<UInt8>) -> FormatDetection.Likelihood {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")), sign > line.startIndex else {
      return .no
    }
    switch parse(line) {
    case .valid:
      // `NAME="value"` may be a line of a shell script, or of a file with environment variables.
      let isName = line[..<sign].allSatisfy { !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) }
      return isName && line[sign - 1] != 0x20 ? .possible : .certain
    case .incomplete:
      let value = line[(sign + 1)...].first { $0 > 0x20 }
      return value == UInt8(ascii: "{") ? .possible : .likely
    case .invalid:
      return .no
    }
  }

  /// Parses a line as if it were a document.
  private static func parse(_ line: ArraySlice<UInt8>) -> Line {
    var text = Array(line)
    if text.last == 0x0D { text.removeLast() }
    let end = text.count
    text += repeatElement(0, count: ByteStorage.padding)
    var parser = TOMLParser(ReadingOptions(), end: end)
    do throws(DecantError) {
      try text.withBytes { (bytes) throws(DecantError) in try parser.parse(bytes, from: 0) }
      return .valid
    } catch {
      switch error.problem {
      case .unclosedBracket, .unterminatedString: return .incomplete
      default: return .invalid
      }
    }
  }
}
