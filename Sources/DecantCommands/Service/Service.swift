internal import DecantCore
internal import DecantSystem

/// A service that answers a stream of requests, several at a time, in their order.
///
///     source ─▶ RequestReader ─▶ queue ─▶ workers: ServiceAnswer ─▶ queue ─▶ destination
struct Service {
  private let answer: ServiceAnswer
  private let log: (@Sendable (RequestReader.Message, Reply, Double) -> Void)?

  private static let requestsPerJob = 128

  /// Room for edits of documents of the usual depth, which would start a thread each: a tenth of the time of small ones.
  private static let stackSize = 32 << 20

  /// The size of a request and its reply above which memory that the allocator keeps is released.
  private static let largeSize = 4 << 20

  init(
    _ answer: ServiceAnswer,
    log: (@Sendable (RequestReader.Message, Reply, Double) -> Void)? = nil
  ) {
    self.answer = answer
    self.log = log
  }

  typealias Failure = RequestReader.Failure

  /// Answers all requests of `source`, up to its end or to `quit`.
  ///
  /// If `wasStopped` returns true at the end of the source, an incomplete request is dropped.
  func run(
    from source: any ByteSource, to destination: any ByteDestination,
    wasStopped: () -> Bool = { false }
  ) throws(Failure) {
    let limits = answer.limits
    let queue = Monitor(
      ServiceQueue(
        mostRequests: limits.jobs * Self.requestsPerJob, mostBytes: limits.requestBytes))
    let output = Output(destination)
    var workers: [WorkerThread] = []
    defer { for worker in workers { worker.join() } }
    for _ in 0..<limits.jobs {
      do throws(DecantError) {
        workers.append(
          try WorkerThread.start(stackSize: Self.stackSize) { work(on: queue, output) })
      } catch {
        // Continue with the threads that could be started.
        guard workers.isEmpty else { break }
        throw .transfer(error)
      }
    }
    defer { queue.change { $0.end() } }

    var reader = RequestReader(source, longestPayload: limits.requestBytes)
    do throws(RequestReader.Failure) {
      while let request = try reader.next() {
        guard queue.wait(until: { $0.add(request) }), request.header.word != "quit" else { break }
      }
    } catch {
      queue.wait(until: { $0.isIdle ? () : nil })
      switch error {
      case .framing where wasStopped():
        break
      case .framing(let error):
        if queue.change({ $0.failure }) == nil {
          let reply = Reply.error(nil, .framing, error.message)
          _ = output.write([reply])
        }
        throw .framing(error)
      case .transfer(let error):
        throw .transfer(error)
      }
    }
    queue.wait(until: { $0.isIdle ? () : nil })
    if let failure = queue.change({ $0.failure }) { throw .transfer(failure) }
  }

  private func work(on queue: Monitor<ServiceQueue>, _ output: Output) {
    while case .work(let request, let number) = queue.wait(until: { $0.takeTurn() }) {
      let start = System.uptime
      let reply = answer.reply(to: request)
      log?(request, reply, System.uptime - start)
      let isLarge = request.size + reply.size > Self.largeSize
      queue.change { $0.finish(request, number: number, with: reply) }
      while true {
        let replies = queue.change { $0.takeReplies() }
        guard !replies.isEmpty else { break }
        let failure = output.write(replies)
        queue.change { $0.delivered(replies, or: failure) }
      }
      if isLarge { System.releaseFreeMemory() }
    }
  }

  /// The output of replies, used by one thread at a time: the worker that took replies from the
  /// queue, or the reader after all are delivered.
  private final class Output: @unchecked Sendable {
    private let sink: ByteSink

    init(_ destination: any ByteDestination) {
      sink = ByteSink(destination)
    }

    func write(_ replies: [Reply]) -> DecantError? {
      do throws(DecantError) {
        for reply in replies { try reply.write(to: sink) }
        try sink.flush()
        return nil
      } catch {
        return error
      }
    }
  }
}
