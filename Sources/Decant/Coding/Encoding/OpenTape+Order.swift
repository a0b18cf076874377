/// A stable order for dictionaries and sets, whose order in memory varies between processes.
///
/// String keys are sorted by their bytes. The elements of a set, and the pairs of a dictionary with
/// other keys, are sorted by their canonical forms.
extension OpenTape {
  func putInOrder(_ start: Int, _ form: EncodedForm) throws {
    switch entries[start].kind {
    case .beginMapping:
      let pairs = runs(in: start, of: 2)
      let sorted = session.text.withBytes { text in
        pairs.sorted { precedes($0.lowerBound, $1.lowerBound, text) }
      }
      move(sorted, in: start)
    case .beginSequence:
      let groups = runs(in: start, of: form == .dictionary ? 2 : 1)
      guard groups.count > 1 else { return }
      let forms = try groups.map { try canonicalForms(of: $0) }
      let order = groups.indices.sorted { first, second in
        let difference = zip(forms[first], forms[second]).first { $0 != $1 }
        return difference.map { $0.lexicographicallyPrecedes($1) } ?? false
      }
      move(order.map { groups[$0] }, in: start)
    default:
      break
    }
  }

  private func precedes(_ first: Int, _ second: Int, _ text: RawSpan) -> Bool {
    let first = text.extracting(entries[first].textRange)
    let second = text.extracting(entries[second].textRange)
    for index in 0..<min(first.byteCount, second.byteCount) {
      let (byte, otherByte) = (first.byte(at: index), second.byte(at: index))
      if byte != otherByte { return byte < otherByte }
    }
    return first.byteCount < second.byteCount
  }

  private func runs(in start: Int, of size: Int) -> [Range<Int>] {
    let end = end(of: start) - 1
    var runs: [Range<Int>] = []
    var node = start + 1
    while node < end {
      let first = node
      for _ in 0..<size where node < end { node = self.end(of: node) }
      runs.append(first..<node)
    }
    return runs
  }

  private func move(_ runs: [Range<Int>], in start: Int) {
    let moved = runs.joined().map { entries[$0] }
    for (offset, entry) in moved.enumerated() { entries[start + 1 + offset] = entry }
  }

  /// The canonical forms of the nodes; empty for a node without one, which writing rejects.
  private func canonicalForms(of run: Range<Int>) throws -> [[UInt8]] {
    var forms: [[UInt8]] = []
    var node = run.lowerBound
    while node < run.upperBound {
      let document = try TapeAssembly.part(of: self, at: node)
      do throws(DecantError) {
        forms.append(try document.tape().canonicalForm())
      } catch {
        forms.append([])
      }
      node = end(of: node)
    }
    return forms
  }
}
