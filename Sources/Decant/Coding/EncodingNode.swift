extension EncodingTree {
  /// A place in the tree, and what was said there.
  struct Node: BitwiseCopyable {
    /// What it is; `endDocument` while nothing has been said of it.
    var kind = Event.Kind.endDocument
    var flags: Event.Flags = []
    var keyFlags: Event.Flags = []
    /// Which of the mapping's `keyBits` the key has.
    var keyBit: UInt8 = 0
    /// Whether the keys of the mapping are data, which no key style is to change.
    var hasVerbatimKeys = false
    /// Whether something was replaced or taken back in the collection.
    var isRevised = false
    /// Where a scalar's text stands; in a collection, the first and the last node in it.
    var start: UInt32 = 0
    var length: UInt32 = 0
    var keyStart: UInt32 = 0
    var keyLength: UInt32 = 0
    var parent: Int32
    var next: Int32 = -1
    /// How many nodes a collection has.
    var count: Int32 = 0
    /// The node that this one is likely to be like, if there is one; in a mapping, the node there whose key is
    /// likely to come next.
    var model: Int32 = -1
    /// A bit for each key of a mapping, which two keys seldom share.
    var keyBits: UInt64 = 0

    init(parent: Int, kind: Event.Kind = .endDocument) {
      self.parent = Int32(truncatingIfNeeded: parent)
      self.kind = kind
    }

    var first: Int32 {
      get { Int32(bitPattern: start) }
      set { start = UInt32(bitPattern: newValue) }
    }

    var last: Int32 {
      get { Int32(bitPattern: length) }
      set { length = UInt32(bitPattern: newValue) }
    }

    var isVacant: Bool { kind == .endDocument }
    var isCollection: Bool { kind == .beginMapping || kind == .beginSequence }
    var keyRange: Range<Int> { Int(keyStart)..<Int(keyStart) + Int(keyLength) }
  }
}

extension SharedBuffer where Element == EncodingTree.Node {
  /// Appends a node at the end of a collection; gives its index.
  func append(_ node: EncodingTree.Node, to parent: Int) -> Int {
    let index = count
    append(node)
    if self[parent].count == 0 {
      self[parent].first = Int32(truncatingIfNeeded: index)
    } else {
      self[Int(self[parent].last)].next = Int32(truncatingIfNeeded: index)
    }
    self[parent].last = Int32(truncatingIfNeeded: index)
    self[parent].count &+= 1
    self[parent].keyBits |= 1 &<< UInt64(node.keyBit)
    return index
  }

  /// Puts a node in the place of another, or of nothing.
  func replace(_ old: Int, by new: Int?, in parent: Int) {
    var previous: Int32 = -1
    var sibling = self[parent].count > 0 ? self[parent].first : -1
    while sibling >= 0, sibling != old {
      previous = sibling
      sibling = self[Int(sibling)].next
    }
    guard sibling >= 0 else { return }
    let following = self[old].next
    if let new { self[new].next = following }
    let replacement = new.map { Int32(truncatingIfNeeded: $0) } ?? following
    if previous < 0 {
      self[parent].first = replacement
    } else {
      self[Int(previous)].next = replacement
    }
    if self[parent].last == old { self[parent].last = new == nil ? previous : replacement }
    if new == nil { self[parent].count -= 1 }
    self[parent].isRevised = true
  }

  /// Gives a node a scalar, whose text stands in `range`.
  func set(
    _ node: Int, _ kind: Event.Kind, _ flags: Event.Flags, textAt range: Range<Int>
  ) {
    self[node].kind = kind
    self[node].flags = flags
    self[node].start = UInt32(truncatingIfNeeded: range.lowerBound)
    self[node].length = UInt32(truncatingIfNeeded: range.count)
  }

  /// Makes a vacant node a collection.
  func begin(_ kind: Event.Kind, at node: Int) {
    self[node].kind = kind
    let model = Int(self[node].model)
    // The nodes of a collection take those of the one like it for their models.
    let isLike =
      model >= 0 && self[model].kind == kind && self[model].count > 0 && !self[model].isRevised
    self[node].model = isLike ? self[model].first : -1
  }

  /// Makes a node, in its place, what another one was.
  func put(_ body: EncodingTree.Node, in index: Int) {
    var node = body
    node.parent = self[index].parent
    node.next = self[index].next
    node.keyStart = self[index].keyStart
    node.keyLength = self[index].keyLength
    node.keyFlags = self[index].keyFlags
    node.keyBit = self[index].keyBit
    node.model = -1
    self[index] = node
    guard node.isCollection, node.count > 0 else { return }
    var child = node.first
    while child >= 0 {
      self[Int(child)].parent = Int32(truncatingIfNeeded: index)
      child = self[Int(child)].next
    }
  }

  /// The node that an element which is to be appended to a sequence is likely to be like.
  func modelOfNextElement(of sequence: Int) -> Int32 {
    self[sequence].count > 0 ? self[sequence].last : self[sequence].model
  }

  /// Of the next few nodes of a mapping's model, the one whose key is `name`.
  ///
  /// Keys that a mapping has in common with another in this way, each behind the one before it, are all different.
  func match(_ name: RawSpan, in mapping: Int, _ text: RawSpan) -> Int? {
    var candidate = self[mapping].model
    guard candidate >= 0, !self[Int(self[Int(candidate)].parent)].isRevised else { return nil }
    var tries = 8
    while candidate >= 0, tries > 0 {
      let node = self[Int(candidate)]
      if Int(node.keyLength) == name.byteCount,
        text.extracting(node.keyRange).isEqual(to: name)
      {
        return Int(candidate)
      }
      candidate = node.next
      tries &-= 1
    }
    return nil
  }
}
