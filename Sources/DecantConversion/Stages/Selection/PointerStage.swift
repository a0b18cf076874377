internal import DecantCore

/// A stage that replaces each document by the value at a pointer.
///
/// A missing value is an error as soon as that is certain. Of equal keys, the first counts. Scalar keys match by their
/// text, and tokens that are not indices, such as `-`, match no element.
final class PointerStage: EventStage {
  private enum State {
    case idle
    case atNode
    case inMapping
    case inSequence(before: Int)
    case inValue
    case afterValue
  }

  private let pointer: DocumentPointer
  private let tokens: [[UInt8]]

  private var state = State.idle
  private var matched = 0
  /// The number of open collections inside the one being searched, or inside the value.
  private var depth = 0
  private var steps: [DocumentPath.Step] = []
  private var place = 0
  /// The comments of the next pair or element, which become those of the value if it is the wanted one.
  private var comments = Tape()

  init(_ pointer: DocumentPointer) {
    self.pointer = pointer
    tokens = pointer.tokens.map { Array($0.utf8) }
  }

  /// A merge key may contain the next key of the path.
  var needs: StageNeeds { tokens.isEmpty ? .expandedAliases : .expandedMergeKeys }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    for index in 0..<input.count {
      let event = input[index]
      switch event.kind {
      case .beginDocument:
        state = .atNode
        matched = 0
        depth = 0
        steps.removeAll(keepingCapacity: true)
        comments.removeAll()
        place = input.offset(of: event)
      case .endDocument:
        endDocument(at: event, &output)
      default:
        try follow(event, of: input, into: &output)
      }
    }
    return .complete
  }

  private func follow(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    switch state {
    case .idle:
      break
    case .atNode where event.isTrivia:
      try keep(comment: event, of: input)
    case .atNode:
      try arrive(at: event, of: input, into: &output)
    case .inValue:
      emit(event, of: input, into: &output)
    case .afterValue where event.kind == .trailingComment:
      output.append(event, of: input)
    case .afterValue:
      endDocument(at: event, &output)
    case .inMapping:
      try lookForKey(event, of: input)
    case .inSequence(let before):
      try lookForElement(event, before: before, of: input, into: &output)
    }
  }

  private func arrive(
    at event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    place = input.offset(of: event)
    guard matched < tokens.count else {
      output.append(.beginDocument, at: Int(event.position))
      try comments.replay(0..<comments.count, into: &output)
      state = .inValue
      emit(event, of: input, into: &output)
      return
    }
    comments.removeAll()
    switch event.kind {
    case .anchor, .tag:
      break
    case .beginMapping:
      state = .inMapping
    case .beginSequence:
      guard let index = DocumentPointer.index(pointer.tokens[matched]) else { throw nothing() }
      state = .inSequence(before: index)
    default:
      throw nothing()
    }
  }

  private func lookForKey(
    _ event: Event, of input: borrowing EventBatch
  ) throws(DecantError) {
    if depth == 0 {
      if event.isTrivia { return try keep(comment: event, of: input) }
      if event.kind == .endMapping { throw nothing() }
      if event.isKey, isWanted(event, of: input) {
        steps.append(.key(pointer.tokens[matched].string))
        matched += 1
        state = .atNode
        return
      }
      if !event.isAnnotation { comments.removeAll() }
    }
    depth += event.depthChange
  }

  private func keep(comment: Event, of input: borrowing EventBatch) throws(DecantError) {
    if comment.kind == .trailingComment {
      // It is about the node before it, unless that is the wanted key.
      guard case .atNode = state else { return }
    }
    try comments.keep(comment: comment, of: input)
  }

  private func lookForElement(
    _ event: Event, before: Int, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if depth == 0 {
      if event.isTrivia { return try keep(comment: event, of: input) }
      if event.kind == .endSequence { throw nothing() }
      if before == 0 {
        steps.append(.index(DocumentPointer.index(pointer.tokens[matched]) ?? 0))
        matched += 1
        state = .atNode
        try arrive(at: event, of: input, into: &output)
        return
      }
    }
    depth += event.depthChange
    guard depth == 0, !event.isAnnotation else { return }
    comments.removeAll()
    state = .inSequence(before: before - 1)
  }

  private func isWanted(_ key: Event, of input: borrowing EventBatch) -> Bool {
    if let word = key.kind.word { return tokens[matched].elementsEqual(word.utf8) }
    switch key.kind {
    case .string, .integer, .real, .date, .localTime, .uid:
      guard !key.flags.contains(.isEscaped) else { return false }
      return input.withText(of: key) { text in
        if let decimal = key.decimalText(text) { return tokens[matched] == decimal }
        return tokens[matched].withBytes { $0.isEqual(to: text) }
      }
    default: return false
    }
  }

  private func nothing() -> DecantError {
    DecantError(
      .nothingAtPointer(pointer.description), offset: place, path: DocumentPath(steps))
  }

  private func emit(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) {
    output.append(event, of: input)
    depth += event.depthChange
    if depth == 0, !event.isAnnotation { state = .afterValue }
  }

  private func endDocument(at event: Event, _ output: inout EventBatch) {
    if case .afterValue = state { output.append(.endDocument, at: Int(event.position)) }
    state = .idle
  }
}
