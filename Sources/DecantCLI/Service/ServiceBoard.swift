internal import Decant

/// The requests of a service on their way to being replies.
///
///     read ─▶ waiting ─▶ taken by a worker ─▶ replies ─▶ delivered in the order of the requests
///
/// No more are read while there are too many of them, or while they and their replies take too much memory.
struct ServiceBoard {
  private var requests: [Int: RequestReader.Message] = [:]
  private var replies: [Int: Reply] = [:]
  /// How much memory the requests that were read and the replies to them take.
  private var bytes = 0
  /// How many requests were read, taken by a worker, answered.
  private var (read, taken, delivered) = (0, 0, 0)
  private var isDelivering = false
  private var hasEnded = false
  /// Why no reply can be delivered any more.
  private(set) var failure: DecantError?

  /// How many requests may be under way.
  private let mostRequests: Int
  /// How much memory they may take; one request may take more.
  private let mostBytes: Int

  init(mostRequests: Int, mostBytes: Int) {
    self.mostRequests = mostRequests
    self.mostBytes = mostBytes
  }

  /// Adds a request; nil while there is no room for it, false if no reply can be delivered any more.
  mutating func add(_ request: RequestReader.Message) -> Bool? {
    guard failure == nil else { return false }
    let isFull = read - delivered >= mostRequests || bytes >= mostBytes
    guard !isFull || read == delivered else { return nil }
    requests[read] = request
    read += 1
    bytes += request.size
    return true
  }

  /// Says that there are no further requests.
  mutating func end() {
    hasEnded = true
  }

  /// Whether all that was read is answered, or cannot be.
  var isIdle: Bool { delivered == read || failure != nil }

  /// What a worker is to do.
  enum Task {
    case answer(RequestReader.Message, number: Int)
    case stop
  }

  /// The next request that no worker has taken; nil while there is none.
  mutating func take() -> Task? {
    guard failure == nil else { return .stop }
    guard let request = requests.removeValue(forKey: taken) else { return hasEnded ? .stop : nil }
    defer { taken += 1 }
    return .answer(request, number: taken)
  }

  /// Enters the reply to the request of that number.
  mutating func finish(_ request: RequestReader.Message, number: Int, with reply: Reply) {
    bytes += reply.size - request.size
    replies[number] = reply
  }

  /// The replies whose turn it is; none where another worker is just delivering some.
  mutating func takeReplies() -> [Reply] {
    guard !isDelivering, failure == nil else { return [] }
    var next: [Reply] = []
    while let reply = replies.removeValue(forKey: delivered + next.count) { next.append(reply) }
    isDelivering = !next.isEmpty
    return next
  }

  /// Says that replies were delivered, or why they cannot be.
  mutating func delivered(_ replies: [Reply], or failure: DecantError?) {
    isDelivering = false
    delivered += replies.count
    bytes -= replies.reduce(0) { $0 + $1.size }
    self.failure = failure
  }
}

extension RequestReader.Message {
  /// How many bytes of memory the request takes, about.
  var size: Int {
    switch payload {
    case .bytes(let bytes): bytes.count + 256
    case .tooLong: 256
    }
  }
}
