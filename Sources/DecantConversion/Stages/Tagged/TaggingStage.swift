internal import DecantCore

/// A stage that converts values that a format does not support to tagged forms.
///
/// A mapping that could be mistaken for a tagged form is held back up to its second key or its end.
final class TaggingStage: EventStage {
  private enum Frame {
    case plain
    case literal
    /// A mapping inside `$map`: `[[key, value], …]`.
    case pairs(expectsKey: Bool)
    case tagged
  }

  private let target: FormatSupport
  private var path = PathTracker()
  private var frames: [Frame] = []
  private var kept = Tape()
  /// Whether the first key of the mapping in `kept` could be that of a tagged form.
  private var isDecided = false
  /// Whether the next mapping has the keys of an object, so that it does not look like a tagged form.
  private var followsClassTag = false
  private var released = EventBatch()

  init(for target: Format) {
    self.target = FormatSupport(of: target, for: .tagged)
  }

  var needs: StageNeeds { .noComments }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if !kept.isEmpty { output.rebase(to: min(kept.origin, input.origin)) }
    for index in 0..<input.count {
      let event = input[index]
      // The next event shows that most mappings do not look like a tagged form.
      if event.kind == .beginMapping, kept.isEmpty,
        followsClassTag
          || index + 1 < input.count && input.possibleForm(input[index + 1]) == nil
      {
        try write(event, of: input, isLiteral: false, into: &output)
      } else {
        try take(event, of: input, into: &output)
      }
      followsClassTag = target.hasClassTags && event.kind == .tag
    }
    return .complete
  }

  func reset() {
    path.reset()
    frames.removeAll()
    followsClassTag = false
    clear()
  }

  private func clear() {
    kept.removeAll()
    isDecided = false
  }

  private func take(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if !kept.isEmpty, !isDecided {
      isDecided = try decide(event, of: input, into: &output)
    }
    // A mapping with two keys does not look like a tagged form.
    if isDecided, event.isKey, kept.isInOutermost, kept.count > 2 { try release(into: &output) }
    if isDecided || event.kind == .beginMapping {
      try kept.append(event, of: input)
      if kept.isBalanced { try release(into: &output) }
    } else {
      try write(event, of: input, isLiteral: false, into: &output)
    }
  }

  private func decide(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> Bool {
    if let key = input.possibleForm(event), TaggedForm.mustBeWrapped(onlyKey: key) { return true }
    try release(into: &output)
    return false
  }

  private func release(into output: inout EventBatch) throws(DecantError) {
    released.removeAll()
    released.refer(to: output)
    try kept.replay(0..<kept.count, into: &released)
    for index in 0..<released.count {
      try write(released[index], of: released, isLiteral: isLiteral(at: index), into: &output)
    }
    released.removeAll()
    clear()
  }

  private func isLiteral(at index: Int) -> Bool {
    if target.hasClassTags, index > 0, kept[index - 1].kind == .tag { return false }
    guard isDecided, kept[index].kind == .beginMapping, kept[index + 1].kind == .string,
      kept[index + 1].isKey
    else { return false }
    return kept.end(of: index + 2) == kept.partner(of: index)
      && TaggedForm.mustBeWrapped(onlyKey: kept.string(at: index + 1))
  }

  // MARK: Writing

  private func write(
    _ event: Event, of input: borrowing EventBatch, isLiteral: Bool, into output: inout EventBatch
  ) throws(DecantError) {
    var event = event
    path.advance(to: event, of: input)
    switch event.kind {
    case .beginDocument, .endDocument:
      output.append(event, of: input)
    case .anchor:
      guard event.isOfInstance || target.abilities.contains(.anchors) else {
        throw refusal(.anchor, event, input)
      }
      output.append(event, of: input)
    case .tag where target.unsupportedKind(of: event, in: input) == nil:
      output.append(event, of: input)
    case .tag:
      let position = event.position(in: input, for: output)
      if path.expectsKey { event.flags.insert(.isKey) }
      beginNode(&event, at: position, into: &output)
      begin(.tag, event.flags, at: position, into: &output)
      output.append(.beginSequence, at: position)
      event.kind = .string
      event.flags.subtract([.isKey, .isOfScalar])
      output.append(event, of: input)
      frames.append(.tagged)
    case .beginSequence, .beginMapping:
      try beginCollection(event, of: input, isLiteral: isLiteral, into: &output)
    case .endSequence, .endMapping:
      endCollection(event, of: input, into: &output)
    default:
      let position = event.position(in: input, for: output)
      beginNode(&event, at: position, into: &output)
      try writeScalar(event, of: input, at: position, into: &output)
      endNode(at: position, into: &output)
    }
  }

  private func beginCollection(
    _ event: Event, of input: borrowing EventBatch, isLiteral: Bool, into output: inout EventBatch
  ) throws(DecantError) {
    var event = event
    let position = event.position(in: input, for: output)
    beginNode(&event, at: position, into: &output)
    if event.isKey, !target.abilities.contains(.nonStringKeys) {
      throw refusal(.collectionKey, event, input)
    }
    if isLiteral {
      begin(.literal, event.flags, at: position, into: &output)
      output.append(.beginMapping, at: position)
      frames.append(.literal)
    } else if event.flags.contains(.hasNonStringKeys), !target.abilities.contains(.nonStringKeys) {
      begin(.map, event.flags.subtracting(.hasNonStringKeys), at: position, into: &output)
      output.append(.beginSequence, at: position)
      frames.append(.pairs(expectsKey: true))
    } else {
      output.append(event, of: input)
      frames.append(.plain)
    }
  }

  private func endCollection(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) {
    let position = event.position(in: input, for: output)
    switch frames.popLast() {
    case .literal:
      output.append(.endMapping, at: position)
      output.append(.endMapping, at: position)
    case .pairs:
      output.append(.endSequence, at: position)
      output.append(.endMapping, at: position)
    case .plain, .tagged, nil:
      output.append(event, of: input)
    }
    endNode(at: position, into: &output)
  }

  /// Begins a `[key, value]` pair before a key of a `$map`, which is an element there.
  private func beginNode(
    _ event: inout Event, at position: Int, into output: inout EventBatch
  ) {
    switch frames.last {
    case .pairs(let expectsKey):
      if expectsKey { output.append(.beginSequence, at: position) }
      event.flags.subtract([.isKey, .isDuplicateKey])
    case .tagged:
      event.flags.remove(.isKey)
    case .plain, .literal, nil:
      break
    }
  }

  private func endNode(at position: Int, into output: inout EventBatch) {
    while case .tagged? = frames.last {
      frames.removeLast()
      output.append(.endSequence, at: position)
      output.append(.endMapping, at: position)
    }
    guard case .pairs(let expectsKey)? = frames.last else { return }
    if !expectsKey { output.append(.endSequence, at: position) }
    frames[frames.count - 1] = .pairs(expectsKey: !expectsKey)
  }

  private func writeScalar(
    _ event: Event, of input: borrowing EventBatch, at position: Int,
    into output: inout EventBatch
  ) throws(DecantError) {
    let unsupportedKind = target.unsupportedKind(of: event, in: input)
    guard !TaggedText.isSpelledKey(event, in: input) else {
      return write(key: event, of: input, at: position, into: &output)
    }
    guard let kind = unsupportedKind else {
      output.append(event, of: input)
      return
    }
    if event.isKey, event.kind == .string, kind != .duplicateKeys {
      return write(key: event, of: input, at: position, into: &output)
    }
    // Other keys have no tagged form; a mapping that contains them is written as a `$map`.
    guard !event.isKey, let form = form(of: event, kind, input) else {
      throw refusal(kind, event, input)
    }
    if form == .uid {
      output.append(uid: input.string(of: event), event.flags, at: position)
      return
    }
    begin(form, event.flags, at: position, into: &output)
    switch form {
    case .null:
      output.append(.true, at: position)
    case .data:
      let text = input.withText(of: event) { Base64.encode($0) }
      text.withBytes { output.append(.string, text: $0, flags: .plainASCII, at: position) }
    case .text:
      // No flags: the backslashes of the spelling must be escaped in turn.
      let text = TaggedText.text(of: event, in: input)
      text.withBytes { output.append(.string, text: $0, at: position) }
    default:
      output.append(.string, text: input.string(of: event), flags: .plainASCII, at: position)
    }
    output.append(.endMapping, at: position)
  }

  private func form(
    of event: Event, _ kind: DecantError.ValueClass, _ input: borrowing EventBatch
  ) -> TaggedForm? {
    if event.kind == .uid, kind != .uid { return nil }
    guard kind == .localTime else { return TaggedForm(of: kind) }
    return TaggedForm(LocalTime.Kind(of: input.string(of: event).utf8))
  }

  private func write(
    key event: Event, of input: borrowing EventBatch, at position: Int,
    into output: inout EventBatch
  ) {
    let key = TaggedText.keyPrefix + TaggedText.text(of: event, in: input)
    key.withBytes {
      output.append(
        .string, text: $0, flags: event.flags.intersection([.isKey, .isDuplicateKey]), at: position)
    }
  }

  private func begin(
    _ form: TaggedForm, _ flags: Event.Flags, at position: Int, into output: inout EventBatch
  ) {
    output.append(.beginMapping, flags: flags.intersection(.isKey), at: position)
    output.append(
      .string, text: form.rawValue, flags: .plainASCII.union(.isKey), at: position)
  }

  private func refusal(
    _ kind: DecantError.ValueClass, _ event: Event, _ input: borrowing EventBatch
  ) -> DecantError {
    DecantError(
      .notRepresentable(kind, target: target.target), offset: input.offset(of: event),
      path: path.path)
  }
}

extension TaggedForm {
  fileprivate init?(of kind: DecantError.ValueClass) {
    switch kind {
    case .null: self = .null
    case .nonFiniteNumber: self = .real
    case .number, .largeNumber, .preciseNumber: self = .number
    case .date, .farDate, .exactDate: self = .date
    case .data: self = .data
    case .uid: self = .uid
    case .loneSurrogate, .forbiddenCharacter: self = .text
    case .boolean, .dateOffset, .localTime, .scalarKey, .collectionKey, .duplicateKeys, .tag,
      .anchor, .olderValue, .comment:
      return nil
    }
  }
}
