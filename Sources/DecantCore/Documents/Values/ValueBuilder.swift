/// A builder of values from tape entries, without recursion; drops tags, rejects lone surrogates, and aliases but of instances.
package struct ValueBuilder {
  private struct Frame {
    let isMapping: Bool
    var elements: [Value] = []
    var mapping = Mapping()
    var key: Value?
    /// The instances that the collection is, outermost first; the content of all but the last is the next one.
    var instances: [ArchivedInstance] = []
  }

  private var frames: [Frame] = []
  private(set) var instances: [KeyText: ArchivedInstance] = [:]
  /// The instances in the order in which they are met, and how many of the first ones are complete.
  private var met: [ArchivedInstance] = []
  private var completeCount = 0
  /// The instances that the next node is.
  private var next: [ArchivedInstance] = []
  package private(set) var root: Value?

  package init() {}

  package mutating func add(_ event: Tape.Entry, text: RawSpan) throws(DecantError) {
    switch event.kind {
    case .anchor where event.flags.contains(.isInstance):
      next.append(instance(named: text))
      next.last?.classTag = nil
    case .tag where event.flags.contains(.isInstance):
      // Of the instance whose anchor precedes it, or else of an object without identity.
      if next.last.map({ $0.classTag == nil }) != true { next.append(ArchivedInstance(name: "")) }
      next.last?.classTag = String(utf8: text)
    case .beginDocument, .endDocument, .anchor, .tag: break
    case .beginSequence: begin(isMapping: false)
    case .beginMapping: begin(isMapping: true)
    case .endSequence, .endMapping: try end(event)
    case .alias where event.flags.contains(.isInstance):
      try placeScalar(.mapping(Mapping(referringTo: instance(named: text))))
    default:
      try placeScalar(Self.scalar(event, text: text))
    }
  }

  private mutating func end(_ event: Tape.Entry) throws(DecantError) {
    guard let frame = frames.popLast(), frame.key == nil,
      frame.isMapping == (event.kind == .endMapping)
    else { throw DecantError(.malformedEvents("unexpected \(event.kind)")) }
    try complete(frame, frame.isMapping ? .mapping(frame.mapping) : .sequence(frame.elements))
  }

  // MARK: Instances

  private mutating func begin(isMapping: Bool) {
    frames.append(Frame(isMapping: isMapping, instances: next))
    next = []
  }

  private mutating func placeScalar(_ value: Value) throws(DecantError) {
    guard !next.isEmpty else { return try store(value) }
    begin(isMapping: false)
    try complete(frames.removeLast(), value)
  }

  private mutating func instance(named text: RawSpan) -> ArchivedInstance {
    let name = KeyText(String(utf8: text))
    if let known = instances[name] { return known }
    let new = ArchivedInstance(name: name)
    instances[name] = new
    met.append(new)
    return new
  }

  /// Returns the name of an instance whose content has not been added; those before it have all been.
  mutating func nextMissing() -> KeyText? {
    while completeCount < met.count, met[completeCount].isComplete { completeCount += 1 }
    return completeCount < met.count ? met[completeCount].name : nil
  }

  private mutating func complete(_ frame: Frame, _ value: Value) throws(DecantError) {
    var value = value
    for (index, object) in frame.instances.enumerated().reversed() {
      let content =
        frame.isMapping && index == frame.instances.count - 1 ? value.mapping : nil
      object.isComplete = true
      object.isWrapped = content == nil
      object.content = content ?? [SharedKey.value: value]
      value = .mapping(Mapping(referringTo: object, isDefinition: true))
    }
    try store(value)
  }

  private mutating func store(_ value: Value) throws(DecantError) {
    guard !frames.isEmpty else {
      root = value
      return
    }
    let top = frames.count - 1
    if !frames[top].isMapping {
      frames[top].elements.append(value)
    } else if let key = frames[top].key {
      frames[top].mapping.add(value, forKey: key)
      frames[top].key = nil
    } else {
      guard frames[top].mapping.index(forKey: value) == nil else {
        throw DecantError(.duplicateKey(value.string ?? value.description))
      }
      frames[top].key = value
    }
  }

  private static func scalar(_ event: Tape.Entry, text bytes: RawSpan) throws(DecantError) -> Value
  {
    switch event.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .data: return .data((0..<bytes.byteCount).map { bytes.byte(at: $0) })
    default: break
    }
    let text = String(utf8: bytes)
    let value: Value?
    switch event.kind {
    case .string:
      guard !event.flags.contains(.isEscaped) else {
        throw DecantError(.notRepresentable(.loneSurrogate, target: "value"))
      }
      value = .string(text)
    case .integer, .real: value = Number(text).map { .number($0) }
    case .date: value = Timestamp(text).map { .date($0) }
    case .localTime: value = LocalTime(text).map { .localTime($0) }
    case .uid: value = UInt64(text).map { .uid($0) }
    default: throw DecantError(.notRepresentable(.anchor, target: "value"))
    }
    guard let value else {
      throw DecantError(.malformedEvents("\(event.kind) that is not one: \(text)"))
    }
    return value
  }
}
