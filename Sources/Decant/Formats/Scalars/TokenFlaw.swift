/// A mistake in a token at an input offset; the reader adds the path.
struct TokenFlaw: Error {
  let problem: DecantError.Problem
  let offset: Int
  /// The place of the offset, if the window has moved on.
  var position: DecantError.Position?
}
