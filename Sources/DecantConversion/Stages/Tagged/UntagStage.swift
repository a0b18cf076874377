internal import DecantCore

/// A stage that converts tagged forms to the values that they represent.
///
/// A mapping whose first key could start a tagged form is held back until its end.
final class UntagStage: EventStage {
  private let duplicateKeys: DuplicateKeys
  private let source: FormatSupport
  private var kept = Tape()
  private var isDecided = false
  private var walker: UntagWalker?
  private var next = 0
  /// Whether the next mapping has the keys of an object, so that it is not a tagged form.
  private var followsClassTag = false

  var needs: StageNeeds { .noComments }

  init(_ source: Format, _ duplicateKeys: DuplicateKeys) {
    self.source = FormatSupport(of: source, for: .tagged)
    self.duplicateKeys = duplicateKeys
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if kept.isEmpty, !followsClassTag, input.isPlain(for: source) { return .unchanged }
    next = 0
    return try processMore(input, into: &output)
  }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if !kept.isEmpty { output.rebase(to: min(kept.origin, input.origin)) }
    while true {
      if walker != nil {
        guard try walker?.walk(into: &output) == true else { return .more }
        clear()
      }
      guard next < input.count else { return .complete }
      let event = input[next]
      next += 1
      if !kept.isEmpty, !isDecided {
        isDecided = isPossibleForm(event, of: input)
        if !isDecided { try release(into: &output) }
      }
      let isObject = followsClassTag
      followsClassTag = source.hasClassTags && event.kind == .tag
      guard isDecided || event.kind == .beginMapping && !isObject else {
        output.append(event, of: input)
        try output.untagLastKey(from: source)
        continue
      }
      try kept.append(event, of: input)
      if kept.isBalanced { walker = UntagWalker(kept, source, duplicateKeys) }
    }
  }

  private func isPossibleForm(_ event: Event, of batch: borrowing EventBatch) -> Bool {
    guard let key = batch.possibleForm(event) else { return false }
    return TaggedForm(rawValue: key) != nil
  }

  private func release(into output: inout EventBatch) throws(DecantError) {
    try kept.replay(0..<kept.count, into: &output)
    clear()
  }

  private func clear() {
    walker = nil
    kept.removeAll()
    isDecided = false
  }

  func reset() {
    followsClassTag = false
    clear()
  }
}

/// An emitter of a mapping with its tagged forms converted; nesting does not recurse.
private struct UntagWalker {
  private enum Step {
    case node(Int, Event.Flags)
    case pairs(Int, end: Int)
    case elements(Int, end: Int)
    case entries(Int, end: Int)
    case end(Event.Kind, at: Int)
  }

  private let kept: Tape
  private let source: FormatSupport
  private let duplicateKeys: DuplicateKeys
  private var steps: [Step]
  private var duplicates = Set<Int>()

  init(_ kept: Tape, _ source: FormatSupport, _ duplicateKeys: DuplicateKeys) {
    self.kept = kept
    self.source = source
    self.duplicateKeys = duplicateKeys
    steps = [.node(0, kept[0].flags)]
  }

  mutating func walk(into output: inout EventBatch) throws(DecantError) -> Bool {
    while !output.isFull, let step = steps.popLast() {
      switch step {
      case .node(let index, let flags):
        try walk(node: index, flags, into: &output)
      case .pairs(let index, let end) where index < end:
        let value = kept.end(of: index)
        steps.append(.pairs(kept.end(of: value), end: end))
        steps.append(.node(value, []))
        steps.append(.node(index, .isKey))
      case .elements(let index, let end) where index < end:
        steps.append(.elements(kept.end(of: index), end: end))
        steps.append(.node(index, []))
      case .entries(let index, let end) where index < end:
        guard let value = pair(at: index) else { throw malformed(.map, at: index) }
        steps.append(.entries(kept.end(of: index), end: end))
        steps.append(.node(value, []))
        let isDuplicate = duplicates.contains(index + 1)
        steps.append(.node(index + 1, isDuplicate ? [.isKey, .isDuplicateKey] : .isKey))
      case .pairs, .elements, .entries:
        break
      case .end(let kind, let index):
        output.append(kind, at: position(of: index, in: output))
      }
    }
    return steps.isEmpty
  }

