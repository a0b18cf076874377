internal import DecantCore
internal import DecantEditing

/// Values in the place of others, which may go from a line to lines and back.
///
///     key: 1 # comment            key: # comment
///                                   - 1
extension YAMLEditing {
  func replace(
    _ context: Reprint.Context, by new: Document, keepsProperties: Bool, in reprint: inout Reprint
  ) throws(DecantError) -> Bool {
    let isInBrackets = !reprint.document.closingBracket(of: context.node).isEmpty
    if keepsProperties, isInBrackets, context.isInBrackets || !new.root.isFilledCollection {
      return false
    }
    let new = try CommentedNode(new).node
    let old = OldValue(context, keepsProperties: keepsProperties, in: reprint)
    if context.outer == nil {
      try replaceRoot(old, by: new, in: &reprint)
    } else if context.isInBrackets {
      try replaceInBrackets(old, by: new, in: &reprint)
    } else {
      try replaceInLines(old, by: new, in: &reprint)
    }
    return true
  }

  /// A value that is replaced.
  private struct OldValue {
    let context: Reprint.Context
    let keepsProperties: Bool
    /// Where the text begins that goes, and what of the properties in it stays.
    let start: Int
    let prefix: [UInt8]
    let hasProperties: Bool
    let isInLines: Bool
    let isCollection: Bool
    let contentStart: Int
    /// The end, with the comments that go with a collection in lines.
    let end: Int
    let isAbsent: Bool
    let dropsTag: Bool
    /// The end of a tag that goes, and of the anchor beside it.
    let propertiesEnd: Int

    /// Whether what is between the sign and the content stays.
    var keepsBlanks: Bool { !dropsTag && !isAbsent }

    init(_ context: Reprint.Context, keepsProperties: Bool, in reprint: Reprint) {
      let document = reprint.document
      self.context = context
      self.keepsProperties = keepsProperties
      let content = document.contentRange(of: context.node)
      let properties = YAMLProperties(of: context.node, in: document, reprint.source)
      // An anchor that goes is not printed.
      let anchor = properties.anchor.flatMap { $0.lowerBound < reprint.out.position ? nil : $0 }
      dropsTag = properties.hasTag && !keepsProperties
      propertiesEnd = dropsTag ? properties.end : 0
      let first = document.offset(at: context.node)
      let slot = context.outer == nil ? first : context.start ?? first
      start = max(reprint.out.position, dropsTag ? context.sign ?? first : slot)
      prefix = dropsTag ? anchor.map { reprint.source.bytes($0) + [0x20] } ?? [] : []
      hasProperties = anchor != nil || properties.hasTag && keepsProperties
      isInLines = document.isInLines(context.node)
      isCollection = document.isCollection(context.node)
      contentStart = content.lowerBound
      isAbsent = !isCollection && content.isEmpty
      var end = content.upperBound
      if isInLines {
        let lines = BlockLines(document, reprint.source)
        end = lines.end(of: context.node)
        let outer = context.outer.map { $0.spans.column } ?? 0
        if !keepsProperties { end = lines.lineEnd(after: end, isLine: true, column: outer) }
      }
      self.end = max(end, start)
    }

    /// Whether what goes begins on the line of the sign.
    func isOnLine(_ source: SourceLines) -> Bool {
      start >= contentStart || !source.hasLineEnd(in: start..<contentStart)
    }
  }

  // MARK: In lines

  private func replaceInLines(
    _ old: OldValue, by new: Document, in reprint: inout Reprint
  ) throws(DecantError) {
    guard let outer = old.context.outer, old.context.sign != nil else {
      throw problem("this value", of: old, in: reprint)
    }
    let source = reprint.source
    var new = new
    let tail = outer.spans.joint(before: outer.child + 1).tail
    if !old.isInLines, source.lineEndCount(in: tail) > 1 { new = new.quotingLines }
    let isMapping = outer.spans.children[outer.child].key != nil
    // A collection never begins on the line of an anchor or a tag.
    var (first, more) = try parts(
      of: new, isMapping: isMapping || old.hasProperties || !old.prefix.isEmpty, in: reprint)
    if let string = new.root.untaggedText, !old.isCollection, old.contentStart < old.end,
      let quoted = quoted(string, like: source.bytes(old.contentStart..<old.end))
    {
      (first, more) = ([0x20] + quoted, [])
    }
    if !old.prefix.isEmpty { first = [0x20] + old.prefix.dropLast() + first }
    more = moved(more, to: outer.spans.column)
    // The line end stays, unless the file has none there.
    let end =
      old.isInLines
      ? source.lineEndStart(before: old.end, from: max(old.contentStart, old.start)) : old.end
    if old.isOnLine(source), more.isEmpty {
      reprint.out.copy(to: old.keepsBlanks ? old.contentStart : old.start)
      reprint.out.write(old.keepsBlanks ? first.drop { $0 == 0x20 } : first[...])
      return reprint.out.skip(to: end)
    }
    reprint.out.copy(to: old.start)
    reprint.out.write(first)
    if old.isOnLine(source) {
      reprint.out.skip(to: end)
      copyLine(from: end, in: &reprint)
    } else {
      // A comment on the line of a tag that goes stays.
      reprint.out.skip(to: old.propertiesEnd)
      copyLine(from: max(old.start, old.propertiesEnd), in: &reprint)
      if !old.isInLines {
        let line = source.lineStart(of: old.contentStart)
        reprint.out.copy(to: source.lineEndStart(before: line, from: reprint.out.position))
      }
      if old.keepsProperties, let spans = reprint.spans(of: old.context) {
        let foreign = spans.lead(of: 0, in: spans.joint(before: 0)).foreign
        if !foreign.isEmpty {
          reprint.out.copy(to: foreign.upperBound)
          return reprint.out.skip(to: old.end)
        }
      }
      reprint.out.skip(to: end)
    }
    if !more.isEmpty { reprint.out.write(reprint.lineEnd + more) }
  }

