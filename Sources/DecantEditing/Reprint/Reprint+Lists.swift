internal import DecantCore

/// The children of a collection, one after the other.
extension Reprint {
  /// A list and how far it is printed.
  final class PrintedList {
    let context: Context
    let spans: ChildSpans
    let separator: ListSeparator
    let sections: (any ListSections)?
    /// Whether the last child has a separator, too.
    let endsWithSeparator: Bool
    /// Whether the bracket at the end is on a line of its own.
    let closesOnLine: Bool

    /// The last child of the document that is printed; −1 before the first.
    var previous = -1
    /// Whether the comments of the document beside it go, and the comments that come beside it.
    var isPreviousStripped = false
    var besidePrevious: [NodeComment] = []
    /// The new item that is printed after it, but for what follows its value.
    var new: NewItem?
    /// The end of the line of the previous child, which goes after new items on that line.
    var heldTail: Range<Int>?
    /// The child up to which the comments of the collection are printed.
    var foreignEnd = 0

    var isAtOpening: Bool { previous < 0 && new == nil }

    init(
      _ context: Context, _ spans: ChildSpans, _ separator: ListSeparator,
      _ sections: (any ListSections)?
    ) {
      self.context = context
      self.spans = spans
      self.separator = separator
      self.sections = sections
      let end = spans.joint(before: spans.count)
      endsWithSeparator = separator.isAfterLast || !end.separator.isEmpty
      closesOnLine = spans.endsLine(end.tail)
    }
  }

  /// What is printed next.
  enum Next {
    case old(beginsLine: Bool)
    case new(onLine: Bool)
    case close
  }

  mutating func put(_ children: [ChildChange], at context: Context) throws(DecantError) {
    guard let spans = spans(of: context), spans.count > 0 else {
      guard !children.isEmpty else { return }
      let new = try Document(children: children)
      if try printer.replace(context, by: new, keepsProperties: true, in: &self) { return }
      return try printFirst(children, at: context)
    }
    if try printer.put(children, at: context, in: &self) { return }
    if children.isEmpty || spans.needsBraces(for: children) {
      let new = try remaining(children, in: context.node)
      if try printer.replace(context, by: new, keepsProperties: true, in: &self) { return }
    }
    if !context.isStripped, let sections = printer.sections(of: context.node, in: document) {
      return try put(children, in: sections, spans, at: context)
    }
    try put(children, in: spans, at: context)
  }

  /// Prints some or all children of a collection.
  mutating func put(
    _ children: [ChildChange], in spans: ChildSpans, of sections: (any ListSections)? = nil,
    at context: Context
  ) throws(DecantError) {
    let list = PrintedList(context, spans, separator(of: context.node, spans.form), sections)
    guard !children.isEmpty else { return putEmpty(list) }
    var following = [Int?](repeating: nil, count: children.count)
    for index in children.indices.dropLast().reversed() {
      following[index] = children[index + 1].number ?? following[index + 1]
    }
    for (index, child) in children.enumerated() {
      if let number = child.number {
        try printOld(number, child, list)
      } else {
        try printNew(child, before: following[index], list)
      }
    }
    putClose(list)
  }

  /// Returns a collection that has lost its children, or needs braces, as a new value.
  private func remaining(
    _ children: [ChildChange], in node: Int
  ) throws(DecantError) -> Document {
    if children.contains(where: { if case .children? = $0.value?.content { true } else { false } })
    {
      throw DecantError(
        .specific(LayoutProblem(what: "a mapping without braces inside of brackets")),
        offset: document.offset(at: node))
    }
    return try document.tape.document(
      of: document.tape.content(of: node), after: NodeChange(.children(children)), isStripped: true)
  }

  // MARK: Children of the document

  private mutating func printOld(
    _ number: Int, _ child: ChildChange, _ list: PrintedList
  ) throws(DecantError) {
    let changesLead = child.value?.comment != nil || child.value?.losesComments == true
    if number == list.previous + 1, list.new == nil, !list.isPreviousStripped, !changesLead,
      list.besidePrevious.isEmpty
    {
      list.previous = number
      guard child.value != nil || child.key != nil else { return }
      emit(
        to: list.spans.joint(before: number).mark.lowerBound, isStripped: list.context.isStripped)
    } else {
      try begin(number, child.value, list)
      list.previous = number
    }
    list.isPreviousStripped = child.value?.losesComments == true
    try printContent(of: number, child, list)
  }

