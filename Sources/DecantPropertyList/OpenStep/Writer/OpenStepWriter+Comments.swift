internal import DecantCore

/// Comments, which are gathered until the next token shows whether they have a line of their own or follow on the line before.
extension OpenStepWriter {
  @inline(never)
  mutating func gather(_ event: Event, _ text: RawSpan, _ place: inout Place) {
    guard event.kind != .blankLine else {
      // A table begins without a line end.
      guard isPretty, !place.followsKey, place.depth > 0 || place.hasComments else { return }
      gathered.appendBlankLine()
      place.hasComments = true
      return
    }
    gathered.append(
      event, text, after: separator(event.kind == .trailingComment, place), allowsLines: isPretty)
    place.hasComments = true
  }

  private func separator(_ isTrailing: Bool, _ place: Place) -> GatheredComments.Separator {
    if !isPretty || isAtBeginning(place) { return .none }
    let isOnLine = isTrailing || place.followsKey
    guard isOnLine, !gathered.endsWithLine, !gathered.hasLines else {
      return .line(indentation, depth: depthOfLines(place))
    }
    return place.followsKey && gathered.isEmpty ? .none : .space
  }

  private func isAtBeginning(_ place: Place) -> Bool {
    !place.hasContent && gathered.isEmpty && !place.followsKey
      && (place.depth == 0 || isTable && place.depth == 1)
  }

  private func depthOfLines(_ place: Place) -> Int {
    max((place.followsKey ? place.depth + 1 : place.depth) - (isTable ? 1 : 0), 0)
  }

  @inline(never)
  mutating func beginAfterComments(
    _ isKey: Bool, _ place: inout Place, _ cursor: inout ByteCursor, keeping length: Int
  ) throws(DecantError) {
    if !isKey, place.hasContent, !place.followsKey, place.depth > 0 {
      cursor.put(UInt8(ascii: ","))
    }
    let (followsKey, endsWithLine) = (place.followsKey, gathered.endsWithLine)
    try putGathered(&place, &cursor)
    try cursor.reserve(Swift.min(length, Self.shortText) + Self.roomForSigns)
    guard isPretty else { return }
    if followsKey, !endsWithLine {
      cursor.put(UInt8(ascii: " "))
    } else {
      try beginLine(followsKey ? place.depth + 1 : max(place.depth, isTable ? 1 : 0), &cursor)
    }
  }

  /// Without a space, the slash of a comment would be part of the word before it.
  mutating func putGathered(
    _ place: inout Place, _ cursor: inout ByteCursor, afterWord: Bool = false
  ) throws(DecantError) {
    if afterWord, !isPretty, place.hasContent { gathered.insertSpace() }
    try gathered.put(&cursor)
    gathered.removeAll()
    place.hasComments = false
  }
}
