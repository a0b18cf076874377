/// Assembles a document from the tapes of an encoding session, according to their notes.
///
/// It inserts nested containers, keeps the last value of a repeated key, rewrites keys in a style,
/// and marks shared instances with several references:
///
///     a: ●             a: {$shared: 1, $value: ●}
///     b: (open)   ─▶   b: {$shared: 1, $again: true}
///
/// Shared instances require two passes: the first finds the first place of each, and which weak
/// references have a target.
struct TapeAssembly: ~Copyable {
  private enum Sharing {
    /// Instances are copied at their content, without marks.
    case ignored
    case searched
    case marked
  }

  private let session: EncodingSession
  private let output: OpenTape
  private let sharing: Sharing
  private var rewriter: KeyRewriter?
  /// The rewritten keys of the open mappings, to detect collisions.
  private var keys = MappingKeys()

  private init(_ session: EncodingSession, _ sharing: Sharing) {
    self.session = session
    self.sharing = sharing
    output = OpenTape(session)
    // The first pass does not depend on keys.
    rewriter =
      sharing == .searched ? nil : session.options.keyEncodingStrategy.style.map { KeyRewriter($0) }
  }

  static func document(on tape: OpenTape) throws -> EncodedDocument {
    let session = tape.session
    guard !tape.notes.isEmpty || session.options.keyEncodingStrategy.style != nil else {
      return EncodedDocument(tape)
    }
    if !session.instances.isEmpty { _ = try node(at: 0, of: tape, .searched) }
    return EncodedDocument(try node(at: 0, of: tape, .marked))
  }

  static func part(of tape: OpenTape, at index: Int) throws -> EncodedDocument {
    EncodedDocument(try node(at: index, of: tape, .ignored))
  }

  private static func node(
    at index: Int, of tape: OpenTape, _ sharing: Sharing
  ) throws -> OpenTape {
    var assembly = TapeAssembly(tape.session, sharing)
    try assembly.copy(tape, index)
    try assembly.fillEmptyPlace(from: 0)
    return assembly.output
  }

  // MARK: Nodes

  /// Copies the node at `index`, or nothing for a weak reference without a target.
  private mutating func copy(_ tape: OpenTape, _ index: Int) throws {
    try copy(tape, index, from: tape.notes.first(at: index))
  }

  private mutating func copy(_ tape: OpenTape, _ index: Int, from note: Int) throws {
    var note = note
    var hasDataKeys = false
    while note < tape.notes.count, tape.notes[note].index == index {
      switch tape.notes[note].remark {
      case .side(let side): return try copy(side)
      case .replaced(let last): return try copy(tape, last)
      case .instance(let instance):
        guard sharing == .ignored else { return try copy(instance, tape, note) }
      case .reference(let instance):
        return try copy(referenceTo: instance)
      case .dataKeys: hasDataKeys = true
      case .dropped: break
      }
      note += 1
    }
    let end = tape.end(of: index)
    let isPlain = note == tape.notes.count || tape.notes[note].index >= end
    guard !isPlain || rewriter != nil else {
      for place in index..<end { output.append(copyOf: tape.entries[place]) }
      return
    }
    switch tape.entries[index].kind {
    case .beginMapping: try copy(pairsOf: tape, index + 1..<end - 1, hasDataKeys)
    case .beginSequence: try copy(elementsOf: tape, index + 1..<end - 1)
    default: output.append(copyOf: tape.entries[index])
    }
  }

  private mutating func copy(_ side: OpenTape) throws {
    if side.count > 0 {
      try copy(side, 0)
    } else {
      // The caller encoded nothing into this encoder.
      output.begin(.beginMapping)
      output.endCollection()
    }
  }

  private mutating func copy(elementsOf tape: OpenTape, _ range: Range<Int>) throws {
    output.begin(.beginSequence)
    var element = range.lowerBound
    while element < range.upperBound {
      let start = output.count
      try copy(tape, element)
      try fillEmptyPlace(from: start)
      element = tape.end(of: element)
    }
    output.endCollection()
  }

  private func fillEmptyPlace(from start: Int) throws {
    if output.count == start { try output.encodeNil() }
  }

