/// The keys of a merge patch (RFC 7396), each before those inside its value.
struct MergePatch {
  struct Pair {
    let pointer: DocumentPointer
    let change: Value

    var merged: Value {
      var merged = Value.null
      merged.merge(change)
      return merged
    }
  }

  private(set) var pairs: [Pair] = []

  init(_ patch: Value) throws(DecantError) {
    var open = [Pair(pointer: DocumentPointer(tokens: []), change: patch)]
    while let pair = open.popLast() {
      pairs.append(pair)
      guard case .mapping(let changes) = pair.change else { continue }
      for (key, value) in changes.reversed() {
        guard let key = key.token else {
          throw DecantError(.notRepresentable(.collectionKey, target: "a merge patch"))
        }
        open.append(Pair(pointer: pair.pointer.appending(key), change: value))
      }
    }
  }
}
