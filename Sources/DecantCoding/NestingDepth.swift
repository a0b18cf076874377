internal import DecantCore
internal import DecantSystem

/// The depth of nested values, which is limited by the options and by the thread's stack.
///
/// A class, because a mutating call would hold exclusive access to the property of a session, which
/// is checked at run time.
final class NestingDepth {
  let limit: Int
  private(set) var depth = 0
  private var stack = StackRoom.unknown

  init(limit: Int, depth: Int = 0) {
    self.limit = limit
    self.depth = depth
  }

  var isAtLimit: Bool { depth >= limit }
  var isOutOfStack: Bool { stack.isExhausted }

  /// Enters a nested value, or returns false if it is too deep; balanced by `leave`.
  @inline(__always)
  func enter() -> Bool {
    if depth == 0 { stack = .here }
    guard !isAtLimit, !isOutOfStack else { return false }
    depth &+= 1
    return true
  }

  func leave() {
    depth &-= 1
  }

  /// Why no other value can be entered.
  var words: String {
    "more than \(depth) levels of nested values"
      + (isAtLimit ? "" : ", for which this thread's stack has no room")
  }
}
