package import DecantCore

/// A key with its value, or an element, on a tape with the comments around it.
///
///     comment blankLine │ key │ comment │ value │ trailingComment
///     before              key   between   value   after              next
@usableFromInline package struct CommentedChild {
  @usableFromInline package let before: Range<Int>
  /// The key; for an element, its value.
  package let key: Int
  package let between: Range<Int>
  /// The value itself, after what precedes it.
  package let value: Int
  @usableFromInline package let after: Range<Int>

  @inlinable package var next: Int { after.upperBound }

  /// The comments that have no place on the line of the pair.
  @inlinable package var all: Range<Int> { before.lowerBound..<after.upperBound }
}

extension Tape {
  /// Returns the pair or element that begins at `start`; nil if the collection ends at `end` without another one.
  package func pair(at start: Int, before end: Int, isKeyed: Bool) -> CommentedChild? {
    let entries = entries.span
    let key = entries.skipTrivia(from: start)
    guard key < end else { return nil }
    let value = isKeyed ? entries.skipTrivia(from: key &+ 1) : key
    let afterValue =
      entries[value].depthChange > 0 ? entries.partner(of: value) &+ 1 : value &+ 1
    var next = afterValue
    while next < entries.count, entries[next].kind == .trailingComment { next &+= 1 }
    return CommentedChild(
      before: start..<key, key: key, between: min(key &+ 1, value)..<value, value: value,
      after: afterValue..<next)
  }

  /// The pairs or elements of a collection, after the comments beside its beginning.
  package func pairs(of begin: Int) -> [CommentedChild] {
    var pairs: [CommentedChild] = []
    var next = endOfTrailingComments(from: begin + 1)
    let isKeyed = self[begin].kind == .beginMapping
    while let pair = pair(at: next, before: partner(of: begin), isKeyed: isKeyed) {
      pairs.append(pair)
      next = pair.next
    }
    return pairs
  }

  package func hasComment(in range: Range<Int>) -> Bool {
    range.contains { self[$0].kind.isComment }
  }
}

extension Span where Element == Tape.Entry {
  @inline(__always)
  fileprivate func skipTrivia(from start: Int) -> Int {
    var index = start
    while index < count, self[index].kind.rawValue >= Event.Kind.comment.rawValue { index &+= 1 }
    return index
  }
}
