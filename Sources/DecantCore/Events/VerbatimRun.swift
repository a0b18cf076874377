/// A part of the window that is the compact JSON of a run of events, byte for byte.
///
/// A writer of compact JSON copies the part instead of writing each event. It begins and ends between two tokens:
///
///     {"id":1,"name":"é","tags":[1,2],
///     └──────┘           └────────────┘
@usableFromInline package struct VerbatimRun: BitwiseCopyable {
  /// Runs of fewer events cost more than they save.
  private static let usefulLength = 4

  package let firstEvent: Int
  package let start: Int
  @usableFromInline package private(set) var endEvent: Int
  @usableFromInline package private(set) var end = -1
  /// The end of the last document that ends in the run; `start` if none does.
  @usableFromInline package private(set) var documentsEnd: Int

  package init(firstEvent: Int, at start: Int) {
    self.firstEvent = firstEvent
    self.start = start
    endEvent = firstEvent
    documentsEnd = start
  }

  /// Ends the run, unless it has ended before.
  @inlinable @inline(__always)
  package mutating func end(at offset: Int, events: Int) {
    guard end < 0 else { return }
    end = offset
    endEvent = events
  }

  @inlinable @inline(__always)
  package mutating func endDocument(at offset: Int) {
    if end < 0 { documentsEnd = offset }
  }

  var isUseful: Bool { endEvent - firstEvent >= Self.usefulLength }
}
