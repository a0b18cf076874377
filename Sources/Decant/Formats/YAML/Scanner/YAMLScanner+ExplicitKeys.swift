extension YAMLScanner {
  @inline(never)
  mutating func explicitKey(_ bytes: RawSpan, isFirst: Bool) -> Outcome {
    let sign = position
    guard let content = contentPlace(bytes, after: sign) else { return .more }
    if isFirst {
      beginBlockMapping(at: sign)
    } else if frames[frames.count - 1].kind != .blockMapping {
      return misplacedLine(bytes, at: sign, in: frames[frames.count - 1], isElement: false)
    }
    frames[frames.count - 1].hasExplicitKey = true
    awaitNode(bytes, after: sign, at: content)
    return .done
  }

  @inline(never)
  mutating func endExplicitKey(_ bytes: RawSpan) -> Outcome {
    let sign = position
    frames[frames.count - 1].hasExplicitKey = false
    mode = .node
    guard bytes.byte(at: sign) == UInt8(ascii: ":"), bytes.byte(at: sign + 1) <= 0x20 else {
      emitAbsentValue(at: sign)
      return .done
    }
    mode = .explicitValue
    return .done
  }

  @inline(never)
  mutating func explicitValue(_ bytes: RawSpan) -> Outcome {
    guard let content = contentPlace(bytes, after: position) else { return .more }
    awaitNode(bytes, after: position, at: content)
    return .done
  }

  /// Emits a null key before the colon at `position` (rule 192).
  @inline(never)
  mutating func colonWithoutKey(_ bytes: RawSpan, _ own: Properties, isKey: Bool) -> Outcome {
    let colon = position
    guard !isKey || frames[frames.count - 1].kind == .blockMapping else {
      return misplacedLine(bytes, at: colon, in: frames[frames.count - 1], isElement: false)
    }
    let start = own.isEmpty ? colon : own.start - origin
    let outcome = beginKey(bytes, at: start, colon: colon, isKey: isKey)
    if case .done = outcome {
      _ = emit(own, before: colon)
      emit(.scalar, style: .plain, at: start)
    }
    return outcome
  }

  @inline(never)
  mutating func beginCollectionKey(
    _ bytes: RawSpan, colon: Int, _ own: Properties, isKey: Bool
  ) -> Outcome {
    let start = own.isEmpty ? position : own.start - origin
    guard colon - start <= Self.longestKey || isShortKey(bytes, start..<colon) else {
      return refuse(.longKey, at: colon)
    }
    if !isKey { beginBlockMapping(at: start) }
    frames[frames.count - 1].isInKey = true
    return beginFlow(bytes.byte(at: position), own)
  }

  /// Precondition: `colonAfterCollection` has found the colon.
  @inline(never)
  mutating func keyEnd(_ bytes: RawSpan) -> Outcome {
    var colon = position
    while bytes.byte(at: colon) == 0x20 || bytes.byte(at: colon) == 0x09 { colon += 1 }
    guard colon + 1 < end || isComplete else { return .more }
    guard bytes.byte(at: colon) == UInt8(ascii: ":"), bytes.byte(at: colon + 1) <= 0x20 else {
      return refuse(.missingSpaceAfterColon, at: colon)
    }
    var p = colon + 1
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    guard p < end || isComplete else { return .more }
    awaitValue(bytes, after: colon, at: p)
    return .done
  }
}
