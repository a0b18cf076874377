internal import DecantCore

/// The bytes of the children of a collection, and of what is between them.
///
///     { "a": 1 /* after */, // tail␊
///       // lead␊
///       "b": 2 }
///
/// Readers report the extents of nodes and comments; only blanks, line ends and signs are between these. So the first sign
/// after a child is its separator, and one before a child its mark, such as the `-` of a sequence of YAML. Spans are computed
/// when they are asked for, so that a change of a large collection costs little.
package final class ChildSpans {
  /// How the text shows the beginning and the end of a collection.
  package enum Form: Sendable {
    case brackets
    /// It is the whole file.
    case file
    /// Its children begin in one column, on lines after the end of the sign that precedes the collection.
    case lines(after: Int, column: Int)
    /// It is one pair in the brackets of a sequence: `[a: 1]`.
    case pair
  }

  package let node: Int
  package let children: [EditedDocument.Child]
  package let form: Form
  /// The bytes between the brackets; of a collection without them, all its bytes.
  package let interior: Range<Int>
  private let separator: UInt8?
  private let document: EditedDocument
  private let source: SourceLines
  /// Whether the first child may have comments above that are about the file.
  private let beginsFile: Bool

  /// Creates the spans of a collection; nil for one such as `<dict/>`, whose tag is both its ends.
  package init?(
    of node: Int, _ form: Form, separator: UInt8?, in document: EditedDocument,
    _ source: SourceLines
  ) {
    self.node = node
    self.form = form
    self.separator = separator
    self.document = document
    self.source = source
    children = document.children(of: node)
    switch form {
    case .brackets:
      guard let interior = document.interior(of: node) else { return nil }
      self.interior = interior
      beginsFile = false
    case .file:
      interior = source.fileStart..<source.count
      beginsFile = true
    case .lines(let start, _):
      interior = start..<max(start, BlockLines(document, source).end(of: node))
      beginsFile = start == source.fileStart
    case .pair:
      interior = document.range(of: node)
      beginsFile = false
    }
  }

  /// Creates the spans of a section of a collection, which is between comments.
  init(_ all: ChildSpans, only numbers: Range<Int>, in interior: Range<Int>) {
    node = all.node
    form = all.form
    self.interior = interior
    separator = all.separator
    document = all.document
    source = all.source
    beginsFile = false
    children = Array(all.children[numbers])
  }

  package var count: Int { children.count }

  /// Whether a pair needs braces for its new children: `[a: 1]` becomes `[{a: 1, b: 2}]`.
  func needsBraces(for new: [ChildChange]) -> Bool {
    guard case .pair = form else { return false }
    return new.count != count || new.contains { $0.number == nil }
  }

  package var isInLines: Bool { if case .lines = form { true } else { false } }

  /// The column of a collection in lines.
  package var column: Int { if case .lines(_, let column) = form { column } else { 0 } }

  package func start(of child: Int) -> Int { document.offset(at: children[child].start) }

  package func end(of child: Int) -> Int {
    let child = children[child]
    if isInLines { return BlockLines(document, source).end(of: child) }
    let value = document.range(of: child.value).upperBound
    guard let key = child.key else { return value }
    return max(value, document.range(of: key).upperBound)
  }

  /// Returns the end of the sign before a value, such as `:` or `-`; nil if it has none.
  package func signEnd(before child: Int) -> Int? {
    if let range = document.signRange(of: children[child]) { return sign(in: range).map { $0 + 1 } }
    let mark = joint(before: child).mark
    return mark.isEmpty ? nil : mark.lowerBound + 1
  }

  /// What is between a child and the one before it.
  ///
  /// The first joint begins at the opening bracket, and the last one, whose number is `count`, ends at the closing bracket.
  package struct Joint {
    /// What is between the child before and its separator; comments in it are beside that child.
    package let after: Range<Int>
    package let separator: Range<Int>
    /// The rest of the line, if only blanks and comments follow.
    package let tail: Range<Int>
    package let lead: Range<Int>
    /// What is between the lead and the child, such as `- `.
    package let mark: Range<Int>
  }

  package func joint(before child: Int) -> Joint {
    let isLast = child == count
    let start = child == 0 ? interior.lowerBound : end(of: child - 1)
    let limit = max(start, isLast ? interior.upperBound : self.start(of: child))
    var (after, separator) = (start..<start, start..<start)
    if child > 0, let byte = self.separator {
      if let sign = sign(in: start..<limit), source[sign] == byte {
        after = start..<sign
        separator = sign..<sign + 1
      } else if let end = commentsEnd(from: start, before: limit), end.next == nil {
        after = start..<end.end
        separator = end.end..<end.end
      }
    }
    // The line of the opening bracket has a tail; a file or a document begins with the lead.
    let isFirstLine = child == 0 && source.isLineStart(start)
    let tail =
      isFirstLine
      ? start..<start
      : isInLines && child > 0
        ? start..<BlockLines(document, source).lineEnd(
          after: start, isLine: document.isInLines(children[child - 1].value), column: column)
        : tail(from: separator.upperBound, before: limit, isLast: isLast && child > 0)
    let mark = isLast ? limit : sign(in: tail.upperBound..<limit) ?? limit
    return Joint(
      after: after, separator: separator, tail: tail, lead: tail.upperBound..<mark,
      mark: mark..<limit)
  }

  private func sign(in range: Range<Int>) -> Int? { document.sign(in: range, source) }

  /// Returns the end of the comments from an offset on, none of which has a line end, and the next line if one follows directly.
  private func commentsEnd(from start: Int, before limit: Int) -> (end: Int, next: Int?)? {
    document.commentsEnd(from: start, before: limit, source)
  }

  private func tail(from start: Int, before limit: Int, isLast: Bool) -> Range<Int> {
    guard let found = commentsEnd(from: start, before: limit) else { return start..<start }
    if let next = found.next { return start..<next }
    // A file ends without a bracket.
    if limit == source.count { return start..<limit }
    return start..<(isLast ? found.end : start)
  }

  /// Returns some children near an offset: those before it, nearest first, and then those from it on.
  package func children(near child: Int) -> [EditedDocument.Child] {
    let reach = Reprint.siblingCount / 2
    return children[max(0, child - reach)..<child].reversed()
      + children[child..<min(count, child + reach)]
  }

  // MARK: Leads

  /// The lines above a child, and its indentation.
  ///
  ///     # the collection's, because a blank line follows        foreign
  ///                                                             blanks
  ///     # the child's                                           comments
  ///       "key"                                                 indent
  package struct Lead {
    package let foreign: Range<Int>
    package let blanks: Range<Int>
    /// The comments of the child with the rest of the lead.
    package let own: Range<Int>
    package let hasComments: Bool
  }

  func lead(of child: Int) -> Lead { lead(of: child, in: joint(before: child)) }

  package func lead(of child: Int, in joint: Joint) -> Lead {
    let lead = joint.lead
    var start = lead.upperBound
    var run: [Range<Int>] = []
    let all = document.comments(in: lead)
    for comment in all.reversed() {
      guard source.lineEndCount(in: comment.upperBound..<start) < 2 else { break }
      start = comment.lowerBound
      run.insert(comment, at: 0)
    }
    if child == 0, beginsFile {
      let count = HeadComments.count(ofFileIn: run.map { source.bytes($0) })
      run.removeFirst(count)
      start = run.first?.lowerBound ?? lead.upperBound
    }
    var foreignEnd = lead.lowerBound
    if all.count > run.count {
      foreignEnd = all[all.startIndex + all.count - run.count - 1].upperBound
      let blank = source.blankEnd(after: foreignEnd, before: start)
      foreignEnd = source.afterLineEnd(at: blank) ?? foreignEnd
    }
    start = max(foreignEnd, source.blankStart(before: start, from: foreignEnd))
    if !beginsLine(child, joint) { start = source.blankEnd(after: start, before: lead.upperBound) }
    return Lead(
      foreign: lead.lowerBound..<foreignEnd, blanks: foreignEnd..<start,
      own: start..<lead.upperBound, hasComments: !run.isEmpty)
  }

  func beginsLine(_ child: Int) -> Bool { beginsLine(child, joint(before: child)) }

  /// Whether a child, or the first of the comments above it, begins a line.
  package func beginsLine(_ child: Int, _ joint: Joint) -> Bool {
    let lead = joint.lead
    if endsLine(joint.tail) || child == 0 && beginsFile { return true }
    var offset = lead.lowerBound
    for comment in document.comments(in: lead) {
      if source.hasLineEnd(in: offset..<comment.lowerBound) { return true }
      offset = comment.upperBound
    }
    return source.hasLineEnd(in: offset..<lead.upperBound)
  }

  package func endsLine(_ range: Range<Int>) -> Bool {
    range.upperBound > 0 && SourceLines.isLineEnd(source[range.upperBound - 1])
  }

  package func hasComments(_ range: Range<Int>) -> Bool { !document.comments(in: range).isEmpty }
}

