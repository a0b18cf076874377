internal import DecantCore

/// The white space of a JSON text, where events have none of their own.
struct JSONSpacing: Sendable {
  var indentation = Indentation.spaces(2)
  /// Whether collections have an element per line.
  var hasLines = true
  var lineEnd: LineEnd = .lf
  var beforeColon = 0
  var afterColon = 1
  /// The spaces between elements on one line.
  var afterComma = 1
  /// The spaces between a comma and the line end.
  var beforeLineEnd = 0
  var emptyHasLines = false
  var endsWithLine = true
  var escapesSlashes = false

  enum LineEnd: Sendable { case lf, crlf, cr }

  /// Creates the spacing of `JSONWriter`.
  init(_ indentation: Indentation) {
    guard indentation.width > 0 else {
      (hasLines, afterColon, afterComma) = (false, 0, 0)
      return
    }
    self.indentation = indentation
  }

  /// Returns the spacing with the lines of another one, and the spaces in them.
  func withLines(of other: JSONSpacing) -> JSONSpacing {
    var result = other
    result.lineEnd = lineEnd
    result.endsWithLine = endsWithLine
    result.escapesSlashes = escapesSlashes
    return result
  }

  /// Changes what differs in Foundation's writers.
  mutating func takeFoundations() {
    endsWithLine = false
    escapesSlashes = true
    guard hasLines else { return }
    beforeColon = 1
    emptyHasLines = true
  }
}
