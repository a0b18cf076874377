internal import DecantConversion
internal import DecantSystem
public import DecantCore

#if Foundation
  /// The bytes of an asynchronous sequence, such as the body of a response, as a source.
  ///
  ///     for try await user in try Format.jsonLines.documents(of: User.self, from: .chunks(body)) { … }
  ///
  /// Two chunks at most are in memory. A read blocks its thread until there is one: in a task, read documents only as an
  /// asynchronous sequence, which waits on a thread of its own. An error of the sequence is the error of the documents.
  public final class AsyncSource: ByteSource, Sendable {
    private struct State {
      /// What is being read, and how much of it has been.
      var current: [UInt8] = []
      var position = 0
      /// The chunk that waits to be read, and its producer.
      var next: [UInt8]?
      var producer: CheckedContinuation<Bool, Never>?
      var isAtEnd = false
      var failure: (any Error)?

      var hasBytes: Bool { position < current.count || next != nil || isAtEnd }

      /// Returns the next bytes, none at the end, and the producer of the chunk that is begun; nil if nothing is there.
      mutating func take(
        atMost count: Int
      ) -> (chunk: [UInt8], range: Range<Int>, producer: CheckedContinuation<Bool, Never>?)? {
        guard hasBytes else { return nil }
        var begun: CheckedContinuation<Bool, Never>?
        if position == current.count, let next = next.take() {
          (current, position) = (next, 0)
          begun = producer.take()
        }
        let range = position..<min(position + count, current.count)
        position = range.upperBound
        return (current, range, begun)
      }
    }

    private let state: Monitor<State>
    private let task: Task<Void, Never>

    /// Creates a source of a sequence of chunks, such as `Data` or `ByteBuffer.readableBytesView`.
    public convenience init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks)
    where Chunks.Element: Sequence<UInt8> {
      self.init { offer in
        for try await chunk in chunks {
          guard await offer(Array(chunk)) else { return }
        }
      }
    }

    /// Creates a source of a sequence of single bytes, such as `URLSession.AsyncBytes`, which it passes on by lines.
    public convenience init<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes)
    where Bytes.Element == UInt8 {
      self.init { offer in
        var chunk: [UInt8] = []
        for try await byte in bytes {
          chunk.append(byte)
          guard byte == UInt8(ascii: "\n") || chunk.count >= 1 << 14 else { continue }
          guard await offer(chunk) else { return }
          chunk.removeAll(keepingCapacity: true)
        }
        _ = await offer(chunk)
      }
    }

    private init(
      _ produce: @escaping @Sendable (_ offer: ([UInt8]) async -> Bool) async throws -> Void
    ) {
      let state = Monitor(State())
      self.state = state
      task = Task {
        do {
          try await produce { await Self.offer($0, state) }
          state.change { $0.isAtEnd = true }
        } catch {
          state.change { ($0.isAtEnd, $0.failure) = (true, error) }
        }
      }
    }

    deinit { cancel() }

    /// Waits until the chunk before it is being read; returns false if the source has been canceled.
    private static func offer(_ chunk: [UInt8], _ state: Monitor<State>) async -> Bool {
      guard !chunk.isEmpty else { return true }
      return await withCheckedContinuation { producer in
        let isAtEnd = state.change { state in
          if !state.isAtEnd { (state.next, state.producer) = (chunk, producer) }
          return state.isAtEnd
        }
        if isAtEnd { producer.resume(returning: false) }
      }
    }

    public func read(into output: inout OutputRawSpan) throws(DecantError) {
      let room = output.freeCapacity
      let (chunk, range, producer) = state.wait { $0.take(atMost: room) }
      producer?.resume(returning: true)
      chunk.withBytes { $0.extracting(range).append(to: &output) }
      if range.isEmpty, let failure { throw DecantError(.other("\(failure)", hint: nil)) }
    }

    public var wouldWait: Bool { state.change { !$0.hasBytes } }

    /// The error with which the sequence has ended.
    var failure: (any Error)? { state.change { $0.failure } }

    /// Ends the sequence, and a read that waits for it.
    func cancel() {
      task.cancel()
      let producer = state.change { state in
        if !state.isAtEnd { (state.isAtEnd, state.failure) = (true, CancellationError()) }
        state.next = nil
        return state.producer.take()
      }
      producer?.resume(returning: false)
    }
  }

  /// A call that waits for a source on a thread of its own, and ends with the task that awaits it.
  struct BackgroundRead<Answer: Sendable> {
    private let body: @Sendable () -> Result<Answer, any Error>
    private let source: AsyncSource?
    private var calls: BackgroundCalls<Result<Answer, any Error>>?

    init(
      from source: any ByteSource, _ body: @escaping @Sendable () -> Result<Answer, any Error>
    ) {
      self.source = source as? AsyncSource
      self.body = body
    }

    mutating func callAsFunction(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Answer {
      let calls = try self.calls ?? BackgroundCalls(body)
      self.calls = calls
      let source = source
      let answer = await withTaskCancellationHandler {
        await calls()
      } onCancel: {
        source?.cancel()
      }
      try Task.checkCancellation()
      do { return try answer.get() } catch { throw source?.failure ?? error }
    }
  }

  extension ByteSource where Self == AsyncSource {
    /// Returns a source of an asynchronous sequence of chunks.
    public static func chunks<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) -> AsyncSource
    where Chunks.Element: Sequence<UInt8> { AsyncSource(chunks) }

    /// Returns a source of an asynchronous sequence of bytes, such as `URLSession.AsyncBytes`.
    public static func bytes<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes) -> AsyncSource
    where Bytes.Element == UInt8 { AsyncSource(bytes) }
  }
#endif
