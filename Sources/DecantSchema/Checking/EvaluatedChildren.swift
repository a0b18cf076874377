internal import DecantCore

/// The children of objects and arrays that keywords have evaluated, for `unevaluatedProperties` and `unevaluatedItems`.
///
/// A subschema with such a keyword opens a set, which those inside it, for the same node, add to. Sets are bits on a stack.
struct EvaluatedChildren {
  private var words: [UInt64] = []
  private var start = 0
  private var isOpen = false

  /// What is open outside of a set, or before a subschema that may fail.
  struct Outer {
    fileprivate let start: Int
    fileprivate let count: Int
    fileprivate let isOpen: Bool
  }

  /// Whether it matters which children are evaluated.
  var areWanted: Bool { isOpen }

  /// Opens a set for the children of a node; balanced by `close` or `discard`.
  mutating func open(count: Int) -> Outer {
    let outer = Outer(start: start, count: words.count, isOpen: isOpen)
    start = words.count
    isOpen = true
    words.append(contentsOf: repeatElement(0, count: (count + 63) / 64))
    return outer
  }

  /// Closes the innermost set, and adds it to the one around it, which is of the same node.
  mutating func close(_ outer: Outer) {
    if outer.isOpen {
      for index in 0..<words.count - start { words[outer.start + index] |= words[start + index] }
    }
    discard(outer)
  }

  mutating func discard(_ outer: Outer) {
    words.removeLast(words.count - outer.count)
    start = outer.start
    isOpen = outer.isOpen
  }

  /// Wants no children while another node, or a subschema whose results are not used, is checked.
  mutating func suspend() -> Bool {
    defer { isOpen = false }
    return isOpen
  }

  mutating func resume(_ wasOpen: Bool) { isOpen = wasOpen }

  /// Opens a copy of the innermost set for a subschema that may fail; balanced by `close` or `discard`.
  mutating func branch() -> Outer? {
    guard isOpen else { return nil }
    return open(count: (words.count - start) * 64)
  }

  mutating func insert(_ child: Int) {
    guard isOpen else { return }
    words[start + child / 64] |= 1 << UInt64(child % 64)
  }

  mutating func insertAll(_ count: Int) {
    guard isOpen else { return }
    for child in 0..<count { insert(child) }
  }

  func contains(_ child: Int) -> Bool {
    words[start + child / 64] & 1 << UInt64(child % 64) != 0
  }
}
