/// Stands before a writer and lets nothing through that its format cannot say.
///
/// A value that the format has no way to say is degraded, refused, or lost and counted, as `Fidelity` wants
/// it. Tagged forms are the work of `TaggingStage`.
final class FidelityStage: EventStage {
  private let target: String
  private let abilities: Format.Abilities
  private let fidelity: Fidelity
  /// The kinds of events that the target lacks, a bit each.
  private let suspectKinds: UInt32
  /// Whether a document that is a scalar is written bare, and not in the target's form.
  private let passesRoots: Bool
  private var path = PathTracker()

  /// The keys of the mappings that have keys of other kinds: two may become equal as text.
  private var keys = MappingKeys()
  /// Of each open collection, whether it is such a mapping.
  private var hasOtherKeys: [Bool] = []

  init(for plan: Plan) {
    target = plan.target.name
    abilities = plan.target.abilities
    fidelity = plan.reading.fidelity
    // Where all documents become one sequence no scalar is a root.
    passesRoots = plan.scalars == .raw && plan.gathering != .slurp
    let kinds: [Event.Kind] = [.null, .true, .false, .date, .data, .uid, .anchor, .tag, .alias]
    suspectKinds = kinds.reduce(0) { [abilities] suspects, kind in
      Event(kind).lack(in: abilities) == nil ? suspects : suspects | 1 << UInt32(kind.rawValue)
    }
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    guard !hasOtherKeys.contains(true), !isSuspect(input) else {
      return try processCarefully(input, into: &output)
    }
    path.advance(over: input)
    output.append(allOf: input)
    for index in 0..<input.count {
      let change = input[index].depthChange
      if change > 0 { hasOtherKeys.append(false) }
      if change < 0 { _ = hasOtherKeys.popLast() }
    }
  }

  /// Whether a batch may hold something that the target lacks; most do not, and are passed on whole.
  private func isSuspect(_ input: borrowing EventBatch) -> Bool {
    input.withSpans { events, _, _ in
      for index in events.indices {
        let event = events[index]
        let isOddKey = event.isKey && event.kind != .string
        if isOddKey || !event.flags.isDisjoint(with: Self.suspectFlags)
          || suspectKinds & 1 << event.kind.rawValue != 0
        {
          return true
        }
      }
      return false
    }
  }

  private static let suspectFlags: Event.Flags = [
    .isNonFinite, .isEscaped, .hasOtherKeys, .isDuplicateKey,
  ]

  private func processCarefully(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    for index in 0..<input.count {
      let event = input[index]
      path.advance(to: event, of: input)
      if let kind = event.lack(in: abilities), !(passesRoots && path.depth == 0) {
        try replace(event, of: input, kind, into: &output)
      } else {
        output.append(event, of: input)
      }
      try followKeys(event, of: input, output)
    }
  }

  func startOver() {
    path.reset()
    keys.abandon()
    hasOtherKeys.removeAll()
  }

  /// Refuses two keys of one mapping that are different values but the same text.
  private func followKeys(
    _ event: Event, of input: borrowing EventBatch, _ output: borrowing EventBatch
  ) throws(DecantError) {
    if abilities.contains(.anyKeys) {
      if event.depthChange > 0 { hasOtherKeys.append(false) }
      if event.depthChange < 0 { _ = hasOtherKeys.popLast() }
      return
    }
    // A reader that streams knows of keys of other kinds only when they come.
    if event.isKey, event.flags.contains(.hasOtherKeys), event.depthChange == 0 {
      throw failure(.collidingKeys(output.string(of: output[output.count - 1])), event, input)
    }
    if event.isKey, hasOtherKeys.last == true {
      let key = output[output.count - 1]
      let isTaken = try output.withText(of: key) { (text) throws(DecantError) in
        try keys.take(text, flags: key.flags)
      }
      guard !isTaken else {
        throw failure(.collidingKeys(output.string(of: key)), event, input)
      }
    }
    if event.depthChange > 0 {
      let isTracked = event.flags.contains(.hasOtherKeys)
      hasOtherKeys.append(isTracked)
      if isTracked { keys.beginMapping() }
    } else if event.depthChange < 0, hasOtherKeys.popLast() == true {
      keys.endMapping()
    }
  }

