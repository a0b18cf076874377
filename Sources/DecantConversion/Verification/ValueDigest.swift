package import DecantCore

/// A digest of the values of a stream of documents, equal for equal values in any notation.
///
///     documents   │ hash │ hash │        a part of the stream is appended to the one before it
///     document                   { a 1   with or without the order of keys
///
/// Omitted are styles, comments, trailing zeros of a number, digits of a real beyond a double; and of a table, whether its rows
/// are documents or elements, and whether a cell is empty or missing.
package struct ValueDigest: Equatable, Sendable {
  package let ordersKeys: Bool
  private let isOfRows: Bool
  private let reals: Format.Limits.Reals
  private let hasNumbers: Bool
  private var documents = EventDigest()
  private var count = 0
  private var document: DocumentDigest
  /// The number of open mappings in a table.
  private var depth = 0

  package init(for format: Format, ordersKeys: Bool) {
    isOfRows = format.abilities.contains(.rows)
    self.ordersKeys =
      ordersKeys && format.abilities.isDisjoint(with: [.rows, .ownOrder])
    reals = format.limits.reals
    hasNumbers = format.abilities.contains(.numbers)
    document = DocumentDigest(ordersKeys: self.ordersKeys)
  }

  /// Equal for equal events so far, if keys are ordered.
  package var hash: UInt64 { documents.hash &+ EventDigest.mixed(document.hash) }

  /// Appends the documents of the next part of the stream.
  package mutating func append(_ next: ValueDigest) {
    documents.append(next.documents, of: next.count)
    count += next.count
  }

  package mutating func add(_ range: Range<Int>, of batch: borrowing EventBatch) {
    batch.withSpans { events, window, scratch in
      for index in range {
        let event = events[index]
        add(event, in: event.flags.contains(.inScratch) ? scratch : window)
      }
    }
  }

  /// Adds an event whose text is in `bytes`.
  private mutating func add(_ event: Event, in bytes: RawSpan) {
    if isOfRows, !isInRow(event) { return }
    let text = bytes.extracting(event.textRange)
    switch event.kind {
    case .string, .data, .anchor, .tag, .alias: document.add(event.kind, event.flags, text)
    case .integer: add(integer: text, isOfJSON: event.flags.contains(.needsNoJSONEscape))
    case .real:
      guard !event.flags.contains(.isNonFinite) else { return document.add(.real, [], text) }
      add(real: bytes, event.textRange)
    case .date:
      let written = String(utf8: text)
      add(
        .date, Timestamp(written).map { "\($0.secondsSinceEpoch).\($0.fractionDigits)" } ?? written)
    case .localTime:
      let written = String(utf8: text)
      add(.localTime, LocalTime(written)?.normalText ?? written)
    case .uid:
      // Some formats can only represent it as this mapping, which could also be data.
      document.add(.beginMapping, [], RawSpan())
      add(.string, "CF$UID")
      if hasNumbers { add(integer: text, isOfJSON: true) } else { document.add(.string, [], text) }
      document.add(.endMapping, [], RawSpan())
    case .beginDocument: beginDocument()
    case .endDocument: endDocument()
    case .comment, .notation, .blankLine, .trailingComment: break
    default: document.add(event.kind, [], text)
    }
    if isOfRows, depth == 0 { endDocument() }
  }

  /// A document that was begun and not ended is that of a record which was left out.
  private mutating func beginDocument() {
    document = DocumentDigest(ordersKeys: ordersKeys)
    depth = 0
  }

  private mutating func endDocument() {
    documents.add(hash: document.hash)
    count += 1
    document = DocumentDigest(ordersKeys: ordersKeys)
  }

  /// Returns whether an event counts in a table, in which a row is a document.
  private mutating func isInRow(_ event: Event) -> Bool {
    switch event.kind {
    case .beginDocument:
      beginDocument()
      return false
    case .beginMapping: depth += 1
    case .endMapping: depth -= 1
    case .null where depth == 1 && !event.isKey,
      .string where depth == 1 && !event.isKey && event.length == 0:
      document.removeKey()
      return false
    default: return depth > 0
    }
    return true
  }

  private mutating func add(_ kind: Event.Kind, _ text: String) {
    text.withBytes { document.add(kind, [], $0) }
  }

  /// Adds an integer as JSON writes it.
  private mutating func add(integer text: RawSpan, isOfJSON: Bool) {
    let isNegativeZero =
      text.byteCount == 2 && text.byte(at: 0) == UInt8(ascii: "-")
      && text.byte(at: 1) == UInt8(ascii: "0")
    if isOfJSON, !isNegativeZero { return document.add(.integer, [], text) }
    guard let value = DecimalValue(String(utf8: text)), case .near(let exponent) = value.exponent
    else { return document.add(.integer, [], text) }
    let digits = String(decoding: value.digits, as: UTF8.self)
    let zeros = String(repeating: "0", count: max(exponent - value.digits.count, 0))
    add(.integer, digits.isEmpty ? "0" : (value.isNegative ? "-" : "") + digits + zeros)
  }

  /// Adds the nearest double, if the format has no other reals, or else the digits and the exponent.
  private mutating func add(real bytes: RawSpan, _ range: Range<Int>) {
    if reals == .double {
      let value = DoubleReading.value(in: bytes, range)
      if value.isFinite { return document.add(.real, value.bitPattern, 0) }
    }
    if let exact = DoubleReading.Numeral(in: bytes, range)?.exact {
      return add(exact.digits, exact.exponent, exact.isNegative)
    }
    let text = bytes.extracting(range)
    guard let value = DecimalValue(String(utf8: text)) else { return document.add(.real, [], text) }
    if value.digits.isEmpty {
      add(0, 0, text.byte(at: 0) == UInt8(ascii: "-"))
    } else if case .near(let exponent) = value.exponent,
      let digits = UInt64(String(decoding: value.digits, as: UTF8.self))
    {
      // Only the exponent is longer than the fast path accepts.
      add(digits, exponent - value.digits.count, value.isNegative)
    } else {
      add(.real, value.text)
    }
  }

  private mutating func add(_ digits: UInt64, _ exponent: Int, _ isNegative: Bool) {
    let exponent = UInt64(bitPattern: Int64(exponent))
    document.add(.real, digits, exponent &<< 1 | (isNegative ? 1 : 0))
  }
}
