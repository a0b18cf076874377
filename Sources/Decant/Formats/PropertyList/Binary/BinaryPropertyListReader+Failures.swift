/// What to say when the input is not what it should be: cold, and out of the way.
extension BinaryPropertyListReader {
  /// The way to the object that is being read; a key counts as the value behind it.
  var path: DocumentPath {
    var steps: [DocumentPath.Step] = []
    var mappings = 0
    for depth in 0..<frames.count {
      let frame = frames[depth]
      if frame.isMapping {
        if let key = keys.lastKey(ofMappingAt: mappings) { steps.append(.key(key)) }
        mappings += 1
      } else if let width = layout?.referenceWidth, frame.next > frame.first {
        steps.append(.index((frame.next - frame.first) / width - 1))
      }
    }
    return DocumentPath(steps)
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
