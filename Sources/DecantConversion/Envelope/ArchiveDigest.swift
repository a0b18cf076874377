public import DecantCore

extension Archive {
  /// Returns the SHA-256 of a document's canonical form, which is independent of its format.
  public static func digest(of document: Document) throws(DecantError) -> String {
    let hash = Digest()
    try document.writeCanonicalForm(to: hash)
    return hash.text
  }

  /// A destination that computes the digest of the bytes.
  final class Digest: ByteDestination {
    private var hash = SHA256()

    func write(_ bytes: RawSpan) {
      hash.update(bytes)
    }

    /// Adds what follows null, which is in place of the root; returns false if something else precedes it.
    func add(afterRootIn envelope: [UInt8]) -> Bool {
      let beginning = Array("\(ArchiveEnvelope.beginning)null".utf8)
      guard envelope.starts(with: beginning) else { return false }
      envelope.withBytes { write($0.extracting(beginning.count...)) }
      return true
    }

    var text: String {
      ArchiveEnvelope.digestPrefix + hash.finish().map(\.hexadecimal).joined()
    }
  }
}

extension UInt8 {
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }
}
