internal import DecantCore

/// A stage that turns each value to which a path leads into a document, in the order of the input.
///
///     /l/*/n       {"l": [{"n": 1}, {}, {"n": 2}]}  →  1  2
///
/// Values pass as they are read, and the rest is dropped. What is held in memory, once, to be searched when it is complete:
///
/// - a child about which a condition decides, and a value inside of which the path leads on to more values, which overlap;
/// - a mapping in which a step means each child only if a key of its text is missing, and a sequence of which a step counts the
///   elements from the end;
/// - the rest of a mapping from a key on that is not a string, because a string of the same text would precede it;
/// - the value of a key with dots that may be several names of the path, until the end of the document: it counts only if
///   the names lead to nothing.
final class PathStage: EventStage {
  /// What a document without any value is.
  enum MissingValue {
    case isError
    /// An empty document follows the values of each document.
    case isMarked
  }

  enum Content {
    case searched, passed, held
    /// What was held is searched and emitted.
    case released
    /// The document has ended, and what its keys with dots lead to is emitted.
    case ended
    /// A value has been passed, but a comment on its line may follow.
    case afterPassed
  }

  let path: PathPattern
  let others: [(join: PathPattern.Join, path: PathPattern)]
  private let missingValue: MissingValue
  /// Whether the path is a pointer: a missing value is an error as soon as that is certain, and of equal keys the first counts,
  /// though it is not a string.
  private let isPointer: Bool

  let follower: PathFollower
  /// The number of the steps, which is the state of a match.
  var count: Int { path.steps.count }
  /// The first of the states that only this stage has: of a child for the conditions of each step, and of the value of each key
  /// with dots.
  let firstHeld: Int
  /// Where the document begins, or the innermost node on a pointer.
  private var offset = 0
  var matchCount = 0
  var content = Content.searched
  /// The annotations of the next node, and the comments of its key.
  var annotations = Tape()
  var held = Tape()
  var heldStates: [Int] = []
  /// The search of what is held, the values that it has found but that are not begun, and the rest of the one begun.
  var search: PathSearch<Document.Node>?
  var values: [Range<Int>] = []
  var valueCount = 0
  var rest: Range<Int>?
  var fallbacks: [(join: PathPattern.Join, annotations: Tape, held: Tape, values: [Range<Int>])] =
    []
  private var next = 0
  private var endPosition = 0

  convenience init(_ path: PathPattern, missingValue: MissingValue) {
    self.init(path, isPointer: false, missingValue)
  }

  convenience init(_ pointer: DocumentPointer) {
    let steps = pointer.tokens.map { PathPattern.Step.name($0) }
    self.init(
      PathPattern(steps: steps, text: pointer.description), isPointer: true, .isError)
  }

  private init(_ path: PathPattern, isPointer: Bool, _ missingValue: MissingValue) {
    self.path = path
    self.isPointer = isPointer
    self.missingValue = missingValue
    others = Array(zip(path.joins, path.dotted))
    let count = path.steps.count
    var steps = path.followed
    for (number, step) in path.steps.enumerated() {
      if case .matching = step { steps[number].next = steps.count + number }
      if isPointer { steps[number].gathered = nil }
    }
    firstHeld = steps.count
    for number in others.indices { steps[count + 1 + number].next = firstHeld + count + number }
    steps += Array(repeating: FollowedPaths.Step.end(), count: count + others.count)
    follower = PathFollower(FollowedPaths([steps]), takesFirst: true)
  }

  /// A merge key may contain the next key of the path.
  var needs: StageNeeds {
    guard isPointer else { return [.expandedMergeKeys, .boundedCopies] }
    return count == 0 ? .expandedAliases : .expandedMergeKeys
  }

