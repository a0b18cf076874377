internal import DecantCore

/// The values that a target supports, by the abilities and limits of its format.
///
/// `supportsAnyText` is a fast test with false negatives, `mightNotSupport` one with false positives; `unsupportedKind`
/// decides exactly.
struct FormatSupport {
  enum Precision {
    case value
    case notation
  }

  let target: String
  let abilities: Format.Abilities
  private let limits: Format.Limits
  private let classTags: @Sendable (String) -> Bool
  private let precision: Precision

  /// One bit per kind: never supported, or only with some texts.
  private let unsupportedKinds: UInt32
  private let doubtfulKinds: UInt32
  private let certainKinds: UInt32
  private let longestInteger: Int
  /// The most characters of an integer that is certainly supported.
  private let longestCertainInteger: Int
  private let hasRealLimit: Bool
  /// Whether `double` decides for reals; `mightNotSupport` does not.
  let roundsReals: Bool

  init(of target: Format, for fidelity: Fidelity) {
    self.target = target.name
    limits = target.limits
    classTags = target.classTags
    switch fidelity {
    case .standard, .lossy, .strict: (precision, abilities) = (.value, target.abilities)
    case .tagged:
      (precision, abilities) = (.notation, target.abilities.union(target.taggedAbilities))
    }
    longestInteger =
      switch limits.integers {
      case .any, .exact: .max
      case .signed64, .bits64: 18
      case .bits128: 38
      }
    let hasIntegerLimit = limits.integers != .any && limits.integers != .exact
    hasRealLimit = limits.reals == .double || limits.reals == .exact && precision == .notation
    roundsReals =
      limits.reals == .double && precision == .value && abilities.contains(.numbers)
    let doubts: [(Event.Kind, Bool)] = [
      (.string, limits.text != .any), (.integer, hasIntegerLimit || precision == .notation),
      (.real, hasRealLimit), (.date, limits.dates != .any), (.tag, limits.tags != .any),
    ]
    doubtfulKinds = doubts.reduce(0) { $1.1 ? $0 | $1.0.bit : $0 }
    let kinds: [Event.Kind] = [
      .null, .true, .false, .integer, .real, .date, .localTime, .data, .uid, .anchor, .tag, .alias,
    ]
    unsupportedKinds = kinds.reduce(0) { [abilities] unsupported, kind in
      Event(kind).unsupportedKind(in: abilities) == nil ? unsupported : unsupported | kind.bit
    }
    certainKinds = ~(unsupportedKinds | doubtfulKinds | Event.Kind.string.bit)
    longestCertainInteger =
      unsupportedKinds & Event.Kind.integer.bit != 0
      ? 0 : precision == .notation ? 1 : longestInteger
  }

  /// Whether the target supports an event, as most are, without a look at its text.
  @inline(__always)
  func supportsAnyText(of event: Event) -> Bool {
    if event.kind == .string {
      return event.flags.isSuperset(of: .plainASCII) && event.flags.isDisjoint(with: Self.oddFlags)
    }
    return event.flags.isDisjoint(with: Self.oddFlags.union(.isKey))
      && (certainKinds & event.kind.bit != 0
        || event.kind == .integer && event.length <= longestCertainInteger)
  }

  @inline(__always)
  func mightNotSupport(_ event: Event, in bytes: RawSpan) -> Bool {
    if !event.flags.isDisjoint(with: Self.oddFlags)
      || unsupportedKinds & 1 << event.kind.rawValue != 0
    {
      return true
    }
    switch event.kind {
    case .string:
      return limits.text == .xml && !event.flags.isSuperset(of: .plainASCII)
        && XMLText.firstForbidden(in: bytes, event.textRange) != nil
    case .integer:
      return event.isKey || event.length > longestInteger
        || (precision == .notation && event.length == 2)
    case .real:
      return event.isKey || hasRealLimit
    case .date:
      return event.isKey || limits.dates != .any
    case .tag:
      return limits.tags != .any
    case .beginMapping, .beginSequence, .null, .true, .false, .localTime, .data, .uid:
      return event.isKey
    default:
      return false
    }
  }

