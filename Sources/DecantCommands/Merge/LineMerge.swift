internal import DecantCore
internal import DecantChanges

/// A merge of the lines of two edits of one text, as git does it.
struct LineMerge {
  enum Side {
    case ours, theirs
  }

  struct Marks {
    var width = 7

    fileprivate func line(_ mark: Character, _ label: String, _ end: [UInt8]) -> [UInt8] {
      Array((String(repeating: mark, count: width) + label).utf8) + end
    }
  }

  private enum Part {
    case agreed(ArraySlice<UInt8>)
    case conflict(ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>)
  }

  private var parts: [Part] = []

  var isClean: Bool {
    parts.allSatisfy { if case .agreed = $0 { true } else { false } }
  }

  /// Merges two edits of `base`; without it, all differences are conflicts.
  init(base: [UInt8]? = nil, ours: [UInt8], theirs: [UInt8]) {
    let texts = NumberedLines([ours, theirs] + (base.map { [$0] } ?? [])).texts
    let (ours, theirs, base) = (texts[0], texts[1], texts.count > 2 ? texts[2] : nil)
    let alignment = ThreeWayAlignment(
      base: (base ?? ours).numbers, ours: ours.numbers, theirs: theirs.numbers)
    for part in alignment.parts {
      let (before, first, second) = (base?[part.base], ours[part.ours], theirs[part.theirs])
      if part.isStable || first == second || second == before {
        parts.append(.agreed(first))
      } else if first == before {
        parts.append(.agreed(second))
      } else {
        parts.append(.conflict(ours: first, theirs: second))
      }
    }
  }

  func text(choosing side: Side) -> [UInt8] {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .agreed(let lines): text += lines
      case .conflict(let ours, let theirs): text += side == .ours ? ours : theirs
      }
    }
    return text
  }

  func text(with marks: Marks) -> [UInt8] {
    var text: [UInt8] = []
    let end = self.text(choosing: .ours).lineEnd
    for part in parts {
      switch part {
      case .agreed(let lines): text += lines
      case .conflict(let ours, let theirs):
        // Only the last line of a text can lack its end.
        if let last = text.last, last != UInt8(ascii: "\n") { text += end }
        text += marks.line("<", " ours", end) + ours.endingLine(with: end)
        text += marks.line("=", "", end) + theirs.endingLine(with: end)
        text += marks.line(">", " theirs", end)
      }
    }
    return text
  }
}

extension [UInt8] {
  fileprivate var lineEnd: [UInt8] {
    guard let end = firstIndex(of: UInt8(ascii: "\n")), end > 0,
      self[end - 1] == UInt8(ascii: "\r")
    else { return Array("\n".utf8) }
    return Array("\r\n".utf8)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func endingLine(with end: [UInt8]) -> ArraySlice<UInt8> {
    isEmpty || last == UInt8(ascii: "\n") ? self : self + end
  }
}
