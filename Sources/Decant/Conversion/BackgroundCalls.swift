/// Calls a closure on a thread of its own, whenever its result is awaited: the closure may wait for a pipe or a
/// disk, which a thread that tasks share must not.
final class BackgroundCalls<Answer: Sendable>: Sendable {
  private struct State {
    var caller: CheckedContinuation<Answer, Never>?
    var isOver = false
  }

  private enum Request {
    case call(CheckedContinuation<Answer, Never>)
    case end
  }

  private let state: Monitor<State>

  /// Starts the thread; throws if the system has none left.
  init(_ body: @escaping @Sendable () -> Answer) throws(DecantError) {
    let state = Monitor(State())
    self.state = state
    let thread = try WorkerThread.start {
      while case .call(let caller) = state.wait(until: Self.takeRequest) {
        caller.resume(returning: body())
      }
    }
    thread.detach()
  }

  deinit {
    state.change { $0.isOver = true }
  }

  private static func takeRequest(_ state: inout State) -> Request? {
    if let caller = state.caller.take() { return .call(caller) }
    return state.isOver ? .end : nil
  }

  /// Awaits a call; there must be no other one meanwhile.
  func callAsFunction() async -> Answer {
    await withCheckedContinuation { caller in state.change { $0.caller = caller } }
  }
}
