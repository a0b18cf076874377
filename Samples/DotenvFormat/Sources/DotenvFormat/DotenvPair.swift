import Decant

/// A name and its value, with their offsets in the window.
struct DotenvPair {
  enum Value {
    /// Text that is contiguous in the window.
    case inPlace(Range<Int>)
    /// Decoded text that contained escapes.
    case decoded(String)
  }

  let name: String
  let nameRange: Range<Int>
  let value: Value
  /// The offset of the value with its quote.
  let valueStart: Int
  /// The offset after the value and its quote.
  let valueEnd: Int
  /// The comment after the value.
  let comment: Range<Int>?
  /// The offset of the next line.
  let end: Int
}

extension DotenvPair {
  static func line(
    at start: Int, of window: borrowing Window
  ) throws(DecantError) -> DotenvReader.Line {
    var place = window.skipBlanks(from: start)
    if window.isEnd(place) { return window.isComplete ? .end : .incomplete }
    if window.isLineEnd(place) { return .blank(end: place + 1) }
    if window[place] == UInt8(ascii: "#") {
      guard let end = window.endOfLine(from: place) else { return .incomplete }
      return .comment(try window.comment(at: place, before: end), end: end)
    }

    var name = place..<window.endOfName(from: place)
    place = window.skipBlanks(from: name.upperBound)
    var text = try window.text(in: name)
    if text == "export", place > name.upperBound, DotenvName.begins(with: window[place]) {
      name = place..<window.endOfName(from: place)
      text = try window.text(in: name)
      place = window.skipBlanks(from: name.upperBound)
    }
    // The next byte may still belong to the name, or be `=`.
    if window.isEnd(place), !window.isComplete { return .incomplete }
    guard !name.isEmpty, window[place] == UInt8(ascii: "=") else {
      guard let error = try window.misreading(name, text, place) else { return .incomplete }
      throw error
    }

    let start = window.skipBlanks(from: place + 1)
    guard let (value, valueEnd) = try Value.read(at: start, of: window, name: text) else {
      return .incomplete
    }
    guard let end = try window.endOfPair(from: valueEnd, name: text) else { return .incomplete }
    let mark = window.skipBlanks(from: valueEnd)
    let comment =
      mark < end && window[mark] == UInt8(ascii: "#")
      ? try window.comment(at: mark, before: end) : nil
    return .pair(
      DotenvPair(
        name: text, nameRange: name, value: value, valueStart: start, valueEnd: valueEnd,
        comment: comment, end: end))
  }
}

extension Window {
  func isEnd(_ place: Int) -> Bool { place >= count }

  func isBlank(_ place: Int) -> Bool {
    self[place] == UInt8(ascii: " ") || self[place] == UInt8(ascii: "\t")
      || (self[place] == UInt8(ascii: "\r") && !isEnd(place))
  }

  func isLineEnd(_ place: Int) -> Bool { self[place] == UInt8(ascii: "\n") }

  /// Returns the first offset that is not a blank; a carriage return is a blank.
  func skipBlanks(from start: Int) -> Int {
    var place = start
    while isBlank(place) { place += 1 }
    return place
  }

  fileprivate func endOfName(from start: Int) -> Int {
    guard DotenvName.begins(with: self[start]) else { return start }
    var place = start
    while DotenvName.contains(self[place]) { place += 1 }
    return place
  }

  /// Returns nil if the window ends before the line break.
  fileprivate func endOfLine(from start: Int) -> Int? {
    var place = start
    while !isEnd(place), !isLineEnd(place) { place += 1 }
    if isEnd(place) { return isComplete ? place : nil }
    return place + 1
  }

  /// Returns the bytes of a comment without the line end.
  fileprivate func comment(at start: Int, before end: Int) throws(DecantError) -> Range<Int> {
    var last = end
    while isLineEnd(last - 1) || isBlank(last - 1) { last -= 1 }
    _ = try text(in: start..<last)
    return start..<last
  }

  /// Returns the offset of the next line; throws if anything but a comment follows the value.
  fileprivate func endOfPair(from start: Int, name: String) throws(DecantError) -> Int? {
    let place = skipBlanks(from: start)
    if isEnd(place) { return isComplete ? place : nil }
    if isLineEnd(place) { return place + 1 }
    guard self[place] == UInt8(ascii: "#"), isBlank(place - 1) else {
      throw DotenvProblem.afterQuote(self[place]).error(at: origin + place, of: name)
    }
    return endOfLine(from: place)
  }

  /// Returns the error for an invalid line; nil if the window ends before it can be determined.
  fileprivate func misreading(
    _ name: Range<Int>, _ text: String, _ place: Int
  ) throws(DecantError) -> DecantError? {
    if name.isEmpty {
      let found = isEnd(place) ? nil : self[place]
      return DotenvProblem.noName(found: found).error(at: origin + place)
    }
    guard place == name.upperBound, !isEnd(place), !isLineEnd(place) else {
      return DotenvProblem.noEqualsSign(name: text).error(at: origin + place)
    }
    // In `my-key=1` and `a.b=1`, the name extends to the equals sign.
    var end = place
    while !isEnd(end), self[end] > 0x20, self[end] != UInt8(ascii: "=") { end += 1 }
    if isEnd(end), !isComplete { return nil }
    let whole = try self.text(in: name.lowerBound..<end)
    return DotenvProblem.badName(whole).error(at: origin + name.lowerBound)
  }
}
