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

  // Types that need a configuration.

  extension FormatEncoder {
    /// Encodes a value with a configuration.
    public func encode<T: EncodableWithConfiguration>(
      _ value: T, configuration: T.EncodingConfiguration
    ) throws -> Data {
      try encode(ConfiguredValue(value: value, configuration: configuration))
    }

    /// Encodes a value with a configuration that a type provides.
    public func encode<T: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
      _ value: T, configuration: Provider.Type
    ) throws -> Data where T.EncodingConfiguration == Provider.EncodingConfiguration {
      try encode(value, configuration: configuration.encodingConfiguration)
    }
  }

  private struct ConfiguredValue<T: EncodableWithConfiguration>: Encodable {
    let value: T
    let configuration: T.EncodingConfiguration

    func encode(to encoder: any Encoder) throws {
      try value.encode(to: encoder, configuration: configuration)
    }
  }

  extension FormatDecoder {
    /// Decodes a value with a configuration from data that contains one document.
    public func decode<T: DecodableWithConfiguration>(
      _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T {
      let documents = try documents(of: Value.self, from: .bytes(Array(data)))
      return try documents.only { decoder, document, locate in
        let session = decoder.makeSession(of: document.tape)
        defer { decoder.leave(session) }
        return try decoder.placingErrors(of: session, locate) {
          try session.descend(to: session.root) { try T(from: $0, configuration: configuration) }
        }
      }
    }

    /// Decodes a value with a configuration that a type provides.
    public func decode<T: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
      _ type: T.Type, from data: Data, configuration: Provider.Type
    ) throws -> T where T.DecodingConfiguration == Provider.DecodingConfiguration {
      try decode(type, from: data, configuration: configuration.decodingConfiguration)
    }
  }

  extension JSONEncoder: DocumentEncoder {}
  extension JSONDecoder: DocumentDecoder {}
  extension PropertyListEncoder: DocumentEncoder {}
  extension PropertyListDecoder: DocumentDecoder {}
#endif