  func mightNotSupport(anyOf contents: BatchContents) -> Bool {
    contents.kinds & (unsupportedKinds | doubtfulKinds) != 0
      || contents.kindsOfKeys & ~Event.Kind.string.bit != 0
      || !contents.flags.isDisjoint(with: Self.oddFlags)
  }

  private static let oddFlags: Event.Flags = [
    .isNonFinite, .isEscaped, .isDuplicateKey, .hasNonStringKeys, .isAmbiguousKey,
    .hadOffset,
  ]

  /// A point and fifteen digits, which are exact in every double without an exponent.
  private static let longestExactReal = 16
}

// MARK: - Exactly

extension FormatSupport {
  func unsupportedKind(of event: Event, in batch: borrowing EventBatch) -> DecantError.ValueClass? {
    // `InstanceStage` writes them.
    if event.isOfInstance { return nil }
    if let kind = event.unsupportedKind(in: abilities) {
      // The number of a reference is written as one.
      let isNumber = kind == .uid && abilities.contains(.numbers)
      return isNumber ? unsupportedKind(ofInteger: batch.string(of: event)) ?? kind : kind
    }
    guard event.depthChange == 0, event.length > 0, doubtfulKinds & event.kind.bit != 0 else {
      return nil
    }
    return batch.withText(of: event) { text in
      if event.kind == .tag { return supports(tag: text) ? nil : .tag }
      if event.kind == .string { return supports(text: text) ? nil : .forbiddenCharacter }
      if event.kind == .real, precision == .value, !event.flags.contains(.isNonFinite),
        let isExact = DoubleReading.isExact(text)
      {
        return isExact ? nil : .preciseNumber
      }
      return unsupportedKind(of: event, String(utf8: text))
    }
  }

  /// Returns the double as which the target represents a real, and whether that is exact; nil if that takes the slow test.
  ///
  /// The double is NaN if it need not be known.
  @inline(__always)
  func double(_ event: Event, in bytes: RawSpan) -> (value: Double, isExact: Bool)? {
    guard event.kind == .real, roundsReals,
      event.flags.isDisjoint(with: Self.oddFlags.union(.isKey))
    else { return nil }
    if event.length <= Self.longestExactReal, !YAMLNumber.hasExponent(bytes, event.textRange) {
      return (.nan, true)
    }
    return DoubleReading.reading(in: bytes, event.textRange)
  }

  func supports(text: RawSpan) -> Bool {
    limits.text == .any || XMLText.firstForbidden(in: text) == nil
  }

  /// Whether a tag makes a mapping the keys of an object, which cannot be a tagged form.
  var hasClassTags: Bool { limits.tags == .classes }

  func supports(tag text: RawSpan) -> Bool {
    switch limits.tags {
    case .any: true
    case .numbered(let tags): tags.parse(text) != nil
    case .classes: classTags(String(utf8: text))
    }
  }

  private func unsupportedKind(of event: Event, _ text: String) -> DecantError.ValueClass? {
    switch event.kind {
    case .integer: unsupportedKind(ofInteger: text)
    case .real where !event.flags.contains(.isNonFinite): unsupportedKind(ofReal: text)
    case .date: unsupportedKind(ofDate: text)
    default: nil
    }
  }

  private func unsupportedKind(ofInteger text: String) -> DecantError.ValueClass? {
    let fits =
      switch limits.integers {
      case .any, .exact: true
      case .signed64: Int64(text) != nil
      case .bits64: Int64(text) != nil || UInt64(text) != nil
      case .bits128: Int128(text) != nil
      }
    guard fits else { return .largeNumber }
    // Binary integers have no negative zero.
    return limits.integers != .any && precision == .notation && text == "-0" ? .preciseNumber : nil
  }

