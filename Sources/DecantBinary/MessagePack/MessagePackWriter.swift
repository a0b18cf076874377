internal import DecantCore

/// A writer of MessagePack, with the shortest form of each value.
///
/// It holds a document until its end, because a collection begins with its count.
struct MessagePackWriter: EventWriter, ~Copyable {
  private var nodes = BackpatchedNodes(longestCollection: UInt64(UInt32.max))
  private let form: MessagePackForm
  /// The type of the extension that the next node is.
  private var extensionType: UInt8?
  /// The double of the next real, or NaN if no stage has found it: to find it again takes a fifth of the instructions of
  /// canada.json.
  private var known = Double.nan

  init(_ form: MessagePackForm) {
    self.form = form
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var reals = 0
    try batch.forEachEvent { (event, bytes) throws(DecantError) in
      if event.kind == .real {
        known = batch.withDoubles { events, _, _, doubles in
          doubles.areComplete(events.count) ? doubles[reals] : .nan
        }
        reals += 1
      }
      try write(event, bytes, to: sink)
    }
  }

  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write([MessagePackType.unused])
  }

  private static func failure(_ kind: DecantError.ValueClass) -> DecantError {
    DecantError(.notRepresentable(kind, target: "msgpack"))
  }

  // MARK: Nodes

  private mutating func write(
    _ event: Event, _ bytes: RawSpan, to sink: ByteSink
  ) throws(DecantError) {
    switch event.kind {
    case .beginDocument:
      return
    case .endDocument:
      guard nodes.isBalanced else {
        throw DecantError(.malformedEvents("a document that ends before its root does"))
      }
      var cursor = sink.cursor()
      try nodes.write(&cursor, head: Self.longHead)
      return cursor.completeDocument()
    case .endSequence, .endMapping:
      return try nodes.end(Self.shortHead, long: Self.longHead)
    case .tag:
      guard let tag = MessagePackType.tags.parse(bytes.extracting(event.textRange)) else {
        throw Self.failure(.tag)
      }
      extensionType = UInt8(truncatingIfNeeded: tag.numbers[0])
      return
    default:
      break
    }

    nodes.beginNode()
    if let type = extensionType {
      extensionType = nil
      guard event.kind == .data else {
        throw DecantError(
          .binary(
            .misplacedTag(
              MessagePackType.tagPrefix + String(Int8(bitPattern: type)), expected: "data")))
      }
      return extended(type, bytes, event.textRange)
    }
    switch event.kind {
    case .string:
      guard !event.flags.contains(.isEscaped) else { throw Self.failure(.loneSurrogate) }
      string(bytes, event.textRange)
    case .integer: try integer(bytes, event.textRange)
    case .real: try real(event, bytes)
    case .beginMapping: nodes.begin(isMapping: true, 0x80)
    case .beginSequence: nodes.begin(isMapping: false, 0x90)
    case .null: nodes.bytes.append(MessagePackType.null)
    case .false: nodes.bytes.append(MessagePackType.false)
    case .true: nodes.bytes.append(MessagePackType.true)
    case .data: data(bytes, event.textRange)
    case .date: try date(bytes.extracting(event.textRange))
    case .uid: throw Self.failure(.uid)
    case .localTime: throw Self.failure(.localTime)
    case .anchor, .alias: throw Self.failure(.anchor)
    case .beginDocument, .endDocument, .endSequence, .endMapping, .tag, .comment, .notation,
      .blankLine, .trailingComment:
      throw DecantError(.malformedEvents("MessagePack has no \(event.kind)"))
    }
  }

  private static func shortHead(_ count: UInt64, _ isMapping: Bool) -> UInt8? {
    count < 16 ? (isMapping ? 0x80 : 0x90) | UInt8(truncatingIfNeeded: count) : nil
  }

  private static func longHead(
    _ count: UInt64, _ isMapping: Bool, _ output: inout Buffer<UInt8>
  ) {
    let isShort = count <= 0xFFFF
    let type: UInt8 = (isMapping ? 0xDE : 0xDC) | (isShort ? 0 : 1)
    output.append(type, bigEndian: count, width: isShort ? 2 : 4)
  }

  // MARK: Bytes

  @inline(__always)
  private mutating func string(_ bytes: RawSpan, _ range: Range<Int>) {
    let count = UInt64(truncatingIfNeeded: range.count)
    if count < 32 {
      nodes.bytes.append(0xA0 | UInt8(truncatingIfNeeded: count))
    } else {
      // The old form has no string with a length of one byte.
      appendLength(count, of: 0xD9, startingWith: form == .raw ? 2 : 1)
    }
    nodes.bytes.append(contentsOf: bytes.extracting(range))
  }

  private mutating func data(_ bytes: RawSpan, _ range: Range<Int>) {
    guard form != .raw else { return string(bytes, range) }
    appendLength(UInt64(range.count), of: 0xC4)
    nodes.bytes.append(contentsOf: bytes.extracting(range))
  }

  /// Appends the type with the narrowest length; `type` has one of one byte, the next types have wider ones.
  private mutating func appendLength(_ count: UInt64, of type: UInt8, startingWith width: Int = 1) {
    if count <= 0xFF, width == 1 {
      nodes.bytes.append(type, bigEndian: count, width: 1)
    } else if count <= 0xFFFF {
      nodes.bytes.append(type + 1, bigEndian: count, width: 2)
    } else {
      nodes.bytes.append(type + 2, bigEndian: count, width: 4)
    }
  }

  private mutating func extended(_ type: UInt8, _ bytes: RawSpan, _ range: Range<Int>) {
    switch range.count {
    case 1, 2, 4, 8, 16: nodes.bytes.append(0xD4 + UInt8(range.count.trailingZeroBitCount))
    default: appendLength(UInt64(range.count), of: 0xC7)
    }
    nodes.bytes.append(type)
    nodes.bytes.append(contentsOf: bytes.extracting(range))
  }

  // MARK: Numbers

  private mutating func integer(_ bytes: RawSpan, _ range: Range<Int>) throws(DecantError) {
    if range.count <= 18, let value = IntegerText.value(of: bytes, range) {
      return value < 0 ? negative(value) : unsigned(UInt64(value))
    }
    let text = String(utf8: bytes.extracting(range))
    if let value = UInt64(text) { return unsigned(value) }
    guard let value = Int64(text) else { throw Self.failure(.largeNumber) }
    negative(value)
  }

  @inline(__always)
  private mutating func unsigned(_ value: UInt64) {
    if value < 0x80 {
      nodes.bytes.append(UInt8(truncatingIfNeeded: value))
    } else {
      let exponent = value <= 0xFF ? 0 : value <= 0xFFFF ? 1 : value <= 0xFFFF_FFFF ? 2 : 3
      nodes.bytes.append(
        0xCC &+ UInt8(truncatingIfNeeded: exponent), bigEndian: value, width: 1 &<< exponent)
    }
  }

  private mutating func negative(_ value: Int64) {
    let bits = UInt64(bitPattern: value)
    if value >= -32 {
      nodes.bytes.append(UInt8(truncatingIfNeeded: bits))
    } else {
      let exponent =
        value >= -0x80 ? 0 : value >= -0x8000 ? 1 : value >= -0x8000_0000 ? 2 : 3
      nodes.bytes.append(
        0xD0 &+ UInt8(truncatingIfNeeded: exponent), bigEndian: bits, width: 1 &<< exponent)
    }
  }

  private mutating func real(_ event: Event, _ bytes: RawSpan) throws(DecantError) {
    let value = known.isNaN ? event.double(in: bytes) : known
    guard value.isFinite || event.flags.contains(.isNonFinite) else {
      throw Self.failure(.largeNumber)
    }
    if !value.isNaN, let single = ShortFloat.single(value) {
      nodes.bytes.append(MessagePackType.single, bigEndian: UInt64(single), width: 4)
    } else if value.isNaN {
      nodes.bytes.append(MessagePackType.single, bigEndian: 0x7FC0_0000, width: 4)
    } else {
      nodes.bytes.append(MessagePackType.double, bigEndian: value.bitPattern, width: 8)
    }
  }

  /// Writes a timestamp of 32, 64 or 96 bits.
  private mutating func date(_ text: RawSpan) throws(DecantError) {
    guard let date = Timestamp(String(utf8: text)) else { throw Self.failure(.date) }
    let type = UInt64(UInt8(bitPattern: MessagePackType.timestamp))
    let seconds = UInt64(bitPattern: date.secondsSinceEpoch)
    let nanoseconds = UInt64(date.nanoseconds)
    if seconds >> 34 != 0 {
      nodes.bytes.append(0xC7, bigEndian: 12 << 8 | type, width: 2)
      nodes.bytes.append(UInt8(nanoseconds >> 24), bigEndian: nanoseconds & 0xFF_FFFF, width: 3)
      nodes.bytes.append(UInt8(seconds >> 56), bigEndian: seconds & (1 << 56 - 1), width: 7)
    } else if nanoseconds != 0 || seconds >> 32 != 0 {
      nodes.bytes.append(0xD7)
      nodes.bytes.append(UInt8(type), bigEndian: nanoseconds << 34 | seconds, width: 8)
    } else {
      nodes.bytes.append(0xD6)
      nodes.bytes.append(UInt8(type), bigEndian: seconds, width: 4)
    }
  }
}
