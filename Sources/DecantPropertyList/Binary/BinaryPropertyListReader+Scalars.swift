internal import DecantCore

/// An object, by its marker: the kind in the upper half of the byte, a length or a width in the lower.
///
///     0x53 'a' 'b' 'c'   an ASCII string of three bytes
extension BinaryPropertyListReader {
  @inline(__always)
  mutating func node(
    _ reference: UInt64, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let offset = try offset(of: reference, bytes, layout)
    let marker = bytes.byte(at: offset)
    if marker == 0x23 { return try real(at: offset, bytes, layout, &batch) }
    switch marker &>> 4 {
    case 0x0: try word(marker, at: offset, &batch)
    case 0x1: try integer(marker, at: offset, bytes, layout, &batch)
    case 0x2: try shortReal(marker, at: offset, bytes, layout, &batch)
    case 0x3: try date(marker, at: offset, bytes, layout, &batch)
    case 0x4:
      let (start, count) = try payload(bytes, at: offset, unit: 1, layout)
      try append(.data, [], at: offset, start, count, bytes, &batch)
      try recordText(of: reference, at: offset, bytes, layout, batch)
    case 0x5:
      try string(at: offset, [], bytes, layout, &batch)
      try recordText(of: reference, at: offset, bytes, layout, batch)
    case 0x6:
      try wideString(at: offset, [], bytes, layout, &batch)
      try recordText(of: reference, at: offset, bytes, layout, batch)
    case 0x8: try uid(marker, at: offset, bytes, layout, &batch)
    // Sets and ordered sets are sequences in all other formats.
    case 0xA, 0xB, 0xC:
      try begin(Int(reference), isMapping: false, at: offset, bytes, layout, &batch)
    case 0xD: try begin(Int(reference), isMapping: true, at: offset, bytes, layout, &batch)
    default: throw failure(.unknownType(marker), at: offset)
    }
  }

  private mutating func word(
    _ marker: UInt8, at offset: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    switch marker {
    case 0x00: batch.append(.null, at: Self.position(offset))
    case 0x08: batch.append(.false, at: Self.position(offset))
    case 0x09: batch.append(.true, at: Self.position(offset))
    default: throw failure(.unknownType(marker), at: offset)
    }
  }

  /// Copies the text if its offset exceeds `ByteStorage.limit`.
  @inline(__always)
  private mutating func append(
    _ kind: Event.Kind, _ flags: Event.Flags, at offset: Int, _ start: Int, _ count: Int,
    _ bytes: RawSpan, _ batch: inout EventBatch
  ) throws(DecantError) {
    if start &+ count <= ByteStorage.limit {
      batch.events.append(Event(kind, flags: flags, at: offset, textAt: start, count: count))
    } else {
      guard count <= EventBatch.longestText else { throw failure(.tooLong, at: offset) }
      batch.append(
        kind, text: bytes.extracting(start..<start + count), flags: flags,
        at: Self.position(offset))
    }
  }

  @inline(__always)
  private mutating func append(
    _ kind: Event.Kind, _ flags: Event.Flags, at offset: Int, since start: Int,
    _ batch: inout EventBatch
  ) {
    batch.events.append(
      Event(
        kind, flags: flags.union(.inScratch), at: Self.position(offset), textAt: start,
        count: batch.scratch.count &- start))
  }

  // MARK: Numbers

  private mutating func checkWidth(
    _ width: Int, of offset: Int, _ layout: BinaryPropertyListLayout
  ) throws(DecantError) {
    guard width < layout.tableStart - offset else { throw failure(.overlongObject, at: offset) }
  }

  private mutating func integer(
    _ marker: UInt8, at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    guard marker <= 0x14 else { throw failure(.unknownWidth(marker), at: offset) }
    let width = 1 &<< Int(marker & 0x07)
    try checkWidth(width, of: offset, layout)
    let start = batch.scratch.count
    switch width {
    case 1, 2, 4:
      batch.scratch.append(
        nextDecimalOf: bytes.bigEndian(at: offset &+ 1, width: width), isNegative: false)
    case 8:
      let value = Int64(bitPattern: bytes.bigEndian(at: offset &+ 1, width: 8))
      batch.scratch.append(nextDecimalOf: value.magnitude, isNegative: value < 0)
    default:
      let high = Int64(bitPattern: bytes.bigEndian(at: offset &+ 1, width: 8))
      let low = bytes.bigEndian(at: offset &+ 9, width: 8)
      let value = Int128(high) << 64 | Int128(low)
      value.description.withBytes { batch.scratch.append($0) }
    }
    append(.integer, .plainASCII, at: offset, since: start, &batch)
  }

  private mutating func uid(
    _ marker: UInt8, at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let width = Int(marker & 0x0F) + 1
    try checkWidth(width, of: offset, layout)
    var value: UInt64 = 0
    for index in 0..<width {
      guard value >> 56 == 0 else { throw failure(.unknownWidth(marker), at: offset) }
      value = value << 8 | UInt64(bytes.byte(at: offset + 1 + index))
    }
    let start = batch.scratch.count
    batch.scratch.append(decimal: value)
    append(.uid, .plainASCII, at: offset, since: start, &batch)
  }

  @inline(__always)
  private mutating func real(
    at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    try checkWidth(8, of: offset, layout)
    append(Double(bitPattern: bytes.bigEndian(at: offset &+ 1, width: 8)), at: offset, &batch)
  }

