/// A mistake in a token at an input offset; the reader adds the path.
@usableFromInline package struct TokenFlaw: Error {
  package let problem: DecantError.Problem
  package let offset: Int
  /// The place of the offset, if the window has moved on.
  package var position: DecantError.Position?

  @usableFromInline init(
    problem: DecantError.Problem, offset: Int, position: DecantError.Position? = nil
  ) {
    self.problem = problem
    self.offset = offset
    self.position = position
  }
}
