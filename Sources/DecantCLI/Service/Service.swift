internal import Decant

/// Answers requests that come as a stream of bytes, several at a time, in their order.
///
///     source ─▶ RequestReader ─▶ board ─▶ workers: ServiceAnswer ─▶ board ─▶ destination
struct Service {
  private let answer: ServiceAnswer
  /// Told of each reply, with the seconds that it took.
  private let log: (@Sendable (RequestReader.Message, Reply, Double) -> Void)?

  /// How many requests may be under way for each worker.
  private static let requestsPerJob = 128

  /// From this size of a request and its reply on, the allocator would keep much that it may not need again.
  private static let largeSize = 4 << 20

  init(
    _ answer: ServiceAnswer,
    log: (@Sendable (RequestReader.Message, Reply, Double) -> Void)? = nil
  ) {
    self.answer = answer
    self.log = log
  }

  /// Why a service ended before its client said so.
  enum Failure: Error {
    /// What came is not a request; the client was told.
    case framing(FramingError)
    /// Reading or writing failed.
    case transfer(DecantError)
  }

  /// Answers all requests of `source`, up to its end or to `quit`.
  ///
  /// Where `wasStopped` says that the source ended because the process was asked to end, a request that was
  /// sent in part is dropped.
  func run(
    from source: any ByteSource, to destination: any ByteDestination,
    wasStopped: () -> Bool = { false }
  ) throws(Failure) {
    let limits = answer.limits
    let board = Monitor(
      ServiceBoard(
        mostRequests: limits.jobs * Self.requestsPerJob, mostBytes: limits.requestBytes))
    let output = Output(destination)
    var workers: [WorkerThread] = []
    defer { for worker in workers { worker.join() } }
    for _ in 0..<limits.jobs {
      do throws(DecantError) {
        workers.append(try WorkerThread.start { work(on: board, output) })
      } catch {
        // Those that have begun are enough, if there are any.
        guard workers.isEmpty else { break }
        throw .transfer(error)
      }
    }
    defer { board.change { $0.end() } }

    var reader = RequestReader(source, longestPayload: limits.requestBytes)
    do throws(RequestReader.Failure) {
      while let request = try reader.next() {
        guard board.wait(until: { $0.add(request) }), request.header.word != "quit" else { break }
      }
    } catch {
      board.wait(until: { $0.isIdle ? () : nil })
      switch error {
      case .framing where wasStopped():
        break
      case .framing(let error):
        if board.change({ $0.failure }) == nil {
          let reply = Reply.error(nil, .framing, error.message)
          _ = output.write([reply])
        }
        throw .framing(error)
      case .transfer(let error):
        throw .transfer(error)
      }
    }
    board.wait(until: { $0.isIdle ? () : nil })
    if let failure = board.change({ $0.failure }) { throw .transfer(failure) }
  }

  /// Answers requests until there are no more.
  private func work(on board: Monitor<ServiceBoard>, _ output: Output) {
    while case .answer(let request, let number) = board.wait(until: { $0.take() }) {
      let start = System.uptime
      let reply = answer.reply(to: request)
      log?(request, reply, System.uptime - start)
      let isLarge = request.size + reply.size > Self.largeSize
      board.change { $0.finish(request, number: number, with: reply) }
      while true {
        let replies = board.change { $0.takeReplies() }
        guard !replies.isEmpty else { break }
        let failure = output.write(replies)
        board.change { $0.delivered(replies, or: failure) }
      }
      if isLarge { System.releaseFreeMemory() }
    }
  }

  /// Where replies go, which one thread uses at a time: the worker that has taken replies from the board, or the
  /// reader once all are delivered.
  private final class Output: @unchecked Sendable {
    private let sink: ByteSink

    init(_ destination: any ByteDestination) {
      sink = ByteSink(destination)
    }

    /// Writes replies together; returns what went wrong.
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
