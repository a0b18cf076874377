/// The room that is left on a thread's stack.
///
/// Work on nested values is a loop, or recursion that has room: `run` finds it for a number of levels, also for destroying
/// nested values, and `deeper` for one more. Where each level calls code of others, it checks the room, which it needs for
/// its own calls and for creating the error that the next level throws:
///
///     end ──▶ │ reserve │ room … │ position … │ ◀── start
@usableFromInline package struct StackRoom: Sendable {
  /// Left for calls that do not check.
  private static let reserve: UInt = 48 << 10
  /// More than a level of the recursion takes without optimization.
  private static let bytesPerLevel = 4 << 10
  /// Of more levels, the stack might not fit into the address space.
  private static let mostLevels = 1 << 22

  private let end: UInt

  private init(end: UInt) {
    self.end = end
  }

  package static var here: StackRoom { StackRoom(end: System.endOfStack()) }

  /// The time at which the work of a thread must end, which is also that of a thread with more room.
  package static let deadline = ThreadNumber()

  /// Unlimited room, which is not measured.
  package static let unknown = StackRoom(end: 1)

  /// Whether too little is left for another level; false on threads other than the one measured.
  package var isExhausted: Bool {
    System.stackPosition() &- end < Self.reserve
  }

  // MARK: Recursion

  /// Returns the result of work that recurses through a number of levels, on a thread of its own if this one has no room.
  ///
  /// Memory of its stack that is not touched costs nothing. Without memory for a thread, the work is done on this one.
  @inlinable package static func run<Success, Failure>(
    levels: Int, _ work: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    var result: Result<Success, Failure>?
    runElsewhere(levels: levels) { result = Result(catching: work) }
    guard let result else { return try work() }
    return try result.get()
  }

  /// Does work on a new thread if this one has too little room; without memory for a thread, the work is not done.
  @usableFromInline static func runElsewhere(levels: Int, _ work: () -> Void) {
    var size = UInt(min(levels, mostLevels) * bytesPerLevel) + reserve
    let room = System.stackPosition() &- here.end
    guard room < size else { return }
    withoutActuallyEscaping(work) { work in
      let call = Call(make: work)
      let end = deadline.value
      while size > room {
        let thread = try? WorkerThread(stackSize: Int(size + reserve)) {
          deadline.value = end
          call.make()
        }
        thread?.join()
        if thread != nil { break }
        size /= 2
      }
    }
  }

  /// Returns the result of another level of recursion whose depth is unknown.
  package static func deeper<Success, Failure>(
    _ work: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    here.isExhausted ? try run(levels: 1 << 14, work) : try work()
  }
}

/// A call that another thread makes while the caller waits for it.
private struct Call: @unchecked Sendable {
  let make: () -> Void
}
