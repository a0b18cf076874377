internal import DecantCore
internal import DecantConversion

/// A collector of one node of a stream with the comments that are in some ranges of the input.
///
///     # above                          ranges │ the bytes that an edit would remove with the node
///     key:  # inside
///       - 1  # inside
struct CommentedNodeCollector {
  private enum State {
    case searching, inside, after, finished
  }

  private let text: EditedBytes
  private let document: Int
  private let entry: Tape.Entry
  private let offset: Int
  private let ranges: [Range<Int>]
  /// The number of nodes that begin like the wanted one and come before it.
  private var similarCount: Int

  private var state = State.searching
  private var count = 0
  private var depth = 0
  /// Comments, and a tag, before the next node.
  private var before = Tape()
  private var result = Tape()

  /// Creates a collector of the node at `node` of a tape whose document has the number `document`, counted from 0.
  init(
    _ node: Int, of edited: EditedDocument, inDocument document: Int,
    commentsIn ranges: [Range<Int>]
  ) {
    let nodes = edited.nodes
    let content = nodes.tape.content(of: node)
    text = edited.bytes
    self.document = document
    self.ranges = ranges
    entry = nodes.tape[content]
    offset = nodes.offset(at: content)
    let (entry, offset) = (entry, offset)
    similarCount = (0..<content).count {
      nodes.tape[$0].kind == entry.kind && !nodes.tape[$0].isKey && nodes.offset(at: $0) == offset
    }
  }

  var isFinished: Bool { state == .finished }

  /// The node, after the comments above it and before those beside it; nil if it was not found.
  var found: Document? {
    state == .searching || state == .inside ? nil : Document(result)
  }

  mutating func add(_ batch: borrowing EventBatch) throws(DecantError) {
    for index in 0..<batch.count where !isFinished { try add(batch[index], of: batch) }
  }

  private mutating func add(
    _ event: Event, of batch: borrowing EventBatch
  ) throws(DecantError) {
    if event.kind == .endDocument { count += 1 }
    guard !event.delimitsDocument else {
      if state == .after { state = .finished }
      return
    }
    guard count == document else { return }
    switch state {
    case .searching:
      try search(event, of: batch)
    case .inside:
      if !event.isTrivia || isWanted(event, of: batch) {
        try append(event, as: event.kind, of: batch)
      }
      depth += event.depthChange
      if depth == 0 { state = .after }
    case .after:
      guard event.isTrivia else {
        state = .finished
        return
      }
      if isWanted(event, of: batch) { try append(event, as: .trailingComment, of: batch) }
    case .finished:
      break
    }
  }

  private func isWanted(_ event: Event, of batch: borrowing EventBatch) -> Bool {
    guard event.kind.isComment else { return event.kind == .blankLine && state == .inside }
    let offset = batch.offset(of: event)
    return ranges.contains { $0.contains(offset) }
  }

  private mutating func append(
    _ event: Event, as kind: Event.Kind, of batch: borrowing EventBatch
  ) throws(DecantError) {
    var event = event
    event.kind = kind
    if kind == .trailingComment {
      let start = batch.offset(of: event)
      let spaces = start - EditedLines(bytes: text, comments: .none).blankStart(before: start)
      event.flags.formUnion(.spaces(spaces))
    }
    if state == .searching {
      try before.append(event, of: batch)
    } else {
      try result.append(event, of: batch)
    }
  }

  private mutating func search(
    _ event: Event, of batch: borrowing EventBatch
  ) throws(DecantError) {
    if event.isTrivia {
      if isWanted(event, of: batch) { try append(event, as: .comment, of: batch) }
      return
    }
    if event.kind == .tag || event.kind == .anchor { return try before.append(event, of: batch) }
    if event.isKey, event.depthChange == 0 { return }
    let isSimilar =
      event.kind == entry.kind && !event.isKey && batch.offset(of: event) == offset
    guard isSimilar, similarCount == 0 else {
      if isSimilar { similarCount -= 1 }
      // A root without brackets begins after the comments of its first child.
      if event.depthChange <= 0 { before.removeAll() }
      return
    }
    result = before
    try result.append(event, of: batch)
    depth = event.depthChange
    state = depth > 0 ? .inside : .after
  }
}

extension DocumentEditor {
  /// Returns a copy of a node with the comments that belong to it, if the format has comments.
  func copyWithComments(
    at pointer: DocumentPointer, in document: EditedDocument, _ number: Int
  ) throws(DecantError) -> Document {
    let copy = try document.copy(at: pointer)
    let place = try document.place(at: pointer)
    guard format.abilities.contains(.comments), let syntax = format.editing,
      options.makeStages(for: format).isEmpty
    else { return copy }
    let ranges: [Range<Int>]
    if let parent = place.parent, let child = place.ancestors.last?.child {
      ranges = try syntax.removal(of: child, in: parent, of: document).map(\.range)
    } else {
      ranges = [document.offset(at: 0)..<text.count]
    }
    guard ranges.contains(where: { text.mayContainComment(in: $0) }) else { return copy }
    var collector = CommentedNodeCollector(
      place.node, of: document, inDocument: number, commentsIn: ranges)
    try readEvents(of: text.makeSource(), withComments: true, until: { collector.isFinished }) {
      (batch) throws(DecantError) in try collector.add(batch)
    }
    guard let found = collector.found else { return copy }
    let nodes = try found.withoutTrivia.tape
    return nodes.hasSameEvents(0..<nodes.count, as: 0..<copy.tape.count, of: copy.tape)
      ? found : copy
  }
}

extension EditedBytes {
  /// Whether bytes in a range look like a comment of any format.
  fileprivate func mayContainComment(in range: Range<Int>) -> Bool {
    range.contains { place in
      switch self[place] {
      case UInt8(ascii: "#"): true
      case UInt8(ascii: "/"):
        place + 1 < count && [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(self[place + 1])
      case UInt8(ascii: "<"): place + 1 < count && self[place + 1] == UInt8(ascii: "!")
      default: false
      }
    }
  }
}
