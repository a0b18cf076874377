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
  private let referenceNumber: Event.Kind
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
    referenceNumber = format.abilities.contains(.numbers) ? .integer : .string
    document = DocumentDigest(ordersKeys: self.ordersKeys)
  }

  /// Equal for equal events so far, if keys are ordered.
  package var hash: UInt64 { documents.hash &+ EventDigest.mixed(document.hash) }

  /// Appends the documents of the next part of the stream.
  package mutating func append(_ next: ValueDigest) {
    documents.append(next.documents, of: next.count)
    count += next.count
  }

  package mutating func add(_ batch: borrowing EventBatch) {
    batch.withSpans { events, window, scratch in
      for index in 0..<events.count {
        let event = events[index]
        let bytes = event.flags.contains(.inScratch) ? scratch : window
        add(event, bytes.extracting(event.textRange))
      }
    }
  }

  package mutating func add(_ event: Event, _ text: RawSpan) {
    if isOfRows, !isInRow(event) { return }
    switch event.kind {
    case .string, .data, .anchor, .tag, .alias: document.add(event.kind, event.flags, text)
    case .integer: add(number: text, of: .integer)
    case .real:
      if reals == .double, !event.flags.contains(.isNonFinite) {
        let value = DoubleReading.value(text)
        if value.isFinite { return document.add(.real, value.bitPattern, 0) }
      }
      add(number: text, of: .real)
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
      if referenceNumber == .string {
        document.add(.string, [], text)
      } else {
        add(number: text, of: .integer)
      }
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

  /// Adds the value of a number, or the text of one that is not JSON's.
  private mutating func add(number text: RawSpan, of kind: Event.Kind) {
    if let (digits, exponent, isNegative) = DoubleReading.parts(of: text) {
      return add(kind, digits, exponent, isNegative)
    }
    if text.byteCount == 1, text.byte(at: 0) == UInt8(ascii: "0") { return add(kind, 0, 0, false) }
    guard let value = DecimalValue(String(utf8: text)) else { return document.add(kind, [], text) }
    if value.digits.isEmpty {
      add(kind, 0, 0, kind == .real && text.byte(at: 0) == UInt8(ascii: "-"))
    } else if case .near(let exponent) = value.exponent,
      let digits = UInt64(String(decoding: value.digits, as: UTF8.self))
    {
      // Only the exponent is longer than the fast path accepts.
      add(kind, digits, exponent - value.digits.count, value.isNegative)
    } else {
      add(kind, value.text)
    }
  }

  private mutating func add(
    _ kind: Event.Kind, _ digits: UInt64, _ exponent: Int, _ isNegative: Bool
  ) {
    let exponent = UInt64(bitPattern: Int64(exponent))
    document.add(kind, digits, exponent &<< 1 | (isNegative ? 1 : 0))
  }
}
