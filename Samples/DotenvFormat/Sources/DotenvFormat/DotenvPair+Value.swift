import DecantCore

extension DotenvPair.Value {
  /// Reads the value at `start`; returns nil if the window ends inside it.
  static func read(
    at start: Int, of window: borrowing Window, name: String
  ) throws(DecantError) -> (value: Self, end: Int)? {
    switch window[start] {
    case UInt8(ascii: "'"): try inSingleQuotes(from: start, of: window, name)
    case UInt8(ascii: "\""): try inDoubleQuotes(from: start, of: window, name)
    default: try bare(from: start, of: window, name)
    }
  }

  private static func bare(
    from start: Int, of window: borrowing Window, _ name: String
  ) throws(DecantError) -> (Self, Int)? {
    var offset = start
    // Excludes trailing spaces.
    var end = start
    loop: while !window.isLineEnd(offset) {
      if window.isEnd(offset) {
        guard window.isComplete else { return nil }
        break
      }
      switch window[offset] {
      case UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        throw DotenvProblem.needsQuotes(window[offset]).error(at: window.origin + offset, of: name)
      case UInt8(ascii: "#"):
        guard window.isBlank(offset - 1) else {
          throw DotenvProblem.needsQuotes(window[offset]).error(
            at: window.origin + offset, of: name)
        }
        break loop
      case 0:
        throw DotenvProblem.zeroByte.error(at: window.origin + offset, of: name)
      default:
        if !window.isBlank(offset) { end = offset + 1 }
      }
      offset += 1
    }
    _ = try window.text(in: start..<end)
    return (.inPlace(start..<end), end)
  }

  private static func inSingleQuotes(
    from start: Int, of window: borrowing Window, _ name: String
  ) throws(DecantError) -> (Self, Int)? {
    var offset = start + 1
    while window[offset] != UInt8(ascii: "'") {
      guard try holdsByte(at: offset, of: window, start, name) else { return nil }
      offset += 1
    }
    _ = try window.text(in: start + 1..<offset)
    return (.inPlace(start + 1..<offset), offset + 1)
  }

  private static func inDoubleQuotes(
    from start: Int, of window: borrowing Window, _ name: String
  ) throws(DecantError) -> (Self, Int)? {
    var offset = start + 1
    // The text up to the last escape, decoded, and the start of the rest.
    var decoded = ""
    var rest = offset
    while window[offset] != UInt8(ascii: "\"") {
      guard try holdsByte(at: offset, of: window, start, name) else { return nil }
      switch window[offset] {
      case UInt8(ascii: "$"), UInt8(ascii: "`"):
        throw DotenvProblem.expansion(window[offset]).error(at: window.origin + offset, of: name)
      case UInt8(ascii: "\\"):
        guard try holdsByte(at: offset + 1, of: window, start, name) else { return nil }
        guard let scalar = scalar(ofEscape: window[offset + 1]) else {
          throw DotenvProblem.unknownEscape(window[offset + 1])
            .error(at: window.origin + offset, of: name)
        }
        decoded += try window.text(in: rest..<offset)
        decoded.unicodeScalars.append(scalar)
        offset += 2
        rest = offset
      default:
        offset += 1
      }
    }
    let tail = try window.text(in: rest..<offset)
    guard rest > start + 1 else { return (.inPlace(rest..<offset), offset + 1) }
    return (.decoded(decoded + tail), offset + 1)
  }

  /// Whether a byte of the value is at `offset`; false at the end of a window that can be refilled.
  private static func holdsByte(
    at offset: Int, of window: borrowing Window, _ start: Int, _ name: String
  ) throws(DecantError) -> Bool {
    guard window[offset] == 0 else { return true }
    guard window.isEnd(offset) else {
      throw DotenvProblem.zeroByte.error(at: window.origin + offset, of: name)
    }
    guard window.isComplete else { return false }
    throw DotenvProblem.unterminatedQuote(window[start])
      .error(at: window.origin + start, of: name)
  }

  private static func scalar(ofEscape byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"):
      Unicode.Scalar(byte)
    default: nil
    }
  }
}
