internal import DecantCore

/// The keys of a merge patch (RFC 7396), each before those inside its value.
struct MergePatch {
  struct Pair {
    let pointer: DocumentPointer
    let change: Value
    /// Whether the key may be new: an edit adds only strings, which match keys of any kind with the same text.
    var mayBeAdded = true

    var merged: Value {
      var merged = Value.null
      merged.merge(change)
      return merged
    }
  }

  private static let name = "a merge patch"

  private(set) var pairs: [Pair] = []
  /// The patch itself, if it has comments.
  private let commented: Document?

  init(_ patch: Document, for format: Format) throws(DecantError) {
    commented = patch.hasTrivia ? patch : nil
    let root = Pair(
      pointer: DocumentPointer(tokens: []), change: try patch.withoutTrivia.value)
    let allKeysAreText = !format.abilities.contains(.nonStringKeys)
    var open = [root]
    while let pair = open.popLast() {
      pairs.append(pair)
      guard case .mapping(let changes) = pair.change else { continue }
      for (key, value) in changes.reversed() {
        guard let token = key.token else {
          throw DecantError(.notRepresentable(.collectionKey, target: Self.name))
        }
        open.append(
          Pair(
            pointer: pair.pointer.appending(token), change: value,
            mayBeAdded: allKeysAreText || key.string != nil))
      }
    }
  }

  static func keyProblem(of pair: Pair) -> DecantError {
    DecantError(.notRepresentable(.scalarKey, target: name), path: pair.pointer.path)
  }

  /// Returns the value of a pair where it is new, with the comments of the patch.
  func document(of pair: Pair) throws(DecantError) -> Document {
    guard let tape = commented?.tape, let place = tape.pair(at: pair.pointer) else {
      return try Document(pair.merged)
    }
    var result = Tape()
    try result.append(tape.commentsAbove(place), of: tape)
    try result.append(place.between.filter { tape[$0].kind.isComment }, of: tape)
    try result.append(merging: place.value..<place.after.upperBound, of: tape)
    let document = Document(result)
    // A key that is not text is one in the value.
    return try document.withoutTrivia.value == pair.merged ? document : Document(pair.merged)
  }
}

extension Tape {
  fileprivate func pair(at pointer: DocumentPointer) -> CommentedPair? {
    var found = pair(at: 0, before: count, isKeyed: false)
    for token in pointer.tokens {
      guard let outer = found, self[content(of: outer.value)].kind == .beginMapping else {
        return nil
      }
      found = pairs(of: content(of: outer.value)).first {
        Document.Node(tape: self, index: $0.key).token == token
      }
    }
    return found
  }

  /// The comments directly above a pair, without those that are about the file.
  func commentsAbove(_ pair: CommentedPair) -> [Int] {
    let start = pair.before.last { self[$0].kind == .blankLine }.map { $0 + 1 }
    let all = ((start ?? pair.before.lowerBound)..<pair.before.upperBound).filter {
      self[$0].kind.isComment
    }
    let isFirst = !entries[..<pair.before.lowerBound].contains {
      !$0.event.isTrivia && $0.depthChange <= 0
    }
    guard isFirst else { return all }
    let count = HeadComments.count(
      ofFileIn: all.map { index in
        Array((self[index].style == .block ? "/*" : "#").utf8) + text[textRange(at: index)]
      })
    return Array(all.dropFirst(count))
  }

  /// Appends a node with its comments, but without the keys in it whose value is null.
  fileprivate mutating func append(
    merging range: Range<Int>, of other: Tape
  ) throws(DecantError) {
    var index = range.lowerBound
    while index < range.upperBound {
      guard other[index].kind != .trailingComment else {
        // It belongs to the node before.
        try append(index..<index + 1, of: other)
        index += 1
        continue
      }
      var node = index
      while node < range.upperBound, other[node].event.isTrivia { node += 1 }
      if node < range.upperBound, other[node].isKey, other[node].depthChange == 0,
        let pair = other.pair(at: index, before: range.upperBound, isKeyed: true),
        other[other.content(of: pair.value)].kind == .null
      {
        index = pair.next
        continue
      }
      let end = min(node + 1, range.upperBound)
      try append(index..<end, of: other)
      index = end
    }
  }
}
