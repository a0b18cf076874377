/// The bytes of an event in the input; readers of formats that are edited in place report them if
/// `ReadingOptions.marksExtents` asks for it.
///
///     key: &a [1, 2]      anchor  5..<7
///                         begin   8..<9      its opening bracket
///                         end    13..<14     its closing bracket: the sequence is 8..<14, its interior 9..<13
///
/// A collection without brackets, as in lines of YAML, begins and ends with empty extents; one whose bracket is both, as
/// `<dict/>`, has an empty beginning. A table of TOML begins with its header, and lines of other tables may be inside of it,
/// see `TOMLExtents`. The position of an event with an anchor or tag is that of the node, which
/// includes them; its extent is its own. A comment has its marks, without the line end; of other
/// trivia, only the position counts.
///
/// Offsets count from the beginning of the input, because a collection in lines may end before the window. Stages do not
/// pass extents on: what they emit may be nowhere in the input.
package struct Extent: BitwiseCopyable, Equatable, Sendable {
  package let start: Int
  package let end: Int

  package init(_ range: Range<Int>) {
    start = range.lowerBound
    end = range.upperBound
  }

  package var range: Range<Int> { start..<end }
}

extension EventBatch {
  /// The extent of the event at `index`; empty where the reader has not reported one.
  package func extent(at index: Int) -> Range<Int> {
    guard index < extents.count else {
      let offset = offset(of: self[index])
      return offset..<offset
    }
    return extents[index].range
  }

  /// Records that the last event ends before `end` in the window; to be called if ``ReadingOptions/marksExtents`` asks for it.
  ///
  ///     batch.append(.string, textIn: 6..<10, at: 5)
  ///     batch.markLast(to: 11)                         // "text", with its quotes
  ///
  /// Events before it without a call are nowhere in the input, as the end of a mapping without brackets.
  public mutating func markLast(to end: Int) {
    guard extents.count < count else { return }
    markLast(offset(of: self[count - 1])..<origin + end)
  }

  /// Records the extents, in the input, of the events that have none yet: of the last event, and of those before it
  /// what `own` returns, or else an empty one.
  package mutating func markLast(
    _ range: Range<Int>, before own: (Event) -> Range<Int>? = { _ in nil }
  ) {
    guard extents.count < count else { return }
    for index in extents.count..<count - 1 {
      let event = self[index]
      let offset = offset(of: event)
      extents.append(Extent(own(event) ?? offset..<offset))
    }
    extents.append(Extent(range))
  }
}
