/// What to say when the input is not what it should be: cold, and out of the way.
extension BinaryPropertyListReader {
  /// The way to the object that is being read; a key counts as the value after it.
  var path: DocumentPath {
    DocumentPath(keys, through: frames.count) { depth in
      let frame = frames[depth]
      guard !frame.isMapping else { return .mapping }
      guard let width = layout?.referenceWidth, frame.next > frame.first else {
        return .sequence(nil)
      }
      return .sequence((frame.next - frame.first) / width - 1)
    }
  }

  /// An error at `offset` of the window.
  @inline(never)
  func failure(_ problem: DecantError.BinaryPropertyListProblem, at offset: Int) -> DecantError {
    failure(.binaryPropertyList(problem), at: offset)
  }

  /// An error at `offset` of the window.
  @inline(never)
  func failure(_ problem: DecantError.Problem, at offset: Int) -> DecantError {
    DecantError(problem, offset: origin + offset, path: path)
  }
}
