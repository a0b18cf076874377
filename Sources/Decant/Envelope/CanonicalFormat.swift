extension Format {
  /// The canonical form of documents: tagged JSON according to RFC 8785.
  ///
  /// Equal documents have equal bytes. Precondition: `Fidelity.tagged`.
  static let canonicalForm = Format(
    name: "canonical form",
    summary: "tagged JSON (RFC 8785)",
    abilities: [.null, .booleans, .numbers],
    writer: { _ in CanonicalWriter() })
}

private struct CanonicalWriter: EventWriter {
  private var document = Tape()

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var start = 0
    for index in 0..<batch.count where batch[index].delimitsDocument {
      try document.append(start..<index, of: batch)
      start = index + 1
      guard batch[index].kind == .endDocument else { continue }
      var form = CanonicalForm(document)
      try form.write(to: sink)
      document.removeAll()
    }
    try document.append(start..<batch.count, of: batch)
  }
}

extension Document {
  func writeCanonicalForm(to destination: any ByteDestination) throws(DecantError) {
    guard !tape.isTaggedForm else {
      let sink = ByteSink(destination)
      var form = CanonicalForm(tape)
      try form.write(to: sink)
      return try sink.flush()
    }
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
  func canonicalForm() throws(DecantError) -> [UInt8] {
    if isTaggedForm { return CanonicalForm.text(of: 0, in: self) }
    let bytes = MemoryDestination()
    try Document(self).writeCanonicalForm(to: bytes)
    return bytes.bytes
  }

  /// Whether the document equals its tagged form, as most do: a fast test with false negatives.
  fileprivate var isTaggedForm: Bool {
    text.withBytes { text in
      entries.indices.allSatisfy { index in
        let event = entries[index]
        guard !event.isKey || event.kind == .string, event.flags.isDisjoint(with: .needingForms)
        else { return false }
        switch event.kind {
        case .beginMapping:
          let key = index + 1
          return !hasOneKey(index) || entries[key].length == 0
            || !Self.formBeginnings.contains(text.byte(at: textRange(at: key).lowerBound))
        case .string:
          return !event.isKey || !TaggedText.isSpelledKey(text.extracting(event.textRange))
        case .beginSequence, .endSequence, .endMapping, .null, .true, .false, .integer, .real:
          return true
        default:
          return false
        }
      }
    }
  }

  private static let formBeginnings: [UInt8] = [UInt8(ascii: "$"), UInt8(ascii: "C")]
}

extension Event.Flags {
  fileprivate static let needingForms: Event.Flags = [
    .isNonFinite, .isEscaped, .isDuplicateKey, .hasNonStringKeys, .isAmbiguousKey,
  ]
}
