internal import DecantCore

/// A reader of CBOR (RFC 8949) and of CBOR sequences (RFC 8742), in constant memory.
///
/// A head, a string, a chain of tags, and a tag with the number or date that it makes of its content are tokens: they are
/// read once the window has all of their bytes. Lengths are compared with the bytes at hand, and counts only counted down,
/// so that a false one takes no memory. Heads that are longer than necessary are accepted.
struct CBORReader: EventReader, ~Copyable {
  var nodes: OpenLengthPrefixedCollections
  /// Whether a tag has been emitted whose node is to come.
  var hasTag = false
  let reportLoss: (@Sendable (DecantError.ValueClass, _ path: () -> DocumentPath) -> Void)?

  init(_ options: ReadingOptions) {
    nodes = OpenLengthPrefixedCollections(options, format: "CBOR")
    reportLoss = options.reportLoss
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
      let length = CBORHead.argumentLength(byte)
      let start = p &+ 1 &+ length
      guard length >= 0 else { throw unknownType(byte, at: p) }
      guard start <= end else { return try nodes.pause(at: p) }
      let info = byte & 0x1F
      nodes.beginDocumentIfNeeded(at: p, &batch)
      guard info != 31 else {
        guard let next = try indefinite(byte, bytes, at: p, to: end, &batch) else {
          return try nodes.pause(at: p)
        }
        p = next
        continue
      }
      let value =
        length > 0 ? bytes.bigEndian(at: p &+ 1, width: length) : UInt64(truncatingIfNeeded: info)

      switch byte &>> 5 {
      case CBORHead.Major.unsigned:
        try nodes.integer(value, isNegative: false, at: p, &batch)
      case CBORHead.Major.negative:
        guard value < .max else {
          try nodes.scalar(.integer, "-18446744073709551616", at: p, &batch)
          break
        }
        try nodes.integer(value &+ 1, isNegative: true, at: p, &batch)
      case CBORHead.Major.data, CBORHead.Major.text:
        guard value <= UInt64(truncatingIfNeeded: end &- start) else {
          try nodes.checkLength(value, at: p)
          return try nodes.pause(at: p)
        }
        let stop = start &+ Int(truncatingIfNeeded: value)
        if byte &>> 5 == CBORHead.Major.text {
          try nodes.text(bytes, from: start, to: stop, at: p, &batch)
        } else {
          try nodes.data(from: start, to: stop, at: p, &batch)
        }
        hasTag = false
        p = stop
        try nodes.finishNode(at: p, &batch)
        continue
      case CBORHead.Major.sequence, CBORHead.Major.mapping:
        let isMapping = byte &>> 5 == CBORHead.Major.mapping
        try nodes.begin(isMapping: isMapping, count: value, at: p, &batch)
        hasTag = false
        p = start
        if value == 0 { try nodes.endEmpty(at: p, &batch) }
        continue
      case CBORHead.Major.tag:
        guard let next = try tagged(bytes, at: p, to: end, &batch) else {
          return try nodes.pause(at: p)
        }
        p = next
        continue
      default:
        try simple(byte, value, at: p, &batch)
      }
      hasTag = false
      p = start
      try nodes.finishNode(at: p, &batch)
    }
    return .batchFull
  }

  // MARK: Indefinite lengths

  /// Reads a break or the beginning of a value of indefinite length; returns the offset after it, or nil if the window
  /// may cut it off.
  @inline(never)
  private mutating func indefinite(
    _ byte: UInt8, _ bytes: RawSpan, at p: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    switch byte &>> 5 {
    case CBORHead.Major.sequence, CBORHead.Major.mapping:
      let isMapping = byte &>> 5 == CBORHead.Major.mapping
      try nodes.begin(isMapping: isMapping, count: nil, at: p, &batch)
      hasTag = false
      return p + 1
    case CBORHead.Major.data, CBORHead.Major.text:
      return try chunkedString(bytes, at: p, to: end, &batch)
    case CBORHead.Major.simple:
      guard nodes.isInEndless, !hasTag else { throw failure(.unexpectedBreak, at: p) }
      guard !nodes.lacksValue else { throw failure(.breakAfterKey, at: p) }
      try nodes.endEmpty(at: p, &batch)
      return p + 1
    default:
      throw unknownType(byte, at: p)
    }
  }
}

extension CBORReader {
  @inline(never)
  func failure(_ problem: DecantError.CBORProblem, at p: Int) -> DecantError {
    nodes.failure(.cbor(problem), at: p)
  }

  func unknownType(_ byte: UInt8, at p: Int) -> DecantError {
    nodes.failure(.unknownType(byte, format: nodes.format), at: p)
  }
}
