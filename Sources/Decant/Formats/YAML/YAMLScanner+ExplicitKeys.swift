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
    guard bytes.byte(at: content) != 0x09 else { return .giveUp }
    if isFirst {
      guard frames.count < Self.maximumDepth else { return .giveUp }
      beginValue()
      let start = emit(takeProperties(), before: sign)
      emit(.beginMapping, style: .block, at: start)
      frames.append(Frame(kind: .blockMapping, column: column, offset: 0))
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
    guard bytes.byte(at: content) != 0x09 else { return .giveUp }
    awaitNode(bytes, after: position, at: content)
    return .done
  }

  /// A colon before which there is no key, which is null (rule 192); libyaml does not know that.
  @inline(never)
  mutating func colonWithoutKey(_ bytes: RawSpan, isKey: Bool) -> Outcome {
    let colon = position
    guard !followsLibYAML, !isKey || frames[frames.count - 1].kind == .blockMapping else {
      return .giveUp
    }
    let outcome = beginKey(bytes, at: colon, colon: colon, isKey: isKey)
    if case .done = outcome { emit(.scalar, style: .plain, at: colon) }
    return outcome
  }

  /// Returns the place after the spaces that follow a sign; nil if it is not in view.
  private mutating func contentPlace(_ bytes: RawSpan, after sign: Int) -> Int? {
    var p = sign + 1
    while bytes.byte(at: p) == 0x20 { p += 1 }
    return p < end || isComplete ? p : nil
  }
}
