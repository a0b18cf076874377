/// The steps of a scanner, one by one.
extension YAMLComposer {
  /// Takes all steps; `count` bytes are in the window.
  mutating func take(
    _ output: inout YAMLSteps, _ bytes: RawSpan, count: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    defer { output.removeAll() }
    var rewritten = 0
    // The next step that may have comments before it.
    var commented = options.comments ? 0 : Int.max
    var index = 0
    while true {
      let next = takeCommon(
        &output.steps, from: index, to: min(commented, output.steps.count), bytes, &batch)
      // With its notation, no rewritten scalar is usual.
      if options.comments, !keepsNotation {
        for index in index..<next where output.steps[index].isRewritten { rewritten &+= 1 }
      }
      index = next
      guard index < output.steps.count else { return }
      let step = output.steps[index]
      if index >= commented {
        placeComments(before: step, output.place(of: step, rewritten), bytes, &batch)
      }
      let isTagged = node.hasTag
      let isUsual = !keepsNotation || step.hasUsualNotation(in: innermost, bytes)
      try take(step, bytes, &batch)
      if keepsNotation, openKeys.isEmpty, !(isUsual && isStringOrNumber(batch)) {
        noteNotation(
          of: step, isTagged: isTagged, output.place(of: step, rewritten), bytes, &batch)
      }
      if index >= commented {
        noteLayout(after: step, output.place(of: step, rewritten), bytes, &batch)
        if step.isToken {
          commented = nextCommented(output.steps, from: index + 1, bytes, count: count, batch)
        }
      }
      if step.isRewritten { rewritten &+= 1 }
      index &+= 1
    }
  }

  /// Whether the last event is one, other than a number in words.
  private func isStringOrNumber(_ batch: borrowing EventBatch) -> Bool {
    guard batch.count > 0 else { return false }
    let event = batch[batch.count - 1]
    return event.kind == .string || event.kind == .integer
  }

  @inline(__always)
  private mutating func take(
    _ step: YAMLStep, _ bytes: RawSpan, _ batch: inout EventBatch
  ) throws(DecantError) {
    let position = Int(step.position)
    switch step.kind {
    case .scalar:
      let flags = beginNode()
      node.style = step.style
      if node.hasAnchor || node.hasTag || step.isInScratch || !openKeys.isEmpty {
        try takeUnusual(step, flags, bytes, &batch)
      } else {
        let text = step.text
        try takeBareScalar(
          bytes.extracting(text), flags, place: .window(text.lowerBound), at: position, &batch)
      }
    case .beginMapping:
      try beginCollection(
        .beginMapping, style: step.style, column: step.column, at: position, &batch)
      clearNode()
    case .beginSequence:
      try beginCollection(
        .beginSequence, style: step.style, column: step.column, at: position, &batch)
      clearNode()
    case .endMapping:
      keys.endMapping()
      try endCollection(.endMapping, at: position, &batch)
    case .endSequence:
      try endCollection(.endSequence, at: position, &batch)
    case .anchor:
      node.hasAnchor = true
      node.anchor = text(of: step, bytes, batch)
    case .tag:
      try takeTag(written: text(of: step, bytes, batch), at: position, batch)
    case .tagHandle:
      tagHandles.define(written: text(of: step, bytes, batch))
    case .alias:
      node.anchor = text(of: step, bytes, batch)
      try takeAlias(at: position, &batch)
    case .beginDocument:
      clearNode()
      let version = String(decoding: text(of: step, bytes, batch), as: UTF8.self)
      beginDocument(version: version.isEmpty ? nil : version)
      batch.append(.beginDocument, at: position)
    case .endDocument:
      batch.append(.endDocument, at: position)
    case .loneSurrogate:
      let unit = UInt16(truncatingIfNeeded: step.text.lowerBound)
      guard options.invalidText.isReplaced else {
        throw failure(.loneSurrogate(unit), at: batch.origin + position)
      }
      options.invalidText.report(.loneSurrogate, at: path)
    case .shallowLine:
      try takeShallowLine(hasTab: bytes.byte(at: position) == 0x09, at: batch.origin + position)
    }
  }

  private func text(
    of step: YAMLStep, _ bytes: RawSpan, _ batch: borrowing EventBatch
  ) -> [UInt8] {
    guard step.isInScratch else { return [UInt8](bytes.extracting(step.text)) }
    return batch.scratch.withBytes { [UInt8]($0.extracting(step.text)) }
  }

  @inline(never)
  private mutating func takeTag(
    written text: [UInt8], at position: Int, _ batch: borrowing EventBatch
  ) throws(DecantError) {
    guard let tag = tagHandles.tag(written: text) else {
      throw failure(.yaml(.undefinedTagHandle), at: batch.origin + position)
    }
    guard String(decoding: tag, as: UTF8.self).utf8.elementsEqual(tag) else {
      throw failure(.yaml(.malformedTag), at: batch.origin + position)
    }
    node.take(tag)
  }

  @inline(__always)
  private mutating func clearNode() {
    node.hasAnchor = false
    node.hasTag = false
  }

  /// Appends a scalar with an anchor or a tag, inside a key, or with its text in the scratch bytes.
  @inline(never)
  private mutating func takeUnusual(
    _ step: YAMLStep, _ flags: Event.Flags, _ bytes: RawSpan, _ batch: inout EventBatch
  ) throws(DecantError) {
    defer { clearNode() }
    let position = Int(step.position)
    let scratch = batch.scratch
    let isSpecial = node.hasAnchor || node.hasTag || !openKeys.isEmpty
    if step.isInScratch, step.style != .plain, !isSpecial {
      return try scratch.withBytes { (bytes) throws(DecantError) in
        try takeString(
          bytes.extracting(step.text), flags, style: step.style,
          place: .scratch(step.text.lowerBound), at: position, &batch)
      }
    }
    // Copied, because appending to the scratch bytes may move them.
    let text =
      step.isInScratch
      ? scratch.withBytes { [UInt8]($0.extracting(step.text)) }
      : [UInt8](bytes.extracting(step.text))
    try text.withBytes { (text) throws(DecantError) in
      if isSpecial {
        try takeSpecialText(text, flags, at: position, &batch)
      } else {
        try takeBareScalar(text, flags, at: position, &batch)
      }
    }
  }
}
