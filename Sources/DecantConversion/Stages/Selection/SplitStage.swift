internal import DecantCore

/// A stage that turns each element of a document's sequence into a document.
///
/// With comments, a document ends only where the next one begins, because more comments may belong to it.
final class SplitStage: EventStage {
  private enum State {
    case betweenElements, inElement, afterElement
  }

  private let keepsComments: Bool
  private var depth = 0
  private var state = State.betweenElements
  /// The comments since the last element: those of the next one or, at the end, of the last one.
  private var comments = Tape()

  init(keepsComments: Bool) {
    self.keepsComments = keepsComments
  }

  var needs: StageNeeds { .expandedAliases }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    var index = 0
    while index < input.count {
      if depth > 1 {
        let start = index
        index = endOfElement(from: start, in: input)
        output.append(start..<index, of: input)
        if depth == 1 { end(at: Int(input[index - 1].position), &output) }
        continue
      }
      let event = input[index]
      index += 1
      switch event.kind {
      case .beginDocument:
        reset()
      case .endDocument:
        if state == .afterElement { try appendComments(to: &output) }
        endElement(at: Int(event.position), &output)
      default:
        try split(event, of: input, into: &output)
      }
    }
    return .complete
  }

  func reset() {
    depth = 0
    state = .betweenElements
    comments.removeAll()
  }

  private func split(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if event.isTrivia, state != .inElement {
      if event.kind == .trailingComment, state == .afterElement, depth == 1, comments.isEmpty {
        output.append(event, of: input)
      } else {
        try comments.keep(comment: event, of: input)
      }
      return
    }
    if depth == 0 {
      if event.isAnnotation { return }
      guard event.kind == .beginSequence else {
        throw DecantError(.notASequence, offset: input.offset(of: event))
      }
      depth = 1
      return
    }
    depth += event.depthChange
    if depth == 0 { return }
    if state != .inElement {
      endElement(at: Int(event.position), &output)
      output.append(.beginDocument, at: Int(event.position))
      try appendComments(to: &output)
      state = .inElement
    }
    output.append(event, of: input)
    guard depth == 1, !event.isAnnotation, !event.isTrivia else { return }
    end(at: Int(event.position), &output)
  }

  private func end(at position: Int, _ output: inout EventBatch) {
    state = .afterElement
    if !keepsComments { endElement(at: position, &output) }
  }

  /// Returns where the element ends in which `start` is, or the batch.
  private func endOfElement(from start: Int, in input: borrowing EventBatch) -> Int {
    var (index, depth) = (start, depth)
    input.events.withSpan { events in
      while index < events.count, depth > 1 {
        depth &+= events[index].depthChange
        index &+= 1
      }
    }
    self.depth = depth
    return index
  }

  private func endElement(at position: Int, _ output: inout EventBatch) {
    if state == .afterElement { output.append(.endDocument, at: position) }
    state = .betweenElements
  }

  private func appendComments(to output: inout EventBatch) throws(DecantError) {
    try comments.replay(0..<comments.count, into: &output)
    comments.removeAll()
  }
}

extension Tape {
  /// Holds a comment that will be above another node; blank lines and notation are dropped.
  mutating func keep(comment: Event, of input: borrowing EventBatch) throws(DecantError) {
    guard comment.kind.isComment else { return }
    var comment = comment
    comment.kind = .comment
    try append(comment, of: input)
  }
}
