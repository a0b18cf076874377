public import DecantCore

/// Archives: documents in an envelope that describes them and proves their integrity.
///
///     try Archive.write(landmark, to: "eiffel.yaml")
///     let landmark = try Archive.read(Landmark.self, from: "eiffel.yaml")
///
/// An archive is itself a document, and exists in every format:
///
///     $archiver: decant
///     $version: 1          # 2 with instances
///     $type: Landmark
///     $schema: 3
///     $digest: sha256:9f2c…
///     $root:
///       name: …
///
/// An instance with identity is `{$id: 1, …}` beside its own keys, and another reference to it `{$ref: 1}`.
///
/// The digest covers the canonical form of everything else. Values that a format cannot represent are tagged with their
/// type, so an archive stays valid when converted. Equal values have equal bytes: there is no date and no machine name.
///
/// Reading checks the envelope, digest, type name and version, in this order, and never looks up a type by its name.
public enum Archive {
  /// The newest version of the archive format that can be read.
  ///
  /// An archive is written as version 1 unless it contains instances with identity, which version 1 cannot represent.
  public static let version = versionWithInstances

  static let versionWithInstances = 2

  /// The description of an archive in its envelope.
  public struct Header: Sendable, Hashable {
    /// The version of the archive format.
    public var version: Int
    /// The archive name of the type.
    public var type: String
    /// The schema version of the type.
    public var schema: Int
    /// The digest of everything else in the archive: `sha256:` and 64 hexadecimal digits.
    public var digest: String
  }

  /// The contents of an archive whose digest has been verified.
  public struct Contents: Sendable {
    /// The description of the archive.
    public let header: Header
    /// The archived document.
    public let root: Document
  }

  /// Returns the canonical form of a document: tagged JSON according to RFC 8785.
  public static func canonicalForm(of document: Document) throws(DecantError) -> [UInt8] {
    let bytes = MemoryDestination()
    try document.writeCanonicalForm(to: bytes)
    return bytes.bytes
  }
}
