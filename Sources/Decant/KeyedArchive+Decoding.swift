public import DecantCoding
internal import DecantConversion
public import DecantCore
internal import DecantPropertyList

extension KeyedArchive {
  /// Decodes the root object of an archive in memory, or several top-level objects as a mapping.
  public static func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Sequence<UInt8>, classes: Classes,
    options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try decode(type, from: .bytes(Array(bytes)), classes: classes, options: options)
  }

  /// Decodes the root object of an archive, or several top-level objects as a mapping.
  public static func decode<T: Decodable>(
    _ type: T.Type, from source: any ByteSource, named name: String? = nil,
    classes: Classes, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try DecodedDocuments(
      type, source, named: name, as: .keyedArchiveObjects, options, classes: classes
    ).only()
  }
}
