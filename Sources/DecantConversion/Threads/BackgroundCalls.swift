internal import DecantSystem

#if Foundation
  package import DecantCore

  /// A closure that runs on its own thread, since it may block, which threads of tasks must not.
  package final class BackgroundCalls<Answer: Sendable>: Sendable {
    private struct State {
      var caller: CheckedContinuation<Answer, Never>?
      var isOver = false
    }

    private enum Request {
      case call(CheckedContinuation<Answer, Never>)
      case end
    }

    private let state: Monitor<State>

    package init(_ body: @escaping @Sendable () -> Answer) throws(DecantError) {
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

    /// Precondition: no other call is pending.
    package func callAsFunction() async -> Answer {
      await withCheckedContinuation { caller in state.change { $0.caller = caller } }
    }
  }
#endif
