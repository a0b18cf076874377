package import DecantCore

/// A reader of one archive, whose digest it verifies.
package struct ArchiveReader: ~Copyable {
  private let reader: DocumentReader
  package let envelope: ArchiveEnvelope

  package init(_ input: consuming Input, _ options: ReadingOptions) throws(DecantError) {
    var reader = try DocumentReader(input, options.ofOneArchive, history: .document)
    let envelope: ArchiveEnvelope
    do {
      envelope = try Self.readEnvelope(&reader)
    } catch {
      throw reader.located(error)
    }
    self.envelope = envelope
    self.reader = reader
  }

  private static func readEnvelope(
    _ reader: inout DocumentReader
  ) throws(DecantError) -> ArchiveEnvelope {
    guard let document = try reader.next() else { throw DecantError(.emptyInput, offset: 0) }
    let envelope = try ArchiveEnvelope(of: document)
    if let another = try reader.next() {
      throw DecantError(.archive(.severalDocuments), offset: another.root.offset)
    }
    return envelope
  }

  package func located(_ error: DecantError) -> DecantError {
    reader.located(error)
  }

  package func verified() throws(DecantError) -> Archive.Contents {
    let root = try verifiedRoot()
    let document = Document(Tape(root.range, sharingTextOf: root.tape).knowingAnchors)
    return Archive.Contents(header: envelope.header, root: document)
  }

  /// Returns the root once the digest is verified.
  func verifiedRoot() throws(DecantError) -> Document.Node {
    do throws(DecantError) {
      try envelope.verify()
    } catch {
      throw reader.located(error)
    }
    return envelope.root
  }

  package func check(isOf names: [String], upTo schemaVersion: Int) throws(DecantError) {
    do {
      try envelope.check(isOf: names, upTo: schemaVersion)
    } catch {
      throw reader.located(error)
    }
  }
}

extension Pipeline {
  /// Writes the root of an archive once its digest is verified, and `check` accepts it; a non-nil `type` must match.
  package mutating func restore(
    _ input: consuming Input, ofType type: String?,
    _ check: ((Document.Node) throws(DecantError) -> Void)?
  ) throws(DecantError) {
    if check == nil, let envelope = try input.verifiedEnvelope(plan.reading) {
      try input.rewind()
      if type == nil || envelope.header.type == type {
        return try convert(rootOf: &input, from: envelope.root.tape.origin)
      }
    }
    let reader = try ArchiveReader(input, plan.reading)
    let root = try reader.verifiedRoot()
    if let type { try reader.check(isOf: [type], upTo: .max) }
    do throws(DecantError) {
      try check?(root)
      try convert(root)
    } catch {
      throw reader.located(error)
    }
  }

  /// Converts the root of an archive that begins at `origin`, and equals its tagged form.
  private mutating func convert(
    rootOf input: inout Input, from origin: Int
  ) throws(DecantError) {
    let options = plan.reading.ofOneArchive
    let root = PathStage(DocumentPointer(tokens: [ArchiveEnvelope.Field.root.rawValue]))
    var reading = try InputReading(
      of: input, options, stages: options.makeDocumentStages(for: input.format) + [root])
    route = ordinary
    let isGuarded = !plan.target.supportsCanonicalForm || plan.keyStyle != nil
    if isGuarded { route.begin([.ofValues, .dateOffsets], .none) }
    while try reading.advance(
      &input,
      to: { (batch) throws(DecantError) in
        if !batch.isEmpty, batch[0].kind == .beginDocument {
          batch.events[0].position = UInt32(clamping: origin - batch.origin)
        }
        if isGuarded { try pass(&batch) } else { try passUnguarded(&batch) }
      })
    {}
  }
}
