internal import DecantCore

/// A formatter of diagnostics for people, and for editors that jump to their positions.
///
///     config.json:12:7: error: expected ',' or '}' but found ':'
///        12 | {"port":80:80}
///           |           ^
///     hint: …
struct TextStyle: Sendable {
  var isColored = false
  var width = 80

  private static let gutter = 8

  func text(of diagnostic: Diagnostic, program: String) -> String {
    var location = "\((diagnostic.source ?? program).visible()):"
    if let position = diagnostic.position { location += "\(position.line):\(position.column):" }
    let severity = diagnostic.severity
    let label = paint("\(severity.rawValue):", severity == .error ? .error : .warning)
    // A usage error has no label, as is customary.
    let isUsage = diagnostic.source == nil && severity == .error
    var text = paint(location, .location) + (isUsage ? " " : " \(label) ")
    text += paint(diagnostic.statement, .location) + "\n"
    if let position = diagnostic.position, let excerpt = diagnostic.excerpt {
      text += lines(excerpt, position)
    }
    if let location = diagnostic.schemaPlace {
      text += paint("schema:", .hint) + " \(location.visible(limit: 240))\n"
    }
    if let step = diagnostic.step {
      text += paint("step:", .hint) + " \(step.visible(limit: 240))\n"
    }
    if let hint = diagnostic.hint { text += paint("hint:", .hint) + " \(hint.visible())\n" }
    return text
  }

  // MARK: The line of the source

  private struct Piece {
    var text: String
    var cells: Int

    init(_ scalar: Unicode.Scalar) {
      text = scalar.visible
      cells = text.utf8.first == UInt8(ascii: "\\") ? text.utf8.count : scalar.cells
    }
  }

  private func lines(
    _ excerpt: DecantError.Excerpt, _ position: DecantError.Position
  ) -> String {
    let pieces = excerpt.text.unicodeScalars.map { Piece($0) }
    guard excerpt.text.unicodeScalars.contains(where: { $0 != " " && $0 != "\t" }) else {
      return ""
    }
    let caret = min(excerpt.caret, pieces.count)
    let isCut = position.column - 1 > excerpt.caret
    let (range, lacksStart, lacksEnd) = visibleRange(pieces, caret, isCut: isCut)

    var shown = lacksStart ? "…" : ""
    for piece in pieces[range] { shown += piece.text }
    if lacksEnd { shown += "…" }
    let before = pieces[range.lowerBound..<caret].reduce(lacksStart ? 1 : 0) { $0 + $1.cells }

    let number = String(position.line)
    let margin = String(repeating: " ", count: max(5, number.count))
    let numbered = String(repeating: " ", count: margin.count - number.count) + number
    return paint("\(numbered) |", .gutter) + " \(shown)\n"
      + paint("\(margin) |", .gutter) + " " + String(repeating: " ", count: before)
      + paint("^", .error) + "\n"
  }

  /// Returns the part of the line that fits around the caret, a third of it after the caret.
  private func visibleRange(
    _ pieces: [Piece], _ caret: Int, isCut: Bool
  ) -> (range: Range<Int>, lacksStart: Bool, lacksEnd: Bool) {
    let room = max(width - Self.gutter, 20)
    let total = pieces.reduce(isCut ? 1 : 0) { $0 + $1.cells }
    // A caret after the last character needs a cell of its own.
    guard total + (caret == pieces.count ? 1 : 0) > room else {
      return (0..<pieces.count, isCut, false)
    }
    // One cell for each ellipsis.
    var free = room - 2
    var start = caret
    var end = caret
    if end < pieces.count {
      free -= pieces[end].cells
      end += 1
    } else {
      free -= 1
    }
    var after = free / 3
    while end < pieces.count, pieces[end].cells <= after {
      after -= pieces[end].cells
      free -= pieces[end].cells
      end += 1
    }
    while start > 0, pieces[start - 1].cells <= free {
      start -= 1
      free -= pieces[start].cells
    }
    while end < pieces.count, pieces[end].cells <= free {
      free -= pieces[end].cells
      end += 1
    }
    return (start..<end, isCut || start > 0, end < pieces.count)
  }

  // MARK: Colors

  private enum Role: String {
    case location = "1"
    case error = "1;31"
    case warning = "1;35"
    case hint = "1;36"
    case gutter = "34"
  }

  private func paint(_ text: String, _ role: Role) -> String {
    isColored ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Palette {
  static let terminal = Palette(
    key: "\u{1B}[34;1m", string: "\u{1B}[32m", number: "\u{1B}[36m", word: "\u{1B}[35m",
    end: "\u{1B}[0m")
}
