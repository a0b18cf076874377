/// A checker for the grammar that `Event` describes; a violation is a defect of a reader or stage, not of the input.
package struct EventGrammarChecker: ~Copyable {
  package enum TextCheck: Sendable {
    case bounds
    case content
  }

  enum State: UInt8, BitwiseCopyable {
    case sequence, key, value
  }

  private enum Outside {
    case betweenDocuments, beforeRoot, afterRoot
  }

  private let textCheck: TextCheck
  private var outside = Outside.betweenDocuments
  private var states = Buffer<State>(capacity: 64)
  private var hasAnchor = false
  private var hasTag = false

  package init(_ textCheck: TextCheck = .bounds) {
    self.textCheck = textCheck
  }

  package mutating func check(_ batch: borrowing EventBatch) throws(DecantError) {
    for index in 0..<batch.count {
      let event = batch[index]
      try step(event)
      try checkText(of: event, in: batch)
    }
  }

  package func finish() throws(DecantError) {
    guard outside == .betweenDocuments else { throw broken("the stream ends inside a document") }
  }

  private func broken(_ reason: String) -> DecantError {
    DecantError(.malformedEvents(reason))
  }

  // MARK: Order

  private mutating func step(_ event: Event) throws(DecantError) {
    switch event.kind {
    case .beginDocument:
      guard outside == .betweenDocuments else { throw broken("a document inside a document") }
      outside = .beforeRoot
    case .endDocument:
      guard outside == .afterRoot, states.isEmpty else {
        throw broken("a document that ends before its root does")
      }
      outside = .betweenDocuments
    case .anchor:
      guard !hasAnchor, !hasTag else { throw broken("an anchor after an anchor or tag") }
      try expectNode(event)
      hasAnchor = true
    case .tag:
      guard !hasTag else { throw broken("a tag after a tag") }
      try expectNode(event)
      hasTag = true
    case .comment, .notation, .blankLine, .trailingComment:
      try expectTrivia(event)
    case .beginSequence, .beginMapping:
      try beginNode(event)
      states.append(event.kind == .beginSequence ? .sequence : .key)
    case .endSequence, .endMapping:
      try end(event)
    case .alias:
      guard !hasAnchor, !hasTag else { throw broken("an alias with an anchor or tag") }
      try beginNode(event)
      endNode()
    default:
      try beginNode(event)
      endNode()
    }
    if event.isAnnotation, event.isKey { throw broken("a key flag on an \(event.kind)") }
  }

  private func expectNode(_ event: Event) throws(DecantError) {
    if states.isEmpty, outside != .beforeRoot {
      throw broken("\(event.kind) where no node may be")
    }
  }

  private func expectTrivia(_ event: Event) throws(DecantError) {
    guard outside != .betweenDocuments else { throw broken("\(event.kind) outside of a document") }
    guard !hasAnchor, !hasTag else { throw broken("\(event.kind) after an anchor or tag") }
  }

  private mutating func beginNode(_ event: Event) throws(DecantError) {
    try expectNode(event)
    let isKey = !states.isEmpty && states[states.count - 1] == .key
    guard isKey == event.isKey else {
      throw broken(
        isKey
          ? "\(event.kind) as a key without the key flag" : "\(event.kind) with a wrong key flag")
    }
    hasAnchor = false
    hasTag = false
    if states.isEmpty { outside = .afterRoot }
  }

  private mutating func end(_ event: Event) throws(DecantError) {
    guard !hasAnchor, !hasTag else { throw broken("an anchor or tag without a node") }
    guard !states.isEmpty else { throw broken("\(event.kind) without a beginning") }
    switch (event.kind, states.removeLast()) {
    case (.endSequence, .sequence), (.endMapping, .key): endNode()
    case (.endMapping, .value): throw broken("a key without a value")
    default: throw broken("\(event.kind) ends another kind of collection")
    }
  }

  private mutating func endNode() {
    guard !states.isEmpty else { return }
    let top = states.count - 1
    switch states[top] {
    case .sequence: break
    case .key: states[top] = .value
    case .value: states[top] = .key
    }
  }

  // MARK: Text

  private func checkText(of event: Event, in batch: borrowing EventBatch) throws(DecantError) {
    let known =
      event.flags.contains(.inScratch) ? batch.scratchCount : batch.windowCount
    guard event.length == 0 || event.textRange.upperBound <= known else {
      throw broken("the text of \(event.kind) is outside its bytes")
    }
    guard textCheck == .content else { return }
    let isText = event.kind != .data
    let isASCII = event.flags.contains(.isASCII)
    let isPlain = event.flags.contains(.needsNoJSONEscape)
    let fault: String? = batch.withText(of: event) { text in
      let bytes = (0..<text.byteCount).map { text.byte(at: $0) }
      if isText, String(validating: bytes, as: UTF8.self) == nil { return "is not UTF-8" }
      if isASCII, bytes.contains(where: { $0 >= 0x80 }) { return "is not ASCII" }
      if isPlain, bytes.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
        return "is not plain"
      }
      return nil
    }
    if let fault { throw broken("the text of \(event.kind) \(fault)") }
  }
}

extension EventBatch {
  fileprivate var scratchCount: Int { scratch.count }
  fileprivate var windowCount: Int { window.count }
}
