/// The notation of nodes, for a writer of YAML: the space before them, and the spelling of scalars.
///
/// A spelling is the source of a scalar, a zero byte, and its kind and text, without which it would not count:
///
///     "caf\u00E9"␀…café        on one line
///     'of two␊  lines'␀…        with columns from that of the innermost collection in lines
///     >- 2␊of two␊lines␀…       the header of a block and its column, and lines without their indentation
extension YAMLComposer {
  @inline(never)
  mutating func noteNotation(
    of step: YAMLStep, isTagged: Bool, _ place: YAMLSteps.Place, _ bytes: RawSpan,
    _ batch: inout EventBatch
  ) {
    let last = batch.count - 1
    guard last >= 0, openKeys.isEmpty else { return }
    let position = Int(step.position)
    switch step.kind {
    case .beginSequence, .beginMapping:
      let outer = frames.count - 1
      guard outer > 0 else { return }
      let isAnnotated = last > 0 && batch[last - 1].isAnnotation && !batch[last - 1].isLayout
      if step.style != .flow, frames[outer - 1].isMapping || isAnnotated {
        batch.events[last].flags.formUnion(
          .line(Int(frames[outer].column) - Int(frames[outer - 1].column)))
      } else if step.style != .flow, layout.next?.place == .afterIndicator {
        // The comment is written on the line of the dash.
        batch.events[last].flags.formUnion(
          .spaces(Int(frames[outer].column) - Int(frames[outer - 1].column) - 1))
      } else {
        batch.events[last].flags.formUnion(
          gap(before: position, bytes, base: blockColumn(of: outer)))
      }
    case .endSequence, .endMapping:
      guard bytes.closesFlow(at: position) else { return }
      batch.events[last].flags.formUnion(
        gap(before: position, bytes, base: blockColumn(of: frames.count)))
      let comma = layout.lastComma - batch.origin
      if bytes.followsComma(position)
        || comma >= 0 && comma < position && bytes.isLayout(comma + 1..<position)
      {
        batch.events[last].style = .flow
      }
    case .scalar, .alias:
      guard !frames.isEmpty else { return }
      let isInLines = frames[frames.count - 1].column != Frame.noColumn
      if !isInLines || !batch[last].isKey, place.end > place.start {
        batch.events[last].flags.formUnion(
          gap(before: position, bytes, base: blockColumn(of: frames.count)))
      }
      if step.kind == .scalar {
        spell(step, place, bytes, isInLines: isInLines, isTagged: isTagged, &batch)
      }
    default:
      break
    }
  }

  private func gap(before position: Int, _ bytes: RawSpan, base: Int) -> Event.Flags {
    var p = position
    while p > 0, bytes.byte(at: p - 1) == 0x20 { p -= 1 }
    guard p > 0 else { return [] }
    let spaces = position - p
    switch bytes.byte(at: p - 1) {
    case 0x0A: return .line(spaces - base)
    case UInt8(ascii: "["), UInt8(ascii: "{"): return spaces == 0 ? [] : .spaces(spaces)
    case UInt8(ascii: ","): return spaces == 1 ? [] : .spaces(spaces)
    case 0x09, 0x0D: return []
    default:
      let byte = bytes.byte(at: position)
      let usual = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") ? 0 : 1
      return spaces == usual ? [] : .spaces(spaces)
    }
  }

  /// Inserts the spelling of the last event, a scalar, if a writer might choose another one.
  private mutating func spell(
    _ step: YAMLStep, _ place: YAMLSteps.Place, _ bytes: RawSpan, isInLines: Bool,
    isTagged: Bool, _ batch: inout EventBatch
  ) {
    let last = batch.count - 1
    let event = batch[last]
    var first = last
    while first > 0, batch[first - 1].isAnnotation, !batch[first - 1].isLayout { first -= 1 }
    // In other schemas, and with a tag that is not emitted, a plain spelling may have another value.
    guard schema == .core,
      !isTagged
        || event.kind == .string && last > 0 && (step.style != .plain || event.length == 0)
          && (step.style != .plain || batch[last - 1].kind == .tag)
    else {
      return
    }
    let found = batch.withText(of: event) { text in
      switch step.style {
      case .literal, .folded: blockSpelling(of: text, event, from: Int(step.position), place, bytes)
      default: flowSpelling(of: text, event, step, place, bytes, isInLines: isInLines)
      }
    }
    guard var spelling = found else { return }
    spelling += [0, event.kind.rawValue]
    batch.withText(of: event) { spelling += [UInt8]($0) }
    let events = (first...last).map { batch[$0] }
    batch.truncate(to: first)
    spelling.withBytes { batch.append(.spelling, text: $0, at: Int(event.position)) }
    for event in events { batch.events.append(event) }
  }

