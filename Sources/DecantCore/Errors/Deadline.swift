internal import DecantSystem

/// The time at which the work of a thread must end.
///
/// Checked between batches of events, and in loops that pass none on for long.
@usableFromInline package enum Deadline {
  /// In milliseconds of uptime; 0 for no deadline.
  private static var end: ThreadNumber { StackRoom.deadline }

  /// Calls `body`, in which `check` throws after `seconds`; nil for never.
  package static func run<Success>(in seconds: Double?, _ body: () -> Success) -> Success {
    if let seconds { end.value = UInt(clamping: Int64(min(System.uptime + seconds, 1e12) * 1000)) }
    defer { end.value = 0 }
    return body()
  }

  @usableFromInline package static var hasPassed: Bool {
    let end = end.value
    return end > 0 && System.uptime * 1000 > Double(end)
  }

  @usableFromInline package static func check() throws(DecantError) {
    if hasPassed { throw DecantError(.specific(DeadlineProblem.passed)) }
  }

  /// Checks the deadline at few of the steps of a loop, which are numbered.
  @inlinable @inline(__always)
  package static func check(atStep step: Int) throws(DecantError) {
    if step & 0x3FFF == 0 { try check() }
  }
}

@usableFromInline package enum DeadlineProblem: SpecificProblem {
  case passed

  @usableFromInline package var message: String { "the time limit has passed" }
  @usableFromInline package var category: DecantError.Category { .transfer }
}

extension Array {
  /// Sorts the elements, unless that takes too long.
  ///
  /// The closure does not throw, and small arrays are sorted without it: otherwise `--sort-keys` takes 80 % more instructions,
  /// or 8 %.
  @inlinable package mutating func sortInTime(
    by precedes: (Element, Element) -> Bool
  ) throws(DecantError) {
    guard count > 0x1000 else { return sort(by: precedes) }
    var step = 0
    var isLate = false
    sort { first, second in
      step &+= 1
      if step & 0x3FFF == 0, !isLate { isLate = Deadline.hasPassed }
      return !isLate && precedes(first, second)
    }
    if isLate { try Deadline.check() }
  }
}