  /// Prints the key and the value of a child.
  private mutating func printContent(
    of number: Int, _ child: ChildChange, _ list: PrintedList
  ) throws(DecantError) {
    let old = list.spans.children[number]
    if let key = child.key, let oldKey = old.key {
      try checkValue(of: old)
      let range = document.contentRange(of: oldKey)
      out.copy(to: range.lowerBound)
      // A key that is only an anchor or a tag.
      if range.isEmpty, document.offset(at: oldKey) < range.lowerBound { out.write([0x20]) }
      out.write(try printer.text(ofKey: key, like: source.bytes(range), in: document))
      out.skip(to: range.upperBound)
    }
    guard let value = child.value else { return }
    if case .replaced = value.content {
      try checkValue(of: old)
      if !list.spans.isInLines { list.besidePrevious = openingComments(of: old.value) }
    }
    var context = self.context(of: number, in: list.spans, of: list.context)
    context.hasLines = list.spans.beginsLine(0)
    context.isStripped = list.context.isStripped
    context.sibling = sibling(of: number, in: list.spans)
    context.name =
      old.key.map { document.tape.string(at: document.tape.content(of: $0)) } ?? list.context.name
    try put(value, at: context)
  }

  /// Throws if a value is only implied: in a strings table, a key alone is also its value.
  private func checkValue(of child: EditedDocument.Child) throws(DecantError) {
    guard printer.blocks == nil, let range = document.signRange(of: child),
      let mark = printer.keySign.first(where: { $0 != 0x20 }), !source.bytes(range).contains(mark)
    else { return }
    throw DecantError(
      .specific(LayoutProblem(what: "a key without a value")),
      offset: document.offset(at: child.start))
  }

  /// The comments on the line of the opening bracket of a collection, which are about its key.
  private func openingComments(of node: Int) -> [NodeComment] {
    guard document.isCollection(node), !document.openingBracket(of: node).isEmpty,
      let spans = spans(of: node, .brackets)
    else { return [] }
    let tail = spans.joint(before: 0).tail
    return Array(
      document.tape.comments(in: document.tape.content(of: node)..<document.tape.end(of: node))
        .prefix(document.comments(in: tail).count))
  }

  // MARK: Between children

  /// Prints what follows the value of the item before.
  mutating func finishPrevious(_ list: PrintedList, before next: Next) {
    let spans = list.spans
    var (needsSeparator, staysOnLine, endsLine) = (true, false, false)
    switch next {
    case .close:
      needsSeparator = list.endsWithSeparator
      endsLine = list.closesOnLine
    case .new(let onLine):
      staysOnLine = !onLine
      endsLine = onLine
    case .old(let beginsLine): endsLine = beginsLine
    }
    if let item = list.new {
      finish(item, needsSeparator ? list.separator.byte : nil, endsLine: endsLine)
      list.new = nil
      if !staysOnLine, let tail = list.heldTail {
        out.copy(to: tail.upperBound)
        list.heldTail = nil
      }
      return
    }
    guard list.previous >= 0 else {
      return emit(to: spans.joint(before: 0).tail.upperBound, isStripped: list.context.isStripped)
    }
    let joint = spans.joint(before: list.previous + 1)
    let isStripped = list.context.isStripped || list.isPreviousStripped
    let (tailEndsLine, tailHasComments) = (
      spans.endsLine(joint.tail), spans.hasComments(joint.tail)
    )
    emit(to: spans.end(of: list.previous), isStripped: isStripped)
    if let byte = list.separator.byte {
      if needsSeparator, joint.separator.isEmpty {
        emit(to: joint.after.upperBound, isStripped: isStripped)
        out.write([byte])
      } else if staysOnLine, !isStripped, tailHasComments, !tailEndsLine {
        // After the separator, they would be those of what follows.
        out.copy(to: joint.after.upperBound)
        out.skip(to: joint.tail.upperBound)
        out.write(source.bytes(joint.tail) + [byte])
      } else if needsSeparator || joint.separator.isEmpty {
        emit(to: joint.separator.upperBound, isStripped: isStripped)
      } else {
        if spans.hasComments(joint.after) {
          emit(to: joint.after.upperBound, isStripped: isStripped)
        }
        out.skip(to: joint.separator.upperBound)
      }
    }
    let isLastOnLine = tailEndsLine && !staysOnLine
    // Elsewhere, they would make comments of what follows.
    if isLastOnLine || !printer.comments.areLines {
      out.write(
        text(beside: list.besidePrevious, endsLine: isLastOnLine && !tailHasComments))
    }
    list.besidePrevious = []
    if staysOnLine, tailEndsLine {
      list.heldTail = joint.tail
    } else if case .close = next, tailEndsLine, !list.closesOnLine, !tailHasComments,
      list.previous + 1 < spans.count, !endsWithLineOfText(list.previous, spans)
    {
      out.skip(to: joint.tail.upperBound)
    } else {
      emit(to: joint.tail.upperBound, isStripped: isStripped)
    }
  }

