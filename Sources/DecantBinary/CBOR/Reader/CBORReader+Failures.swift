internal import DecantCore

extension CBORReader {
  @inline(never)
  func failure(_ problem: DecantError.CBORProblem, at p: Int) -> DecantError {
    nodes.failure(.cbor(problem), at: p)
  }

  func unknownType(_ byte: UInt8, at p: Int) -> DecantError {
    nodes.failure(.unknownType(byte, format: nodes.format), at: p)
  }
}
