public import Decant

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A pipe filter whose documents are values of a type.
///
///     @main struct LandmarkFilter: CodableFilter {
///       typealias Document = Landmark
///     }
///
/// It is the whole tool, with the same options, formats, diagnostics and exit statuses. Each document is decoded as
/// the type and encoded again: what the type does not know is left out, and what is no such value is reported
/// with its line and column, and ends the filter with status 65.
public protocol CodableFilter: SendableMetatype {
  /// The type of a document.
  associatedtype Document: Codable & SendableMetatype

  /// The formats that the filter knows; those of decant unless it says otherwise.
  static var formats: FormatRegistry { get }

  /// How documents are decoded; how they are read is for the arguments to say.
  static var decoding: DecodingOptions { get }

  /// How documents are encoded; how they are written is for the arguments to say.
  static var encoding: EncodingOptions { get }

  /// What becomes of a document; itself unless the filter says otherwise.
  ///
  /// An error that is thrown here is reported with the place of the document.
  static func filter(_ document: Document) throws -> Document
}

extension CodableFilter {
  /// The formats that decant brings along.
  public static var formats: FormatRegistry { .standard }

  /// The options that a decoder has when it is told nothing.
  public static var decoding: DecodingOptions { DecodingOptions() }

  /// The options that an encoder has when it is told nothing.
  public static var encoding: EncodingOptions { EncodingOptions() }

  /// Gives the document as it is.
  public static func filter(_ document: Document) throws -> Document { document }

  /// Runs the filter with the process's own arguments and streams, and ends the process.
  public static func main() {
    exit(Tool.main(registry: formats, as: documentType))
  }

  /// What the tool is to know of the type.
  static var documentType: DocumentType {
    DocumentType(Document.self, decoding: decoding, encoding: encoding, change: { try filter($0) })
  }
}
