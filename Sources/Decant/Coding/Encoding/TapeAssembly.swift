/// Assembles a document from the tapes of an encoding session, according to their marks.
///
/// It inserts nested containers, keeps the last value of a repeated key, rewrites keys in a style,
/// and numbers shared instances with several references:
///
///     a: ●             a: {$shared: 1, $value: ●}
///     b: (open)   ─▶   b: {$shared: 1, $again: true}
///
/// Shared instances require two passes: the first finds the first place of each, and which weak
/// references have a target.
struct TapeAssembly: ~Copyable {
  private enum Sharing {
    /// Instances are copied at their content, without numbers.
    case ignored
    case searched
    case numbered
  }

  private let session: EncodingSession
  private let output: OpenTape
  private let sharing: Sharing
  private var rewriter: KeyRewriter?
  private var keys = MappingKeys()

  private init(_ session: EncodingSession, _ sharing: Sharing) {
    self.session = session
    self.sharing = sharing
    output = OpenTape(session)
    // The first pass does not depend on keys.
    rewriter =
      sharing == .searched ? nil : session.options.keyEncodingStrategy.style.map { KeyRewriter($0) }
  }

  static func document(on tape: OpenTape, hasRepeatedKeys: Bool) throws -> EncodedDocument {
    let session = tape.session
    guard
      hasRepeatedKeys || !session.marks.isEmpty
        || session.options.keyEncodingStrategy.style != nil
    else { return EncodedDocument(tape) }
    if !session.instances.isEmpty { _ = try node(at: 0, of: tape, .searched) }
    return EncodedDocument(try node(at: 0, of: tape, .numbered))
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
    let entry = tape.entries[index]
    switch tape.mark(at: index) {
    case .side(let side):
      try copy(side)
    case .content(let instance):
      if sharing == .ignored { return try copy(tape, index + 1) }
      try copy(instance, at: entry.link, tape, index)
    case .again(let instance):
      if sharing == .ignored { return }
      try copy(instance, at: entry.link, tape, index)
    case .reference(let instance):
      try copy(referenceTo: instance)
    case nil:
      switch entry.kind {
      case .beginMapping: try copy(pairsOf: tape, index)
      case .beginSequence: try copy(elementsOf: tape, index)
      default: output.append(copyOf: entry)
      }
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

  private mutating func copy(elementsOf tape: OpenTape, _ sequence: Int) throws {
    let end = tape.end(of: sequence) - 1
    output.begin(.beginSequence)
    var element = sequence + 1
    while element < end {
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

  /// Copies the pairs of a mapping; of a repeated key, the first place and the last value.
  private mutating func copy(pairsOf tape: OpenTape, _ mapping: Int) throws {
    let end = tape.end(of: mapping) - 1
    let flags = tape.entries[mapping].flags
    var lastValues = flags.contains(.hasRepeatedKeys) ? tape.lastValues(in: mapping) : nil
    output.begin(.beginMapping)
    if rewriter != nil { keys.beginMapping() }
    var key = mapping + 1
    while key < end {
      let value = lastValues == nil ? key + 1 : lastValues?.removeValue(forKey: tape.bytes(at: key))
      if let value {
        let start = output.count
        try copy(key: tape.entries[key], flags.contains(.hasDataKeys))
        try copy(tape, value)
        if output.count == start + 1 { output.truncate(to: start) }
      }
      key = tape.end(of: key + 1)
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
  private mutating func copy(
    _ instance: Int, at mark: Int, _ tape: OpenTape, _ index: Int
  ) throws {
    if session.instances[instance].home == nil { session.instances[instance].home = mark }
    let entry = session.instances[instance]
    guard entry.home == mark else { return try copy(referenceTo: instance) }
    // Containers may be filled out of order; then the content is at a later place.
    guard let content = entry.content,
      let place = content.mark == mark ? index : content.tape.index(ofMark: content.mark)
    else {
      throw EncodingError.lostInstance(entry.instance, at: tape.path(of: index))
    }
    let isNumbered =
      sharing == .numbered
      && (entry.isReferredTo || beginsWithNumber(content.tape, at: place + 1))
    if isNumbered { try beginNumbered(instance, SharedKey.value) }
    let start = output.count
    try copy(content.tape, place + 1)
    try fillEmptyPlace(from: start)
    if isNumbered {
      output.endCollection()
    } else if sharing == .numbered, looksNumbered(at: start) {
      try number(contentFrom: start, instance)
    }
  }

  private func copy(referenceTo instance: Int) throws {
    guard session.instances[instance].home != nil, sharing == .numbered else { return }
    try beginNumbered(instance, SharedKey.again)
    output.append(.true)
    output.endCollection()
  }

  private func beginNumbered(_ instance: Int, _ key: String) throws {
    output.begin(.beginMapping)
    try output.append(.string, text: SharedKey.number, flags: .isKey)
    try output.encode(session.instances.number(of: instance))
    try output.append(.string, text: key, flags: .isKey)
  }

  /// Whether the content of an instance is itself a numbered instance.
  private func beginsWithNumber(_ tape: OpenTape, at index: Int) -> Bool {
    switch tape.mark(at: index) {
    case .content(let inner):
      session.instances[inner].isReferredTo || beginsWithNumber(tape, at: index + 1)
    case .again: true
    case .reference(let inner): session.instances[inner].home != nil
    case .side, nil: false
    }
  }

  /// Whether the content of an instance has a `$shared` key, and so looks numbered.
  private func looksNumbered(at start: Int) -> Bool {
    guard output.entries[start].kind == .beginMapping else { return false }
    let end = output.end(of: start) - 1
    var key = start + 1
    while key < end {
      if output.text(at: key) == SharedKey.number { return true }
      key = output.end(of: key + 1)
    }
    return false
  }

  private func number(contentFrom start: Int, _ instance: Int) throws {
    let content = (start..<output.count).map { output.entries[$0] }
    output.truncate(to: start)
    try beginNumbered(instance, SharedKey.value)
    for entry in content { output.append(copyOf: entry) }
    output.endCollection()
  }
}
