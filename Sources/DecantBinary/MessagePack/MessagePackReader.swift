internal import DecantCore

/// A reader of MessagePack, in constant memory; values follow one another without a separator.
///
/// A value that is not a sequence or mapping is a token: it is read once the window has all of its bytes. Lengths are
/// compared with the bytes at hand, and counts only counted down, so that a false one takes no memory.
struct MessagePackReader: EventReader, ~Copyable {
  var nodes: OpenLengthPrefixedCollections
  private let form: MessagePackForm

  init(_ options: ReadingOptions) {
    nodes = OpenLengthPrefixedCollections(options, format: "MessagePack")
    form = options.messagePackForm
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    window.isText = false
    return try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      nodes.look(at: window)
      let end = window.count
      return try window.withPosition { (bytes, position) throws(DecantError) in
        try scan(bytes, from: &position, to: end, into: &batch)
      }
    }
  }

  private mutating func scan(
    _ bytes: RawSpan, from position: inout Int, to end: Int, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    var p = position
    defer { position = p }
    while !batch.isFull {
      guard p < end else { return try nodes.pauseBetweenNodes(at: p) }
      let byte = bytes.byte(at: p)
      nodes.beginDocumentIfNeeded(at: p, &batch)
      switch byte {
      case 0x00...0x7F:
        try nodes.integer(UInt64(byte), isNegative: false, at: p, &batch)
      case 0xE0...0xFF:
        try nodes.integer(UInt64(0 &- byte), isNegative: true, at: p, &batch)
      case 0xA0...0xBF:
        let stop = p &+ 1 &+ Int(byte & 0x1F)
        guard stop <= end else { return try nodes.pause(at: p) }
        try string(bytes, from: p &+ 1, to: stop, at: p, &batch)
        p = stop
        try nodes.finishNode(at: p, &batch)
        continue
      case 0x80...0x9F:
        let count = UInt64(byte & 0x0F)
        try nodes.begin(isMapping: byte < 0x90, count: count, at: p, &batch)
        p &+= 1
        if count == 0 { try nodes.endEmpty(at: p, &batch) }
        continue
      case MessagePackType.null: try nodes.scalar(.null, at: p, &batch)
      case MessagePackType.false: try nodes.scalar(.false, at: p, &batch)
      case MessagePackType.true: try nodes.scalar(.true, at: p, &batch)
      default:
        guard let next = try long(byte, bytes, at: p, to: end, &batch) else {
          return try nodes.pause(at: p)
        }
        p = next
        continue
      }
      p &+= 1
      try nodes.finishNode(at: p, &batch)
    }
    return .batchFull
  }

  /// Reads a value with a number or a length after its first byte; returns the offset after it, or after the count of a
  /// collection, or nil if the window may cut it off.
  private mutating func long(
    _ byte: UInt8, _ bytes: RawSpan, at p: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let width = MessagePackType.width(byte)
    guard width > 0 else {
      throw nodes.failure(.unknownType(byte, format: nodes.format), at: p)
    }
    let start = p &+ 1 &+ width
    guard start <= end else { return nil }
    let value = bytes.bigEndian(at: p &+ 1, width: width)
    switch byte {
    case 0xCC...0xCF:
      try nodes.integer(value, isNegative: false, at: p, &batch)
    case 0xD0...0xD3:
      let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* width)
      let signed = Int64(bitPattern: value &<< unused) &>> Int64(bitPattern: unused)
      try nodes.integer(signed.magnitude, isNegative: signed < 0, at: p, &batch)
    case MessagePackType.single:
      try nodes.real(
        Double(Float(bitPattern: UInt32(truncatingIfNeeded: value))), at: p, &batch)
    case MessagePackType.double:
      try nodes.real(Double(bitPattern: value), at: p, &batch)
    case 0xDC...0xDF:
      try nodes.begin(isMapping: byte >= 0xDE, count: value, at: p, &batch)
      if value == 0 { try nodes.endEmpty(at: start, &batch) }
      return start
    case 0xD4...0xD8:
      return try extended(bytes, from: p &+ 1, 1 &<< Int(byte &- 0xD4), at: p, to: end, &batch)
    case 0xC7...0xC9:
      return try extended(bytes, from: start, Int(value), at: p, to: end, &batch)
    default:
      let stop = start &+ Int(value)
      guard stop <= end else {
        try nodes.checkLength(value, at: p)
        return nil
      }
      if byte >= 0xD9 {
        try string(bytes, from: start, to: stop, at: p, &batch)
      } else {
        try nodes.data(from: start, to: stop, at: p, &batch)
      }
      try nodes.finishNode(at: stop, &batch)
      return stop
    }
    try nodes.finishNode(at: start, &batch)
    return start
  }

  @inline(__always)
  private mutating func string(
    _ bytes: RawSpan, from start: Int, to end: Int, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    if form == .raw, UTF8Scanning.firstInvalid(bytes, from: start, to: end) != nil {
      return try nodes.data(from: start, to: end, at: p, &batch)
    }
    try nodes.text(bytes, from: start, to: end, at: p, &batch)
  }

  // MARK: Extensions

  /// Reads an extension, whose type is at `typeOffset`: a date, or tagged data.
  @inline(never)
  private mutating func extended(
    _ bytes: RawSpan, from typeOffset: Int, _ length: Int, at p: Int, to end: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let start = typeOffset &+ 1
    guard length <= end &- start else {
      try nodes.checkLength(UInt64(length), at: p)
      return nil
    }
    let type = Int8(bitPattern: bytes.byte(at: typeOffset))
    if type == MessagePackType.timestamp {
      guard let date = Self.date(bytes, from: start, length) else {
        throw nodes.failure(.dateOutOfRange, at: p)
      }
      try nodes.scalar(.date, date, at: p, &batch)
    } else {
      batch.append(
        .tag, text: MessagePackType.tagPrefix + String(type),
        flags: .plainASCII.union(.isOfScalar), at: p)
      try nodes.data(from: start, to: start &+ length, at: p, &batch)
    }
    try nodes.finishNode(at: start &+ length, &batch)
    return start &+ length
  }

  private static func date(_ bytes: RawSpan, from start: Int, _ length: Int) -> String? {
    let seconds: Int64
    var nanoseconds: UInt64 = 0
    switch length {
    case 4:
      seconds = Int64(bytes.bigEndian(at: start, width: 4))
    case 8:
      let value = bytes.bigEndian(at: start, width: 8)
      nanoseconds = value >> 34
      seconds = Int64(value & (1 << 34 - 1))
    case 12:
      nanoseconds = bytes.bigEndian(at: start, width: 4)
      seconds = Int64(bitPattern: bytes.bigEndian(at: start + 4, width: 8))
    default:
      return nil
    }
    guard nanoseconds < 1_000_000_000 else { return nil }
    return Timestamp(secondsSinceEpoch: seconds, nanoseconds: Int(nanoseconds)).text
  }
}
