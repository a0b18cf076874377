internal import DecantConversion
internal import DecantCore

/// Assembles a document from the tapes of an encoding session.
///
/// It replaces placeholders by side tapes, keeps the last value of a repeated key or joins the
/// collections that continue one another, rewrites keys in a style, and numbers shared instances with several references;
/// in an archive all instances, with anchors and aliases:
///
///     a: ●             a: {$id: 1, … }        a: &s1 { … }
///     b: (open)   ─▶   b: {$ref: 1}           b: *s1
///
/// Shared instances require two passes: the first finds the first use of each, and which weak
/// references have a target.
struct TapeAssembly: ~Copyable {
  private enum Sharing {
    /// Instances are copied at their content, without numbers.
    case ignored
    case searched
    case numbered
    case anchored
  }

  private let session: EncodingSession
  private let output: EncodingTape
  private let sharing: Sharing
  private let hasRepeatedKeys: Bool
  private var rewriter: KeyRewriter?
  private var keys = MappingKeys()

  private init(_ session: EncodingSession, _ sharing: Sharing, hasRepeatedKeys: Bool) {
    self.session = session
    self.sharing = sharing
    self.hasRepeatedKeys = hasRepeatedKeys
    output = EncodingTape(session)
    // The first pass does not depend on keys.
    rewriter =
      sharing == .searched ? nil : session.options.keyEncodingStrategy.style.map { KeyRewriter($0) }
  }

  static func document(on tape: EncodingTape, hasRepeatedKeys: Bool) throws -> EncodedDocument {
    let session = tape.session
    guard
      hasRepeatedKeys || !session.placeholders.isEmpty
        || session.options.keyEncodingStrategy.style != nil
    else { return EncodedDocument(tape) }
    if !session.instances.isEmpty { _ = try node(at: 0, of: tape, .searched, hasRepeatedKeys) }
    let sharing = session.classes != nil ? Sharing.anchored : .numbered
    return EncodedDocument(try node(at: 0, of: tape, sharing, hasRepeatedKeys))
  }

  static func part(of tape: EncodingTape, at index: Int) throws -> EncodedDocument {
    EncodedDocument(try node(at: index, of: tape, .ignored, false))
  }

  private static func node(
    at index: Int, of tape: EncodingTape, _ sharing: Sharing, _ hasRepeatedKeys: Bool
  ) throws -> EncodingTape {
    var assembly = TapeAssembly(tape.session, sharing, hasRepeatedKeys: hasRepeatedKeys)
    try assembly.copy(tape, index)
    try assembly.fillEmptySlot(from: 0)
    return assembly.output
  }

  // MARK: Nodes

