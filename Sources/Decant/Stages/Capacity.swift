/// The values that a target supports, by the abilities and limits of its format.
///
/// Nearly all events are supported: `mayLack` is a fast test with false positives, and `lack` decides exactly.
struct Capacity {
  /// How like itself a value must come back.
  enum Precision {
    /// It must have the same value.
    case value
    /// It must have the same spelling.
    case spelling
  }

  let target: String
  let abilities: Format.Abilities
  private let limits: Format.Limits
  private let precision: Precision

  /// The kinds of events that the target lacks whatever they say, a bit each.
  private let lackingKinds: UInt32
  /// Those that it lacks if they say certain things.
  private let doubtfulKinds: UInt32
  /// Integers of more characters may be too large.
  private let longestInteger: Int

  init(of target: Format, for fidelity: Fidelity) {
    self.target = target.name
    limits = target.limits
    switch fidelity {
    case .standard, .lossy, .strict: (precision, abilities) = (.value, target.abilities)
    case .tagged:
      (precision, abilities) = (.spelling, target.abilities.union(target.typedAbilities))
    }
    longestInteger =
      switch limits.integers {
      case .any: .max
      case .bits64: 18
      case .bits128: 38
      }
    let doubts: [(Event.Kind, Bool)] = [
      (.string, limits.text != .any), (.integer, limits.integers != .any || precision == .spelling),
      (.real, limits.reals != .any), (.date, limits.dates != .any),
    ]
    doubtfulKinds = doubts.reduce(0) { $1.1 ? $0 | $1.0.bit : $0 }
    let kinds: [Event.Kind] = [
      .null, .true, .false, .integer, .real, .date, .data, .uid, .anchor, .tag, .alias,
    ]
    lackingKinds = kinds.reduce(0) { [abilities] lacking, kind in
      Event(kind).lack(in: abilities) == nil ? lacking : lacking | kind.bit
    }
  }

  /// Whether the target may be unable to hold an event whose text is in `bytes`.
  @inline(__always)
  func mayLack(_ event: Event, in bytes: RawSpan) -> Bool {
    if !event.flags.isDisjoint(with: Self.oddFlags) || lackingKinds & 1 << event.kind.rawValue != 0
    {
      return true
    }
    switch event.kind {
    case .string:
      return limits.text == .xml && !event.flags.isSuperset(of: .plainASCII)
        && XMLText.firstForbidden(in: bytes, event.textRange) != nil
    case .integer:
      return event.isKey || event.length > longestInteger
        || (precision == .spelling && event.length == 2)
    case .real:
      return event.isKey
        || (limits.reals == .double
          && (precision == .spelling || event.length > Self.longestExactReal
            || YAMLNumber.hasExponent(bytes, event.textRange)))
    case .date:
      return event.isKey || limits.dates != .any
    case .beginMapping, .beginSequence, .null, .true, .false, .data, .uid:
      return event.isKey
    default:
      return false
    }
  }

  /// Whether the target may be unable to hold one of the events, or their texts must be looked at.
  func mayLack(anyOf contents: BatchContents) -> Bool {
    contents.kinds & (lackingKinds | doubtfulKinds) != 0
      || contents.kindsOfKeys & ~Event.Kind.string.bit != 0
      || !contents.flags.isDisjoint(with: Self.oddFlags)
  }

  private static let oddFlags: Event.Flags = [
    .isNonFinite, .isEscaped, .isDuplicateKey, .hasOtherKeys,
  ]

  /// A point and fifteen digits, which every double holds, if there is no exponent.
  private static let longestExactReal = 16
}

// MARK: - Exactly

extension Capacity {
  /// What the target cannot hold of an event of `batch`; nil if it can hold it.
  func lack(of event: Event, in batch: borrowing EventBatch) -> DecantError.ValueClass? {
    if let kind = event.lack(in: abilities) { return kind }
    guard event.depthChange == 0, event.length > 0, doubtfulKinds & event.kind.bit != 0 else {
      return nil
    }
    return batch.withText(of: event) { text in
      if event.kind == .string { return holds(text: text) ? nil : .forbiddenCharacter }
      if event.kind == .real, precision == .value, !event.flags.contains(.isNonFinite),
        let isExact = DoubleReading.isExact(text)
      {
        return isExact ? nil : .preciseNumber
      }
      return lack(of: event, String(utf8: text))
    }
  }

