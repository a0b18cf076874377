internal import DecantCore

// The marks of conflicts, as git writes them.
extension LineMerge {
  package struct Marks: Sendable {
    /// What git's 'merge.conflictStyle' says.
    package enum Style: String, Sendable {
      /// Where the sides differ; conflicts that at most three lines divide are one.
      case merge
      /// With the lines of the base.
      case diff3
      /// With them, but without the first and the last lines that both sides have.
      case zdiff3
    }

    package var style = Style.merge
    package var width: Int
    package var ours = "ours"
    package var theirs = "theirs"

    package init(width: Int = 7) { self.width = width }

    fileprivate func line(_ mark: Character, _ label: String, _ end: [UInt8]) -> [UInt8] {
      Array((String(repeating: mark, count: width) + (label.isEmpty ? "" : " \(label)")).utf8) + end
    }
  }

  package func text(with marks: Marks) -> [UInt8] {
    var text: [UInt8] = []
    let end = self.text(choosing: .ours).lineEnd
    for part in marked(marks.style) {
      if let merged = part.merged {
        text += merged
        continue
      }
      // Only the last line of a text can lack its end.
      if let last = text.last, last != UInt8(ascii: "\n") { text += end }
      text += marks.line("<", marks.ours, end) + part.ours.endingLine(with: end)
      if marks.style != .merge {
        text += marks.line("|", "base", end) + part.base.endingLine(with: end)
      }
      text += marks.line("=", "", end) + part.theirs.endingLine(with: end)
      text += marks.line(">", marks.theirs, end)
    }
    return text
  }

  /// How many conflicts have marks, and how many lines are between these.
  package var markedCounts: (conflicts: Int, lines: Int) {
    marked(.merge).reduce(into: (0, 0)) { counts, part in
      guard part.isConflict else { return }
      counts.conflicts += 1
      counts.lines += part.ours.lineCount + part.theirs.lineCount
    }
  }

  /// Whether a person has to look at fewer lines than in another text, and at no more conflicts, if that has few lines.
  package func isClearer(than other: Self?) -> Bool {
    guard let other else { return true }
    let (own, others) = (markedCounts, other.markedCounts)
    // More than somebody reads as one.
    guard others.lines <= 500 else { return own.lines < others.lines }
    return own.lines < others.lines && own.conflicts <= others.conflicts
  }

  /// Returns the parts as they are marked.
  private func marked(_ style: Marks.Style) -> [Part] {
    var marked: [Part] = []
    for part in parts.flatMap({ $0.narrowed(to: style) }) {
      marked.append(part)
      guard style == .merge else { continue }
      if part.isUnchanged, marked.dropLast().last?.isUnchanged ?? false { marked.joinLast(2) }
      let isAfterFew = marked.dropLast().last.map { $0.isUnchanged && $0.ours.lineCount <= 3 }
      let count = isAfterFew ?? false ? 3 : 2
      if part.isConflict, marked.count >= count, marked[marked.count - count].isConflict {
        marked.joinLast(count)
      }
    }
    return marked
  }
}

extension LineMerge.Part {
  /// Returns a conflict without lines that both sides have.
  fileprivate func narrowed(to style: LineMerge.Marks.Style) -> [Self] {
    guard isConflict, style != .diff3, !ours.isEmpty, !theirs.isEmpty else { return [self] }
    let parts = LineMerge(ours: Array(ours), theirs: Array(theirs)).parts.map { part in
      Self(base: part.merged ?? [], ours: part.ours, theirs: part.theirs, merged: part.merged)
    }
    guard style == .zdiff3 else { return parts }
    let first = parts.prefix { !$0.isConflict }
    let last = parts.dropFirst(first.count).suffix(1).filter { !$0.isConflict }
    let (start, end) = (
      first.reduce(0) { $0 + $1.ours.count }, last.reduce(0) { $0 + $1.ours.count }
    )
    let rest = Self(
      base: base, ours: ours.dropFirst(start).dropLast(end),
      theirs: theirs.dropFirst(start).dropLast(end), merged: nil)
    return first + [rest] + last
  }
}

extension [LineMerge.Part] {
  fileprivate mutating func joinLast(_ count: Int) {
    let last = suffix(count)
    let merged = last.contains(where: \.isConflict) ? nil : last.flatMap { $0.merged ?? [] }[...]
    let joined = Element(
      base: last.flatMap(\.base)[...], ours: last.flatMap(\.ours)[...],
      theirs: last.flatMap(\.theirs)[...], merged: merged)
    replaceSubrange(last.indices, with: [joined])
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
  fileprivate var lineCount: Int { count { $0 == UInt8(ascii: "\n") } }

  fileprivate func endingLine(with end: [UInt8]) -> ArraySlice<UInt8> {
    isEmpty || last == UInt8(ascii: "\n") ? self : self + end
  }
}
