internal import DecantCore

/// The tokens of a scanner, one by one.
extension YAMLComposer {
  /// Takes all tokens; `count` bytes are in the window.
  mutating func take(
    _ output: inout YAMLTokens, _ bytes: RawSpan, count: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    defer { output.removeAll() }
    var rewritten = 0
    // The next token that may have comments before it.
    var commented = options.comments ? 0 : Int.max
    var index = 0
    while true {
      let next = takeFast(
        &output.tokens, from: index, to: min(commented, output.tokens.count), bytes, &batch)
      // With its notation, no rewritten scalar is usual.
      if options.comments, !keepsNotation {
        for index in index..<next where output.tokens[index].isRewritten { rewritten &+= 1 }
      }
      index = next
      guard index < output.tokens.count else { return }
      let token = output.tokens[index]
      if index >= commented {
        placeComments(before: token, output.lexeme(of: token, rewritten), bytes, &batch)
      }
      let isTagged = tag != nil
      let isUsual = !keepsNotation || token.hasUsualNotation(in: innermost, bytes)
      try take(token, bytes, &batch)
      if keepsNotation, !keys.isInKey, !(isUsual && isStringOrNumber(batch)) {
        noteNotation(
          of: token, isTagged: isTagged, output.lexeme(of: token, rewritten), bytes, &batch)
      }
      if options.marksExtents {
        extents.mark(token, output.lexeme(of: token, rewritten), bytes, &batch)
      }
      if index >= commented {
        noteTrivia(after: token, output.lexeme(of: token, rewritten), bytes, &batch)
        if token.isToken {
          commented = nextCommented(output.tokens, from: index + 1, bytes, count: count, batch)
        }
      }
      if token.isRewritten { rewritten &+= 1 }
      index &+= 1
    }
  }

  /// Whether the last event is one, other than a number in words.
  private mutating func isStringOrNumber(_ batch: borrowing EventBatch) -> Bool {
    guard batch.count > 0 else { return false }
    let event = batch[batch.count - 1]
    return event.kind == .string || event.kind == .integer
  }

  @inline(__always)
  private mutating func take(
    _ token: YAMLToken, _ bytes: RawSpan, _ batch: inout EventBatch
  ) throws(DecantError) {
    let position = Int(token.position)
    switch token.kind {
    case .scalar:
      try takeScalar(token, bytes, &batch)
    case .beginMapping:
      try beginCollection(.beginMapping, token, &batch)
      if keys.isInKey { noteBraces(before: token, bytes, batch) }
    case .beginSequence:
      try beginCollection(.beginSequence, token, &batch)
    case .endMapping:
      keys.texts.endMapping()
      try endCollection(.endMapping, at: position, &batch)
    case .endSequence:
      try endCollection(.endSequence, at: position, &batch)
    case .anchor:
      anchor = token.bytes(in: bytes, batch.scratch)
    case .tag:
      try takeTag(written: token.bytes(in: bytes, batch.scratch), at: position, batch)
    case .tagHandle:
      tagHandles.define(written: token.bytes(in: bytes, batch.scratch))
    case .alias:
      try takeAlias(token.bytes(in: bytes, batch.scratch), at: position, &batch)
    case .beginDocument:
      clearNode()
      let version = String(decoding: token.bytes(in: bytes, batch.scratch), as: UTF8.self)
      beginDocument(version: version.isEmpty ? nil : version)
      batch.append(.beginDocument, at: position)
    case .endDocument:
      endTemplates()
      batch.append(.endDocument, at: position)
    case .loneSurrogate:
      let unit = UInt16(truncatingIfNeeded: token.text.lowerBound)
      guard options.invalidText.isReplaced else {
        throw failure(.loneSurrogate(unit), at: batch.origin + position)
      }
      options.invalidText.report(.loneSurrogate, at: path)
    case .shallowLine:
      try takeShallowLine(hasTab: bytes.byte(at: position) == 0x09, at: batch.origin + position)
    }
  }

  @inline(never)
  private mutating func takeTag(
    written text: [UInt8], at position: Int, _ batch: borrowing EventBatch
  ) throws(DecantError) {
    guard let tag = tagHandles.tag(written: text) else {
      throw failure(.yaml(.undefinedTagHandle), at: batch.origin + position)
    }
    // Of text that is held, as a batch can hold it, 16 bytes count as many nodes as a value.
    let limit = options.maximumAliasNodes / ReaderNeeds.boundedCopies.weightOfCopies
    guard tagHandles.expanded / 16 <= limit else {
      throw failure(
        .yaml(.longTags(limit: options.maximumAliasNodes)), at: batch.origin + position)
    }
    guard String(validating: tag, as: UTF8.self) != nil else {
      throw failure(.yaml(.malformedTag), at: batch.origin + position)
    }
    self.tag = tag
  }

  @inline(__always)
  mutating func clearNode() {
    anchor = nil
    tag = nil
  }
}
