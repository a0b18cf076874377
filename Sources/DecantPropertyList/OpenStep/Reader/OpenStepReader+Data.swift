internal import DecantCore

/// Values in angle brackets: `<0fbd77>`, `<[D713]>`, and GNUstep's typed values, such as `<*I5>`.
extension OpenStepReader {
  @inline(never)
  mutating func data(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let kind = bytes.byte(at: start + 1)
    guard start + 1 < input.end || input.isComplete else { return nil }
    var p = start + 1 + partialData
    while Self.isDataByte(bytes.byte(at: p), kind) || UTF8Scanning.isLineEnd(bytes, at: p) {
      p += 1
    }
    let stop = bytes.byte(at: p)
    if p + (stop < 0x80 ? 1 : 4) > input.end, !input.isComplete {
      partialData = p - start - 1
      return nil
    }
    partialData = 0
    if stop != UInt8(ascii: ">") {
      if stop >= 0x80, UTF8Scanning.length(bytes, at: p) == 0 {
        throw failure(.invalidEncoding(.utf8), at: p)
      }
      guard p < input.end, kind != UInt8(ascii: "*") else {
        throw failure(.openStep(.unclosedData), at: start)
      }
      guard kind != UInt8(ascii: "[") else { throw failure(.openStep(.invalidBase64), at: p) }
      if frames.isEmpty, !input.isComplete, start + RawSpan.openingOfHTML > input.end { return nil }
      throw failure(.openStep(.notHexadecimal(Self.found(bytes, at: p))), at: p)
    }
    switch kind {
    case UInt8(ascii: "*"): try typed(bytes, at: start, to: p, &batch)
    case UInt8(ascii: "["): try base64(bytes, at: start, to: p, &batch)
    default: try hexadecimal(bytes, at: start, to: p, &batch)
    }
    return p + 1 - start
  }

  @inline(__always)
  private static func isDataByte(_ byte: UInt8, _ kind: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"), 0x09, 0x0A, 0x0D, 0x20:
      true
    case UInt8(ascii: "G")...UInt8(ascii: "Z"), UInt8(ascii: "g")...UInt8(ascii: "z"),
      UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "["),
      UInt8(ascii: "]"):
      kind == UInt8(ascii: "*") || kind == UInt8(ascii: "[")
    case UInt8(ascii: ">"):
      false
    case 0x21...0x7E:
      kind == UInt8(ascii: "*")
    default:
      false
    }
  }

  private func hexadecimal(
    _ bytes: RawSpan, at start: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    let textStart = batch.scratch.count
    batch.scratch.reserve((end - start) / 2)
    let count = try batch.scratch.fill { (output) throws(DecantError) in
      var p = start + 1
      while p < end {
        guard let high = HexDigit.value(bytes.byte(at: p)) else {
          p += 1
          continue
        }
        guard let low = HexDigit.value(bytes.byte(at: p + 1)) else {
          throw failure(.openStep(.halfByte), at: p)
        }
        output.append(high << 4 | low)
        p += 2
      }
    }
    batch.events.append(
      Event(.data, flags: .inScratch, at: start, textAt: textStart, count: count))
  }

  private func base64(
    _ bytes: RawSpan, at start: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    var text: [UInt8] = []
    for p in start + 2..<max(start + 2, end - 1) where bytes.byte(at: p) > 0x20 {
      text.append(bytes.byte(at: p))
    }
    guard end > start + 2, bytes.byte(at: end - 1) == UInt8(ascii: "]"),
      let data = text.withBytes({ Base64.decode($0) })
    else { throw failure(.openStep(.invalidBase64), at: start) }
    data.withBytes { batch.append(.data, text: $0, at: start) }
  }

  // MARK: Values with types

  private func typed(
    _ bytes: RawSpan, at start: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard end > start + 2 else {
      throw failure(.openStep(.unknownType(Self.found(bytes, at: end))), at: end)
    }
    var text = bytes.extracting(start + 3..<end)
    let last = text.byteCount - 1
    if last > 0, text.byte(at: 0) == UInt8(ascii: "\""), text.byte(at: last) == text.byte(at: 0) {
      text = text.extracting(1..<last)
    }
    switch bytes.byte(at: start + 2) {
    case UInt8(ascii: "B"):
      guard text.byteCount == 1, [UInt8(ascii: "Y"), UInt8(ascii: "N")].contains(text.byte(at: 0))
      else { throw mismatch(.boolean, text, at: start) }
      batch.append(text.byte(at: 0) == UInt8(ascii: "Y") ? .true : .false, at: start)
    case UInt8(ascii: "I"):
      guard let number = OpenStepValue.integer([UInt8](text)) else {
        throw mismatch(.integer, text, at: start)
      }
      number.withBytes {
        batch.append(.integer, text: $0, flags: [.isASCII, .needsNoJSONEscape], at: start)
      }
    case UInt8(ascii: "R"):
      if let name = OpenStepValue.nonFinite([UInt8](text)) {
        batch.append(.real, text: name, flags: .isNonFinite, at: start)
        return
      }
      guard let number = OpenStepValue.real([UInt8](text)) else {
        throw mismatch(.real, text, at: start)
      }
      number.withBytes {
        batch.append(.real, text: $0, flags: [.isASCII, .needsNoJSONEscape], at: start)
      }
    case UInt8(ascii: "D"):
      guard let date = OpenStepValue.date([UInt8](text)) else {
        throw mismatch(.date, text, at: start)
      }
      batch.append(.date, text: date, flags: .ofDate(text), at: start)
    default:
      let found = Self.found(bytes, at: start + 2)
      throw failure(.openStep(.unknownType(found)), at: start + 2)
    }
  }

  @inline(never)
  private func mismatch(
    _ type: DecantError.OpenStepProblem.ValueType, _ text: RawSpan, at start: Int
  ) -> DecantError {
    failure(.openStep(.mismatchedType(type, text: String(utf8: text))), at: start)
  }
}