extension EditedDocument {
  /// Returns the offset of the first byte that is not a blank, a line end or part of a comment.
  package func sign(in range: Range<Int>, _ source: SourceLines) -> Int? {
    var offset = range.lowerBound
    var comments = comments(in: range)
    while offset < range.upperBound {
      if let comment = comments.first, comment.lowerBound == offset {
        offset = comment.upperBound
        comments.removeFirst()
      } else if 0x21...0x7E ~= source[offset] {
        return offset
      } else {
        offset += 1
      }
    }
    return nil
  }

  /// Returns the end of the comments from an offset on, none of which has a line end, and the next line if one follows directly.
  package func commentsEnd(
    from start: Int, before limit: Int, _ source: SourceLines
  ) -> (end: Int, next: Int?)? {
    var comments = comments(in: start..<limit)
    var end = start
    while true {
      let offset = source.blankEnd(after: end, before: limit)
      if offset < limit, let next = source.afterLineEnd(at: offset) { return (end, next) }
      guard let comment = comments.first, comment.lowerBound == offset,
        !source.hasLineEnd(in: comment)
      else { return offset >= limit ? (end, nil) : nil }
      end = comment.upperBound
      comments.removeFirst()
    }
  }

  /// Whether a collection consists of lines, in a document that also has collections in brackets.
  package func isInLines(_ node: Int) -> Bool {
    isCollection(node) && closingBracket(of: node).isEmpty
  }
}

