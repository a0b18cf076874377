import DecantCore

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
    var offset = window.skipBlanks(from: start)
    if window.isEnd(offset) { return window.isComplete ? .end : .incomplete }
    if window.isLineEnd(offset) { return .blank(end: offset + 1) }
    if window[offset] == UInt8(ascii: "#") {
      guard let end = window.endOfLine(from: offset) else { return .incomplete }
      return .comment(try window.comment(at: offset, before: end), end: end)
    }

    var name = offset..<window.endOfName(from: offset)
    offset = window.skipBlanks(from: name.upperBound)
    var text = try window.text(in: name)
    if text == "export", offset > name.upperBound, DotenvName.begins(with: window[offset]) {
      name = offset..<window.endOfName(from: offset)
      text = try window.text(in: name)
      offset = window.skipBlanks(from: name.upperBound)
    }
    // The next byte may still belong to the name, or be `=`.
    if window.isEnd(offset), !window.isComplete { return .incomplete }
    guard !name.isEmpty, window[offset] == UInt8(ascii: "=") else {
      guard let error = try window.misreading(name, text, offset) else { return .incomplete }
      throw error
    }

    let start = window.skipBlanks(from: offset + 1)
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
  func isEnd(_ offset: Int) -> Bool { offset >= count }

  func isBlank(_ offset: Int) -> Bool {
    self[offset] == UInt8(ascii: " ") || self[offset] == UInt8(ascii: "\t")
      || (self[offset] == UInt8(ascii: "\r") && !isEnd(offset))
  }

  func isLineEnd(_ offset: Int) -> Bool { self[offset] == UInt8(ascii: "\n") }

  /// Returns the first offset that is not a blank; a carriage return is a blank.
  func skipBlanks(from start: Int) -> Int {
    var offset = start
    while isBlank(offset) { offset += 1 }
    return offset
  }

  fileprivate func endOfName(from start: Int) -> Int {
    guard DotenvName.begins(with: self[start]) else { return start }
    var offset = start
    while DotenvName.contains(self[offset]) { offset += 1 }
    return offset
  }

  /// Returns nil if the window ends before the line break.
  fileprivate func endOfLine(from start: Int) -> Int? {
    var offset = start
    while !isEnd(offset), !isLineEnd(offset) { offset += 1 }
    if isEnd(offset) { return isComplete ? offset : nil }
    return offset + 1
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
    let offset = skipBlanks(from: start)
    if isEnd(offset) { return isComplete ? offset : nil }
    if isLineEnd(offset) { return offset + 1 }
    guard self[offset] == UInt8(ascii: "#"), isBlank(offset - 1) else {
      throw DotenvProblem.afterQuote(self[offset]).error(at: origin + offset, of: name)
    }
    return endOfLine(from: offset)
  }

  /// Returns the error for an invalid line; nil if the window ends before it can be determined.
  fileprivate func misreading(
    _ name: Range<Int>, _ text: String, _ offset: Int
  ) throws(DecantError) -> DecantError? {
    if name.isEmpty {
      let found = isEnd(offset) ? nil : self[offset]
      return DotenvProblem.noName(found: found).error(at: origin + offset)
    }
    guard offset == name.upperBound, !isEnd(offset), !isLineEnd(offset) else {
      return DotenvProblem.noEqualsSign(name: text).error(at: origin + offset)
    }
    // In `my-key=1` and `a.b=1`, the name extends to the equals sign.
    var end = offset
    while !isEnd(end), self[end] > 0x20, self[end] != UInt8(ascii: "=") { end += 1 }
    if isEnd(end), !isComplete { return nil }
    let whole = try self.text(in: name.lowerBound..<end)
    return DotenvProblem.badName(whole).error(at: origin + name.lowerBound)
  }
}
