internal import DecantCore
internal import DecantConversion

/// A stable order for dictionaries and sets, whose order in memory varies between processes.
///
/// String keys are sorted by their bytes. The elements of a set, and the pairs of a dictionary with
/// other keys, are sorted by their canonical forms.
extension EncodingTape {
  func putInOrder(_ start: Int, _ form: EncodedForm) throws {
    guard entries[start].depthChange > 0 else { return }
    let runs = Array(runs(in: start, of: form == .set ? 1 : 2))
    guard runs.count > 1 else { return }
    let hasStringKeys = entries[start].kind == .beginMapping
    let texts = try runs.map {
      hasStringKeys ? [bytes(at: $0.lowerBound)] : try canonicalForms(of: $0)
    }
    let order = runs.indices.sorted { first, second in
      let difference = zip(texts[first], texts[second]).first { $0 != $1 }
      return difference.map { $0.lexicographicallyPrecedes($1) } ?? false
    }
    let moved = order.flatMap { runs[$0] }.map { entries[$0] }
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
