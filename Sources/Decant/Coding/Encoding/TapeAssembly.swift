/// Assembles a document from the tapes of an encoding session.
///
/// It replaces placeholders by side tapes, keeps the last value of a repeated key, rewrites keys in
/// a style, and numbers shared instances with several references:
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
  private let hasRepeatedKeys: Bool
  private var rewriter: KeyRewriter?
  private var keys = MappingKeys()

  private init(_ session: EncodingSession, _ sharing: Sharing, hasRepeatedKeys: Bool) {
    self.session = session
    self.sharing = sharing
    self.hasRepeatedKeys = hasRepeatedKeys
    output = OpenTape(session)
    // The first pass does not depend on keys.
    rewriter =
      sharing == .searched ? nil : session.options.keyEncodingStrategy.style.map { KeyRewriter($0) }
  }

  static func document(on tape: OpenTape, hasRepeatedKeys: Bool) throws -> EncodedDocument {
    let session = tape.session
    guard
      hasRepeatedKeys || !session.placeholders.isEmpty
        || session.options.keyEncodingStrategy.style != nil
    else { return EncodedDocument(tape) }
    if !session.instances.isEmpty { _ = try node(at: 0, of: tape, .searched, hasRepeatedKeys) }
    return EncodedDocument(try node(at: 0, of: tape, .numbered, hasRepeatedKeys))
  }

  static func part(of tape: OpenTape, at index: Int) throws -> EncodedDocument {
    EncodedDocument(try node(at: index, of: tape, .ignored, false))
  }

  private static func node(
    at index: Int, of tape: OpenTape, _ sharing: Sharing, _ hasRepeatedKeys: Bool
  ) throws -> OpenTape {
    var assembly = TapeAssembly(tape.session, sharing, hasRepeatedKeys: hasRepeatedKeys)
    try assembly.copy(tape, index)
    try assembly.fillEmptyPlace(from: 0)
    return assembly.output
  }

  // MARK: Nodes

  /// Copies the node at `index`, or nothing for a weak reference without a target.
  private mutating func copy(_ tape: OpenTape, _ index: Int) throws {
    let entry = tape.entries[index]
    switch tape.placeholder(at: index) {
    case .tape(let side):
      if side.count > 0 { return try copy(side, 0) }
      // The caller encoded nothing into this encoder.
      output.begin(.beginMapping)
      output.endCollection()
    case .instance(let instance):
      try copy(instance, at: entry.link, tape, index)
    case .reference(let instance):
      try copy(referenceTo: instance)
    case nil:
      switch entry.kind {
      case .beginMapping: try copy(pairsOf: tape, index)
      case .beginSequence: try copy(elementsOf: tape, index)
      default: output.entries.append(entry)
      }
    }
  }

  private mutating func copy(elementsOf tape: OpenTape, _ sequence: Int) throws {
    output.begin(.beginSequence)
    for element in tape.runs(in: sequence, of: 1) {
      let start = output.count
      try copy(tape, element.lowerBound)
      try fillEmptyPlace(from: start)
    }
    output.endCollection()
  }

  private func fillEmptyPlace(from start: Int) throws {
    if output.count == start { output.encodeNil() }
  }

  /// Copies the pairs of a mapping; of a repeated key, the first place and the last value.
  private mutating func copy(pairsOf tape: OpenTape, _ mapping: Int) throws {
    let hasDataKeys = tape.entries[mapping].flags.contains(.hasDataKeys)
    var lastValues: [[UInt8]: Int] = [:]
    if hasRepeatedKeys {
      for pair in tape.runs(in: mapping, of: 2) {
        lastValues[tape.bytes(at: pair.lowerBound)] = pair.lowerBound + 1
      }
    }
    output.begin(.beginMapping)
    if rewriter != nil { keys.beginMapping() }
    for pair in tape.runs(in: mapping, of: 2) {
      let key = pair.lowerBound
      let value = hasRepeatedKeys ? lastValues.removeValue(forKey: tape.bytes(at: key)) : key + 1
      guard let value else { continue }
      let start = output.count
      try copy(key: tape.entries[key], hasDataKeys)
      try copy(tape, value)
      if output.count == start + 1 { output.truncate(to: start) }
    }
    if rewriter != nil { keys.endMapping() }
    output.endCollection()
  }

  private mutating func copy(key: Tape.Entry, _ hasDataKeys: Bool) throws(DecantError) {
    guard rewriter != nil else { return output.entries.append(key) }
    try name(of: key, hasDataKeys).withBytes { (text) throws(DecantError) in
      guard try !keys.record(text, flags: .isKey) else {
        throw DecantError(.collidingKeys(String(utf8: text)))
      }
      try output.append(.string, text: text, flags: .isKey)
    }
  }

  /// Returns the text of a key, in the style of the options.
  private mutating func name(of key: Tape.Entry, _ hasDataKeys: Bool) -> [UInt8] {
    session.text.withBytes { text in
      let text = text.extracting(key.textRange)
      return (hasDataKeys ? nil : rewriter?.rewrite(text)) ?? [UInt8](text)
    }
  }

  // MARK: Shared instances

  /// Copies a shared instance: its content at the first place, a reference at others.
  private mutating func copy(
    _ instance: Int, at placeholder: Int, _ tape: OpenTape, _ index: Int
  ) throws {
    let isFirst =
      sharing == .ignored
      ? session.instances[instance].content?.placeholder == placeholder
      : session.instances.isFirstPlace(placeholder, of: instance)
    guard isFirst else { return try copy(referenceTo: instance) }
    let entry = session.instances[instance]
    guard let content = entry.content?.tape else {
      throw EncodingProblem.lostInstance.error(entry.instance, at: tape.path(of: index))
    }
    let isNumbered = sharing == .numbered && (entry.isReferredTo || looksNumbered(content, at: 0))
    if isNumbered { try beginNumbered(instance, SharedKey.value) }
    let start = output.count
    try copy(content, 0)
    try fillEmptyPlace(from: start)
    if isNumbered { output.endCollection() }
  }

  private func copy(referenceTo instance: Int) throws {
    if sharing == .searched { session.instances[instance].isReferredTo = true }
    guard session.instances[instance].firstPlace != nil, sharing == .numbered else { return }
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

  /// Whether the content of an instance looks numbered: it is itself a numbered instance or a
  /// reference to one, or has a `$shared` key.
  private mutating func looksNumbered(_ tape: OpenTape, at index: Int) -> Bool {
    switch tape.placeholder(at: index) {
    case .tape(let side): return side.count > 0 && looksNumbered(side, at: 0)
    case .reference(let instance): return session.instances[instance].firstPlace != nil
    case .instance(let instance):
      let entry = session.instances[instance]
      guard !entry.isReferredTo, let content = entry.content?.tape else { return true }
      return looksNumbered(content, at: 0)
    case nil:
      let entry = tape.entries[index]
      guard entry.kind == .beginMapping else { return false }
      let number = Array(SharedKey.number.utf8)
      for pair in tape.runs(in: index, of: 2) {
        let key = tape.entries[pair.lowerBound]
        if name(of: key, entry.flags.contains(.hasDataKeys)) == number { return true }
      }
      return false
    }
  }
}
