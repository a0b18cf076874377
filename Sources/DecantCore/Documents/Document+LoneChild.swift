extension Document {
  /// Creates a sequence of one element or, with a key, a mapping of one pair; the comments above are before the key.
  package init(loneChild child: Document, forKey key: String?) throws(DecantError) {
    var batch = EventBatch()
    batch.append(key == nil ? .beginSequence : .beginMapping)
    if let key { batch.append(.string, text: key, flags: .isKey) }
    batch.append(key == nil ? .endSequence : .endMapping)
    let last = batch.count - 1
    let above = (0..<child.tape.content(of: 0)).prefix { child.tape[$0].event.isTrivia }.count
    var tape = Tape()
    try tape.append(batch[0], of: batch)
    try tape.append(0..<above, of: child.tape)
    if key != nil { try tape.append(batch[1], of: batch) }
    try tape.append(above..<child.tape.count, of: child.tape)
    try tape.append(batch[last], of: batch)
    self.init(tape)
  }
}
