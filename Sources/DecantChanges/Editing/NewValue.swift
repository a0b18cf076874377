internal import DecantCore
internal import DecantEditing

/// A value that a document gets, and where it is in another one, from which it brings its comments.
struct NewValue {
  let value: Value
  private let tape: Tape?
  private let child: CommentedChild?
  /// Whether the value is without the keys that are null in the other document.
  private var isMerged = false

  private init(_ value: Value, at child: CommentedChild?, in tape: Tape?) {
    self.value = value
    self.child = child
    self.tape = tape
  }

  /// Creates a value without comments.
  init(_ value: Value) {
    self.init(value, at: nil, in: nil)
  }

  /// Creates the value of a document, with its comments and, if it is to keep them, also without any, its notations.
  init(_ document: Document, keepingNotations: Bool = false) throws(DecantError) {
    let tape = document.tape
    self.init(
      try document.withoutTrivia.value, at: tape.pair(at: 0, before: tape.count, isKeyed: false),
      in: keepingNotations || document.hasTrivia ? tape : nil)
  }

  /// What a merge patch (RFC 7396) is where there was nothing.
  var merged: NewValue {
    var merged = Value.null
    merged.merge(value)
    var new = NewValue(merged, at: child, in: tape)
    new.isMerged = true
    return new
  }

  /// The value with its comments.
  var document: Document {
    get throws(DecantError) {
      guard let tape, let child else { return try Document(value) }
      let document = try tape.document(of: child, withoutNulls: isMerged)
      // A key that is not text, and an annotated node, are only in the value.
      return try document.withoutTrivia.value == value ? document : Document(value)
    }
  }

  var elements: [NewValue] {
    let children = children
    return (value.array ?? []).enumerated().map { index, element in
      NewValue(element, at: children.indices.contains(index) ? children[index] : nil, in: tape)
    }
  }

  /// Returns the pairs of a mapping; `what` is the name of the value in an error about a key that no path can name.
  func pairs(
    of what: String
  ) throws(DecantError) -> [(key: Value, name: KeyText, value: NewValue)] {
    guard case .mapping(let mapping) = value else { return [] }
    var children: [KeyText: CommentedChild] = [:]
    if let tape {
      for child in self.children {
        if let name = Document.Node(tape: tape, index: child.key).token { children[name] = child }
      }
    }
    var pairs: [(Value, KeyText, NewValue)] = []
    for (key, value) in mapping {
      guard let name = key.token else {
        throw DecantError(.notRepresentable(.collectionKey, target: what))
      }
      pairs.append((key, name, NewValue(value, at: children[name], in: tape)))
    }
    return pairs
  }

  private var children: [CommentedChild] {
    guard let tape, let child else { return [] }
    let begin = tape.content(of: child.value)
    return tape[begin].depthChange > 0 ? tape.pairs(of: begin) : []
  }
}

extension Tape {
  /// Returns the value of a pair with the comments above and beside the pair.
  ///
  /// Without nulls, it lacks the pairs that a merge patch removes: those in mappings, but not in sequences.
  fileprivate func document(
    of pair: CommentedChild, withoutNulls: Bool
  ) throws(DecantError) -> Document {
    var indices = commentsAbove(pair) + pair.between.filter { self[$0].kind.isComment }
    var nulls: Set<Int> = []
    var open = withoutNulls ? [content(of: pair.value)] : []
    while let begin = open.popLast() {
      guard self[begin].kind == .beginMapping else { continue }
      for inner in pairs(of: begin) as [CommentedChild] {
        let value = content(of: inner.value)
        if self[value].kind == .null { nulls.formUnion(inner.all) } else { open.append(value) }
      }
    }
    indices += (pair.value..<pair.after.upperBound).filter { !nulls.contains($0) }
    var result = Tape()
    try result.append(indices, of: self)
    return Document(result)
  }

  /// The comments directly above a pair, without those that are about the file.
  private func commentsAbove(_ pair: CommentedChild) -> [Int] {
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
}