  @inline(never)
  private mutating func shortReal(
    _ marker: UInt8, at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    guard marker == 0x22 else { throw failure(.unknownWidth(marker), at: offset) }
    try checkWidth(4, of: offset, layout)
    let bits = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset &+ 1, width: 4))
    append(Double(Float(bitPattern: bits)), at: offset, &batch)
  }

  @inline(__always)
  private mutating func append(_ value: Double, at offset: Int, _ batch: inout EventBatch) {
    guard value.isFinite else {
      let word = value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
      return batch.append(
        .real, text: word, flags: [.isASCII, .isNonFinite], at: Self.position(offset))
    }
    let start = batch.scratch.count
    batch.scratch.append(nextShortest: value)
    append(.real, .plainASCII, at: offset, since: start, &batch)
  }

  private mutating func date(
    _ marker: UInt8, at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    guard marker == 0x33 else { throw failure(.unknownWidth(marker), at: offset) }
    try checkWidth(8, of: offset, layout)
    let seconds = Double(bitPattern: bytes.bigEndian(at: offset &+ 1, width: 8))
    guard let text = ReferenceDate.text(secondsSince2001: seconds) else {
      throw failure(.unknownDate, at: offset)
    }
    batch.append(.date, text: text, flags: .plainASCII, at: Self.position(offset))
  }

  // MARK: Strings

  @inline(__always)
  mutating func key(
    _ reference: UInt64, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let offset = try offset(of: reference, bytes, layout)
    try key(at: offset, bytes, layout, &batch)
    try recordText(of: reference, at: offset, bytes, layout, batch)
  }

  @inline(__always)
  private mutating func key(
    at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    guard bytes.byte(at: offset) &>> 4 == 0x5 else {
      return try newKey(at: offset, bytes, layout, &batch)
    }
    let (start, count) = try payload(bytes, at: offset, unit: 1, layout)
    guard keys.predictedLength(bytes, at: start) == count else {
      return try newKey(at: offset, bytes, layout, &batch)
    }
    let key = keys.recordPredicted()
    if key.isDuplicate, options.duplicateKeys == .error { throw duplicateKey(at: offset) }
    try append(.string, key.flags, at: offset, start, count, bytes, &batch)
  }

  @inline(never)
  private mutating func newKey(
    at offset: Int, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    switch bytes.byte(at: offset) >> 4 {
    case 0x5: try string(at: offset, .isKey, bytes, layout, &batch)
    case 0x6: try wideString(at: offset, .isKey, bytes, layout, &batch)
    default: throw failure(.nonStringKey, at: offset)
    }
    guard try keys.recordLast(of: &batch, options.duplicateKeys) else {
      throw duplicateKey(at: offset)
    }
  }

  @inline(never)
  private func duplicateKey(at offset: Int) -> DecantError {
    failure(.duplicateKey(keys.lastKey), at: offset)
  }

  @inline(__always)
  private mutating func string(
    at offset: Int, _ flags: Event.Flags, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let (start, count) = try payload(bytes, at: offset, unit: 1, layout)
    var p = start
    var isPlain = true
    while p &- start < count {
      let mask = WordScanning.endsPlainText(bytes.word(at: p), quote: UInt8(ascii: "\""))
      guard mask == 0 else {
        p &+= WordScanning.bytesBefore(mask)
        if p &- start < count {
          isPlain = false
          try checkASCII(bytes, from: p, to: start &+ count)
        }
        break
      }
      p &+= 8
    }
    let known: Event.Flags = isPlain ? .plainASCII : .isASCII
    try append(.string, flags.union(known), at: offset, start, count, bytes, &batch)
  }

  @inline(never)
  private mutating func checkASCII(_ bytes: RawSpan, from start: Int, to end: Int)
    throws(DecantError)
  {
    for offset in start..<end where bytes.byte(at: offset) >= 0x80 {
      throw failure(.notASCII(bytes.byte(at: offset)), at: offset)
    }
  }

  @inline(never)
  private mutating func wideString(
    at offset: Int, _ flags: Event.Flags, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let (start, count) = try payload(bytes, at: offset, unit: 2, layout)
    guard count <= EventBatch.longestText / 6 else { throw failure(.tooLong, at: offset) }
    let textStart = batch.scratch.count
    let finding = UTF16Text.append(bytes, at: start, units: count, to: batch.scratch)
    var flags = flags
    if finding.isASCII { flags.insert(.isASCII) }
    if finding.needsNoJSONEscape { flags.insert(.needsNoJSONEscape) }
    if let surrogate = finding.surrogate {
      switch options.invalidText {
      case .refused:
        batch.scratch.truncate(to: textStart)
        throw failure(.loneSurrogate(surrogate.unit), at: start + surrogate.index * 2)
      case .replaced:
        SurrogateText.replaceAll(in: batch.scratch, from: textStart) {
          options.invalidText.report(.loneSurrogate, at: path)
        }
      case .kept:
        flags.remove(.needsNoJSONEscape)
        flags.insert(.isEscaped)
        let escaped = batch.scratch.withBytes {
          SurrogateText.escaped($0.extracting(textStart..<batch.scratch.count))
        }
        batch.scratch.truncate(to: textStart)
        escaped.withBytes { batch.scratch.append($0) }
      }
    }
    append(.string, flags, at: offset, since: textStart, &batch)
  }
}
