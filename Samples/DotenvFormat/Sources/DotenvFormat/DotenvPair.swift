import Decant

/// A name and its value, and where they are in the window.
struct DotenvPair {
  enum Value {
    /// Text that is in the window as it is.
    case inPlace(Range<Int>)
    /// Text that had escapes.
    case decoded(String)
  }

  let name: String
  let nameRange: Range<Int>
  let value: Value
  /// Where the value begins, with its quote.
  let valueStart: Int
  /// Where the next line begins.
  let end: Int
}

extension DotenvPair {
  /// What is at `start`, where a line begins.
  static func line(
    at start: Int, of window: borrowing Window
  ) throws(DecantError) -> DotenvReader.Line {
    var place = window.skipBlanks(from: start)
    if window.isEnd(place) { return window.isComplete ? .end : .incomplete }
    if window.isLineEnd(place) { return .blank(end: place + 1) }
    if window[place] == UInt8(ascii: "#") {
      guard let end = window.endOfLine(from: place) else { return .incomplete }
      return .blank(end: end)
    }

    var name = place..<window.endOfName(from: place)
    place = window.skipBlanks(from: name.upperBound)
    var text = try window.text(in: name)
    if text == "export", place > name.upperBound, DotenvName.begins(with: window[place]) {
      name = place..<window.endOfName(from: place)
      text = try window.text(in: name)
      place = window.skipBlanks(from: name.upperBound)
    }
    // What follows decides what the name is.
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
    return .pair(
      DotenvPair(name: text, nameRange: name, value: value, valueStart: start, end: end))
  }
}

extension Window {
  func isEnd(_ place: Int) -> Bool { place >= count }

  func isBlank(_ place: Int) -> Bool {
    self[place] == UInt8(ascii: " ") || self[place] == UInt8(ascii: "\t")
      || (self[place] == UInt8(ascii: "\r") && !isEnd(place))
  }

  func isLineEnd(_ place: Int) -> Bool { self[place] == UInt8(ascii: "\n") }

  /// The first place from `start` on that is not a space; a carriage return is one.
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

  /// The place after the line break; nil if the window ends before it.
  fileprivate func endOfLine(from start: Int) -> Int? {
    var place = start
    while !isEnd(place), !isLineEnd(place) { place += 1 }
    if isEnd(place) { return isComplete ? place : nil }
    return place + 1
  }

  /// Where the next line begins, if nothing but a comment follows a value.
  fileprivate func endOfPair(from start: Int, name: String) throws(DecantError) -> Int? {
    let place = skipBlanks(from: start)
    if isEnd(place) { return isComplete ? place : nil }
    if isLineEnd(place) { return place + 1 }
    guard self[place] == UInt8(ascii: "#"), isBlank(place - 1) else {
      throw DotenvProblem.afterQuote(self[place]).error(at: origin + place, of: name)
    }
    return endOfLine(from: place)
  }

  /// The error for a line that is not a pair; nil if the window ends before what is to be said of it.
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
    // `my-key=1` and `a.b=1`: all up to the sign was to be the name.
    var end = place
    while !isEnd(end), self[end] > 0x20, self[end] != UInt8(ascii: "=") { end += 1 }
    if isEnd(end), !isComplete { return nil }
    let whole = try self.text(in: name.lowerBound..<end)
    return DotenvProblem.badName(whole).error(at: origin + name.lowerBound)
  }
}