  private func unsupportedKind(ofReal text: String) -> DecantError.ValueClass? {
    guard hasRealLimit else { return nil }
    if limits.reals == .exact { return DecimalFraction.usual(text) == text ? nil : .preciseNumber }
    guard let number = Number(text) else { return nil }
    guard let double = number.double, double != 0 || number == Number(0) else {
      return .largeNumber
    }
    let isHeld =
      switch precision {
      case .value: Number(double) == number
      case .notation: double.description == text
      }
    return isHeld ? nil : .preciseNumber
  }

  private func unsupportedKind(ofDate text: String) -> DecantError.ValueClass? {
    guard limits.dates != .any, let date = Timestamp(text) else { return nil }
    let held = rounded(text)
    let isHeld = precision == .notation ? held == text : Timestamp(held) == date
    return isHeld ? nil : .exactDate
  }
}

// MARK: - Substitutes

extension FormatSupport {
  /// Returns the nearest real to a number that is too large or too close to zero.
  func nearest(to lexeme: String, _ kind: Event.Kind) -> (text: String, oddity: Event.Flags) {
    switch limits.reals {
    case .any, .exact:
      return (kind == .real ? lexeme : lexeme + ".0", .plainASCII)
    case .double:
      guard let double = Double(lexeme), double.isFinite else {
        return (lexeme.hasPrefix("-") ? "-inf" : "inf", .isNonFinite)
      }
      return (double.description, .plainASCII)
    }
  }

  func rounded(_ date: String) -> String {
    switch limits.dates {
    case .any: date
    case .wholeSeconds:
      Timestamp(date).map { Timestamp(secondsSinceEpoch: $0.secondsSinceEpoch).text } ?? date
    case .nanoseconds:
      Timestamp(date).map {
        Timestamp(secondsSinceEpoch: $0.secondsSinceEpoch, nanoseconds: $0.nanoseconds).text
      } ?? date
    case .double:
      ReferenceDate.secondsSince2001(date).flatMap { ReferenceDate.text(secondsSince2001: $0) }
        ?? date
    }
  }
}

extension Event {
  func unsupportedKind(in abilities: Format.Abilities) -> DecantError.ValueClass? {
    if flags.contains(.isDuplicateKey), !abilities.contains(.duplicateKeys) {
      return .duplicateKeys
    }
    guard let (ability, kind) = need, !abilities.contains(ability) else { return nil }
    // Formats without numbers write NaN and infinities as text, like other numbers.
    return kind == .nonFiniteNumber && !abilities.contains(.numbers) ? .number : kind
  }

  private var need: (Format.Abilities, DecantError.ValueClass)? {
    switch kind {
    case .beginMapping, .beginSequence: isKey ? (.nonStringKeys, .collectionKey) : nil
    case .string: flags.contains(.isEscaped) ? (.loneSurrogates, .loneSurrogate) : nil
    case .anchor, .alias: (.anchors, .anchor)
    case .tag: (flags.contains(.isOfScalar) ? .scalarTags : .tags, .tag)
    case .null where !isKey: (.null, .null)
    case .real where flags.contains(.isNonFinite) && !isKey: (.nonFiniteNumbers, .nonFiniteNumber)
    case .integer where !isKey, .real where !isKey: (.numbers, .number)
    case .date where !isKey: (.dates, .date)
    case .localTime where !isKey: (.localTimes, .localTime)
    case .data where !isKey: (.data, .data)
    case .uid where !isKey: (.uids, .uid)
    case .true where !isKey, .false where !isKey: (.booleans, .boolean)
    case .null, .true, .false, .integer, .real, .date, .localTime, .data, .uid:
      isKey ? (.nonStringKeys, .scalarKey) : nil
    case .beginDocument, .endDocument, .endSequence, .endMapping, .comment, .notation, .blankLine,
      .trailingComment:
      nil
    }
  }
}
