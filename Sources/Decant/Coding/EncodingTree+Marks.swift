/// The marks of instances that are met more than once, made when all is said.
///
///     a: ●             a: {$shared: 1, $value: ●}
///     b: (open)   ─▶   b: {$shared: 1, $again: true}
extension EncodingTree {
  /// Numbers the instances that need it, in the order of the document, and fills the places that were left open.
  func markSharedInstances() throws {
    guard !sharing.entries.isEmpty else { return }
    let start = text.count
    try append(SharedKey.number)
    sharing.numberBit = 1 << UInt64(keyBit(ofTextFrom: start))
    let hasReferences = sharing.entries.contains { $0.isReferredTo }
    // An instance that looks like one with a number needs a number, too.
    guard hasReferences || sharing.meetings.keys.contains(where: saysNumber) else { return }
    placeContents()
    try forEachNode { try mark($0) }
  }

  /// Whether a node is a mapping that has the key of a mark.
  private func saysNumber(_ node: Int) -> Bool {
    self[node].kind == .beginMapping && self[node].keyBits & sharing.numberBit != 0
      && value(of: SharedKey.number, in: node) != nil
  }

  /// Calls `body` with each node that leads from the root, parents first, which may change what is in it.
  private func forEachNode(_ body: (Int) throws -> Void) rethrows {
    var next: Int32 = 0
    while next >= 0 {
      var node = Int(next)
      try body(node)
      if self[node].isCollection, self[node].count > 0 {
        next = self[node].first
      } else {
        while self[node].next < 0, self[node].parent >= 0 { node = Int(self[node].parent) }
        next = self[node].next
      }
    }
  }

  // MARK: Places

  /// Brings what each instance says to where it is met first.
  ///
  /// That is elsewhere if containers were filled in another order than they stand in, or if something replaced the
  /// place that it was said in.
  private func placeContents() {
    forEachNode { node in
      var depth = 0
      while let meeting = sharing.meeting(depth, at: node) {
        let entry = sharing.entries[meeting.entry]
        if meeting.role != .weakReference {
          if entry.reached == 0, meeting.role == .reference, let content = entry.content {
            move(meeting.entry, from: content, to: node)
          }
          sharing.entries[meeting.entry].reached += 1
        }
        depth += 1
      }
    }
  }

  private func move(_ entry: Int, from content: Int, to node: Int) {
    sharing.move(entry, from: content, to: node)
    let body = self[content]
    set(content, .null)
    put(body, in: node)
  }

  // MARK: Marks

  private func mark(_ node: Int) throws {
    guard let meetings = sharing.meetings[node] else { return }
    var node = node
    for (depth, meeting) in meetings.enumerated() {
      let inner = meetings[(depth + 1)...]
      switch meeting.role {
      case .content:
        guard needsMark(meeting.entry, around: inner, at: node) else { continue }
        node = try wrap(node, as: sharing.number(of: meeting.entry))
      case .reference:
        guard sharing.entries[meeting.entry].content != nil else {
          throw EncodingError.lostInstance(
            sharing.entries[meeting.entry].instance, at: path(of: node))
        }
        try refer(node, to: sharing.number(of: meeting.entry))
      case .weakReference where sharing.isSaid(meeting.entry):
        try refer(node, to: sharing.number(of: meeting.entry))
      case .weakReference:
        let parent = Int(self[node].parent)
        if parent >= 0, self[parent].kind == .beginMapping, meetings.count == 1 {
          remove(node)
        } else {
          setVacant(node)
          try encodeNil(at: node)
        }
      }
    }
  }

  /// Whether what an instance says must be told apart from other instances, or from a mark in it.
  private func needsMark(
    _ entry: Int, around inner: ArraySlice<Sharing.Meeting>, at node: Int
  ) -> Bool {
    if sharing.entries[entry].isReferredTo || saysNumber(node) { return true }
    return inner.contains { meeting in
      let entry = sharing.entries[meeting.entry]
      return entry.isReferredTo
        && (meeting.role != .weakReference || sharing.isSaid(meeting.entry))
    }
  }

  /// Makes a node a mapping of a number and what it was; gives the node that it is now.
  private func wrap(_ node: Int, as number: Int) throws -> Int {
    let body = self[node]
    try beginMark(node, number)
    let value = try setValue(of: SharedKey.value, in: node)
    put(body, in: value)
    return value
  }

  private func refer(_ node: Int, to number: Int) throws {
    try beginMark(node, number)
    try encode(true, at: setValue(of: SharedKey.again, in: node))
  }

  private func beginMark(_ node: Int, _ number: Int) throws {
    setVacant(node)
    _ = begin(.beginMapping, at: node)
    keepKeys(of: node)
    try set(setValue(of: SharedKey.number, in: node), integer: Int64(number))
  }
}

extension EncodingTree.Sharing {
  fileprivate func meeting(_ depth: Int, at node: Int) -> Meeting? {
    guard let meetings = meetings[node], depth < meetings.count else { return nil }
    return meetings[depth]
  }

  /// Notes that what an instance says, and the instances by way of which it does, have changed places.
  fileprivate mutating func move(_ entry: Int, from content: Int, to node: Int) {
    entries[entry].content = node
    guard let place = meetings[content]?.firstIndex(where: { $0.entry == entry }),
      let moved = meetings[content]?[place...]
    else { return }
    meetings[content]?.replaceSubrange(place..., with: [Meeting(entry: entry, role: .reference)])
    meetings[node]?.removeLast()
    meetings[node]? += moved
    for meeting in moved where meeting.role == .content { entries[meeting.entry].content = node }
  }

  /// Whether an instance is said in a place that leads from the root.
  fileprivate func isSaid(_ entry: Int) -> Bool {
    entries[entry].reached > 0 && entries[entry].content != nil
  }

  fileprivate mutating func number(of entry: Int) -> Int {
    if let number = entries[entry].number { return number }
    lastNumber += 1
    entries[entry].number = lastNumber
    return lastNumber
  }
}
