package import DecantCore

extension Format {
  /// The canonical form of documents: tagged JSON according to RFC 8785.
  ///
  /// Equal documents have equal bytes. Precondition: `Fidelity.tagged`.
  static let canonicalForm = Format(
    name: "canonical form",
    summary: "tagged JSON (RFC 8785)",
    abilities: [.null, .booleans, .numbers],
    writer: { _ in CanonicalWriter() })

  /// Whether the format represents each document that equals its tagged form without a change.
  var supportsCanonicalForm: Bool {
    abilities.isSuperset(of: Self.canonicalForm.abilities) && limits == .none
  }

  /// Whether an archive of a document that equals its tagged form is written without a change.
  package var archivesUnguarded: Bool { supportsCanonicalForm && refines == nil }
}

private struct CanonicalWriter: EventWriter {
  private let documents = DocumentCollector()

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try documents.add(batch)
    while let document = documents.take() {
      var form = try CanonicalForm(withMarks: document.tape)
      try form.write { (bytes) throws(DecantError) in try sink.write(bytes) }
    }
  }
}

extension Document {
  func writeCanonicalForm(to destination: any ByteDestination) throws(DecantError) {
    guard !tape.isTaggedForm else {
      var form = CanonicalForm(tape)
      return try form.write { (bytes) throws(DecantError) in try destination.write(bytes) }
    }
    try Self.writeCanonicalForm(hasNonStringKeys: tape.hasNonStringKeys, to: destination) {
      (body) throws(DecantError) in try root.forEachBatch(body)
    }
  }

  /// Writes the canonical form of the document that `forEachBatch` calls its argument with, which may need tags.
  static func writeCanonicalForm(
    hasNonStringKeys: Bool, to destination: any ByteDestination,
    _ forEachBatch: (_ body: (inout EventBatch) throws(DecantError) -> Void) throws(DecantError) ->
      Void
  ) throws(DecantError) {
    let sink = ByteSink(destination)
    var writer = CanonicalWriter()
    let keyStages: [any EventStage] = hasNonStringKeys ? [NonStringKeyStage()] : []
    let stages = StageChain(keyStages + [TaggingStage(for: .canonicalForm)], .stop)
    try forEachBatch { (batch) throws(DecantError) in
      try stages.pass(&batch) { (batch) throws(DecantError) in try writer.write(batch, to: sink) }
    }
    try stages.finish { (batch) throws(DecantError) in try writer.write(batch, to: sink) }
    try sink.flush()
  }
}

extension Tape {
  /// The canonical form; shared references stay as they are if no value needs a tag.
  package func canonicalForm() throws(DecantError) -> [UInt8] {
    if isTaggedForm { return CanonicalForm.text(of: 0, in: self) }
    let bytes = MemoryDestination()
    try Document(self).writeCanonicalForm(to: bytes)
    return bytes.bytes
  }

  /// Whether the document equals its tagged form, as most do: a fast test with false negatives.
  var isTaggedForm: Bool {
    text.withBytes { text in
      entries.withElements { entries in
        for index in entries.indices {
          let event = entries[index]
          guard !event.isKey || event.kind == .string, event.flags.isDisjoint(with: .needingForms)
          else { return false }
          switch event.kind {
          case .beginMapping:
            guard !entries.hasOneKey(index) || !entries.mayBeForm(index + 1, text) else {
              return false
            }
          case .string:
            guard !event.isKey || !TaggedText.isSpelledKey(text.extracting(event.textRange)) else {
              return false
            }
          case .beginSequence, .endSequence, .endMapping, .null, .true, .false, .integer, .real:
            break
          default:
            return false
          }
        }
        return true
      }
    }
  }
}

extension Event.Flags {
  static let needingForms: Event.Flags = [
    .isNonFinite, .isEscaped, .isDuplicateKey, .hasNonStringKeys, .isAmbiguousKey,
  ]
}
