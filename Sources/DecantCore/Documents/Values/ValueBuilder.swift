/// A builder of values from tape entries, without recursion; drops tags, rejects aliases and lone surrogates.
package struct ValueBuilder {
  private struct Frame {
    let isMapping: Bool
    var elements: [Value] = []
    var mapping = Mapping()
    var key: Value?
  }

  private var frames: [Frame] = []
  package private(set) var root: Value?

  package init() {}

  package mutating func add(_ event: Tape.Entry, text: RawSpan) throws(DecantError) {
    switch event.kind {
    case .beginDocument, .endDocument, .anchor, .tag: break
    case .beginSequence: frames.append(Frame(isMapping: false))
    case .beginMapping: frames.append(Frame(isMapping: true))
    case .endSequence, .endMapping: try end(event)
    default: try place(Self.scalar(event, text: text))
    }
  }

  private mutating func end(_ event: Tape.Entry) throws(DecantError) {
    guard let frame = frames.popLast(), frame.key == nil,
      frame.isMapping == (event.kind == .endMapping)
    else { throw DecantError(.malformedEvents("unexpected \(event.kind)")) }
    try place(frame.isMapping ? .mapping(frame.mapping) : .sequence(frame.elements))
  }

  private mutating func place(_ value: Value) throws(DecantError) {
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