/// The ends of collections that consist of lines.
///
///     key:
///       - a
///         # a comment in a later column than the `-` belongs to the collection
///       # one in its column does not
package struct BlockLines {
  private let document: EditedDocument
  private let source: SourceLines

  package init(_ document: EditedDocument, _ source: SourceLines) {
    self.document = document
    self.source = source
  }

  func column(of node: Int) -> Int {
    let start = document.contentRange(of: node).lowerBound
    return start - source.lineStart(of: start)
  }

  /// Returns the line after a collection.
  package func end(of node: Int) -> Int {
    guard let last = document.children(of: node).last else {
      return document.range(of: node).upperBound
    }
    return lineEnd(
      after: end(of: last), isLine: document.isInLines(last.value), column: column(of: node))
  }

  /// Returns where a child ends: after its lines, or within one.
  func end(of child: EditedDocument.Child) -> Int {
    if document.isInLines(child.value) { return end(of: child.value) }
    let value = document.contentRange(of: child.value).upperBound
    guard let range = document.signRange(of: child) else { return value }
    return max(value, document.sign(in: range, source).map { $0 + 1 } ?? range.lowerBound)
  }

  /// Returns the line after an offset, with the comments below it that are in a column after another one; `isLine` if a line
  /// begins at the offset.
  package func lineEnd(after offset: Int, isLine: Bool, column: Int) -> Int {
    var end = offset
    if !isLine {
      guard let rest = document.commentsEnd(from: offset, before: source.count, source) else {
        return offset
      }
      end = rest.next ?? source.count
    }
    var line = end
    for comment in document.comments(in: end..<source.count) {
      let start = comment.lowerBound
      guard document.sign(in: line..<start, source) == nil,
        start - source.lineStart(of: start) > column
      else { break }
      line = source.afterLineEnd(at: comment.upperBound) ?? comment.upperBound
      end = line
    }
    return end
  }
}
