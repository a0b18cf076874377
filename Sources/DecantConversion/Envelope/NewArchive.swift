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

  /// Creates an archive of a document that has been read for its digest; nil if that is not known.
  package init?(of root: ReadRoot, type: String, schema: Int) throws(DecantError) {
    guard let hash = root.wholeDigest else { return nil }
    let digest = try Self.digest(hash, type, schema)
    self.init(try Document(.null), type, schema, digest: digest)
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
    appendBeginning(to: &batch)
    try root.root.appendEvents(to: &batch, body)
    Self.appendEnd(to: &batch)
    try body(&batch)
  }

  private static func appendEnd(to batch: inout EventBatch) {
    batch.append(.endMapping)
    batch.append(.endDocument)
  }

  private func appendBeginning(to batch: inout EventBatch) {
    batch.append(.beginDocument)
    batch.append(.beginMapping)
    batch.append(field: .archiver, .string, ArchiveEnvelope.archiver)
    batch.append(
      field: .version, .integer, String(root.tape.hasInstances ? Archive.versionWithInstances : 1))
    batch.append(field: .type, .string, type)
    batch.append(field: .schema, .integer, String(schema))
    if let digest { batch.append(field: .digest, .string, digest) }
    batch.append(key: .root)
  }

  /// Returns the events of the archive for those of its document.
  func events(for batch: borrowing EventBatch) -> EventBatch {
    var events = EventBatch()
    events.refer(to: batch)
    events.adoptScratch(of: batch)
    var start = 0
    for index in 0..<batch.count where batch[index].delimitsDocument {
      events.append(adopted: start..<index, of: batch)
      start = index + 1
      if batch[index].kind == .beginDocument {
        appendBeginning(to: &events)
      } else {
        Self.appendEnd(to: &events)
      }
    }
    events.append(adopted: start..<batch.count, of: batch)
    return events
  }

  private var canonicalDigest: String {
    get throws(DecantError) {
      let hash = Archive.Digest()
      guard root.tape.isTaggedForm else {
        try writeTaggedForm(to: hash)
        return hash.text
      }
      ArchiveEnvelope.beginning.withBytes { hash.write($0) }
      var form = CanonicalForm(root.tape)
      try form.write { hash.write($0) }
      return try Self.digest(hash, type, schema)
    }
  }

  /// Returns the digest of an archive, of which `hash` contains what precedes the root, and it.
  private static func digest(
    _ hash: Archive.Digest, _ type: String, _ schema: Int
  ) throws(DecantError) -> String {
    let envelope = MemoryDestination()
    try NewArchive(Document(.null), type, schema, digest: nil).writeTaggedForm(to: envelope)
    _ = hash.add(afterRootIn: envelope.bytes)
    return hash.text
  }

  private func writeTaggedForm(to destination: any ByteDestination) throws(DecantError) {
    try Document.writeCanonicalForm(hasNonStringKeys: root.tape.hasNonStringKeys, to: destination) {
      (body) throws(DecantError) in try forEachBatch(body)
    }
  }
}

/// The root of a new archive, which is read for its digest.
package final class ReadRoot {
  private var root = RootDigest()
  /// The digest, once the document has ended.
  private(set) var wholeDigest: Archive.Digest?
  /// Whether the digest needs all of the document at once.
  package private(set) var hasFailed = false

  package init() {}

  /// Adds events of the only document; throws if its digest needs all of it.
  package func add(_ batch: borrowing EventBatch) throws(DecantError) {
    var index = 0
    while index < batch.count {
      if batch[index].delimitsDocument {
        if batch[index].kind == .endDocument { wholeDigest = root.digest }
        index += 1
      } else if let end = root.add(batch, from: index) {
        index = end
      } else {
        hasFailed = true
        throw DecantError(.noDocument)
      }
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