  private mutating func walk(
    node: Int, _ flags: Event.Flags, into output: inout EventBatch
  ) throws(DecantError) {
    let index = kept.content(of: node)
    try kept.replay(node..<index, into: &output)
    let event = kept[index]
    let isObject = source.hasClassTags && index > node && kept[index - 1].kind == .tag
    switch event.kind {
    case .beginMapping:
      if !isObject, let form = form(at: index) {
        try walk(form, at: index, flags, into: &output)
      } else {
        begin(.beginMapping, at: index, flags, into: &output)
        steps.append(.pairs(index + 1, end: kept.partner(of: index)))
      }
    case .beginSequence:
      begin(.beginSequence, at: index, flags, into: &output)
      steps.append(.elements(index + 1, end: kept.partner(of: index)))
    default:
      try kept.replay(index..<index + 1, into: &output)
      output.events[output.count - 1].flags.formUnion(
        flags.intersection([.isKey, .isDuplicateKey]))
      try output.untagLastKey(from: source)
    }
  }

  private mutating func begin(
    _ kind: Event.Kind, at index: Int, _ flags: Event.Flags, into output: inout EventBatch
  ) {
    output.append(
      kind, flags: flags.union(kept[index].flags.intersection(.hasNonStringKeys)),
      style: kept[index].style, at: position(of: index, in: output))
    let end: Event.Kind = kind == .beginMapping ? .endMapping : .endSequence
    steps.append(.end(end, at: kept.partner(of: index)))
  }

  private func form(at index: Int) -> TaggedForm? {
    let key = kept[index + 1]
    guard key.kind == .string, key.isKey,
      kept.end(of: index + 2) == kept.partner(of: index)
    else { return nil }
    return TaggedForm(rawValue: kept.string(at: index + 1))
  }

  private mutating func walk(
    _ form: TaggedForm, at index: Int, _ flags: Event.Flags, into output: inout EventBatch
  ) throws(DecantError) {
    let value = index + 2
    switch form {
    case .literal where kept[value].kind == .uid:
      // In formats that write UIDs as mappings, the literal `{"CF$UID": …}` was read as a UID.
      output.append(uid: kept.string(at: value), flags, at: position(of: value, in: output))
    case .literal:
      guard kept[value].kind == .beginMapping else { throw malformed(form, at: index) }
      begin(.beginMapping, at: value, flags, into: &output)
      steps.append(.pairs(value + 1, end: kept.partner(of: value)))
    case .map:
      guard kept[value].kind == .beginSequence else { throw malformed(form, at: index) }
      try findDuplicates(inMapAt: value)
      begin(.beginMapping, at: value, flags.union(.hasNonStringKeys), into: &output)
      steps.append(.entries(value + 1, end: kept.partner(of: value)))
    case .tag:
      guard kept[value].kind == .beginSequence, let tagged = pair(at: value),
        kept[value + 1].kind == .string, isTag(kept.string(at: value + 1))
      else { throw malformed(form, at: index) }
      let tag = kept.string(at: value + 1)
      let isOfScalar = !mayHaveTag(tagged)
      guard !isOfScalar || NumberedTags.areOfScalars(tag) && self.form(at: tagged) != .tag else {
        throw malformed(form, at: index)
      }
      output.append(
        .tag, text: tag, flags: isOfScalar ? .isOfScalar : [], at: position(of: index, in: output))
      steps.append(.node(tagged, flags))
    case .null, .date, .localDateTime, .localDate, .localTime, .data, .uid, .real, .number, .text:
      guard
        let scalar = TaggedScalar(form, kept[value].kind, kept.decimalText(at: value)[...])
      else { throw malformed(form, at: index) }
      scalar.text.withBytes {
        output.append(
          scalar.kind, text: $0, flags: flags.union(scalar.flags),
          at: position(of: index, in: output))
      }
    }
  }

