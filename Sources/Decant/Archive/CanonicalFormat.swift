extension Format {
  /// The canonical form of documents, which is their tagged form in JSON as RFC 8785 writes it.
  ///
  /// Equal documents have the same bytes in it, whatever format, order of keys or layout they came in. It
  /// is written with `Fidelity.tagged`, and is what the digests of archives are of.
  static let canonicalForm = Format(
    name: "canonical form",
    summary: "tagged JSON (RFC 8785)",
    abilities: [.null, .booleans, .numbers],
    writer: { _ in CanonicalWriter() })
}

/// Gathers a document, and writes its canonical form when it ends.
private struct CanonicalWriter: EventWriter {
  private var document = EventBuffer()

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
  /// Writes the canonical form of the document.
  func writeCanonicalForm(to destination: any ByteDestination) throws(DecantError) {
    var plan = Plan(to: .canonicalForm)
    plan.reading.fidelity = .tagged
    var pipeline = try Pipeline(plan, to: destination)
    try pipeline.pour(self)
    try pipeline.finish()
  }
}
