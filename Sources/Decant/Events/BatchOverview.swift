/// What several stages ask of a whole batch, found once for all of them.
final class BatchOverview {
  /// How many events there were when each was found; -1 where it has not been.
  private var countOfContents = -1
  private var countOfOpen = -1
  private var contents = BatchContents()
  private var open = OpenEvents()

  /// Forgets what it knows of events that are no more, or will be others.
  func removeAll() {
    countOfContents = -1
    countOfOpen = -1
  }

  /// What is among the events.
  fileprivate func contents(of events: Span<Event>) -> BatchContents {
    if countOfContents != events.count {
      contents = BatchContents(of: events)
      countOfContents = events.count
    }
    return contents
  }

  /// Calls `body` with what of the events still matters behind their end.
  fileprivate func withOpen<R>(of events: Span<Event>, _ body: (borrowing OpenEvents) -> R) -> R {
    if countOfOpen != events.count {
      open.find(in: events, 0..<events.count)
      countOfOpen = events.count
    }
    return body(open)
  }
}

extension EventBatch {
  /// What is among the events.
  var contents: BatchContents {
    events.withSpan { overview.contents(of: $0) }
  }

  /// Calls `body` with what of the events still matters behind their end.
  func withOpenEvents<R>(_ body: (borrowing OpenEvents) -> R) -> R {
    events.withSpan { overview.withOpen(of: $0, body) }
  }
}
