internal import DecantCore
internal import DecantConversion

#if Foundation
  public import FoundationEssentials

  extension FormatEncoder: DocumentEncoder {
    public typealias Output = Data

    /// Encodes a value as a document.
    public func encode(_ value: some Encodable) throws -> Data {
      Data(try encodeBytes(value))
    }
  }

  extension FormatDecoder: DocumentDecoder {
    public typealias Input = Data

    /// Decodes a value from data that contains one document.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try decode(type, from: Array(data))
    }

    /// Decodes a value from a file that contains one document.
    public func decode<T: Decodable>(_ type: T.Type, contentsOf url: URL) throws -> T {
      let path = url.path(percentEncoded: false)
      return try decode(type, from: FileSource(path), named: path)
    }
  }

  extension JSONEncoder: DocumentEncoder {}
  extension JSONDecoder: DocumentDecoder {}
  extension PropertyListEncoder: DocumentEncoder {}
  extension PropertyListDecoder: DocumentDecoder {}
#endif
