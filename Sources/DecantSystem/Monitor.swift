@unsafe @preconcurrency internal import DecantPlatform

/// State that threads share under a mutex, with a condition to wait for its changes.
///
/// Every change wakes all waiting threads, of which there are few.
@safe
package final class Monitor<State>: @unchecked Sendable {
  // SAFETY: both keep their addresses from `init` to `deinit`, as the system requires.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  /// Only accessed while the mutex is held.
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    // SAFETY: no thread waits for an object without references.
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  package func change<R>(_ body: (inout State) -> R) -> R {
    // SAFETY: the mutex is initialized for the lifetime of this object.
    unsafe pthread_mutex_lock(mutex)
    defer { unlock() }
    return body(&state)
  }

  /// Makes a change for which no thread waits.
  package func changeQuietly<R>(_ body: (inout State) -> R) -> R {
    // SAFETY: as above.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  package func wait<R>(until body: (inout State) -> R?) -> R {
    // SAFETY: as above; waiting unlocks the mutex and locks it again.
    unsafe pthread_mutex_lock(mutex)
    defer { unlock() }
    while true {
      if let result = body(&state) { return result }
      unsafe pthread_cond_wait(changed, mutex)
    }
  }

  /// Waits until `body` returns a value; returns nil after `milliseconds`.
  package func wait<R>(milliseconds: Int, until body: (inout State) -> R?) -> R? {
    var deadline = timespec()
    // SAFETY: the call fills the structure passed to it.
    unsafe clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_nsec += milliseconds * 1_000_000
    deadline.tv_sec += deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    // SAFETY: as in `wait(until:)`.
    unsafe pthread_mutex_lock(mutex)
    defer { unlock() }
    while true {
      if let result = body(&state) { return result }
      guard unsafe pthread_cond_timedwait(changed, mutex, &deadline) == 0 else { return nil }
    }
  }

  /// A thread that is woken while the mutex is held would have to sleep again.
  private func unlock() {
    // SAFETY: as above; the caller has locked the mutex.
    unsafe pthread_mutex_unlock(mutex)
    unsafe pthread_cond_broadcast(changed)
  }
}
