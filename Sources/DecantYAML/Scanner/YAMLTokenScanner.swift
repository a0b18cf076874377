package import DecantCore

/// A scanner, which turns the bytes of YAML into tokens: `YAMLScanner`, or `LibYAMLScanner` for a second opinion on the same bytes.
package protocol YAMLTokenScanner: ~Copyable {
  /// The tokens since the reader has last taken them.
  var output: YAMLTokens { get set }
  /// The first mistake.
  var error: YAMLScanError? { get }
  /// The input offset before which nothing is needed, except one byte that may end a line.
  var start: Int { get }

  mutating func begin(in window: inout Window) throws(DecantError)

  /// Appends tokens for the bytes of the window, of which there are `count` from the offset `origin` on; texts that are not
  /// in the window as they are go to `scratch`.
  mutating func scan(
    _ bytes: RawSpan, from origin: Int, count: Int, isComplete: Bool, _ scratch: ByteStorage
  ) -> YAMLPause

  /// Keeps the offsets that later errors may name.
  func keepOpenings(in window: inout Window)
}

/// Why a scanner returns.
package enum YAMLPause: Error {
  case tokensFull, windowEmpty, ended, refused
}

/// A mistake; its wording may name another line.
package struct YAMLScanError {
  package let offset: Int
  package let otherOffset: Int
  package let problem: (_ otherLine: Int) -> DecantError.Problem

  package init(
    at offset: Int, lineOf other: Int? = nil,
    _ problem: @escaping (_ otherLine: Int) -> DecantError.Problem
  ) {
    self.offset = offset
    otherOffset = other ?? offset
    self.problem = problem
  }
}