  private mutating func copy(
    pairsOf tape: OpenTape, _ range: Range<Int>, _ hasDataKeys: Bool
  ) throws {
    output.begin(.beginMapping)
    if rewriter != nil { keys.beginMapping() }
    var key = range.lowerBound
    while key < range.upperBound {
      let value = key + 1
      if !tape.notes.isDropped(key) {
        let start = output.count
        try copy(key: tape.entries[key], hasDataKeys)
        try copy(tape, value)
        if output.count == start + 1 { output.truncate(to: start) }
      }
      key = tape.end(of: value)
    }
    if rewriter != nil { keys.endMapping() }
    output.endCollection()
  }

  private mutating func copy(key: Tape.Entry, _ hasDataKeys: Bool) throws(DecantError) {
    guard rewriter != nil else { return output.append(copyOf: key) }
    let text = session.text.withBytes { text in
      let text = text.extracting(key.textRange)
      return hasDataKeys ? [UInt8](text) : rewriter?.rewrite(text) ?? []
    }
    try text.withBytes { (text) throws(DecantError) in
      guard try !keys.record(text, flags: .isKey) else {
        throw DecantError(.collidingKeys(String(utf8: text)))
      }
      try output.append(.string, text: text, flags: .isKey)
    }
  }

  // MARK: Shared instances

  /// Copies a shared instance: its content at the first place, a reference at others.
  private mutating func copy(_ instance: Int, _ tape: OpenTape, _ note: Int) throws {
    let id = tape.notes[note].id
    if session.instances[instance].home == nil { session.instances[instance].home = id }
    let entry = session.instances[instance]
    guard entry.home == id else { return try copy(referenceTo: instance) }
    guard let content = entry.content else {
      throw EncodingError.lostInstance(entry.instance, at: tape.path(of: tape.notes[note].index))
    }
    // Containers may be filled out of order; then the content is at a later place.
    let place = content.note == id ? note : content.tape.notes.place(of: content.note)
    let isMarked =
      sharing == .marked
      && (entry.isReferredTo || beginsWithMark(content.tape, afterNote: place))
    if isMarked { try beginMark(instance, SharedKey.value) }
    let start = output.count
    try copy(content.tape, content.tape.notes[place].index, from: place + 1)
    try fillEmptyPlace(from: start)
    if isMarked {
      output.endCollection()
    } else if sharing == .marked, looksLikeMark(at: start) {
      try mark(contentFrom: start, instance)
    }
  }

  private func copy(referenceTo instance: Int) throws {
    guard session.instances[instance].home != nil, sharing == .marked else { return }
    try beginMark(instance, SharedKey.again)
    output.append(.true)
    output.endCollection()
  }

  private func beginMark(_ instance: Int, _ key: String) throws {
    output.begin(.beginMapping)
    try output.append(.string, text: SharedKey.number, flags: .isKey)
    try output.append(integer: Int64(session.instances.number(of: instance)))
    try output.append(.string, text: key, flags: .isKey)
  }

  /// Whether the content of an instance is itself a marked instance.
  private func beginsWithMark(_ tape: OpenTape, afterNote place: Int) -> Bool {
    tape.notes.contains(at: tape.notes[place].index, from: place + 1) { remark in
      switch remark {
      case .instance(let inner): session.instances[inner].isReferredTo
      case .reference(let inner): session.instances[inner].home != nil
      case .side, .replaced, .dropped, .dataKeys: false
      }
    }
  }

  /// Whether the content of an instance has a `$shared` key, and so could be taken for a mark.
  private func looksLikeMark(at start: Int) -> Bool {
    guard output.entries[start].kind == .beginMapping else { return false }
    let end = output.end(of: start) - 1
    var key = start + 1
    while key < end {
      if output.text(at: key) == SharedKey.number { return true }
      key = output.end(of: key + 1)
    }
    return false
  }

  private func mark(contentFrom start: Int, _ instance: Int) throws {
    let content = (start..<output.count).map { output.entries[$0] }
    output.truncate(to: start)
    try beginMark(instance, SharedKey.value)
    for entry in content { output.append(copyOf: entry) }
    output.endCollection()
  }
}
