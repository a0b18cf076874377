/// The room that is left on a thread's stack.
///
/// Recursion on input checks it at every level, which needs room for its own calls and for creating
/// the error that the next level throws:
///
///     end ──▶ │ reserve │ room … │ position … │ ◀── start
package struct StackRoom {
  /// Left for calls that do not check.
  private static let reserve: UInt = 48 << 10

  private let end: UInt

  private init(end: UInt) {
    self.end = end
  }

  package static var here: StackRoom { StackRoom(end: System.endOfStack()) }

  /// Unlimited room, which is not measured.
  package static let unknown = StackRoom(end: 1)

  /// Whether too little is left for another level; false on threads other than the one measured.
  package var isExhausted: Bool {
    System.stackPosition() &- end < Self.reserve
  }
}
