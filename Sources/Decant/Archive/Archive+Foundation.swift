#if Foundation
  public import DecantCoding
  public import DecantConversion
  public import DecantCore
  public import FoundationEssentials

  extension Archive {
    /// Archives a value in a file, atomically; as `write(_:to:as:verified:options:)` with a path.
    public static func write<T: Archivable>(
      _ value: T, to url: URL, as format: Format? = nil, verified: Bool = false,
      options: EncodingOptions = EncodingOptions()
    ) throws {
      try write(value, to: url.filePath, as: format, verified: verified, options: options)
    }

    /// Archives a document in a file, with the name and schema version of a type.
    public static func write(
      _ root: Document, type: String, schema: Int = 1, to url: URL, as format: Format? = nil,
      options: WritingOptions = WritingOptions()
    ) throws(DecantError) {
      try write(root, type: type, schema: schema, to: url.filePath, as: format, options: options)
    }

    /// Decodes a value from the archive in a file.
    public static func read<T: Archivable>(
      _ type: T.Type, from url: URL, options: DecodingOptions = DecodingOptions()
    ) throws -> T {
      try read(type, from: url.filePath, options: options)
    }

    /// Reads the archive in a file, of any type, and verifies its digest.
    public static func contents(
      of url: URL, options: ReadingOptions = ReadingOptions()
    ) throws(DecantError) -> Contents {
      try contents(of: url.filePath, options: options)
    }

    /// Reads the header of the archive in a file, without verifying the digest.
    public static func header(
      of url: URL, options: ReadingOptions = ReadingOptions()
    ) throws(DecantError) -> Header {
      try header(of: url.filePath, options: options)
    }
  }

  extension SettingsFile {
    /// Reads a file, or begins with a default value if there is none; as `init(_:default:readBy:writtenBy:)` with a path.
    public init(
      _ url: URL, default initial: @autoclosure () throws -> Settings? = nil,
      readBy decoder: FormatDecoder? = nil, writtenBy encoder: FormatEncoder? = nil
    ) throws {
      try self.init(url.filePath, default: initial(), readBy: decoder, writtenBy: encoder)
    }
  }

  extension URL {
    fileprivate var filePath: String { path(percentEncoded: false) }
  }
#endif
