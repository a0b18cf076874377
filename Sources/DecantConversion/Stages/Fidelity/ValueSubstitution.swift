package import DecantCore

/// What is written for a value that the target cannot represent, if the user accepts the loss: a string for a boolean, a null for
/// infinity, the nearest number for one that is too large.
extension EventBatch {
  mutating func append(
    replacementFor event: Event, unsupported kind: DecantError.ValueClass,
    of input: borrowing EventBatch,
    for target: FormatSupport
  ) {
    let flags = event.flags.intersection([.isKey, .isDuplicateKey])
    let position = event.position(in: input, for: self)
    switch kind {
    case .tag:
      break
    case .null where target.abilities.contains(.rows):
      append(.string, flags: flags.union(.plainASCII), at: position)
    case .null, .preciseNumber:
      // `DroppedNullStage` drops nulls, and writers round to doubles themselves.
      append(event, of: input)
    case .nonFiniteNumber:
      append(.null, flags: flags, at: position)
    case .largeNumber:
      let (text, oddity) = target.nearest(to: input.string(of: event), event.kind)
      append(.real, text: text, flags: flags.union(oddity), at: position)
    case .boolean where !target.abilities.contains(.rows):
      let word = event.kind == .true ? "YES" : "NO"
      append(.string, text: word, flags: flags.union(.plainASCII), at: position)
    case .uid:
      let number: Event.Kind = target.abilities.contains(.numbers) ? .integer : .string
      append(uid: input.string(of: event), as: number, flags, at: position)
    case .exactDate:
      append(.date, text: target.rounded(input.string(of: event)), flags: flags, at: position)
    case .forbiddenCharacter:
      let text = input.withText(of: event) { XMLText.replacingForbidden(in: $0) }
      text.withBytes { append(.string, text: $0, flags: flags, at: position) }
    case _ where event.kind == .data:
      let text = input.withText(of: event) { Base64.encode($0) }
      text.withBytes {
        append(.string, text: $0, flags: flags.union(.plainASCII), at: position)
      }
    default:
      if let word = event.kind.word {
        append(.string, text: word, flags: flags.union(.plainASCII), at: position)
        return
      }
      // Dates and numbers, which are frequent, become strings without copying their text.
      var string = event
      string.kind = .string
      string.style = .any
      string.flags = flags.union(
        event.flags.intersection([.inScratch, .isASCII, .needsNoJSONEscape]))
      append(string, of: input)
    }
  }

  /// Appends the mapping with which Apple's formats write a keyed-archive reference.
  package mutating func append(
    uid number: String, as kind: Event.Kind = .integer, _ flags: Event.Flags, at position: Int
  ) {
    append(.beginMapping, flags: flags, at: position)
    append(.string, text: "CF$UID", flags: .plainASCII.union(.isKey), at: position)
    append(kind, text: number, flags: .plainASCII, at: position)
    append(.endMapping, at: position)
  }
}
