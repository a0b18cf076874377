/// Tells in time that the stack of a thread is about to end.
///
/// What recurses on what it is given asks at every level. A level that is begun must have room for its own
/// calls, and for making the error that the next one ends with:
///
///     end ──▶ │ reserve │ room … │ position … │ ◀── start
struct StackRoom {
  /// What is left to calls that do not ask.
  private static let reserve: UInt = 48 << 10

  private let end: UInt

  private init(end: UInt) {
    self.end = end
  }

  /// The room on the stack of the thread that calls.
  static var here: StackRoom { StackRoom(end: System.endOfStack()) }

  /// Room that was not measured, and that is never used up.
  static let unknown = StackRoom(end: 1)

  /// Whether there is so little left that nothing should be begun.
  ///
  /// On the stack of another thread than the one that was measured this is never so.
  var isUsedUp: Bool {
    System.stackPosition() &- end < Self.reserve
  }
}
