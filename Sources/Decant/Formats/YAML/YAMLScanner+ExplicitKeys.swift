/// Keys with a question mark, and values whose colon is at the beginning of a line.
///
///     ? key
///     : value
///     : value without a key
extension YAMLScanner {
  /// The question mark of a key.
  @inline(never)
  mutating func explicitKey(_ bytes: RawSpan, isFirst: Bool) -> Outcome {
    let sign = position
    guard let content = contentPlace(bytes, after: sign) else { return .more }
    guard bytes.byte(at: content) != 0x09 || !followsLibYAML else { return .giveUp }
    if isFirst {
      guard beginBlockMapping(at: sign) else { return .giveUp }
    } else if frames[frames.count - 1].kind != .blockMapping {
      return .giveUp
    }
    frames[frames.count - 1].hasExplicitKey = true
    awaitNode(bytes, after: sign, at: content)
    return .done
  }

  /// Ends the key, and begins its value if there is a colon; if not, the next key of the mapping begins.
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

  /// The colon at `position`, and what follows on its line.
  @inline(never)
  mutating func explicitValue(_ bytes: RawSpan) -> Outcome {
    guard let content = contentPlace(bytes, after: position) else { return .more }
    guard bytes.byte(at: content) != 0x09 || !followsLibYAML else { return .giveUp }
    awaitNode(bytes, after: position, at: content)
    return .done
  }

  /// A colon before which there is no key, which is null (rule 192); libyaml does not know that.
  @inline(never)
  mutating func colonWithoutKey(_ bytes: RawSpan, _ own: Properties, isKey: Bool) -> Outcome {
    let colon = position
    guard !isKey || frames[frames.count - 1].kind == .blockMapping else { return .giveUp }
    let start = own.isEmpty ? colon : own.start - origin
    let outcome = beginKey(bytes, at: start, colon: colon, isKey: isKey)
    if case .done = outcome {
      _ = emit(own, before: colon)
      emit(.scalar, style: .plain, at: start)
    }
    return outcome
  }

  /// A flow collection at `position`, in block context, with a colon after it.
  @inline(never)
  mutating func beginCollectionKey(
    _ bytes: RawSpan, colon: Int, _ own: Properties, isKey: Bool
  ) -> Outcome {
    let start = own.isEmpty ? position : own.start - origin
    guard colon - start <= Self.longestKey || isShortKey(bytes, start..<colon),
      frames.count + 2 <= Self.maximumDepth
    else { return .giveUp }
    if !isKey { _ = beginBlockMapping(at: start) }
    frames[frames.count - 1].isInKey = true
    return beginFlow(bytes.byte(at: position), own)
  }

  /// The colon after a flow collection, which `colonAfterCollection` has seen.
  @inline(never)
  mutating func keyEnd(_ bytes: RawSpan) -> Outcome {
    var colon = position
    while bytes.byte(at: colon) == 0x20 || bytes.byte(at: colon) == 0x09 { colon += 1 }
    guard colon + 1 < end || isComplete else { return .more }
    guard bytes.byte(at: colon) == UInt8(ascii: ":"), bytes.byte(at: colon + 1) <= 0x20 else {
      return .giveUp
    }
    var p = colon + 1
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    guard p < end || isComplete else { return .more }
    awaitValue(bytes, after: colon, at: p)
    return .done
  }
}