  /// Whether a child ends with text in lines that has the last line end, and would have blank lines below.
  func endsWithLineOfText(_ child: Int, _ spans: ChildSpans) -> Bool {
    let (tape, node) = (document.tape, spans.children[child].value)
    let last = (node..<tape.end(of: node)).last {
      tape[$0].depthChange == 0 && !tape[$0].isAnnotation
    }
    guard let last, [.literal, .folded].contains(tape[last].style) else { return false }
    return tape.text[tape.textRange(at: last)].last == 0x0A
  }

  /// Prints the comments of the collection before a child and before the children above it that go; returns whether blank
  /// lines follow already.
  @discardableResult
  mutating func printForeign(upTo number: Int, _ list: PrintedList) -> Bool {
    let first = max(list.previous + 1, list.foreignEnd)
    let end = min(number + 1, list.spans.count)
    var hasBlanks = false
    for child in first..<max(first, end) {
      let lead = list.spans.lead(of: child)
      out.skip(to: lead.foreign.lowerBound)
      guard !lead.foreign.isEmpty else { continue }
      beginLine()
      // Without the blank lines below, the comments would be those of the next child.
      hasBlanks = child < number
      emit(
        to: hasBlanks ? lead.blanks.upperBound : lead.foreign.upperBound,
        isStripped: list.context.isStripped)
    }
    list.foreignEnd = max(list.foreignEnd, end)
    return hasBlanks
  }

  mutating func beginLine() {
    if !out.endsLine { out.write(lineEnd) }
  }

  /// Prints what is before a child of the document that follows another one than before, or gets other comments.
  private mutating func begin(
    _ number: Int, _ change: NodeChange?, _ list: PrintedList
  ) throws(DecantError) {
    let spans = list.spans
    let joint = spans.joint(before: number)
    let lead = spans.lead(of: number, in: joint)
    let beginsLine = spans.beginsLine(number, joint)
    let (isAtOpening, first, isAfterNew) = (list.isAtOpening, list.previous + 1, list.new != nil)
    // The first child of a collection in lines may be on the line of the sign before it.
    let takesPlace =
      isAtOpening && first < number && !lead.hasComments && lead.foreign.isEmpty
      && spans.isInLines && !spans.beginsLine(0)
    let isMoved = !beginsLine && !isAtOpening && spans.isInLines
    finishPrevious(list, before: .old(beginsLine: beginsLine && !takesPlace || isMoved))
    if takesPlace {
      out.write(source.bytes(spans.lead(of: 0).blanks))
      out.skip(to: joint.mark.lowerBound)
    } else if isMoved {
      beginLine()
      out.write([UInt8](repeating: 0x20, count: spans.column))
      out.skip(to: lead.own.lowerBound)
    } else if beginsLine {
      let hasBlanks = printForeign(upTo: number, list)
      beginLine()
      out.skip(to: lead.blanks.lowerBound)
      if hasBlanks {
        out.skip(to: lead.blanks.upperBound)
      } else if isAfterNew {
        out.write(blankLines(near: number, spans))
        out.skip(to: lead.blanks.upperBound)
      } else if first < number, lead.foreign.isEmpty, isAtOpening || lead.blanks.isEmpty {
        // They separate what is before from what is left of the group below.
        let isText = first > 0 && endsWithLineOfText(first - 1, spans)
        if !isText, spans.beginsLine(first) {
          out.write(source.bytes(spans.lead(of: first).blanks))
        }
        out.skip(to: lead.blanks.upperBound)
      }
    } else if isAfterNew {
      out.write(spacing(list))
      out.skip(to: lead.own.lowerBound)
    } else if first < number {
      let joint = spans.joint(before: first)
      out.write(
        spans.beginsLine(first, joint)
          ? source.indentation(at: joint.mark.lowerBound)
          : source.bytes(spans.lead(of: first, in: joint).blanks))
      out.skip(to: lead.own.lowerBound)
    }
    try printOwn(lead, of: number, joint, change, beginsLine: beginsLine, list)
  }

  /// Prints the comments of a child, its indentation and its mark.
  private mutating func printOwn(
    _ lead: ChildSpans.Lead, of number: Int, _ joint: ChildSpans.Joint, _ change: NodeChange?,
    beginsLine: Bool, _ list: PrintedList
  ) throws(DecantError) {
    guard let lines = change?.comment else {
      let isStripped = list.context.isStripped || change?.losesComments == true
      return emit(to: joint.mark.lowerBound, isStripped: isStripped)
    }
    out.copy(to: lead.own.lowerBound)
    guard beginsLine || !printer.comments.areLines else {
      throw document.noPlaceForComment(of: number, in: list.spans.node)
    }
    let indent = beginsLine ? source.indentation(at: joint.mark.lowerBound) : []
    let boundary = beginsLine ? lineEnd + indent : []
    out.write(indent + text(above: lines.map { NodeComment(entered: $0) }, boundary))
    out.skip(to: joint.mark.lowerBound)
  }
}
