import Decant

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
    var place = start
    // Excludes trailing spaces.
    var end = start
    loop: while !window.isLineEnd(place) {
      if window.isEnd(place) {
        guard window.isComplete else { return nil }
        break
      }
      switch window[place] {
      case UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        throw DotenvProblem.needsQuotes(window[place]).error(at: window.origin + place, of: name)
      case UInt8(ascii: "#"):
        guard window.isBlank(place - 1) else {
          throw DotenvProblem.needsQuotes(window[place]).error(at: window.origin + place, of: name)
        }
        break loop
      case 0:
        throw DotenvProblem.zeroByte.error(at: window.origin + place, of: name)
      default:
        if !window.isBlank(place) { end = place + 1 }
      }
      place += 1
    }
    _ = try window.text(in: start..<end)
    return (.inPlace(start..<end), end)
  }

  private static func inSingleQuotes(
    from start: Int, of window: borrowing Window, _ name: String
  ) throws(DecantError) -> (Self, Int)? {
    var place = start + 1
    while window[place] != UInt8(ascii: "'") {
      guard try holdsByte(at: place, of: window, start, name) else { return nil }
      place += 1
    }
    _ = try window.text(in: start + 1..<place)
    return (.inPlace(start + 1..<place), place + 1)
  }

  private static func inDoubleQuotes(
    from start: Int, of window: borrowing Window, _ name: String
  ) throws(DecantError) -> (Self, Int)? {
    var place = start + 1
    // The text up to the last escape, decoded, and the start of the rest.
    var decoded = ""
    var rest = place
    while window[place] != UInt8(ascii: "\"") {
      guard try holdsByte(at: place, of: window, start, name) else { return nil }
      switch window[place] {
      case UInt8(ascii: "$"), UInt8(ascii: "`"):
        throw DotenvProblem.expansion(window[place]).error(at: window.origin + place, of: name)
      case UInt8(ascii: "\\"):
        guard try holdsByte(at: place + 1, of: window, start, name) else { return nil }
        guard let scalar = scalar(ofEscape: window[place + 1]) else {
          throw DotenvProblem.unknownEscape(window[place + 1])
            .error(at: window.origin + place, of: name)
        }
        decoded += try window.text(in: rest..<place)
        decoded.unicodeScalars.append(scalar)
        place += 2
        rest = place
      default:
        place += 1
      }
    }
    let tail = try window.text(in: rest..<place)
    guard rest > start + 1 else { return (.inPlace(rest..<place), place + 1) }
    return (.decoded(decoded + tail), place + 1)
  }

  /// Whether a byte of the value is at `place`; false at the end of a window that can be refilled.
  private static func holdsByte(
    at place: Int, of window: borrowing Window, _ start: Int, _ name: String
  ) throws(DecantError) -> Bool {
    guard window[place] == 0 else { return true }
    guard window.isEnd(place) else {
      throw DotenvProblem.zeroByte.error(at: window.origin + place, of: name)
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
