internal import DecantCore

extension BinaryPropertyListReader {
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

  @inline(never)
  func failure(_ problem: DecantError.BinaryPropertyListProblem, at offset: Int) -> DecantError {
    failure(.binaryPropertyList(problem), at: offset)
  }

  @inline(never)
  func failure(_ problem: DecantError.Problem, at offset: Int) -> DecantError {
    DecantError(problem, offset: origin + offset, path: path)
  }
}
