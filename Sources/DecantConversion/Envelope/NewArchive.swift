package import DecantCore

/// A document in an envelope with its digest, for writing.
package struct NewArchive {
  private typealias Field = ArchiveEnvelope.Field

  let root: Document
  private let type: String
  private let schema: Int
  private let digest: String?

  /// Computes the digest of `document`.
  package init(
    of document: Document, type: String, schema: Int, for format: Format
  ) throws(DecantError) {
    let digest = try NewArchive(document, type, schema, digest: nil).canonicalDigest
    guard format.refines == nil else { throw DecantError(.archive(.inKeyedArchive)) }
    self.init(document, type, schema, digest: digest)
  }

  /// Creates an archive that lacks the digest if it is nil, to compute it.
  private init(_ root: Document, _ type: String, _ schema: Int, digest: String?) {
    self.root = root
    self.type = type
    self.schema = schema
    self.digest = digest
  }

  /// Calls `body` with the events of the archive, which is a document.
  func forEachBatch(
    _ body: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var batch = EventBatch()
    batch.rebase(to: root.tape.origin)
    batch.append(.beginDocument)
    batch.append(.beginMapping)
    batch.append(field: .archiver, .string, ArchiveEnvelope.archiver)
    batch.append(
      field: .version, .integer, String(root.tape.hasInstances ? Archive.versionWithInstances : 1))
    batch.append(field: .type, .string, type)
    batch.append(field: .schema, .integer, String(schema))
    if let digest { batch.append(field: .digest, .string, digest) }
    batch.append(key: .root)
    try root.root.appendEvents(to: &batch, body)
    batch.append(.endMapping)
    batch.append(.endDocument)
    try body(&batch)
  }

  private var canonicalDigest: String {
    get throws(DecantError) {
      let hash = Archive.Digest()
      guard root.tape.isTaggedForm else {
        try writeTaggedForm(to: hash)
        return hash.text
      }
      let envelope = MemoryDestination()
      try NewArchive(Document(.null), type, schema, digest: nil).writeTaggedForm(to: envelope)
      // Of the sorted keys, only `$archiver` precedes `$root`.
      let start =
        "{\"\(Field.archiver.rawValue)\":\"\(ArchiveEnvelope.archiver)\",\"\(Field.root.rawValue)\":"
        .utf8.count
      var form = CanonicalForm(root.tape)
      envelope.bytes.withBytes { hash.write($0.extracting(0..<start)) }
      try form.write { hash.write($0) }
      envelope.bytes.withBytes { hash.write($0.extracting((start + "null".utf8.count)...)) }
      return hash.text
    }
  }

  private func writeTaggedForm(to destination: any ByteDestination) throws(DecantError) {
    try Document.writeCanonicalForm(hasNonStringKeys: root.tape.hasNonStringKeys, to: destination) {
      (body) throws(DecantError) in try forEachBatch(body)
    }
  }
}

extension EventBatch {
  fileprivate mutating func append(
    field: ArchiveEnvelope.Field, _ kind: Event.Kind, _ text: String
  ) {
    append(key: field)
    append(kind, text: text, flags: kind == .integer ? .plainASCII : [])
  }

  fileprivate mutating func append(key field: ArchiveEnvelope.Field) {
    append(.string, text: field.rawValue, flags: .plainASCII.union(.isKey))
  }
}
