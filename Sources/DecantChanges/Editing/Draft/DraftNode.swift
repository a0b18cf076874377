internal import DecantCore

/// A node of a document that is being changed: one that the document has, or a new one.
///
/// Operations change the draft and not the document, so that the cost of an operation depends on the path to its node and
/// not on the document. Only collections on the way to a change are open; everything else is an entry of a tape.
///
///     document │ { "a": [1, 2], "b": 3 }
///     draft    │ { "a": [9, 2, 4], "b": 3 }      after `set /a/0 9` and `insert /a/- 4`; the root and `a` are open
final class DraftNode {
  enum Content {
    case part(DraftTape, Int)
    case open(DraftCollection)
  }

  private(set) weak var parent: DraftNode?
  var content: Content
  /// The node of the document that this one was; nil for one that was inserted.
  let original: Int?
  /// Whether this is not what the document has there.
  private(set) var isReplaced = false
  /// The lines of a new comment above the node; an empty list removes the old one.
  var comment: [String]?
  /// Where the node was last among the children of its parent.
  var lastIndex = 0
  /// Whether the anchor of the node goes, because another node gets it.
  var losesAnchor = false
  /// Whether the comments of the document above, beside and inside of the node go.
  var losesComments = false

  init(_ content: Content, original: Int? = nil, in parent: DraftNode?) {
    self.content = content
    self.original = original
    self.parent = parent
  }

  /// Replaces the node by a new value.
  func replace(by document: Document) {
    content = .part(DraftTape(document.tape), 0)
    isReplaced = true
  }
}

/// A tape that nodes of a draft are on.
final class DraftTape {
  let tape: Tape
  /// The runs of children that are not on the tape of a document, by the offset of the child after each.
  private let gaps: [Int: DocumentGap]

  init(_ tape: Tape, gaps: [Int: DocumentGap] = [:]) {
    self.tape = tape
    self.gaps = gaps
  }

  /// Returns the run before a child, which is not the first one: collections may begin where their first child does.
  func gap(before child: Int) -> DocumentGap? {
    gaps.isEmpty ? nil : gaps[tape.offset(at: tape.content(of: child))]
  }

  /// The entries of the anchors that aliases refer to.
  private(set) lazy var aliases = tape.anchorsOfAliases

  private(set) lazy var hasTrivia = tape.entries.contains { $0.event.isTrivia }

  private(set) lazy var hasMergeKeys = tape.entries.contains {
    $0.flags.contains(.isMergeKey) && $0.isKey
  }

  func anchor(ofAlias alias: Int) -> Int? { aliases[alias] }

  /// Returns a node; for an alias, the node that it refers to.
  func followedNode(_ node: Int) -> Document.Node {
    let content = tape.content(of: node)
    let target = tape[content].kind == .alias ? anchor(ofAlias: content) : nil
    return Document.Node(tape: tape, index: target ?? node)
  }

  /// Returns the text of a key, and whether it is a string; nil for a key that no path can name.
  func name(ofKeyAt node: Int) -> (name: KeyText, isText: Bool)? {
    let key = followedNode(node)
    return key.token.map { ($0, key.kind == .string) }
  }
}

// MARK: - Looking at nodes

extension DraftNode {
  /// The node on its tape; that of an open collection as it was.
  var tapeNode: (tape: DraftTape, index: Int) {
    switch content {
    case .part(let tape, let index): (tape, index)
    case .open(let collection): (collection.source, collection.node)
    }
  }

  var documentNode: Document.Node {
    let (source, index) = tapeNode
    return Document.Node(tape: source.tape, index: index)
  }

  var kind: Event.Kind { documentNode.kind }

  var isMapping: Bool { kind == .beginMapping }
  var isCollection: Bool { kind.depthChange > 0 }

  /// The collection with its children; nil for another node.
  func opened() -> DraftCollection? {
    switch content {
    case .open(let collection): return collection
    case .part(let source, let index):
      guard isCollection else { return nil }
      let collection = DraftCollection(source, index)
      content = .open(collection)
      return collection
    }
  }

  /// The node on the tape of the document from which the next original one outward was read.
  var nearestOriginal: Int {
    var node = self
    while node.original == nil, let parent = node.parent { node = parent }
    return node.original ?? 0
  }
}
