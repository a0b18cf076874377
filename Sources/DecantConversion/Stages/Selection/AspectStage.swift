internal import DecantCore

/// What is shown of a value.
package enum NodeAspect: Sendable {
  case value, keys, length, type
}

/// A stage that replaces each document by an aspect of its value: by one document, or for keys by one for each.
///
/// Only counts are kept, so any collection passes in constant memory. Documents without a value stay.
final class AspectStage: EventStage {
  private let aspect: NodeAspect
  private var begin = Event(.beginDocument)
  private var hasValue = false
  private var depth = 0
  private var isMapping = false
  private var count = 0
  /// Whether the events are those of a key that is passed on.
  private var isInKey = false

  init(_ aspect: NodeAspect) {
    self.aspect = aspect
  }

  func reset() {
    hasValue = false
    depth = 0
    count = 0
    isInKey = false
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    for index in 0..<input.count {
      let event = input[index]
      switch event.kind {
      case .beginDocument:
        reset()
        begin = event
      case .endDocument:
        if !hasValue {
          output.append(begin, of: input)
          output.append(event, of: input)
        }
      default:
        try follow(event, of: input, into: &output)
      }
    }
    return .complete
  }

  private func follow(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if isInKey {
      output.append(event, of: input)
    } else if event.isAnnotation || event.isTrivia {
      return
    } else if depth == 0 {
      hasValue = true
      try begin(event, of: input, into: &output)
    } else if depth == 1, event.depthChange >= 0, event.isKey || !isMapping {
      if aspect == .keys { show(child: event, of: input, into: &output) }
      count += 1
    }
    depth += event.depthChange
    if isInKey, depth == 1, !event.isAnnotation {
      isInKey = false
      output.append(.endDocument, at: Int(event.position))
    }
    if depth == 0, event.depthChange < 0, aspect == .length {
      emit(.integer, String(count), at: event, into: &output)
    }
  }

  private func begin(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    isMapping = event.kind == .beginMapping
    switch (aspect, event.kind) {
    case (.type, _):
      emit(.string, event.kind.typeName, at: event, into: &output)
    case (.keys, .beginMapping), (.keys, .beginSequence), (.length, .beginMapping),
      (.length, .beginSequence), (.value, _):
      break
    case (.length, .data):
      emit(.integer, String(event.length), at: event, into: &output)
    case (.length, .string):
      let length = input.withText(of: event) { text in
        // Each scalar has one byte that does not continue another.
        (0..<text.byteCount).reduce(0) { $0 + (text.byte(at: $1) & 0xC0 == 0x80 ? 0 : 1) }
      }
      emit(.integer, String(length), at: event, into: &output)
    case (.keys, let kind):
      throw lacking("keys", kind, at: input.offset(of: event))
    case (.length, let kind):
      throw lacking("length", kind, at: input.offset(of: event))
    }
  }

  private func show(
    child: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) {
    guard isMapping else { return emit(.integer, String(count), at: child, into: &output) }
    output.append(.beginDocument, at: Int(child.position))
    var key = child
    key.flags.remove(.isKey)
    output.append(key, of: input)
    isInKey = true
  }

  private func emit(
    _ kind: Event.Kind, _ text: String, at event: Event, into output: inout EventBatch
  ) {
    let position = Int(event.position)
    output.append(.beginDocument, at: position)
    output.append(kind, text: text, flags: .plainASCII, at: position)
    output.append(.endDocument, at: position)
  }

  private func lacking(_ what: String, _ kind: Event.Kind, at offset: Int) -> DecantError {
    let article = kind == .integer ? "an" : "a"
    return DecantError(
      .other("\(article) \(kind.typeName) has no \(what)", hint: nil), offset: offset)
  }
}

extension Event.Kind {
  /// The name of the type of a node, as users see it.
  fileprivate var typeName: String {
    switch self {
    case .true, .false: "boolean"
    case .beginSequence: "sequence"
    case .beginMapping: "mapping"
    case .integer: "integer"
    case .real: "real"
    case .string: "string"
    case .date: "date"
    case .localTime: "localTime"
    case .data: "data"
    case .uid: "uid"
    default: "null"
    }
  }
}

extension Document {
  /// Whether the document has no value: the mark after the values of a document of the input.
  package var isEmpty: Bool { tape.isEmpty }

  /// Returns an aspect of the document as documents, of which keys have one each.
  package func shown(as aspect: NodeAspect) throws(DecantError) -> [Document] {
    guard aspect != .value else { return [self] }
    let stage = StageChain([AspectStage(aspect)], .stop)
    let collector = DocumentCollector()
    try root.forEachBatch { (batch) throws(DecantError) in
      try stage.pass(&batch) { (batch) throws(DecantError) in try collector.add(batch) }
    }
    var documents: [Document] = []
    while let document = collector.take() { documents.append(document) }
    return documents
  }
}
