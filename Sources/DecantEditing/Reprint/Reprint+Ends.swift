internal import DecantCore

/// The ends of collections, and collections that have lost their children.
extension Reprint {
  mutating func putClose(_ list: PrintedList) {
    let spans = list.spans
    guard
      list.new != nil || list.previous < spans.count - 1 || list.isPreviousStripped
        || !list.besidePrevious.isEmpty
    else { return emit(to: spans.interior.upperBound, isStripped: list.context.isStripped) }
    let endsWithLineComment = printer.comments.areLines && list.new?.beside.isEmpty == false
    finishPrevious(list, before: .close)
    printForeign(upTo: spans.count, list)
    let joint = spans.joint(before: spans.count)
    out.skip(to: joint.lead.lowerBound)
    if list.closesOnLine {
      beginLine()
    } else if endsWithLineComment {
      out.write(lineEnd + source.indentation(at: document.offset(at: spans.node)))
    }
    emit(to: spans.interior.upperBound, isStripped: list.context.isStripped)
  }

  /// Prints a collection without its children, in which only comments are left that are not theirs.
  mutating func putEmpty(_ list: PrintedList) {
    let (spans, isStripped) = (list.spans, list.context.isStripped)
    let joint = spans.joint(before: spans.count)
    let isFile = document.closingBracket(of: spans.node).isEmpty
    emit(to: spans.interior.lowerBound, isStripped: isStripped)
    let hasForeign = (0..<spans.count).contains { !spans.lead(of: $0).foreign.isEmpty }
    let opening = spans.joint(before: 0).tail
    let hasComments = spans.hasComments(opening) || spans.hasComments(joint.lead) || hasForeign
    if hasComments {
      emit(to: opening.upperBound, isStripped: isStripped)
      printForeign(upTo: spans.count, list)
    }
    if isFile, let text = printer.emptyFile {
      let endsLine = spans.endsLine(spans.interior.lowerBound..<source.count)
      out.write(text + (endsLine || hasComments ? lineEnd : []))
    }
    if hasComments {
      out.skip(to: joint.lead.lowerBound)
      if list.closesOnLine { beginLine() }
      emit(to: spans.interior.upperBound, isStripped: isStripped)
    }
    out.skip(to: spans.interior.upperBound)
  }
}
