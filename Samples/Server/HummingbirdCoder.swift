import Decant
import Hummingbird

/// Bodies in a format of decant, for the `requestDecoder` and the `responseEncoder` of a request context.
///
///     struct Context: RequestContext {
///       var coreContext: CoreRequestContextStorage
///       var requestDecoder: HummingbirdCoder { .yaml }
///       var responseEncoder: HummingbirdCoder { .yaml }
///     }
struct HummingbirdCoder: RequestDecoder, ResponseEncoder {
  static let yaml = HummingbirdCoder(format: .yaml, mediaType: "application/yaml")

  let format: Format
  let mediaType: String

  func decode<T: Decodable>(
    _ type: T.Type, from request: Request, context: some RequestContext
  ) async throws -> T {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    return try FormatDecoder(format).decode(type, from: Array(body.readableBytesView))
  }

  func encode(
    _ value: some Encodable, from request: Request, context: some RequestContext
  ) throws -> Response {
    let bytes = try FormatEncoder(format).encodeBytes(value)
    return Response(
      status: .ok, headers: [.contentType: mediaType, .contentLength: "\(bytes.count)"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
