/// The reprint of a changed document: one walk over the collections that change, in the order of the text.
///
///     { "a": 1,          copied
///       "b": [2, 3],     `b` changes inside: the walk goes on there
///       "c": 4 }         replaced: only the value is printed, like the old one
///
/// What a child has around it, its ``ChildSpans`` tell. A child that stays keeps all of it, a removed one takes it along, and
/// a new one gets what its siblings have.
package struct Reprint {
  package let printer: any ListPrinter
  package let document: EditedDocument
  package let source: SourceLines
  package let layout: BracketedLayout
  package let lineEnd: [UInt8]
  package var out: PrintedText

  package init(of document: EditedDocument, by printer: any ListPrinter) {
    self.printer = printer
    self.document = document
    let source = SourceLines(document.bytes)
    self.source = source
    lineEnd = document.lineEnd
    layout = document.layout.layout { printer.layout(of: document, source) }
    out = PrintedText(source)
  }

  package mutating func edits(for change: NodeChange) throws(DecantError) -> [ByteEdit] {
    if change.losesComments {
      let head = headEnd
      out.copy(to: head)
    }
    try put(change, at: root)
    if change.losesComments { strip(to: source.count) }
    return out.edits()
  }

  /// Where the comments end that are about the file.
  private var headEnd: Int {
    let start = document.offset(at: 0)
    let head = document.comments(in: 0..<start)
    let run = document.closingBracket(of: 0).isEmpty ? document.comments[...] : head
    let count = HeadComments.count(ofFileIn: run.map { source.bytes($0) })
    guard count > 0 else { return 0 }
    return run[run.startIndex + count - 1].upperBound
  }

  package func spans(of place: Place) -> ChildSpans? {
    let form: ChildSpans.Form =
      if !document.closingBracket(of: place.node).isEmpty {
        .brackets
      } else if document.openingBracket(of: place.node).isEmpty, let start = place.start {
        place.isInBrackets
          ? .pair
          : .lines(after: start, column: BlockLines(document, source).column(of: place.node))
      } else if place.node == 0 {
        .file
      } else {
        .brackets
      }
    return spans(of: place.node, form)
  }

  func spans(of node: Int, _ form: ChildSpans.Form) -> ChildSpans? {
    ChildSpans(of: node, form, separator: separator(of: node, form).byte, in: document, source)
  }

  func separator(of node: Int, _ form: ChildSpans.Form) -> ListSeparator {
    if case .lines = form { return .none }
    return printer.separator(isMapping: document.isMapping(node), in: document)
  }

  /// Returns the bytes of a child with the comments that go with it.
  package func range(ofChild child: Int, in place: Place) -> Range<Int>? {
    guard let spans = spans(of: place) else { return nil }
    let start = spans.lead(of: child, in: spans.joint(before: child)).own.lowerBound
    return start..<spans.joint(before: child + 1).tail.upperBound
  }

  /// The root of the document.
  var root: Place {
    var start = printer.start(of: document, source)
    let properties = document.offset(at: 0)..<document.contentRange(of: 0).lowerBound
    if start != nil, !properties.isEmpty {
      start = printer.propertiesEnd(of: 0, properties, document, source)
    }
    return Place(node: 0, hasLines: printer.prefersLines, start: start)
  }

  /// Returns the place of a child.
  func place(of child: Int, in spans: ChildSpans, of outer: Place) -> Place {
    let node = spans.children[child].value
    var place = Place(node: node, hasLines: outer.hasLines)
    place.isInBrackets = outer.isInBrackets || !spans.isInLines
    place.outer = (spans, child)
    if outer.start != nil {
      let sign = spans.signEnd(before: child)
      let properties = document.offset(at: node)
      let content = document.contentRange(of: node).lowerBound
      place.sign = sign
      place.start =
        properties < content
        ? printer.propertiesEnd(of: node, properties..<content, document, source)
        : sign ?? properties
    }
    return place
  }

  /// Returns the place of a node.
  func place(of path: NodePlace) -> Place? {
    var place = root
    for (node, child) in path.ancestors {
      guard node == place.node, let spans = spans(of: place) else { return nil }
      place = self.place(of: child, in: spans, of: place)
    }
    return place
  }

  // MARK: Nodes

  /// A node that is printed, and what its text takes from what is around it.
  package struct Place {
    package let node: Int
    /// Whether the children of the collection around it are on lines of their own.
    var hasLines: Bool
    /// In a format with collections in lines, the end of the sign before the node and of its anchor and tag.
    package var start: Int?
    /// The end of the sign alone; nil if there is none.
    package var sign: Int?
    /// Whether a collection around it is in brackets.
    package var isInBrackets = false
    /// The collection around it.
    package var outer: (spans: ChildSpans, child: Int)?
    /// Whether the comments of the document go.
    package var isStripped = false
    /// The bytes of a string beside it.
    package var sibling: [UInt8]?
    /// The key, or that of the nearest collection with one.
    var name: String?

    package init(node: Int, hasLines: Bool, start: Int? = nil) {
      self.node = node
      self.hasLines = hasLines
      self.start = start
    }
  }

  /// Prints a node, up to its last byte.
  package mutating func put(_ change: NodeChange?, at place: Place) throws(DecantError) {
    let range = document.range(of: place.node)
    let isStripped = place.isStripped || change?.losesComments == true
    if change?.losesAnchor == true { removeAnchor(of: place.node, isStripped: isStripped) }
    switch change?.content ?? .kept {
    case .kept: if isStripped { strip(to: end(of: place)) }
    case .replaced(let new):
      if try printer.replace(place, by: new, keepsProperties: false, in: &self) { return }
      emit(to: range.lowerBound, isStripped: isStripped)
      try replace(place, by: new)
      out.skip(to: printer.noteEnd(after: range, in: document))
    case .children(let children):
      try put(children, at: place, isStripped: isStripped)
      if isStripped { strip(to: end(of: place)) }
    }
  }

  private func end(of place: Place) -> Int {
    place.outer?.spans.end(of: place.outer?.child ?? 0) ?? document.range(of: place.node).upperBound
  }

  private mutating func removeAnchor(of node: Int, isStripped: Bool) {
    guard let anchor = document.annotation(.anchor, of: node) else { return }
    let next = source.blankEnd(after: anchor.upperBound, before: source.count)
    let endsLine = next == source.count || SourceLines.isLineEnd(source[next])
    let start = endsLine ? source.blankStart(before: anchor.lowerBound) : anchor.lowerBound
    emit(to: start, isStripped: isStripped)
    out.skip(to: next)
  }

  /// Copies up to a place, without the comments if they go.
  mutating func emit(to end: Int, isStripped: Bool) {
    if isStripped { strip(to: end) } else { out.copy(to: end) }
  }

  /// Copies up to a place without the comments on the way, and without the lines that have nothing else.
  mutating func strip(to end: Int) {
    for comment in document.comments(in: out.place..<max(out.place, end)) {
      guard comment.lowerBound >= out.place else { continue }
      let next = source.blankEnd(after: comment.upperBound, before: source.count)
      let endsLine = next == source.count || SourceLines.isLineEnd(source[next])
      let start = max(out.place, source.blankStart(before: comment.lowerBound))
      let beginsLine =
        start == out.place
        ? out.endsLine : start == source.fileStart || SourceLines.isLineEnd(source[start - 1])
      if endsLine, beginsLine {
        out.copy(to: start)
        var next = source.afterLineEnd(at: next) ?? next
        // No blank lines come first in a file that had none.
        if out.isEmpty, start <= out.place { next = source.blankLinesEnd(from: next) }
        out.skip(to: min(end, next))
      } else if endsLine {
        out.copy(to: start)
        out.skip(to: min(end, next))
      } else {
        let isBeforeSign = [UInt8(ascii: ","), UInt8(ascii: ";")].contains(source[next])
        out.copy(to: isBeforeSign ? start : comment.lowerBound)
        out.skip(to: min(end, next))
      }
    }
    out.copy(to: end)
  }

  // MARK: Layout

  /// Whether the children of a collection have lines of their own.
  func hasLines(_ place: Place) -> Bool {
    guard let spans = spans(of: place), spans.count > 0 else { return place.hasLines }
    return spans.beginsLine(0, spans.joint(before: 0))
  }

  package func indentation(at place: Int) -> [UInt8] { source.indentation(at: place) }
}

