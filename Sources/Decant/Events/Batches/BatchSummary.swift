/// A summary of a whole batch, computed once and shared by all stages.
final class BatchSummary {
  private var count = -1
  private var contents = BatchContents()
  private var open = OpenEvents()

  func removeAll() {
    count = -1
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

  fileprivate func withOpen<R>(of events: Span<Event>, _ body: (borrowing OpenEvents) -> R) -> R {
    update(from: events)
    return body(open)
  }
}

extension EventBatch {
  var contents: BatchContents {
    events.withSpan { summary.contents(of: $0) }
  }

  func withOpenEvents<R>(_ body: (borrowing OpenEvents) -> R) -> R {
    events.withSpan { summary.withOpen(of: $0, body) }
  }
}
