/// An emitter of a value's events in batches, without recursion.
package struct ValueEvents {
  private struct Frame {
    let collection: Value
    var next = 0
    var expectsValue = false
  }

  private enum State {
    case beginning, inside, ended
  }

  private let root: Value
  private var state = State.beginning
  private var frames: [Frame] = []

  package init(_ root: Value) {
    self.root = root
  }

  package mutating func fill(_ batch: inout EventBatch) throws(DecantError) -> Bool {
    guard state != .ended else { return false }
    if state == .beginning {
      batch.append(.beginDocument)
      try emit(root, [], &batch)
      state = .inside
    }
    while let frame = frames.last {
      if batch.isFull { return true }
      switch frame.collection {
      case .sequence(let elements):
        try emitNext(of: elements, frame, &batch)
      case .mapping(let mapping):
        try emitNext(of: mapping, frame, &batch)
      default:
        frames.removeLast()
      }
    }
    batch.append(.endDocument)
    state = .ended
    return true
  }

  /// Emits elements up to a collection, whose own elements precede the rest.
  private mutating func emitNext(
    of elements: [Value], _ frame: Frame, _ batch: inout EventBatch
  ) throws(DecantError) {
    let top = frames.count - 1
    var next = frame.next
    while frames.count == top + 1 {
      guard next < elements.count else {
        batch.append(.endSequence)
        frames.removeLast()
        return
      }
      guard !batch.isFull else { break }
      try emit(elements[next], [], &batch)
      next += 1
    }
    frames[top].next = next
  }

  private mutating func emitNext(
    of mapping: Mapping, _ frame: Frame, _ batch: inout EventBatch
  ) throws(DecantError) {
    let top = frames.count - 1
    var (next, expectsValue) = (frame.next, frame.expectsValue)
    while frames.count == top + 1 {
      guard expectsValue || next < mapping.count else {
        batch.append(.endMapping)
        frames.removeLast()
        return
      }
      guard !batch.isFull else { break }
      if expectsValue {
        try emit(mapping.value(at: next), [], &batch)
        next += 1
      } else {
        try emit(mapping.key(at: next), .isKey, &batch)
      }
      expectsValue.toggle()
    }
    frames[top].next = next
    frames[top].expectsValue = expectsValue
  }

  private mutating func emit(
    _ value: Value, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    switch value {
    case .null: batch.append(.null, flags: flags)
    case .bool(let value): batch.append(value ? .true : .false, flags: flags)
    case .number(let number):
      batch.append(
        number.isInteger ? .integer : .real, text: number.lexeme,
        flags: flags.union(
          number.isFinite ? [.isASCII, .needsNoJSONEscape] : [.isASCII, .isNonFinite]))
    case .string(let text):
      try Self.check(text.utf8.count)
      batch.append(.string, text: text, flags: flags)
    case .date(let date):
      batch.append(.date, text: date.text, flags: flags.union([.isASCII, .needsNoJSONEscape]))
    case .localTime(let time):
      batch.append(.localTime, text: time.text, flags: flags.union([.isASCII, .needsNoJSONEscape]))
    case .data(let bytes):
      try Self.check(bytes.count)
      bytes.withBytes { batch.append(.data, text: $0, flags: flags) }
    case .uid(let number):
      batch.append(.uid, text: String(number), flags: flags.union([.isASCII, .needsNoJSONEscape]))
    case .sequence:
      batch.append(.beginSequence, flags: flags)
      frames.append(Frame(collection: value))
    case .mapping(let mapping):
      let isPlain = mapping.keys.allSatisfy { $0.string != nil }
      batch.append(.beginMapping, flags: isPlain ? flags : flags.union(.hasNonStringKeys))
      frames.append(Frame(collection: value))
    }
  }

  private static func check(_ length: Int) throws(DecantError) {
    guard length <= EventBatch.longestText else { throw DecantError(.tooLong) }
  }
}