  /// Copies the blanks and comments that follow on a line.
  private func copyLine(from offset: Int, in reprint: inout Reprint) {
    let source = reprint.source
    guard let found = reprint.document.commentsEnd(from: offset, before: source.count, source)
    else {
      return
    }
    reprint.out.copy(to: source.blankEnd(after: found.end, before: source.count))
  }

  /// Returns what of a value is on the line of its sign, and its lines.
  private func parts(
    of value: Document, isMapping: Bool, in reprint: Reprint
  ) throws(DecantError) -> (first: [UInt8], more: [UInt8]) {
    let text = try blockText(value, forKey: isMapping ? "k" : nil, in: reprint)
    let all = text.dropFirst(isMapping ? 2 : 1)
    let end = all.firstIndex(where: SourceLines.isLineEnd) ?? all.endIndex
    return (Array(all[..<end]), Array(all[end...].drop(while: SourceLines.isLineEnd)))
  }

  private func problem(
    _ what: String, of old: OldValue, in reprint: Reprint
  ) -> DecantError {
    DecantError(
      .specific(LayoutProblem(what: what)), offset: reprint.document.offset(at: old.context.node))
  }

  // MARK: In brackets

  private func replaceInBrackets(
    _ old: OldValue, by new: Document, in reprint: inout Reprint
  ) throws(DecantError) {
    let source = reprint.source
    let indent = reprint.source.indentation(at: old.start) + [0x20, 0x20]
    let isString = !old.isCollection && !old.isAbsent
    let like = isString ? source.bytes(old.contentStart..<old.end) : old.context.sibling
    let text = old.prefix + (try flowText(new, indent: indent, like: like, in: reprint))
    guard old.isAbsent, !old.dropsTag else {
      let start = old.dropsTag ? reprint.document.offset(at: old.context.node) : old.contentStart
      reprint.out.copy(to: start)
      reprint.out.write(text)
      return reprint.out.skip(to: old.end)
    }
    // Only its key locates an absent value.
    guard let outer = old.context.outer, let key = outer.spans.children[outer.child].key else {
      throw problem("an empty element", of: old, in: reprint)
    }
    guard old.context.sign != nil else {
      let end = reprint.document.range(of: key).upperBound
      reprint.out.copy(to: end)
      return reprint.out.write(
        (endsWithName(key, in: reprint.document) ? [0x20] : []) + keySign + text)
    }
    reprint.out.copy(to: old.start)
    reprint.out.write([0x20] + text)
    let next = source.blankEnd(after: old.start, before: source.count)
    if source.byte(at: next) == UInt8(ascii: ",") { reprint.out.skip(to: next) }
  }

  /// Whether the last byte of a key is one of a name, of which a colon would become part.
  private func endsWithName(_ node: Int, in document: EditedDocument) -> Bool {
    document.kind(of: node) == .alias
      || document.contentRange(of: node).isEmpty && !document.isCollection(node)
        && document.offset(at: node) < document.contentRange(of: node).lowerBound
  }

  // MARK: The root

  private func replaceRoot(
    _ old: OldValue, by new: Document, in reprint: inout Reprint
  ) throws(DecantError) {
    let source = reprint.source
    var (start, end) = (old.dropsTag ? old.start : old.contentStart, old.end)
    if old.isInLines, let spans = reprint.spans(of: old.context) {
      end = source.lineEndStart(before: end, from: start)
      let lead = spans.lead(of: 0, in: spans.joint(before: 0))
      if !old.hasProperties, !old.dropsTag { start = lead.own.lowerBound }
    }
    if start == end, old.start == old.contentStart, !old.hasProperties,
      let marker = old.context.start, source.isMarker(at: max(0, marker - 3))
    {
      (start, end) = (marker, marker)
    }
    var options = WritingOptions()
    options.indentation = .spaces(2)
    // What is beside the old value would become a part of a block scalar.
    let next = source.afterLineEnd(at: end)
    let isAlone = end >= source.count || next != nil
    let isFollowed = source.blankLinesEnd(from: next ?? end) < source.count
    let new = isAlone && !isFollowed ? quotingLineEnds(new, in: reprint) : new.quotingLines
    var value = old.prefix + (try reprint.document.written(new, options))
    if source.beginsLine(start) {
      // The new lines are not indented.
      if new.root.isFilledCollection { start = max(source.lineStart(of: start), source.fileStart) }
    } else {
      let blank = source.blankStart(before: start)
      if new.root.isFilledCollection {
        start = blank
        value = reprint.lineEnd + value
      } else if blank == start {
        value.insert(0x20, at: 0)
      }
    }
    reprint.out.copy(to: start)
    reprint.out.write(value)
    reprint.out.skip(to: end)
  }
}
