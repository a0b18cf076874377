internal import DecantCore
internal import DecantEditing

/// The notation of arrays and of tables in braces.
extension TOMLDocumentWriter {
  /// Returns the notation of a collection, if it has that many items and comments.
  @inline(__always)
  func brackets(of value: Int) -> Range<Int>? { keepsSpace ? findBrackets(of: value) : nil }

  private func findBrackets(of value: Int) -> Range<Int>? {
    guard value > 0, document[value - 1].kind == .notation else { return nil }
    let range = document.textRange(at: value - 1)
    return document.text.withBytes { text in
      guard Notation.kind(text, range) == .brackets else { return nil }
      let parts = Notation.parts(range)
      return fits(text, parts, value) ? parts : nil
    }
  }

  private func fits(_ text: RawSpan, _ parts: Range<Int>, _ value: Int) -> Bool {
    var rest = parts
    var after = value + 1..<firstPair(in: value)
    let end = document.partner(of: value)
    var isFirst = true
    func fitsNext(_ before: Range<Int>) -> Bool {
      guard let range = Notation.nextPart(text, &rest) else { return false }
      defer { isFirst = false }
      let part = text.extracting(range)
      return part.commaCount == (isFirst ? 0 : 1)
        && part.commentCount == commentEntries(in: after).count + commentEntries(in: before).count
    }
    if document[value].kind == .beginMapping {
      var items = TOMLItems()
      for item in items.append(itemsOf: value, document) {
        guard let pair = document.pair(at: items[item].start, before: end, isKeyed: true),
          fitsNext(pair.before)
        else { return false }
        after = pair.after
      }
    } else {
      for element in document.pairs(of: value) {
        guard fitsNext(element.before) else { return false }
        after = element.after
      }
    }
    guard let last = Notation.nextPart(text, &rest), rest.isEmpty else { return false }
    let close = text.extracting(last)
    let comments =
      commentEntries(in: after).count + commentEntries(in: document.trivia(before: end)).count
    return close.commaCount <= (isFirst ? 0 : 1) && close.commentCount == comments
  }

  /// Whether what is between the items is on one line.
  func isOneLine(_ parts: Range<Int>) -> Bool {
    document.text.withBytes { text in
      var rest = parts
      while let part = Notation.nextPart(text, &rest) {
        if part.contains(where: { text.byte(at: $0) == 0x0A || text.byte(at: $0) == 0x0D }) {
          return false
        }
      }
      return true
    }
  }

  /// Writes the first part of the notation, with the comments among both trivia, and returns the rest.
  func write(
    partOf notation: Range<Int>, _ after: Range<Int>, _ before: Range<Int>
  ) -> Range<Int> {
    document.text.withBytes { text in
      var rest = notation
      if let part = Notation.nextPart(text, &rest) {
        write(text.extracting(part), commentEntries(in: after) + commentEntries(in: before))
      }
      return rest
    }
  }
}

extension RawSpan {
  /// The number of commas in white space.
  fileprivate var commaCount: Int {
    var count = 0
    for p in 0..<byteCount where byte(at: p) == UInt8(ascii: ",") { count += 1 }
    return count
  }
}

extension Tape {
  /// The comments and blank lines before the end of a collection that are not on the line of what precedes them.
  func trivia(before end: Int) -> Range<Int> {
    var start = end
    while self[start - 1].event.isTrivia, self[start - 1].kind != .trailingComment { start -= 1 }
    return start..<end
  }
}
