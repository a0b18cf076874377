package import DecantCore

/// The reprint of a changed document: one walk over the collections that change, in the order of the text.
///
///     { "a": 1,          copied
///       "b": [2, 3],     `b` changes inside: the walk goes on there
///       "c": 4 }         replaced: only the value is printed, like the old one
///
/// ``ChildSpans`` divides what is around the children: a child that stays keeps its part, a removed one takes it along, and a
/// new one gets what its siblings have.
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
    layout = document.parsed.form { printer.layout(of: document, source) }
    out = PrintedText(source)
  }

  package mutating func edits(for change: NodeChange) throws(DecantError) -> [ByteEdit] {
    if change.losesComments { out.copy(to: headEnd) }
    try put(change, at: root)
    if change.losesComments { strip(to: source.count) }
    return out.edits()
  }

  package func spans(of context: Context) -> ChildSpans? {
    let form: ChildSpans.Form =
      if !document.closingBracket(of: context.node).isEmpty {
        .brackets
      } else if document.openingBracket(of: context.node).isEmpty, let start = context.start {
        context.isInBrackets
          ? .pair
          : .lines(after: start, column: BlockLines(document, source).column(of: context.node))
      } else if context.node == 0 {
        .file
      } else {
        .brackets
      }
    return spans(of: context.node, form)
  }

  func spans(of node: Int, _ form: ChildSpans.Form) -> ChildSpans? {
    ChildSpans(of: node, form, separator: separator(of: node, form).byte, in: document, source)
  }

  func separator(of node: Int, _ form: ChildSpans.Form) -> ListSeparator {
    if case .lines = form { return .none }
    return printer.separator(isMapping: document.isMapping(node))
  }

  /// Returns the bytes of a child with the comments that go with it.
  package func range(ofChild child: Int, in context: Context) -> Range<Int>? {
    guard let spans = spans(of: context) else { return nil }
    return spans.lead(of: child).own.lowerBound..<spans.joint(before: child + 1).tail.upperBound
  }

  /// The root of the document.
  var root: Context {
    let start = printer.blocks?.start(of: document, source)
    return Context(
      node: 0, hasLines: printer.prefersLines,
      start: start.flatMap { self.start(of: 0, after: $0) })
  }

  /// Returns the end of the anchor and the tag of a node, or else of the sign before it.
  private func start(of node: Int, after sign: Int?) -> Int? {
    let start = document.offset(at: node)
    guard start < document.contentRange(of: node).lowerBound else { return sign ?? start }
    return printer.blocks?.propertiesEnd(of: node, document, source)
  }

  /// Returns the context of a child.
  func context(of child: Int, in spans: ChildSpans, of outer: Context) -> Context {
    let node = spans.children[child].value
    var context = Context(node: node, hasLines: outer.hasLines)
    context.isInBrackets = outer.isInBrackets || !spans.isInLines
    context.outer = (spans, child)
    if outer.start != nil {
      context.sign = spans.signEnd(before: child)
      context.start = start(of: node, after: context.sign)
    }
    return context
  }

  /// Returns the context of a node.
  func context(of path: TapePath) -> Context? {
    var context = root
    for (node, child) in path.ancestors {
      guard node == context.node, let spans = spans(of: context) else { return nil }
      context = self.context(of: child, in: spans, of: context)
    }
    return context
  }

  // MARK: Nodes

  /// A node that is printed, and what its text takes from what is around it.
  package struct Context {
    package let node: Int
    /// Whether the children of the collection around it are on lines of their own.
    var hasLines: Bool
    /// In a format with collections in lines, the end of the sign before the node and of its anchor and tag.
    package var start: Int?
    /// The end of that sign alone; nil if the node has none.
    package var sign: Int?
    /// Whether a collection around it is in brackets.
    package var isInBrackets = false
    /// The collection around it; nil for the root.
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
  package mutating func put(_ change: NodeChange?, at context: Context) throws(DecantError) {
    var context = context
    if change?.losesComments == true { context.isStripped = true }
    if change?.losesAnchor == true { removeAnchor(of: context) }
    switch change?.content ?? .kept {
    case .kept: break
    case .replaced(let new):
      if try printer.replace(context, by: new, keepsProperties: false, in: &self) { return }
      let range = document.range(of: context.node)
      emit(to: range.lowerBound, isStripped: context.isStripped)
      try replace(context, by: new)
      return out.skip(to: printer.noteEnd(after: range, in: document))
    case .children(let children): try put(children, at: context)
    }
    if context.isStripped { strip(to: end(of: context)) }
  }

  private func end(of context: Context) -> Int {
    context.outer.map { $0.spans.end(of: $0.child) } ?? document.range(of: context.node).upperBound
  }

  private mutating func removeAnchor(of context: Context) {
    guard let anchor = document.annotation(.anchor, of: context.node) else { return }
    let next = source.blankEnd(after: anchor.upperBound, before: source.count)
    let start = anchor.lowerBound
    let end = source.endsLine(next) ? source.blankStart(before: start) : start
    emit(to: end, isStripped: context.isStripped)
    out.skip(to: next)
  }
}