  /// Copies the node at `index`, or nothing for a weak reference without a target.
  private mutating func copy(_ tape: EncodingTape, _ index: Int) throws {
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
      case .tag:
        output.entries.append(entry)
        let start = output.count
        try copy(tape, index + 1)
        try fillEmptySlot(from: start)
      default: output.entries.append(entry)
      }
    }
  }

  private mutating func copy(elementsOf tape: EncodingTape, _ sequence: Int) throws {
    output.begin(.beginSequence)
    try copy(elementsIn: tape, sequence)
    output.endCollection()
  }

  private mutating func copy(elementsIn tape: EncodingTape, _ sequence: Int) throws {
    for element in tape.runs(in: sequence, of: 1) {
      let start = output.count
      try copy(tape, element.lowerBound)
      try fillEmptySlot(from: start)
    }
  }

  private func fillEmptySlot(from start: Int) throws {
    if output.count == start { try output.encodeNil() }
  }

  private mutating func copy(
    pairsOf tape: EncodingTape, _ mapping: Int, after number: Int? = nil
  ) throws {
    guard !hasRepeatedKeys else {
      return try copy(pairsOf: [Content(tape: tape, node: mapping)], after: number)
    }
    try copyMapping(after: number) {
      for pair in tape.runs(in: mapping, of: 2) {
        try $0.copyPair(tape.entries[pair.lowerBound]) { try $0.copy(tape, pair.lowerBound + 1) }
      }
    }
  }

  private mutating func copyMapping(
    after number: Int?, _ copyPairs: (inout TapeAssembly) throws -> Void
  ) throws {
    output.begin(.beginMapping)
    if let number { try append(number, of: SharedKey.id) }
    if rewriter != nil { keys.beginMapping() }
    try copyPairs(&self)
    if rewriter != nil { keys.endMapping() }
    output.endCollection()
  }

  private mutating func copyPair(
    _ key: Tape.Entry, _ copyValue: (inout TapeAssembly) throws -> Void
  ) throws {
    let start = output.count
    try copy(key: key)
    try copyValue(&self)
    if output.count == start + 1 { output.truncate(to: start) }
  }

  private mutating func copy(key: Tape.Entry) throws(DecantError) {
    guard rewriter != nil else { return output.entries.append(key) }
    try name(of: key).withBytes { (text) throws(DecantError) in
      guard try !keys.record(text, flags: .isKey) else {
        throw DecantError(.collidingKeys(String(utf8: text)))
      }
      try output.append(.string, text: text, flags: .isKey)
    }
  }

  /// Returns the text of a key, in the style of the options.
  private mutating func name(of key: Tape.Entry) -> [UInt8] {
    session.text.withBytes { text in
      let text = text.extracting(key.textRange)
      return (key.flags.contains(.hasDataKeys) ? nil : rewriter?.rewrite(text)) ?? [UInt8](text)
    }
  }

  // MARK: Repeated keys

  private struct Content {
    let tape: EncodingTape
    let node: Int
  }

  /// Copies the pairs of mappings as those of one: of a repeated key, the first index, and the last value with
  /// the collections that continue it.
  private mutating func copy(pairsOf mappings: [Content], after number: Int? = nil) throws {
    var values: [[UInt8]: [Content]] = [:]
    var keys: [Content] = []
    for mapping in mappings {
      let tape = mapping.tape
      for pair in tape.runs(in: mapping.node, of: 2) {
        let key = tape.bytes(at: pair.lowerBound)
        let value = Content(tape: tape, node: pair.lowerBound + 1)
        let earlier = values[key]
        if earlier == nil { keys.append(Content(tape: tape, node: pair.lowerBound)) }
        values[key] = continuesEarlier(value) ? (earlier ?? []) + [value] : [value]
      }
    }
    try copyMapping(after: number) {
      for key in keys {
        let values = values[key.tape.bytes(at: key.node)] ?? []
        try $0.copyPair(key.tape.entries[key.node]) { try $0.copy(joining: values) }
      }
    }
  }

  private func continuesEarlier(_ value: Content) -> Bool {
    guard case .tape(let side) = value.tape.placeholder(at: value.node) else { return false }
    return side.continuesEarlier
  }

  /// Copies a value and the collections that continue it; throws unless all are mappings, or all sequences.
  private mutating func copy(joining values: [Content]) throws {
    guard values.count > 1 else {
      for value in values { try copy(value.tape, value.node) }
      return
    }
    let contents = values.map { Self.content(of: $0) }
    let kinds = Set(contents.map { $0.tape.entries[$0.node].kind })
    switch kinds.first {
    case .beginMapping where kinds.count == 1:
      try copy(pairsOf: contents)
    case .beginSequence where kinds.count == 1:
      output.begin(.beginSequence)
      for content in contents { try copy(elementsIn: content.tape, content.node) }
      output.endCollection()
    default:
      throw EncodingProblem.secondValue.error(at: values[1].tape.path(of: values[1].node))
    }
  }

  /// Returns the content of a value that is on a side tape.
  private static func content(of value: Content) -> Content {
    guard case .tape(let side) = value.tape.placeholder(at: value.node), side.count > 0 else {
      return value
    }
    return content(of: Content(tape: side, node: 0))
  }

  // MARK: Shared instances

  /// Copies a shared instance: its content at the first use, a reference at others.
  private mutating func copy(
    _ instance: Int, at placeholder: Int, _ tape: EncodingTape, _ index: Int
  ) throws {
    let isFirst =
      sharing == .ignored
      ? session.instances[instance].content?.placeholder == placeholder
      : session.instances.isFirstUse(placeholder, of: instance)
    guard isFirst else {
      if session.instances[instance].isOpen, !session.instances.isDeferred(placeholder) {
        let open = session.instances[instance].instance
        throw EncodingProblem.plainCycle(type(of: open)).error(open, at: tape.path(of: index))
      }
      return try copy(referenceTo: instance)
    }
    let entry = session.instances[instance]
    guard let content = entry.content?.tape else {
      throw EncodingProblem.lostInstance.error(entry.instance, at: tape.path(of: index))
    }
    session.instances[instance].isOpen = true
    defer { session.instances[instance].isOpen = false }
    let isNumbered = sharing == .numbered && (entry.isReferredTo || looksNumbered(content, at: 0))
    if isNumbered { return try copy(content, asNumber: session.instances.number(of: instance)) }
    if sharing == .anchored { try append(.anchor, instance) }
    let start = output.count
    try copy(content, 0)
    try fillEmptySlot(from: start)
  }

  /// Copies the content of an instance: a mapping with its number among its keys, or anything else in one.
  private mutating func copy(_ content: EncodingTape, asNumber number: Int) throws {
    let inner = Self.content(of: Content(tape: content, node: 0))
    if inner.tape.placeholder(at: inner.node) == nil,
      inner.tape.entries[inner.node].kind == .beginMapping,
      !hasKey(of: inner.tape, inner.node, in: [SharedKey.value] + Self.sharedKeys)
    {
      return try copy(pairsOf: inner.tape, inner.node, after: number)
    }
    output.begin(.beginMapping)
    try append(number, of: SharedKey.id)
    try output.append(.string, text: SharedKey.value, flags: .isKey)
    let start = output.count
    try copy(content, 0)
    try fillEmptySlot(from: start)
    output.endCollection()
  }

  private func copy(referenceTo instance: Int) throws {
    if sharing == .searched { session.instances[instance].isReferredTo = true }
    guard session.instances[instance].firstUse != nil else { return }
    switch sharing {
    case .ignored, .searched: break
    case .anchored: try append(.alias, instance)
    case .numbered:
      output.begin(.beginMapping)
      try append(session.instances.number(of: instance), of: SharedKey.reference)
      output.endCollection()
    }
  }

  private func append(_ number: Int, of key: String) throws {
    try output.append(.string, text: key, flags: .isKey)
    try output.encode(number)
  }

  private func append(_ kind: Event.Kind, _ instance: Int) throws {
    try output.append(
      kind, text: "s\(session.instances.number(of: instance))", flags: .ofInstance)
  }

  /// The keys by which a decoder recognizes a number or a reference.
  private static let sharedKeys = [SharedKey.id, SharedKey.reference, SharedKey.number]

  private mutating func hasKey(
    of tape: EncodingTape, _ mapping: Int, in names: [String]
  ) -> Bool {
    let names = names.map { Array($0.utf8) }
    for pair in tape.runs(in: mapping, of: 2) {
      if names.contains(name(of: tape.entries[pair.lowerBound])) { return true }
    }
    return false
  }

  /// Whether the content of an instance looks numbered: it is itself a numbered instance or a
  /// reference to one, or has such a key.
  private mutating func looksNumbered(_ tape: EncodingTape, at index: Int) -> Bool {
    switch tape.placeholder(at: index) {
    case .tape(let side): return side.count > 0 && looksNumbered(side, at: 0)
    case .reference(let instance): return session.instances[instance].firstUse != nil
    case .instance(let instance):
      let entry = session.instances[instance]
      guard !entry.isReferredTo, let content = entry.content?.tape else { return true }
      return looksNumbered(content, at: 0)
    case nil:
      return tape.entries[index].kind == .beginMapping
        && hasKey(of: tape, index, in: Self.sharedKeys)
    }
  }
}

/// A search for mappings with a repeated key, of which `TapeAssembly` keeps the last value.
///
/// It outlives a document, because it predicts keys from those of earlier mappings.
final class RepeatedKeys {
  private var keys = MappingKeys()

  func contains(anyOf tape: EncodingTape) throws(DecantError) -> Bool {
    try keys.areRepeated(on: tape)
  }
}

extension MappingKeys {
  fileprivate mutating func areRepeated(on tape: EncodingTape) throws(DecantError) -> Bool {
    removeOpenMappings()
    return try tape.session.text.withBytes { (text) throws(DecantError) in
      for index in 0..<tape.count {
        let entry = tape.entries[index]
        if entry.isKey {
          let key = text.extracting(entry.textRange)
          let isRepeated =
            if let known = recordPredicted(key) { known.isDuplicate } else {
              try record(key, flags: entry.flags.subtracting(.hasDataKeys))
            }
          if isRepeated { return true }
        } else if entry.kind == .beginMapping {
          beginMapping()
        } else if entry.kind == .endMapping {
          endMapping()
        }
      }
      return false
    }
  }
}
