package import DecantCore

/// The sides of a text in which conflicts are marked.
///
///     <<<<<<< ours
///     a: 2
///     ||||||| base        only if the tool that marked them wrote it
///     a: 1
///     =======
///     a: 3
///     >>>>>>> theirs
package struct ConflictText {
  package private(set) var ours: [UInt8] = []
  package private(set) var theirs: [UInt8] = []
  /// Nil if a conflict is without its base.
  package private(set) var base: [UInt8]?

  private enum Section {
    case common, ours, base, theirs
  }

  package init(_ text: [UInt8], width: Int) throws(DecantError) {
    var old: [UInt8] = []
    var section = Section.common
    var (count, bases) = (0, 0)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      let line = text[start..<end]
      start = end
      switch (section, Self.mark(of: line, width: width)) {
      case (.common, UInt8(ascii: "<")):
        section = .ours
        count += 1
      case (.ours, UInt8(ascii: "|")):
        section = .base
        bases += 1
      case (.ours, UInt8(ascii: "=")), (.base, UInt8(ascii: "=")): section = .theirs
      case (.theirs, UInt8(ascii: ">")): section = .common
      case (.common, nil), (.common, UInt8(ascii: "=")), (.common, UInt8(ascii: "|")):
        ours += line
        old += line
        theirs += line
      case (.ours, nil): ours += line
      case (.base, nil): old += line
      case (.theirs, nil): theirs += line
      default: throw DecantError(MergeProblem.malformedMarks)
      }
    }
    guard section == .common else { throw DecantError(MergeProblem.malformedMarks) }
    guard count > 0 else { throw DecantError(MergeProblem.noMarks) }
    if bases == count { base = old }
  }

  /// Whether texts have lines like marks, which are not those of a conflict.
  package static func haveMarks(_ texts: [[UInt8]], width: Int) -> Bool {
    texts.contains { text in
      text.split(separator: UInt8(ascii: "\n")).contains { mark(of: $0, width: width) != nil }
    }
  }

  /// Returns the character of which a line has as many as a mark, before its end or a blank.
  private static func mark(of line: ArraySlice<UInt8>, width: Int) -> UInt8? {
    guard let first = line.first, "<|=>".utf8.contains(first),
      line.prefix(while: { $0 == first }).count == width
    else { return nil }
    let next = line.dropFirst(width).first
    return next == nil || [0x20, 0x0A, 0x0D].contains(next) ? first : nil
  }
}
