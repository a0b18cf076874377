internal import DecantCore

/// The values of events as bytes, which are equal for equal values in any format.
///
///     header │ length │ text          header: the kind, whether it is a key, whether it is escaped
///
/// Notation is omitted: styles, trailing zeros of a number, digits of a real beyond a double; and of a table, whether its rows
/// are documents or elements.
struct EventTrace {
  private(set) var bytes: [UInt8] = []

  private let reals: Format.Limits.Reals
  private let referenceNumber: Event.Kind
  private let isOfRows: Bool
  /// The number of open mappings.
  private var depth = 0

  init(for format: Format) {
    isOfRows = format.abilities.contains(.rows)
    reals = format.limits.reals
    referenceNumber = format.abilities.contains(.numbers) ? .integer : .string
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func append(_ event: Event, of batch: borrowing EventBatch) {
    if isOfRows {
      if event.kind == .endMapping { depth -= 1 }
      if event.kind == .beginMapping { depth += 1 } else if depth == 0 { return }
    }
    switch event.kind {
    case .integer:
      batch.withText(of: event) { text in
        appendText(event) { $0.append(number: text, keepsSignOfZero: false) }
      }
    case .real:
      batch.withText(of: event) { text in
        appendText(event) { [reals] in $0.append(real: text, reals) }
      }
    case .date:
      let text = batch.string(of: event)
      appendText(event) { $0 += Array((Timestamp(text)?.instant ?? text).utf8) }
    case .localTime:
      let text = batch.string(of: event)
      appendText(event) { $0 += Array((LocalTime(text)?.normalText ?? text).utf8) }
    case .uid:
      // Some formats can only represent it as this mapping, which could also be data.
      appendHeader(.beginMapping, isKey: event.isKey)
      appendHeader(.string, isKey: true)
      appendCounted { $0 += Array("CF$UID".utf8) }
      appendHeader(referenceNumber, isKey: false)
      batch.withText(of: event) { text in
        appendCounted { [referenceNumber] in
          if referenceNumber == .string {
            $0.append(copying: text)
          } else {
            $0.append(number: text, keepsSignOfZero: false)
          }
        }
      }
      appendHeader(.endMapping, isKey: false)
    case .string, .data, .anchor, .tag, .alias:
      batch.withText(of: event) { text in appendText(event) { $0.append(copying: text) } }
    default:
      appendHeader(event.kind, isKey: event.isKey)
    }
  }

  private static let keyBit: UInt8 = 0x80
  private static let escapedBit: UInt8 = 0x40

  private mutating func appendHeader(_ kind: Event.Kind, isKey: Bool, isEscaped: Bool = false) {
    bytes.append(
      kind.rawValue | (isKey ? Self.keyBit : 0) | (isEscaped ? Self.escapedBit : 0))
  }

  private mutating func appendText(_ event: Event, _ append: (inout [UInt8]) -> Void) {
    appendHeader(event.kind, isKey: event.isKey, isEscaped: event.flags.contains(.isEscaped))
    appendCounted(append)
  }

  private mutating func appendCounted(_ append: (inout [UInt8]) -> Void) {
    let start = bytes.count
    for _ in 0..<8 { bytes.append(0) }
    append(&bytes)
    var length = UInt64(bytes.count - start - 8)
    for index in start..<start + 8 {
      bytes[index] = UInt8(truncatingIfNeeded: length)
      length &>>= 8
    }
  }
}

extension [UInt8] {
  /// Appends the digits of a real, or the nearest double if the format stores that.
  fileprivate mutating func append(real text: RawSpan, _ reals: Format.Limits.Reals) {
    if reals == .double, let double = Double(String(utf8: text)), double.isFinite {
      self += Array(String(double.bitPattern, radix: 16).utf8)
    } else {
      append(number: text, keepsSignOfZero: true)
    }
  }

  /// Appends the value of a number, or a non-JSON number verbatim.
  fileprivate mutating func append(number text: RawSpan, keepsSignOfZero: Bool) {
    if let (digits, exponent, isNegative) = DoubleReading.parts(of: text) {
      return append(digits, exponent, isNegative)
    }
    guard let value = DecimalValue(String(utf8: text)) else { return append(copying: text) }
    if value.digits.isEmpty {
      let hasSign = keepsSignOfZero && text.byte(at: 0) == UInt8(ascii: "-")
      append(UInt8(ascii: hasSign ? "-" : "0"))
    } else if case .near(let exponent) = value.exponent,
      let digits = UInt64(String(decoding: value.digits, as: UTF8.self))
    {
      // Only the exponent is longer than the fast path accepts.
      append(digits, exponent - value.digits.count, value.isNegative)
    } else {
      self += value.text.utf8
    }
  }

  private mutating func append(_ digits: UInt64, _ exponent: Int, _ isNegative: Bool) {
    append(isNegative ? 1 : 0)
    for word in [digits, UInt64(bitPattern: Int64(exponent))] {
      for place in 0..<8 { append(UInt8(truncatingIfNeeded: word &>> UInt64(place * 8))) }
    }
  }
}

extension Timestamp {
  fileprivate var instant: String { "\(secondsSinceEpoch).\(fractionDigits)" }
}

struct TraceWriter: EventWriter {
  private var trace: EventTrace

  init(for format: Format) {
    trace = EventTrace(for: format)
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    for index in 0..<batch.count { trace.append(batch[index], of: batch) }
    try trace.bytes.withBytes { (bytes) throws(DecantError) in try sink.write(bytes) }
    trace.removeAll()
  }
}
