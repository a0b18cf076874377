internal import DecantCore

/// An archive that is verified while it is read: its fields, and the digest of its root.
///
/// Only what precedes the root in the canonical form must be known before: it is the same in every archive of decant's own.
struct ArchiveStream: ~Copyable {
  private var root = RootDigest()
  private var isInRoot = false
  private var fields = Tape()
  /// The envelope, with null in place of the root, once the archive has ended and is verified.
  private(set) var envelope: ArchiveEnvelope?

  /// Adds events of the only document; returns false if it cannot be verified in this way, or not at all.
  mutating func add(_ batch: borrowing EventBatch) throws(DecantError) -> Bool {
    var index = 0
    while index < batch.count {
      if isInRoot {
        guard let end = root.add(batch, from: index) else { return false }
        index = end
        isInRoot = !root.isWhole
        continue
      }
      let event = batch[index]
      index += 1
      guard envelope == nil else { return false }
      switch event.kind {
      case .beginDocument: break
      case .endDocument: try finish()
      default:
        try fields.append(event, of: batch)
        guard event.isKey, fields.isInOutermost,
          fields.isString(ArchiveEnvelope.Field.root.rawValue, at: fields.count - 1)
        else { continue }
        try fields.append(.null, at: batch.offset(of: event))
        isInRoot = true
      }
      if event.kind == .endDocument, envelope == nil { return false }
    }
    return true
  }

  private mutating func finish() throws(DecantError) {
    let envelope = try ArchiveEnvelope(of: Document(fields))
    if try envelope.isVerified(by: root.digest) { self.envelope = envelope }
  }
}

extension Input {
  /// Reads the only archive, and returns its envelope if it can be verified meanwhile; otherwise shows the input again.
  ///
  /// Without it, `restore` and `check` of 100 MB take 3 times the memory, and half as much time again.
  mutating func verifiedEnvelope(_ options: ReadingOptions) throws(DecantError) -> ArchiveEnvelope?
  {
    guard format.isReadAgain else { return nil }
    window.keepAll()
    let stopping = options.ofOneArchive
    var reading = try InputReading(
      of: self, stopping, stages: stopping.makeDocumentStages(for: format))
    var archive = ArchiveStream()
    var isStreamed = true
    do throws(DecantError) {
      while isStreamed,
        try reading.advance(
          &self,
          to: { (batch) throws(DecantError) in
            if isStreamed { isStreamed = try archive.add(batch) }
          })
      {}
    } catch {
      // Another error may come first, or a bad record may be skipped.
      if isStreamed, case .stop = options.badRecords { throw error }
      guard !isStreamed || error.isAboutInput else { throw error }
      isStreamed = false
    }
    if isStreamed, let envelope = archive.envelope { return envelope }
    try rewind()
    return nil
  }

  /// Shows the bytes since `Window.keepAll()` again.
  package mutating func rewind() throws(DecantError) {
    do {
      try window.rewind()
    } catch {
      throw located(error)
    }
  }
}

extension Format {
  /// Whether to read a document again takes less than to keep it.
  ///
  /// YAML is slow to read; TOML and binary property lists are kept by their readers; those of rows report mistakes.
  package var isReadAgain: Bool {
    abilities.isDisjoint(with: [.anchors, .heldDocuments, .rows])
      && (!abilities.contains(.binary) || isBinaryStream)
  }
}
