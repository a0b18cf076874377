import Decant
import Vapor

/// Bodies in a format of decant.
///
///     let yaml = VaporCoder(.yaml, as: HTTPMediaType(type: "application", subType: "yaml"))
///     ContentConfiguration.global.use(encoder: yaml, for: yaml.mediaType)
///     ContentConfiguration.global.use(decoder: yaml, for: yaml.mediaType)
struct VaporCoder: ContentEncoder, ContentDecoder {
  let format: Format
  let mediaType: HTTPMediaType

  init(_ format: Format, as mediaType: HTTPMediaType) {
    (self.format, self.mediaType) = (format, mediaType)
  }

  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders
  ) throws {
    try encode(value, to: &body, headers: &headers, userInfo: [:])
  }

  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws {
    var encoder = FormatEncoder(format)
    encoder.userInfo = userInfo
    headers.contentType = mediaType
    body.writeBytes(try encoder.encodeBytes(value))
  }

  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders
  ) throws -> D {
    try decode(type, from: body, headers: headers, userInfo: [:])
  }

  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> D {
    var decoder = FormatDecoder(format)
    decoder.userInfo = userInfo
    return try decoder.decode(type, from: Array(body.readableBytesView))
  }
}