  /// Whether the YAML reader emits the tag: not empty, and not of a type that events represent.
  private func isTag(_ text: String) -> Bool {
    guard text.hasPrefix(ofBytes: "!"), text.utf8.count > 1 else { return false }
    guard LocalTime.Kind(tag: text) == nil else { return false }
    return CoreTag(text: text) == nil
  }

  /// Whether the node may have a tag: tagged scalars are strings in YAML, and a node has one tag.
  private func mayHaveTag(_ node: Int) -> Bool {
    switch kept[node].kind {
    case .beginSequence, .string: true
    case .beginMapping: [nil, .literal, .map, .text].contains(form(at: node))
    default: false
    }
  }

  /// Finds the repeated scalar keys of a `$map`, as readers do in ordinary mappings.
  private mutating func findDuplicates(inMapAt map: Int) throws(DecantError) {
    let longestScalar = 4
    let seen = KeySet()
    var entry = map + 1
    while entry < kept.partner(of: map) {
      defer { entry = kept.end(of: entry) }
      let key = entry + 1
      guard let value = pair(at: entry), value - key <= longestScalar,
        try seen.insert(identity: kept.valueIdentity(ofNodeAt: key)).isKnown
      else { continue }
      guard duplicateKeys != .error else {
        let text = kept.string(at: value - key == longestScalar ? key + 2 : key)
        throw DecantError(
          .duplicateKey(text), offset: kept.origin + Int(kept[key].position))
      }
      duplicates.insert(key)
    }
  }

  private func pair(at index: Int) -> Int? {
    guard kept[index].kind == .beginSequence else { return nil }
    let end = kept.partner(of: index)
    guard index + 1 < end else { return nil }
    let second = kept.end(of: index + 1)
    return second < end && kept.end(of: second) == end ? second : nil
  }

  private func position(of index: Int, in output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: kept.origin + Int(kept[index].position) - output.origin))
  }

  private func malformed(_ form: TaggedForm, at index: Int) -> DecantError {
    DecantError(
      .malformedTaggedForm(form.rawValue), offset: kept.origin + Int(kept[index].position))
  }
}

extension EventBatch {
  /// Whether no key could be that of a tagged form, or one that is spelled.
  fileprivate func isPlain(for source: FormatSupport) -> Bool {
    guard !isEmpty, self[count - 1].kind != .beginMapping,
      !source.hasClassTags || !contents.has(.tag)
    else { return false }
    return withSpans { events, window, scratch in
      for index in events.indices where events[index].isKey && events[index].length > 0 {
        let bytes = events[index].flags.contains(.inScratch) ? scratch : window
        guard !bytes.mayBeForm(events[index].textRange) else { return false }
      }
      return true
    }
  }

  /// Replaces the last key by the one that it spells, if it has the prefix of `TaggedText`.
  fileprivate mutating func untagLastKey(from source: FormatSupport) throws(DecantError) {
    guard !events.isEmpty else { return }
    let event = events[events.count - 1]
    guard TaggedText.isSpelledKey(event, in: self) else { return }
    guard let key = withText(of: event, { TaggedText.key($0, from: source) }) else {
      throw DecantError(
        .malformedTaggedForm(TaggedForm.text.rawValue), offset: offset(of: event))
    }
    events.removeLast()
    let flags = event.flags.intersection([.isKey, .isDuplicateKey]).union(key.flags)
    key.text.withBytes {
      let style = event.style == .plain ? .any : event.style
      append(.string, text: $0, flags: flags, style: style, at: Int(event.position))
    }
  }
}
