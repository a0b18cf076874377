internal import DecantCore

/// Comments, which are gathered until the next token shows whether they have a line of their own or follow on the line before.
extension OpenStepWriter {
  @inline(never)
  mutating func gather(_ event: Event, _ text: RawSpan, _ state: inout State) {
    guard event.kind != .blankLine else {
      // A table begins without a line end.
      guard isPretty, !state.followsKey, state.depth > 0 || state.hasComments else { return }
      gathered.appendBlankLine()
      state.hasComments = true
      return
    }
    gathered.append(
      event, text, after: separator(event.kind == .trailingComment, state), allowsLines: isPretty)
    state.hasComments = true
  }

  private func separator(_ isTrailing: Bool, _ state: State) -> GatheredComments.Separator {
    if !isPretty || isAtBeginning(state) { return .none }
    let isOnLine = isTrailing || state.followsKey
    guard isOnLine, !gathered.endsWithLine, !gathered.hasLines else {
      return .line(indentation, depth: depthOfLines(state))
    }
    return state.followsKey && gathered.isEmpty ? .none : .space
  }

  private func isAtBeginning(_ state: State) -> Bool {
    !state.hasContent && gathered.isEmpty && !state.followsKey
      && (state.depth == 0 || isTable && state.depth == 1)
  }

  private func depthOfLines(_ state: State) -> Int {
    max((state.followsKey ? state.depth + 1 : state.depth) - (isTable ? 1 : 0), 0)
  }

  @inline(never)
  mutating func beginAfterComments(
    _ isKey: Bool, _ state: inout State, _ cursor: inout ByteCursor, keeping length: Int
  ) throws(DecantError) {
    if !isKey, state.hasContent, !state.followsKey, state.depth > 0 {
      cursor.put(UInt8(ascii: ","))
    }
    let (followsKey, endsWithLine) = (state.followsKey, gathered.endsWithLine)
    try putGathered(&state, &cursor)
    try cursor.reserve(Swift.min(length, Self.shortText) + Self.roomForSigns)
    guard isPretty else { return }
    if followsKey, !endsWithLine {
      cursor.put(UInt8(ascii: " "))
    } else {
      try beginLine(followsKey ? state.depth + 1 : max(state.depth, isTable ? 1 : 0), &cursor)
    }
  }

  /// Without a space, the slash of a comment would be part of the word before it.
  mutating func putGathered(
    _ state: inout State, _ cursor: inout ByteCursor, afterWord: Bool = false
  ) throws(DecantError) {
    if afterWord, !isPretty, state.hasContent { gathered.insertSpace() }
    try gathered.put(&cursor)
    state.hasComments = false
  }
}
