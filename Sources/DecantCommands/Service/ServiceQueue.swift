internal import DecantCore
internal import DecantSystem

/// The requests and replies that the threads of a service share, as ordered work whose replies one worker at a time delivers.
///
/// Reading pauses at a maximum number of unanswered requests, and at a maximum of memory.
struct ServiceQueue {
  private var work = OrderedWork<RequestReader.Message, Reply>()
  /// The approximate memory of all requests and undelivered replies, in bytes.
  private var bytes = 0
  /// The number of replies that a worker is delivering.
  private var underDelivery = 0
  private(set) var failure: DecantError?

  private let mostRequests: Int
  /// The maximum of memory; a single request can exceed it.
  private let mostBytes: Int

  init(mostRequests: Int, mostBytes: Int) {
    self.mostRequests = mostRequests
    self.mostBytes = mostBytes
  }

  /// Adds a request; returns nil if the queue is full, false after a failure of delivery.
  mutating func add(_ request: RequestReader.Message) -> Bool? {
    guard failure == nil else { return false }
    let isFull = unanswered >= mostRequests || bytes >= mostBytes
    guard !isFull || unanswered == 0 else { return nil }
    work.add(request)
    bytes += request.size
    return true
  }

  mutating func end() {
    work.end()
  }

  private var unanswered: Int { work.pending + underDelivery }

  var isIdle: Bool { unanswered == 0 || failure != nil }

  mutating func takeTurn() -> OrderedWork<RequestReader.Message, Reply>.Turn? {
    failure == nil ? work.takeTurn() : .end
  }

  mutating func finish(_ request: RequestReader.Message, number: Int, with reply: Reply) {
    bytes += reply.size - request.size
    work.finish(number, with: reply)
  }

  /// Returns the next replies in order; empty while another worker is delivering.
  mutating func takeReplies() -> [Reply] {
    guard underDelivery == 0, failure == nil else { return [] }
    let next = work.takeResults()
    underDelivery = next.count
    return next
  }

  mutating func delivered(_ replies: [Reply], or failure: DecantError?) {
    underDelivery = 0
    bytes -= replies.reduce(0) { $0 + $1.size }
    self.failure = failure
  }
}

extension RequestReader.Message {
  var size: Int {
    switch payload {
    case .bytes(let bytes): bytes.count + 256
    case .tooLong: 256
    }
  }
}