  /// Whether the target holds a number in `bytes` without rounding it; nil where that is not quickly
  /// told, or where the event is not such a number.
  func holdsExactly(_ event: Event, in bytes: RawSpan) -> Bool? {
    guard event.kind == .real, precision == .value, limits.reals == .double, !event.isKey,
      event.flags.isDisjoint(with: Self.oddFlags), lackingKinds & event.kind.bit == 0
    else { return nil }
    return DoubleReading.isExact(bytes.extracting(event.textRange))
  }

  /// Whether the target can hold every character of a text.
  func holds(text: RawSpan) -> Bool {
    limits.text == .any || XMLText.firstForbidden(in: text) == nil
  }

  private func lack(of event: Event, _ text: String) -> DecantError.ValueClass? {
    switch event.kind {
    case .integer: lack(ofInteger: text)
    case .real where !event.flags.contains(.isNonFinite): lack(ofReal: text)
    case .date: lack(ofDate: text)
    default: nil
    }
  }

  private func lack(ofInteger text: String) -> DecantError.ValueClass? {
    let fits =
      switch limits.integers {
      case .any: true
      case .bits64: Int64(text) != nil || UInt64(text) != nil
      case .bits128: Int128(text) != nil
      }
    guard fits else { return .largeNumber }
    // An integer of so many bits has one zero.
    return limits.integers != .any && precision == .spelling && text == "-0" ? .preciseNumber : nil
  }

  private func lack(ofReal text: String) -> DecantError.ValueClass? {
    guard limits.reals == .double else { return nil }
    guard let number = Number(text) else { return nil }
    guard let double = number.double, double != 0 || number == Number(0) else {
      return .largeNumber
    }
    let isHeld =
      switch precision {
      case .value: Number(double) == number
      case .spelling: double.description == text
      }
    return isHeld ? nil : .preciseNumber
  }

  private func lack(ofDate text: String) -> DecantError.ValueClass? {
    guard limits.dates != .any, let date = Timestamp(text) else { return nil }
    let held = rounded(text)
    let isHeld = precision == .spelling ? held == text : Timestamp(held) == date
    return isHeld ? nil : .exactDate
  }
}

// MARK: - What comes nearest

extension Capacity {
  /// The real that comes nearest to a number that is too large, or too near to zero.
  func nearest(to lexeme: String, _ kind: Event.Kind) -> (text: String, oddity: Event.Flags) {
    switch limits.reals {
    case .any:
      return (kind == .integer ? lexeme + ".0" : lexeme, .plainASCII)
    case .double:
      guard let double = Double(lexeme), double.isFinite else {
        return (lexeme.hasPrefix("-") ? "-inf" : "inf", .isNonFinite)
      }
      return (double.description, .plainASCII)
    }
  }

  /// The date that comes nearest to one that is too exact.
  func rounded(_ date: String) -> String {
    switch limits.dates {
    case .any: date
    case .wholeSeconds:
      Timestamp(date).map { Timestamp(secondsSinceEpoch: $0.secondsSinceEpoch).text } ?? date
    case .double:
      ReferenceDate.secondsSince2001(date).flatMap { ReferenceDate.text(secondsSince2001: $0) }
        ?? date
    }
  }
}

extension Event {
  /// What a format with such `abilities` cannot represent of this event; nil if it can.
  func lack(in abilities: Format.Abilities) -> DecantError.ValueClass? {
    if flags.contains(.isDuplicateKey), !abilities.contains(.duplicateKeys) {
      return .duplicateKeys
    }
    guard let (ability, kind) = need, !abilities.contains(ability) else { return nil }
    // In a format without numbers, NaN and the infinities are text like the others.
    return kind == .nonFiniteNumber && !abilities.contains(.numbers) ? .number : kind
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
    case .integer where !isKey, .real where !isKey: (.numbers, .number)
    case .date where !isKey: (.dates, .date)
    case .data where !isKey: (.data, .data)
    case .uid where !isKey: (.uids, .uid)
    case .true where !isKey, .false where !isKey: (.booleans, .boolean)
    case .null, .true, .false, .integer, .real, .date, .data, .uid:
      isKey ? (.anyKeys, .scalarKey) : nil
    case .beginDocument, .endDocument, .endSequence, .endMapping: nil
    }
  }
}
