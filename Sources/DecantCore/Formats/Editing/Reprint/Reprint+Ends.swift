/// The ends of collections, and collections that have lost their children.
extension Reprint {
  mutating func putClose(_ list: PrintedList) {
    let spans = list.spans
    guard
      list.new != nil || list.previous < spans.count - 1 || list.isPreviousStripped
        || !list.besidePrevious.isEmpty
    else { return emit(to: spans.interior.upperBound, isStripped: list.isStripped) }
    let isAfterNew = list.new != nil
    let endsWithLineComment =
      list.new.map { printer.comments.areLines && !$0.beside.isEmpty } ?? false
    finishPrevious(list, before: .close)
    printRemovedForeign(list)
    let joint = spans.joint(before: spans.count)
    out.skip(to: joint.lead.lowerBound)
    if list.closesOnLine {
      beginLine()
    } else if isAfterNew, endsWithLineComment {
      out.write(lineEnd + indentation(at: document.offset(at: spans.node)))
    }
    emit(to: spans.interior.upperBound, isStripped: list.isStripped)
  }

  /// Prints a collection without its children, in which only comments are left that are not theirs.
  mutating func putEmpty(_ list: PrintedList) {
    let spans = list.spans
    let joint = spans.joint(before: spans.count)
    let isFile = document.closingBracket(of: spans.node).isEmpty
    emit(to: spans.interior.lowerBound, isStripped: list.isStripped)
    let foreign = (0..<spans.count).contains { child in
      !spans.lead(of: child, in: spans.joint(before: child)).foreign.isEmpty
    }
    let opening = spans.joint(before: 0).tail
    let hasComments = spans.hasComments(opening) || spans.hasComments(joint.lead) || foreign
    if hasComments {
      emit(to: opening.upperBound, isStripped: list.isStripped)
      printRemovedForeign(list)
    }
    if isFile, let text = printer.emptyFile {
      let endsLine = spans.endsLine(spans.interior.lowerBound..<source.count)
      out.write(text + (endsLine || hasComments ? lineEnd : []))
    }
    if hasComments {
      out.skip(to: joint.lead.lowerBound)
      if list.closesOnLine { beginLine() }
      emit(to: spans.interior.upperBound, isStripped: list.isStripped)
    }
    out.skip(to: spans.interior.upperBound)
  }
}
