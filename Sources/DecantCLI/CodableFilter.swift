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
/// the type and encoded again: what the type does not know is left out, and what is not such a value is reported
/// with its line and column, and ends the filter with status 65.
///
/// A filter may also make something else of a document, of a type that is only decoded:
///
///     @main struct TitleFilter: CodableFilter {
///       static func filter(_ landmark: Landmark) -> Title { Title(of: landmark) }
///     }
public protocol CodableFilter: SendableMetatype {
  /// The type of a document that is read.
  associatedtype Document: Decodable & SendableMetatype

  /// The type of a document that is written; the same unless the filter says otherwise.
  associatedtype Output: Encodable & SendableMetatype = Document

  /// The formats that the filter knows; those of decant unless it says otherwise.
  static var formats: FormatRegistry { get }

  /// How documents are decoded; how they are read is for the arguments to say.
  static var decoding: DecodingOptions { get }

  /// How documents are encoded; how they are written is for the arguments to say.
  static var encoding: EncodingOptions { get }

  /// What becomes of a document; itself unless the filter says otherwise.
  ///
  /// An error that is thrown here is reported with the place of the document, or with that of the value in it
  /// which the path of a `DecantError` or the coding path of a `DecodingError` leads to.
  static func filter(_ document: Document) throws -> Output
}

extension CodableFilter where Output == Document {
  /// Gives the document as it is.
  public static func filter(_ document: Document) throws -> Document { document }
}

extension CodableFilter {
  /// The formats that decant brings along.
  public static var formats: FormatRegistry { .standard }

  /// The options that a decoder has when it is told nothing.
  public static var decoding: DecodingOptions { DecodingOptions() }

  /// The options that an encoder has when it is told nothing.
  public static var encoding: EncodingOptions { EncodingOptions() }

  /// Runs the filter with the process's own arguments and streams, and ends the process.
  public static func main() {
    main(CommandLine.arguments.dropFirst())
  }

  /// Runs the filter with other arguments, and ends the process.
  ///
  /// A program that is several filters chooses one by its first argument, and hands on the rest.
  public static func main(_ arguments: some Sequence<String>) {
    exit(Tool.main(Array(arguments)[...], registry: formats, as: documentType))
  }

  /// What the tool is to know of the type.
  static var documentType: DocumentType {
    DocumentType(Document.self, decoding: decoding, encoding: encoding, change: { try filter($0) })
  }
}
