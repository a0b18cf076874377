package import DecantCore

/// The sections of a collection: groups of children that a tool keeps between comments.
///
///     /* Begin PBXGroup section */
///     		0A1 /* Products */ = { … };
///     /* End PBXGroup section */
package protocol ListSections {
  var sections: [ListSection] { get }

  /// Returns the name of the section of a new child, and whether its value is on one line.
  func section(of new: Document) -> (name: String, isOnOneLine: Bool)

  /// Returns the comments at both ends of a section.
  func marks(of name: String) -> (begin: [UInt8], end: [UInt8])

  /// Returns what the tool writes beside the key of a child.
  func note(besideKey key: String) -> [UInt8]
}

/// A group of children between comments.
package struct ListSection: Sendable {
  package let name: String
  package let children: Range<Int>
  /// The lines with the comments at both ends.
  package let lines: Range<Int>
  /// What is between the comments, from the end of the first line.
  package let interior: Range<Int>

  package init(name: String, children: Range<Int>, lines: Range<Int>, interior: Range<Int>) {
    self.name = name
    self.children = children
    self.lines = lines
    self.interior = interior
  }
}

extension Reprint {
  /// Children of one section, in their order; `number` is nil for a new section.
  private struct SectionRun {
    let name: String
    let number: Int?
    var children: [ChildChange] = []
  }

  mutating func put(
    _ children: [ChildChange], in list: any ListSections, _ spans: ChildSpans, at context: Context
  ) throws(DecantError) {
    let sections = list.sections
    var printed = -1
    var isFirst = true
    for run in try runs(of: children, in: list) {
      if isFirst { out.copy(to: sections[0].lines.lowerBound) }
      if let number = run.number {
        let section = sections[number]
        skip(sections, from: printed + 1, to: number)
        if isFirst { out.skip(to: section.lines.lowerBound) }
        if !isFirst, number == 0 { out.write(lineEnd) }
        out.copy(to: section.interior.lowerBound)
        try put(
          run.children, in: ChildSpans(spans, only: section.children, in: section.interior),
          of: list, at: context)
        out.copy(to: section.lines.upperBound)
        printed = number
      } else {
        if !isFirst { out.write(lineEnd) }
        try put(run, of: list, like: spans)
      }
      isFirst = false
    }
    if isFirst { out.copy(to: sections[0].lines.lowerBound) }
    skip(sections, from: printed + 1, to: sections.count)
    out.copy(to: spans.interior.upperBound)
  }

  /// Skips sections that go, each with the blank lines before it; comments there stay.
  private mutating func skip(_ sections: [ListSection], from first: Int, to end: Int) {
    for number in first..<max(first, end) {
      let next = sections[number].lines
      if number > 0 {
        let gap = sections[number - 1].lines.upperBound..<next.lowerBound
        if document.comments(in: gap).isEmpty { out.skip(to: gap.upperBound) }
      }
      out.copy(to: next.lowerBound)
      out.skip(to: next.upperBound)
    }
    guard end < sections.count, end > 0 else { return }
    out.skip(to: sections[end - 1].lines.upperBound)
  }

  private func runs(
    of children: [ChildChange], in list: any ListSections
  ) throws(DecantError) -> [SectionRun] {
    let sections = list.sections
    var names: [SectionRun] = []
    var next: SectionRun?
    for child in children.reversed() {
      if let number = child.number {
        let index = sections.firstIndex { $0.children.contains(number) } ?? 0
        next = SectionRun(name: sections[index].name, number: index)
      }
      names.append(next ?? SectionRun(name: "", number: nil))
    }
    names.reverse()
    var runs: [SectionRun] = []
    for (child, next) in zip(children, names) {
      if let number = child.number, let index = next.number {
        if runs.last?.number != index { runs.append(next) }
        runs[runs.count - 1].children.append(
          ChildChange(
            number: number - sections[index].children.lowerBound, key: child.key,
            value: child.value))
        continue
      }
      let name = list.section(of: try newValue(of: child).node).name
      let last = runs.last
      if last?.name != name, last?.number == nil || last?.number != next.number {
        let isOfNext = next.name == name
        let own = sections.firstIndex { $0.name == name }
        runs.append(isOfNext ? next : SectionRun(name: name, number: free(own, runs, next)))
      }
      runs[runs.count - 1].children.append(child)
    }
    return runs
  }

  /// The number of a section all of whose children go, if it is between those that are printed before and after it.
  private func free(_ own: Int?, _ runs: [SectionRun], _ next: SectionRun) -> Int? {
    guard let own, own > runs.compactMap(\.number).last ?? -1, own < next.number ?? .max else {
      return nil
    }
    return own
  }

  private mutating func put(
    _ run: SectionRun, of list: any ListSections, like spans: ChildSpans
  ) throws(DecantError) {
    let placement = Placement.lines(indent: source.indentation(at: spans.start(of: 0)))
    let separator = printer.separator(isMapping: true).byte
    let (begin, end) = list.marks(of: run.name)
    out.write(begin + lineEnd)
    for child in run.children {
      let value = CommentedNode(node: try newValue(of: child).node)
      let item = try item(
        child, value, placement, like: spans.children[0],
        isOnOneLine: list.section(of: value.node).isOnOneLine,
        note: list.note(besideKey: child.key ?? ""))
      out.write(placement.indent ?? [])
      writeBeginning(of: item, placement)
      finish(item, separator, endsLine: true)
      out.write(lineEnd)
    }
    out.write(end + lineEnd)
  }
}