  /// Says something else in the place of an event that the target has no way to say.
  private func replace(
    _ event: Event, of input: borrowing EventBatch, _ kind: DecantError.ValueClass,
    into output: inout EventBatch
  ) throws(DecantError) {
    let flags = event.flags.intersection([.isKey, .isDuplicateKey])
    let position = event.position(in: input, for: output)
    switch kind {
    case .date, .uid, .data, .scalarKey, .tag, .boolean:
      if case .strict = fidelity { throw failure(.degraded(kind, target: target), event, input) }
    default:
      guard case .lossy(let losses) = fidelity, kind == .nonFiniteNumber else {
        throw failure(.notRepresentable(kind, target: target), event, input)
      }
      losses.count(kind)
    }
    switch kind {
    case .tag:
      break
    case .nonFiniteNumber:
      output.append(.null, flags: flags, at: position)
    case .uid:
      output.append(uid: event, of: input, flags, at: position)
    case _ where event.kind == .data:
      let text = input.withText(of: event) { Base64.encode($0) }
      text.withBytes {
        output.append(.string, text: $0, flags: flags.union(.plainASCII), at: position)
      }
    default:
      let text = event.word ?? input.string(of: event)
      output.append(.string, text: text, flags: flags, at: position)
    }
  }

  private func failure(
    _ problem: DecantError.Problem, _ event: Event, _ input: borrowing EventBatch
  ) -> DecantError {
    DecantError(problem, offset: input.offset(of: event), path: path.path)
  }
}

extension Event.Flags {
  static let plainASCII: Event.Flags = [.isASCII, .isPlainText]
}

extension Event {
  /// What a format with such `abilities` cannot say of this event; nil if it can say it.
  func lack(in abilities: Format.Abilities) -> DecantError.ValueClass? {
    if flags.contains(.isDuplicateKey), !abilities.contains(.duplicateKeys) {
      return .duplicateKeys
    }
    guard let (ability, kind) = need, !abilities.contains(ability) else { return nil }
    return kind
  }

  /// What a format must be able to say for this event, and what it is called where it cannot.
  private var need: (Format.Abilities, DecantError.ValueClass)? {
    switch kind {
    case .beginMapping, .beginSequence: isKey ? (.anyKeys, .collectionKey) : nil
    case .string: flags.contains(.isEscaped) ? (.loneSurrogates, .loneSurrogate) : nil
    case .anchor, .alias: (.anchors, .anchor)
    case .tag: (.tags, .tag)
    case .null where !isKey: (.null, .null)
    case .real where flags.contains(.isNonFinite) && !isKey: (.nonFiniteNumbers, .nonFiniteNumber)
    case .date where !isKey: (.dates, .date)
    case .data where !isKey: (.data, .data)
    case .uid where !isKey: (.uids, .uid)
    case .true where !isKey, .false where !isKey: (.booleans, .boolean)
    case .null, .true, .false, .integer, .real, .date, .data, .uid:
      isKey ? (.anyKeys, .scalarKey) : nil
    case .beginDocument, .endDocument, .endSequence, .endMapping: nil
    }
  }

  /// What a kind without text is called, as a string.
  var word: String? {
    switch kind {
    case .null: "null"
    case .true: "true"
    case .false: "false"
    default: nil
    }
  }

  /// Where in the window of `output` the event stands.
  func position(in input: borrowing EventBatch, for output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: input.offset(of: self) - output.origin))
  }
}

extension EventBatch {
  /// Appends what Apple's formats write for a reference inside a keyed archive.
  mutating func append(
    uid event: Event, of other: borrowing EventBatch, _ flags: Event.Flags, at position: Int
  ) {
    let number = other.string(of: event)
    append(.beginMapping, flags: flags, at: position)
    append(.string, text: "CF$UID", flags: .plainASCII.union(.isKey), at: position)
    append(.integer, text: number, flags: .plainASCII, at: position)
    append(.endMapping, at: position)
  }
}