  func reset() {
    follower.endDocument()
    matchCount = 0
    content = .searched
    annotations.removeAll()
    search = nil
    held.removeAll()
    values.removeAll(keepingCapacity: true)
    (valueCount, rest) = (0, nil)
    fallbacks.removeAll()
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    next = 0
    if content == .passed {
      next = follower.skip(0, of: input)
      guard next < input.count else { return .unchanged }
      output.append(0..<next, of: input)
    }
    return try processMore(input, into: &output)
  }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    while true {
      if content == .released || content == .ended {
        guard try release(into: &output) else { return .more }
        try content == .ended ? completeDocument(&output) : endHeld()
      }
      let start = next
      next = follower.skip(next, of: input)
      if !follower.isBeside { try keep(start..<next, of: input, in: &output) }
      guard next < input.count else { return .complete }
      let event = input[next]
      next += 1
      if content == .afterPassed {
        if event.kind == .trailingComment {
          output.append(event, of: input)
          continue
        }
        output.append(.endDocument, at: Int(event.position))
        content = .searched
      }
      switch event.kind {
      case .beginDocument:
        reset()
        follower.beginDocument()
        offset = input.offset(of: event)
      case .endDocument:
        endDocument(at: Int(event.position))
      default:
        try follow(event, of: input, into: &output)
      }
    }
  }

  private func endDocument(at position: Int) {
    let isFound = matchCount > 0 || fallbacks.contains { $0.join != fallbacks[0].join }
    if isFound { fallbacks.removeAll() }
    content = .ended
    endPosition = position
  }

  private func completeDocument(_ output: inout EventBatch) throws(DecantError) {
    switch missingValue {
    case .isError: if matchCount == 0 { throw missing() }
    case .isMarked:
      output.append(.beginDocument, at: endPosition)
      output.append(.endDocument, at: endPosition)
    }
    reset()
  }

  private func missing() -> DecantError {
    DecantError(
      .nothingAtPointer(path.text), offset: offset,
      path: isPointer ? path.names.map(follower.path) : nil)
  }

  private func follow(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    guard !follower.isComplete else { return }
    let isInside = follower.isInside
    if !isInside, event.isAnnotation || event.isTrivia {
      return try keep(annotation: event, of: input)
    }
    switch follower.advance(to: event, of: input) {
    case .inside:
      try keep(next - 1..<next, of: input, in: &output)
      if !follower.isInside { content == .passed ? endPassed() : beginRelease() }
    case .beside where isInside: break
    case .at: try arrive(at: event, of: input, into: &output)
    case _ where event.isKey:
      guard follower.isNamed, event.kind != .string, !isPointer else { break }
      annotations.removeAll()
      try hold(Event(.beginMapping, at: Int(event.position)), follower.leave(), of: input)
      try held.append(event, of: input)
    case _ where event.depthChange < 0: if isPointer { throw missing() }
    case let relation:
      annotations.removeAll()
      guard isPointer, relation == .above else { break }
      offset = input.offset(of: event)
      if event.depthChange == 0 { throw missing() }
      guard !follower.leadsOn else { break }
      _ = follower.leave()
      throw missing()
    }
  }

  /// Passes events inside of a value, or holds them.
  private func keep(
    _ range: Range<Int>, of input: borrowing EventBatch, in output: inout EventBatch
  ) throws(DecantError) {
    if content == .passed {
      output.append(range, of: input)
    } else {
      for index in range { try held.append(input[index], of: input) }
    }
  }

  private func keep(annotation: Event, of input: borrowing EventBatch) throws(DecantError) {
    if !annotation.isTrivia {
      if !follower.isAtKey { try annotations.append(annotation, of: input) }
    } else if annotation.kind != .trailingComment || follower.isBeforeValue {
      // A comment on the line of what precedes is about that, unless it is the key of the value.
      try annotations.keep(comment: annotation, of: input)
    }
  }

  private func arrive(
    at event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    let isScalar = event.depthChange == 0
    let states = follower.states.filter { !isScalar || $0 == count || $0 >= firstHeld }
    guard states == [count] else { return try hold(event, states, of: input) }
    matchCount += 1
    output.append(.beginDocument, at: Int(event.position))
    try annotations.replay(0..<annotations.count, into: &output)
    annotations.removeAll()
    output.append(event, of: input)
    content = .passed
    if isScalar { endPassed() }
  }

  private func endPassed() {
    content = .afterPassed
    if isPointer { follower.endDocument() }
  }
}
