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

  struct Frame {
    let isMapping: Bool
    /// The numbers of the steps that lead on from the collection.
    var states: [Int]
    var joins: [PathPattern.Join] = []
    var isAtKey: Bool
    var number = 0
    /// The states of the value of the last key; nil if no path leads to it.
    var value: Target? = nil
  }

  /// The states of a child, and the conditions that would add more.
  struct Target {
    var states: [Int] = []
    var conditions: [Int] = []
    /// The keys with dots that lead to the child.
    var joins: [PathPattern.Join] = []
  }

  let path: PathPattern
  private let names: [[UInt8]?]
  let others: [(join: PathPattern.Join, path: PathPattern)]
  private let missingValue: MissingValue

  private var isInDocument = false
  private var offset = 0
  var matchCount = 0
  var frames: [Frame] = []
  /// The number of open collections in a node that is dropped, passed on or held.
  var depth = 0
  var content = Content.searched
  /// The annotations of the next node, and the comments of its key.
  var annotations = Tape()
  var held = Tape()
  var heldTarget = Target()
  /// The search of what is held, the values that it has found but that are not begun, and the rest of the one begun.
  var search: PathSearch<Document.Node>?
  var values: [Range<Int>] = []
  var valueCount = 0
  var rest: Range<Int>?
  var fallbacks: [(join: PathPattern.Join, annotations: Tape, held: Tape, values: [Range<Int>])] =
    []
  private var next = 0
  private var endPosition = 0

  enum Content {
    case searched, dropped, passed, held
    /// The rest of the innermost mapping.
    case heldRest
    /// What was held is searched and emitted.
    case released
    /// The document has ended, and what its keys with dots lead to is emitted.
    case ended
    /// A value has been passed, but a comment on its line may follow.
    case afterPassed
  }

  init(_ path: PathPattern, missingValue: MissingValue) {
    self.path = path
    self.missingValue = missingValue
    others = Array(zip(path.joins, path.dotted))
    names = path.steps.map { step in
      guard case .name(let name) = step else { return nil }
      return Array(name.utf8)
    }
  }

  /// A merge key may contain the next key of the path.
  var needs: StageNeeds { [.expandedMergeKeys, .boundedCopies] }

  func reset() {
    isInDocument = false
    matchCount = 0
    frames.removeAll(keepingCapacity: true)
    depth = 0
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
        isInDocument = true
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
    case .isError:
      guard matchCount == 0 else { break }
      throw DecantError(.nothingAtPointer(path.text), offset: offset)
    case .isMarked:
      output.append(.beginDocument, at: endPosition)
      output.append(.endDocument, at: endPosition)
    }
    reset()
  }

  private func follow(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    switch content {
    case .searched: try search(event, of: input, into: &output)
    case .dropped:
      depth += event.depthChange
      if depth == 0, !event.isAnnotation { endNode() }
    case .passed:
      output.append(event, of: input)
      depth += event.depthChange
      if depth == 0, !event.isAnnotation { endPassed() }
    case .held, .heldRest:
      try held.append(event, of: input)
      depth += event.depthChange
      if depth == 0, !event.isAnnotation { beginRelease() }
    case .released, .ended, .afterPassed: break
    }
  }

  private func search(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    // The value of the document is complete.
    guard isInDocument else { return }
    let isAtKey = frames.last?.isAtKey ?? false
    if event.isTrivia {
      // One on the line of what precedes is about that, unless it is the key of the value.
      if event.kind != .trailingComment || !isAtKey && frames.last?.isMapping == true {
        try annotations.keep(comment: event, of: input)
      }
    } else if event.isAnnotation {
      if !isAtKey { try annotations.append(event, of: input) }
    } else if event.depthChange < 0 {
      frames.removeLast()
      endNode()
    } else if isAtKey {
      try look(atKey: event, of: input)
    } else {
      try arrive(at: event, of: input, into: &output)
    }
  }

  // MARK: Keys

  private func look(atKey key: Event, of input: borrowing EventBatch) throws(DecantError) {
    let top = frames.count - 1
    frames[top].isAtKey = false
    frames[top].value = nil
    if key.depthChange > 0 {
      frames[top].isAtKey = true
      content = .dropped
      depth = 1
      return
    }
    guard let text = input.nameInPaths(of: key) else { return }
    var target = Target()
    var meant: [Int] = []
    for state in frames[top].states {
      switch path.steps[state] {
      case .name:
        guard names[state] == text else { continue }
        meant.append(state)
        target.states.append(state + 1)
      case .any: target.states.append(state + 1)
      case .anyDepth: target.states.append(state)
      case .matching: target.conditions.append(state)
      }
    }
    if !meant.isEmpty, key.kind != .string {
      return try hold(restFromKey: key, of: input)
    }
    target.joins = frames[top].joins.filter { text.elementsEqual($0.key.utf8) }
    // Of equal keys, the first counts.
    if !meant.isEmpty { frames[top].states.removeAll { meant.contains($0) } }
    frames[top].joins.removeAll(where: target.joins.contains)
    frames[top].value = target
  }

  private func hold(restFromKey key: Event, of input: borrowing EventBatch) throws(DecantError) {
    held.removeAll()
    try held.append(Event(.beginMapping, at: Int(key.position)), of: input)
    try held.append(key, of: input)
    heldTarget = Target(states: frames[frames.count - 1].states)
    annotations.removeAll()
    content = .heldRest
    depth = 1
  }

  // MARK: Values

  private func target() -> Target {
    guard let frame = frames.last else { return Target(states: [0]) }
    guard !frame.isMapping else { return frame.value ?? Target() }
    var target = Target()
    for state in frame.states {
      switch path.steps[state] {
      case .name(let name):
        if DocumentPointer.index(name) == frame.number { target.states.append(state + 1) }
      case .any: target.states.append(state + 1)
      case .anyDepth: target.states.append(state)
      case .matching: target.conditions.append(state)
      }
    }
    return target
  }

  private func arrive(
    at event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    var target = target()
    target.states = path.closed(target.states)
    let isCollection = event.depthChange > 0
    let isMatch = target.states.contains(path.steps.count)
    let leading = target.states.filter { $0 < path.steps.count }
    if !target.conditions.isEmpty || !target.joins.isEmpty
      || isCollection && !leading.isEmpty && (isMatch || isHeld(event.kind, leading))
    {
      try hold(event, target, of: input)
    } else if isMatch {
      try pass(event, of: input, into: &output)
    } else if isCollection, !leading.isEmpty {
      annotations.removeAll()
      let isMapping = event.kind == .beginMapping
      let joins = path.joins.filter { isMapping && leading.contains($0.steps.lowerBound) }
      frames.append(
        Frame(isMapping: isMapping, states: leading, joins: joins, isAtKey: isMapping))
    } else {
      annotations.removeAll()
      content = .dropped
      depth = event.depthChange
      if depth == 0 { endNode() }
    }
  }

  /// Whether what a step means in a collection is known only at its end.
  private func isHeld(_ kind: Event.Kind, _ states: [Int]) -> Bool {
    states.contains { state in
      switch path.steps[state] {
      case .any(let key), .matching(_, let key): key != nil && kind == .beginMapping
      case .name(let name):
        kind == .beginSequence && PathPattern.distanceFromEnd(name) != nil
      case .anyDepth: false
      }
    }
  }

  private func pass(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    matchCount += 1
    output.append(.beginDocument, at: Int(event.position))
    try annotations.replay(0..<annotations.count, into: &output)
    annotations.removeAll()
    output.append(event, of: input)
    content = .passed
    depth = event.depthChange
    if depth == 0 { endPassed() }
  }

  private func endPassed() {
    endNode()
    content = .afterPassed
  }

  func endNode() {
    content = .searched
    guard let top = frames.indices.last else {
      isInDocument = false
      return
    }
    if frames[top].isMapping {
      frames[top].isAtKey.toggle()
    } else {
      frames[top].number += 1
    }
  }
}
