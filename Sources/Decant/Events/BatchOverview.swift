/// What several stages ask of a whole batch, found once for all of them.
final class BatchOverview {
  /// How many events there were when it was found; -1 where it has not been.
  private var count = -1
  private var contents = BatchContents()
  private var open = OpenEvents()

  /// Forgets what it knows of events that are gone, or will be others.
  func removeAll() {
    count = -1
  }

  private func look(at events: Span<Event>) {
    guard count != events.count else { return }
    contents = open.find(in: events, 0..<events.count)
    count = events.count
  }

  /// What is among the events.
  fileprivate func contents(of events: Span<Event>) -> BatchContents {
    look(at: events)
    return contents
  }

  /// Calls `body` with what of the events still matters after their end.
  fileprivate func withOpen<R>(of events: Span<Event>, _ body: (borrowing OpenEvents) -> R) -> R {
    look(at: events)
    return body(open)
  }
}

extension EventBatch {
  /// What is among the events.
  var contents: BatchContents {
    events.withSpan { overview.contents(of: $0) }
  }

  /// Calls `body` with what of the events still matters after their end.
  func withOpenEvents<R>(_ body: (borrowing OpenEvents) -> R) -> R {
    events.withSpan { overview.withOpen(of: $0, body) }
  }
}