  private func flowSpelling(
    of text: RawSpan, _ event: Event, _ step: YAMLStep, _ place: YAMLSteps.Place, _ bytes: RawSpan,
    isInLines: Bool
  ) -> [UInt8]? {
    if step.style != .plain, !step.isInScratch { return nil }
    let range = step.isInScratch ? place.start..<place.end : step.text
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount else { return nil }
    var source = [UInt8](bytes.extracting(range))
    if step.style == .plain {
      while let last = source.last, last <= 0x20 { source.removeLast() }
      switch event.kind {
      case .null, .true, .false:
        if let word = event.kind.word, Array(word.utf8) == source { return nil }
        if source.isEmpty, !isInLines || event.isKey { return nil }
      case .string where source.isEmpty:
        // After a tag, for nothing else is an empty string.
        return isInLines && !event.isKey ? [] : nil
      case .string:
        let isUsual =
          isInLines
          ? YAMLPlainText.mayBegin(source.first) && source.last != UInt8(ascii: ":")
          : YAMLPlainText.allows(
            bytes, from: range.lowerBound, count: range.count, in: .flow, ascii: false)
            || YAMLPlainText.mayKeepMeaning(
              bytes, from: range.lowerBound, count: range.count, in: .flow)
        if isUsual, !source.contains(0x0A) { return nil }
      default:
        guard event.flags.contains(.isNonFinite) else { return nil }
      }
    }
    guard source.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return event.isKey && source.count > 500 ? nil : source
    }
    guard !event.isKey, isInLines || step.style != .plain else { return nil }
    var spelling: [UInt8] = []
    for (index, line) in source.linesWithoutEnds.enumerated() {
      let text = line.drop { $0 == 0x20 }
      let column = line.count - text.count - blockColumn(of: frames.count)
      if index > 0 { spelling.append(0x0A) }
      if index == 0 {
        spelling += line
      } else if !text.isEmpty {
        guard column > 0, text.first != 0x09 else { return nil }
        spelling += Array(repeating: 0x20, count: column) + text
      }
    }
    return spelling
  }

  private func blockSpelling(
    of text: RawSpan, _ event: Event, from start: Int, _ place: YAMLSteps.Place, _ bytes: RawSpan
  ) -> [UInt8]? {
    var p = start
    let isMark = { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ">") }
    while p < place.end, !isMark(bytes.byte(at: p)) || p > start && bytes.byte(at: p - 1) > 0x20 {
      p += 1
    }
    let mark = p
    repeat { p += 1 } while p < place.end && bytes.byte(at: p) > 0x20
    guard p < place.end, place.end <= bytes.byteCount, !event.isKey else { return nil }
    let header = [UInt8](bytes.extracting(mark..<p))
    while p < place.end, bytes.byte(at: p) != 0x0A { p += 1 }
    var end = place.end
    while end < bytes.byteCount, bytes.byte(at: end) == 0x20 || bytes.byte(at: end) == 0x09 {
      end += 1
    }
    guard p + 1 < end else { return nil }
    let lines = [UInt8](bytes.extracting(p + 1..<end)).linesWithoutEnds
    let base = blockColumn(of: frames.count)
    let digit = header.first { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 }
    let first = lines.first { $0.contains { $0 != 0x20 } } ?? []
    let column =
      digit.map { Int($0 - UInt8(ascii: "0")) } ?? first.prefix { $0 == 0x20 }.count - base
    guard 1...63 ~= column else { return nil }

    var spelling = header + [0x20 + UInt8(column)]
    var lastLine: ArraySlice<UInt8> = []
    var emptyLines = 0
    for line in lines {
      spelling.append(0x0A)
      let indentation = line.prefix(base + column)
      guard indentation.allSatisfy({ $0 == 0x20 }) else { return nil }
      lastLine = line.dropFirst(base + column)
      emptyLines = lastLine.isEmpty ? emptyLines + 1 : 0
      spelling += lastLine
    }
    // The last line of the source may be cut off, or end with the input.
    var value = [UInt8](text)[...]
    while value.last == 0x0A { value.removeLast() }
    let breaks = text.byteCount - value.count
    let isKept = header.contains(UInt8(ascii: "+"))
    let isStripped = header.contains(UInt8(ascii: "-"))
    guard breaks == (isKept ? emptyLines + 1 : isStripped ? 0 : 1), isKept || emptyLines == 0,
      emptyLines > 0 || value.suffix(lastLine.count) == lastLine, !value.isEmpty
    else { return nil }
    return spelling
  }
}

extension [UInt8] {
  /// The lines, which end in LF or CR LF.
  fileprivate var linesWithoutEnds: [ArraySlice<UInt8>] {
    split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
  }
}

extension RawSpan {
  /// Whether a bracket closes a collection at `p`; one in lines ends before the next token.
  func closesFlow(at p: Int) -> Bool {
    p >= 0 && p < byteCount && byte(at: p) | 0x20 == UInt8(ascii: "}")
  }

  fileprivate func isLayout(_ range: Range<Int>) -> Bool {
    var isComment = false
    for p in range {
      let byte = byte(at: p)
      isComment = isComment ? byte != 0x0A : byte == UInt8(ascii: "#")
      guard isComment || byte <= 0x20 else { return false }
    }
    return true
  }

  fileprivate func followsComma(_ position: Int) -> Bool {
    var p = position
    while p > 0, byte(at: p - 1) <= 0x20 { p -= 1 }
    return p > 0 && byte(at: p - 1) == UInt8(ascii: ",")
  }
}

extension YAMLStep {
  /// Whether the step has a place among those of rewritten scalars; other texts may be in the scratch bytes too.
  @inline(__always)
  var isRewritten: Bool { isInScratch && kind == .scalar }

  /// Returns false in doubt.
  @inline(__always)
  func hasUsualNotation(in frame: YAMLComposer.Frame, _ bytes: RawSpan) -> Bool {
    guard frame.column != YAMLComposer.Frame.noColumn else { return false }
    let p = Int(position)
    switch kind {
    case .scalar:
      guard !isInScratch, !text.isEmpty else { return false }
      if style == .plain {
        let first = bytes.byte(at: text.lowerBound)
        guard YAMLPlainText.mayBegin(first), text.count > 5 || !(0x41...0x5A ~= first),
          bytes.byte(at: text.upperBound &- 1) != UInt8(ascii: ":")
        else {
          return false
        }
      }
      return frame.expectsKey
        || p >= 2 && bytes.byte(at: p &- 1) == 0x20 && bytes.byte(at: p &- 2) > 0x20
    case .beginSequence, .beginMapping:
      return style != .flow
        && (frame.isMapping
          || p >= 2 && bytes.byte(at: p &- 1) == 0x20 && bytes.byte(at: p &- 2) > 0x20)
    default:
      return true
    }
  }
}
