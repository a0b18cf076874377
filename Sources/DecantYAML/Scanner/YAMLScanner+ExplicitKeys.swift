internal import DecantCore

/// Keys after a question mark, which may be any node.
///
///     ? - a        the frame of the mapping has an explicit key until its value begins
///     : b
extension YAMLScanner {
  @inline(never)
  mutating func explicitKey(_ bytes: RawSpan, isFirst: Bool) throws(YAMLPause) {
    let sign = position
    let content = try contentStart(bytes, after: sign)
    if isFirst {
      beginBlockMapping(at: sign)
    } else if frames[frames.count - 1].kind != .blockMapping {
      throw misplacedLine(bytes, at: sign, in: frames[frames.count - 1], isElement: false)
    }
    frames[frames.count - 1].hasExplicitKey = true
    awaitNode(bytes, after: sign, at: content)
  }

  @inline(never)
  mutating func endExplicitKey(_ bytes: RawSpan) {
    frames[frames.count - 1].hasExplicitKey = false
    if bytes.byte(at: position) == UInt8(ascii: ":"), bytes.byte(at: position + 1) <= 0x20 {
      mode = .explicitValue
    } else {
      mode = .node
      emitAbsentValue(at: position)
    }
  }

  @inline(never)
  mutating func explicitValue(_ bytes: RawSpan) throws(YAMLPause) {
    let content = try contentStart(bytes, after: position)
    awaitNode(bytes, after: position, at: content)
  }

  /// Emits a null key before the colon (rule 192).
  @inline(never)
  mutating func colonWithoutKey(
    _ bytes: RawSpan, at colon: Int, _ own: Properties, isKey: Bool
  ) throws(YAMLPause) {
    let start = startOfNode(own, at: colon)
    try beginKey(bytes, at: start, colon: colon, isKey: isKey)
    emit(.scalar, style: .plain, at: emit(own, before: colon))
  }

  @inline(never)
  mutating func beginCollectionKey(
    _ bytes: RawSpan, at bracket: Int, colon: Int, _ own: Properties, isKey: Bool
  ) throws(YAMLPause) {
    let start = startOfNode(own, at: bracket)
    try checkLength(bytes, ofKey: start, to: colon)
    if !isKey { beginBlockMapping(at: start) }
    frames[frames.count - 1].isInKey = true
    try beginFlow(bytes.byte(at: bracket), at: bracket, own)
  }

  /// Precondition: `colonAfterCollection` has found the colon.
  @inline(never)
  mutating func keyEnd(_ bytes: RawSpan) throws(YAMLPause) {
    let p = try skipBlanks(bytes, from: position, showing: 2)
    guard bytes.byte(at: p) == UInt8(ascii: ":") else {
      throw failure(.missingSpaceAfterColon, at: p)
    }
    try beginKey(bytes, at: p, colon: p, isKey: true)
  }
}
