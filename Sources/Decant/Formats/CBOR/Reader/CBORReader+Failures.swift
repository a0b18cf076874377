extension CBORReader {
  @inline(never)
  func failure(_ problem: DecantError.CBORProblem, at p: Int) -> DecantError {
    nodes.failure(.cbor(problem), at: p)
  }

  @inline(never)
  func failure(_ problem: DecantError.BinaryProblem, at p: Int) -> DecantError {
    nodes.failure(.binary(problem), at: p)
  }

  @inline(never)
  func truncated(at p: Int) -> DecantError { failure(.truncated(format: "CBOR"), at: p) }
}
