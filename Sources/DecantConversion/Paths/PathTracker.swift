public import DecantCore

/// A tracker of the path from the root of the document to the current event.
///
///     frames │ mapping, key at 0 │ sequence, element 3 │ mapping, key at 8 │
///     text   │ statuses │ user │
@usableFromInline package struct PathTracker: ~Copyable {
  @usableFromInline struct Frame: BitwiseCopyable {
    var isMapping: Bool
    @usableFromInline var expectsKey: Bool
    var elements = 0
    var keyStart = -1
    var textStart: Int
  }

  @usableFromInline var frames = Buffer<Frame>(capacity: 64)
  private var text = Buffer<UInt8>(capacity: 256)

  package init() {}

  package mutating func reset() {
    frames.removeAll()
    text.removeAll()
  }

  @inlinable package var depth: Int { frames.count }

  package mutating func advance(overAllOf batch: borrowing EventBatch) {
    batch.withOpenEvents { advance(over: batch, $0) }
  }

  package mutating func advance(over batch: borrowing EventBatch, _ range: Range<Int>) {
    var open = BatchTail()
    batch.withSpans { events, _, _ in _ = open.find(in: events, range) }
    advance(over: batch, open)
  }

  private mutating func advance(over batch: borrowing EventBatch, _ open: borrowing BatchTail) {
    batch.withSpans { events, window, scratch in
      if open.isFresh {
        reset()
      } else {
        for _ in 0..<open.ended { endCollection() }
      }
      var index = 0
      while index < open.count {
        let node = open[index]
        let event = events[node.index]
        // A key whose value is a scalar leaves the path with the next node, so most are not copied.
        if event.isKey, event.kind.isScalar, index &+ 2 < open.count,
          events[open[index &+ 1].index].kind.isScalar
        {
          index &+= 2
          continue
        }
        index &+= 1
        advance(to: event, isComplete: node.isComplete) { text in
          let bytes = event.flags.contains(.inScratch) ? scratch : window
          text.append(contentsOf: bytes.extracting(event.textRange))
        }
      }
    }
  }

  package mutating func advance(to event: Event, of batch: borrowing EventBatch) {
    advance(to: event, isComplete: false) { text in
      batch.withText(of: event) { text.append(contentsOf: $0) }
    }
  }

  @inline(__always)
  private mutating func advance(
    to event: Event, isComplete: Bool, keep: (inout Buffer<UInt8>) -> Void
  ) {
    switch event.kind {
    case .beginDocument:
      reset()
    case .endDocument, .anchor, .tag, .comment, .notation, .blankLine, .trailingComment:
      break
    case .beginSequence, .beginMapping:
      beginNode(event, keep: keep)
      guard !isComplete else { break }
      let isMapping = event.kind == .beginMapping
      frames.append(Frame(isMapping: isMapping, expectsKey: isMapping, textStart: text.count))
    case .endSequence, .endMapping:
      endCollection()
    default:
      beginNode(event, keep: keep)
    }
  }

  private mutating func endCollection() {
    guard !frames.isEmpty else { return }
    let frame = frames.removeLast()
    text.truncate(to: frame.textStart)
  }

  @inline(__always)
  private mutating func beginNode(
    _ event: Event, keep: (inout Buffer<UInt8>) -> Void
  ) {
    guard !frames.isEmpty else { return }
    let top = frames.count - 1
    guard frames[top].isMapping else {
      frames[top].elements += 1
      return
    }
    if frames[top].expectsKey {
      text.truncate(to: frames[top].textStart)
      if event.depthChange == 0 {
        frames[top].keyStart = text.count
        if let word = event.kind.word {
          word.withBytes { text.append(contentsOf: $0) }
        } else {
          keep(&text)
        }
      } else {
        frames[top].keyStart = -1
      }
    }
    frames[top].expectsKey.toggle()
  }

  /// Whether the next node is a key.
  @inlinable package var expectsKey: Bool {
    frames.count > 0 && frames[frames.count - 1].expectsKey
  }

  /// The path to the latest event; a key counts as its value.
  package var path: DocumentPath {
    var steps: [DocumentPath.Step] = []
    for index in 0..<frames.count {
      let frame = frames[index]
      if !frame.isMapping {
        if frame.elements > 0 { steps.append(.index(frame.elements - 1)) }
      } else if frame.keyStart >= 0 {
        let end = index + 1 < frames.count ? frames[index + 1].textStart : text.count
        steps.append(
          .key(text.withBytes { String(utf8: $0.extracting(frame.keyStart..<end)) }))
      }
    }
    return DocumentPath(steps)
  }

  /// The path to the node after the latest event; if that is a key, the path to its mapping.
  package var pathOfNextNode: DocumentPath {
    var path = path
    guard !frames.isEmpty else { return path }
    let frame = frames[frames.count - 1]
    if !frame.isMapping {
      if frame.elements > 0 { path.steps.removeLast() }
      path.steps.append(.index(frame.elements))
    } else if frame.expectsKey, frame.keyStart >= 0 {
      path.steps.removeLast()
    }
    return path
  }
}

extension Event.Kind {
  fileprivate var isScalar: Bool { Self.null.rawValue...Self.uid.rawValue ~= rawValue }
}
