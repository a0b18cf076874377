internal import DecantCore

/// A stage that rewrites the keys of mappings in one style; keys that become equal are an error.
final class KeyStyleStage: EventStage {
  private var rewriter: KeyRewriter
  private var keys = MappingKeys()
  private var path = PathTracker()

  init(_ style: KeyStyle) {
    rewriter = KeyRewriter(style)
  }

  var needs: StageNeeds { .expandedAliases }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    for index in 0..<input.count {
      let event = input[index]
      path.advance(to: event, of: input)
      switch event.kind {
      case .beginDocument: keys.removeOpenMappings()
      case .beginMapping: keys.beginMapping()
      case .endMapping: if keys.depth > 0 { keys.endMapping() }
      default: break
      }
      if event.isKey, event.kind == .string, !event.flags.contains(.isEscaped) {
        try rewrite(event, of: input, into: &output)
      } else {
        output.append(event, of: input)
      }
    }
    return .complete
  }

  private func rewrite(
    _ key: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    let (text, isUnchanged) = input.withText(of: key) { old in
      let new = rewriter.rewrite(old)
      return (new, new.withBytes { $0.isEqual(to: old) })
    }
    // The text stays plain, because rewriting never adds a byte that needs an escape.
    var flags = key.flags.intersection([.isKey, .needsNoJSONEscape, .isDuplicateKey])
    if text.allSatisfy({ $0 < 0x80 }) { flags.insert(.isASCII) }
    flags.formUnion(Event.Flags(gap: key.flags.gap))
    // A duplicate key that was let through may collide again.
    let isTaken = try text.withBytes { (text) throws(DecantError) in
      try keys.record(text, flags: [])
    }
    guard !isTaken || key.flags.contains(.isDuplicateKey) else {
      throw DecantError(
        .collidingKeys(String(decoding: text, as: UTF8.self)), offset: input.offset(of: key),
        path: path.path)
    }
    guard !isUnchanged else {
      output.append(key, of: input)
      return
    }
    text.withBytes {
      let style = key.style == .plain ? .any : key.style
      output.append(.string, text: $0, flags: flags, style: style, at: Int(key.position))
    }
  }
}
