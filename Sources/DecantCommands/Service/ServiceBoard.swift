internal import DecantCore

/// The queue of requests and replies that the threads of a service share.
///
///     read ─▶ waiting ─▶ taken by a worker ─▶ replies ─▶ delivered in the order of the requests
///
/// Reading pauses at a maximum number of unanswered requests, and at a maximum of memory.
struct ServiceBoard {
  private var requests: [Int: RequestReader.Message] = [:]
  private var replies: [Int: Reply] = [:]
  /// The approximate memory of all requests and undelivered replies, in bytes.
  private var bytes = 0
  private var (read, taken, delivered) = (0, 0, 0)
  private var isDelivering = false
  private var hasEnded = false
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
    let isFull = read - delivered >= mostRequests || bytes >= mostBytes
    guard !isFull || read == delivered else { return nil }
    requests[read] = request
    read += 1
    bytes += request.size
    return true
  }

  mutating func end() {
    hasEnded = true
  }

  var isIdle: Bool { delivered == read || failure != nil }

  enum Task {
    case answer(RequestReader.Message, number: Int)
    case stop
  }

  mutating func take() -> Task? {
    guard failure == nil else { return .stop }
    guard let request = requests.removeValue(forKey: taken) else { return hasEnded ? .stop : nil }
    defer { taken += 1 }
    return .answer(request, number: taken)
  }

  mutating func finish(_ request: RequestReader.Message, number: Int, with reply: Reply) {
    bytes += reply.size - request.size
    replies[number] = reply
  }

  /// Returns the next replies in order; empty while another worker is delivering.
  mutating func takeReplies() -> [Reply] {
    guard !isDelivering, failure == nil else { return [] }
    var next: [Reply] = []
    while let reply = replies.removeValue(forKey: delivered + next.count) { next.append(reply) }
    isDelivering = !next.isEmpty
    return next
  }

  mutating func delivered(_ replies: [Reply], or failure: DecantError?) {
    isDelivering = false
    delivered += replies.count
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
