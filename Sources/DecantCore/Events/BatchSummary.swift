/// A summary of a whole batch, computed once and shared by all stages.
@usableFromInline final class BatchSummary {
  private var count = -1
  private var contents = BatchContents()
  private var open = BatchTail()
  @safe @exclusivity(unchecked) @usableFromInline var doubles = BatchDoubles()

  package func removeAll() {
    count = -1
    doubles.removeAll()
  }

  private func update(from events: Span<Event>) {
    guard count != events.count else { return }
    contents = open.find(in: events, 0..<events.count)
    count = events.count
  }

  fileprivate func contents(of events: Span<Event>) -> BatchContents {
    update(from: events)
    return contents
  }

  @inlinable @inline(__always)
  package func withDoubles<R>(_ body: (inout BatchDoubles) -> R) -> R {
    body(&doubles)
  }

  @usableFromInline func withOpen<R>(of events: Span<Event>, _ body: (borrowing BatchTail) -> R)
    -> R
  {
    update(from: events)
    return body(open)
  }
}

extension EventBatch {
  package var contents: BatchContents {
    events.withSpan { summary.contents(of: $0) }
  }

  /// Calls `body` with the events, their text, and the doubles that an earlier stage found.
  @inlinable @inline(__always)
  package func withDoubles<R>(
    _ body: (
      _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan,
      _ doubles: inout BatchDoubles
    ) -> R
  ) -> R {
    withSpans { events, window, scratch in
      summary.withDoubles { body(events, window, scratch, &$0) }
    }
  }

  @inlinable
  package func withOpenEvents<R>(_ body: (borrowing BatchTail) -> R) -> R {
    events.withSpan { summary.withOpen(of: $0, body) }
  }
}
