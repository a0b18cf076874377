/// Archives: documents in an envelope that says what they are, and proves that they are whole.
///
///     try Archive.write(landmark, to: "eiffel.yaml")
///     let landmark = try Archive.read(Landmark.self, from: "eiffel.yaml")
///
/// An archive is itself a document, and exists in every format:
///
///     $archiver: decant
///     $version: 1
///     $type: Landmark
///     $schema: 3
///     $digest: sha256:9f2c…
///     $root:
///       name: …
///
/// The digest is that of the canonical form of everything else in the archive, which is the same in all formats. Values that a
/// format does not hold have their type beside them, so that an archive can be converted from one to another
/// and stays valid. The same value gives the same bytes: there is no date in an archive, and no name of
/// a machine.
///
/// Reading checks the envelope, the digest, the name of the type and its version, in this order, before
/// anything is decoded. No type is ever looked up by a name that an archive holds.
public enum Archive {
  /// The version of the form of archives that is written, and the newest that can be read.
  public static let version = 1

  /// What an archive says of itself.
  public struct Header: Sendable, Hashable {
    /// The version of the form of archives.
    public var version: Int
    /// The name of the type.
    public var type: String
    /// The version of the type's documents.
    public var schema: Int
    /// The digest of everything else in the archive, as `sha256:` and 64 hexadecimal digits.
    public var digest: String
  }

  /// An archive that has been read, and whose digest is right.
  public struct Contents: Sendable {
    /// What the archive says of itself.
    public let header: Header
    /// What was archived.
    public let root: Document
  }

  /// The SHA-256 of a document's canonical form, which no format, order of keys or layout changes.
  ///
  /// The `$digest` of an archive is that of the archive without this field.
  public static func digest(of document: Document) throws(DecantError) -> String {
    let hash = Digest()
    try document.writeCanonicalForm(to: hash)
    return hash.text
  }

  /// The bytes that the digest of a document is of: tagged JSON as RFC 8785 writes it.
  public static func canonicalForm(of document: Document) throws(DecantError) -> [UInt8] {
    let bytes = MemoryDestination()
    try document.writeCanonicalForm(to: bytes)
    return bytes.bytes
  }
}

/// A destination that keeps the digest of what is written to it.
private final class Digest: ByteDestination {
  private var hash = SHA256()

  func write(_ bytes: RawSpan) {
    hash.update(bytes)
  }

  /// The digest of all that was written.
  var text: String {
    ArchiveEnvelope.digestPrefix + hash.finish().map(\.hexadecimal).joined()
  }
}

extension UInt8 {
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }
}
