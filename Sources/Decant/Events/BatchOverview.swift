/// A summary of a whole batch, computed once and shared by all stages.
final class BatchOverview {
  /// The number of events in the summary; -1 if there is no summary.
  private var count = -1
  private var contents = BatchContents()
  private var open = OpenEvents()

  func removeAll() {
    count = -1
  }

  private func look(at events: Span<Event>) {
    guard count != events.count else { return }
    contents = open.find(in: events, 0..<events.count)
    count = events.count
  }

  fileprivate func contents(of events: Span<Event>) -> BatchContents {
    look(at: events)
    return contents
  }

  fileprivate func withOpen<R>(of events: Span<Event>, _ body: (borrowing OpenEvents) -> R) -> R {
    look(at: events)
    return body(open)
  }
}

extension EventBatch {
  var contents: BatchContents {
    events.withSpan { overview.contents(of: $0) }
  }

  func withOpenEvents<R>(_ body: (borrowing OpenEvents) -> R) -> R {
    events.withSpan { overview.withOpen(of: $0, body) }
  }
}
