import Decant
import DecantCore

/// The invariants of archives for any input, shared by the fuzz target and the tests.
public enum ArchiveInvariants {
  /// Returns a description of a violated invariant; the first byte selects the format.
  ///
  /// What is verified is archived again with the same digest; and any document can be archived, and is the same afterwards.
  public static func violation(of input: [UInt8]) -> String? {
    guard let first = input.first else { return nil }
    let formats: [Format] = [
      .json, .yaml, .toml, .xmlPropertyList, .binaryPropertyList, .cbor, .messagePack,
    ]
    let format = formats[Int(first) % formats.count]
    let bytes = Array(input.dropFirst())
    if let contents = try? Archive.contents(of: bytes, as: format) {
      do {
        let header = contents.header
        let data = try Archive.data(
          of: contents.root, type: header.type, schema: header.schema, as: .json)
        let again = try Archive.header(of: data, as: .json).digest
        guard again == header.digest else { return "\(header.digest) became \(again)" }
      } catch {
        return "verified, but not archived again: \(error)"
      }
    }
    guard let document = try? Document(parsing: bytes, as: format) else { return nil }
    for target in formats {
      guard let data = try? Archive.data(of: document, type: "x", as: target) else { continue }
      do {
        let root = try Archive.contents(of: data, as: target).root
        guard try Archive.canonicalForm(of: root) == Archive.canonicalForm(of: document) else {
          return "\(target.name) changes the document"
        }
      } catch {
        return "\(target.name) archives what it cannot read: \(error)"
      }
    }
    return nil
  }
}
