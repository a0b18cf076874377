public import Decant
internal import DecantCodableSchema
internal import DecantCommands
internal import DecantSchema
internal import DecantSystem

/// A pipe filter whose documents are values of a type.
///
///     @main struct LandmarkFilter: CodableFilter {
///       typealias Document = Landmark
///     }
///
/// It is the complete tool. Each document is decoded as the type and encoded again: unknown keys are dropped, and an
/// invalid value is reported with its line and column and ends the filter with status 65.
///
/// With `--json-schema`, it prints the JSON Schema of its documents instead.
///
/// A filter can also convert each document to another type:
///
///     @main struct TitleFilter: CodableFilter {
///       static func filter(_ landmark: Landmark) -> Title { Title(of: landmark) }
///     }
public protocol CodableFilter: SendableMetatype {
  /// The type that each document is decoded as.
  associatedtype Document: Decodable & SendableMetatype

  /// The type that is written; by default the same as `Document`.
  associatedtype Output: Encodable & SendableMetatype = Document

  /// The formats that the filter supports; by default those of decant.
  static var formats: FormatRegistry { get }

  /// The decoding options; the command line sets the reading options.
  static var decoding: DecodingOptions { get }

  /// The encoding options; the command line sets the writing options.
  static var encoding: EncodingOptions { get }

  /// Returns the value to write for `document`; by default the document itself.
  ///
  /// A thrown error is reported at the document, or at the path of the `DecantError` or `DecodingError`.
  static func filter(_ document: Document) throws -> Output
}

extension CodableFilter where Output == Document {
  /// Returns the document unchanged.
  public static func filter(_ document: Document) throws -> Document { document }
}

extension CodableFilter {
  /// The formats of decant itself.
  public static var formats: FormatRegistry { .standard }

  /// The default decoding options.
  public static var decoding: DecodingOptions { DecodingOptions() }

  /// The default encoding options.
  public static var encoding: EncodingOptions { EncodingOptions() }

  /// Runs the filter with the process's own arguments and streams, and ends the process.
  public static func main() {
    main(CommandLine.arguments.dropFirst())
  }

  /// Runs the filter with `arguments`, and ends the process.
  ///
  /// A program that contains several filters can choose one by its first argument.
  public static func main(_ arguments: some Sequence<String>) {
    System.end(with: Tool.main(Array(arguments)[...], registry: formats, as: documentType))
  }

  static var documentType: DocumentTransform {
    var transform = DocumentTransform(
      Document.self, decoding: decoding, encoding: encoding, change: { try filter($0) })
    transform.makeSchema = { JSONSchema.document(of: Document.self, options: decoding) }
    return transform
  }
}