extension BracketedLayout {
  /// The number of events that are sufficient to detect the layout.
  private static let sampleCount = 10_000

  /// Detects the layout from the first nodes: a document on one line has no indentation.
  package init(of document: EditedDocument, _ source: SourceLines, _ printer: some ListPrinter) {
    let tape = document.tape
    var found: Indentation?
    var spacesKeys: Bool?
    var spacesItems: Bool?
    var event: Int?
    for following in 0..<min(tape.count, Self.sampleCount) where !tape[following].isAnnotation {
      defer { event = following }
      guard let event, tape[following].depthChange >= 0, tape[event].depthChange >= 0 else {
        continue
      }
      let next = document.offset(at: following)
      if tape[event].depthChange > 0 {
        found = found ?? Self.step(from: document.offset(at: event), to: next, in: source)
      } else {
        let end = document.range(of: event).upperBound
        if end < next, !source.hasLineEnd(in: end..<next) {
          let isSpaced = (end..<next).contains { SourceLines.isBlank(source[$0]) }
          if tape[event].isKey {
            spacesKeys = spacesKeys ?? isSpaced
          } else {
            spacesItems = spacesItems ?? isSpaced
          }
        }
      }
      if spacesItems != nil, found != nil || !printer.prefersLines { break }
    }
    self.init(
      indentation: found ?? printer.usualIndentation,
      isSpaced: spacesItems ?? spacesKeys ?? printer.prefersLines)
  }

  package static func step(from outer: Int, to inner: Int, in source: SourceLines) -> Indentation? {
    guard inner > outer, source.beginsLine(inner), source.hasLineEnd(in: outer..<inner) else {
      return nil
    }
    let (outer, inner) = (source.indentation(at: outer), source.indentation(at: inner))
    guard inner.starts(with: outer), let byte = inner.dropFirst(outer.count).first else {
      return nil
    }
    return Indentation(byte: byte, width: inner.count - outer.count)
  }
}
