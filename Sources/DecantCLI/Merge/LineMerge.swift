internal import Decant

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
    case agreed([UInt8])
    case conflict(ours: [UInt8], theirs: [UInt8])
  }

  private var parts: [Part] = []

  var isClean: Bool {
    parts.allSatisfy { if case .agreed = $0 { true } else { false } }
  }

  /// Merges two edits of `base`; without it, all differences are conflicts.
  init(base: [UInt8]? = nil, ours: [UInt8], theirs: [UInt8]) {
    let (base, ours, theirs) = (base?.lines, ours.lines, theirs.lines)
    for part in ThreeWayAlignment(base: base ?? ours, ours: ours, theirs: theirs).parts {
      switch part {
      case .stable(_, let index, _):
        parts.append(.agreed(ours[index...index].joinedLines))
      case .changed(let old, let our, let their):
        let (before, first, second) = (base?[old], ours[our], theirs[their])
        if first == second || second == before {
          parts.append(.agreed(first.joinedLines))
        } else if first == before {
          parts.append(.agreed(second.joinedLines))
        } else {
          parts.append(.conflict(ours: first.joinedLines, theirs: second.joinedLines))
        }
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
  fileprivate var lines: [Value] {
    var lines: [Value] = []
    var start = 0
    for index in indices where self[index] == UInt8(ascii: "\n") {
      lines.append(.data(Array(self[start...index])))
      start = index + 1
    }
    if start < count { lines.append(.data(Array(self[start...]))) }
    return lines
  }

  fileprivate var lineEnd: [UInt8] {
    guard let end = firstIndex(of: UInt8(ascii: "\n")), end > 0,
      self[end - 1] == UInt8(ascii: "\r")
    else { return Array("\n".utf8) }
    return Array("\r\n".utf8)
  }

  fileprivate func endingLine(with end: [UInt8]) -> [UInt8] {
    isEmpty || last == UInt8(ascii: "\n") ? self : self + end
  }
}

extension ArraySlice<Value> {
  fileprivate var joinedLines: [UInt8] { flatMap { $0.data ?? [] } }
}
