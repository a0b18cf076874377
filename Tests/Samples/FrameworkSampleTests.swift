import DecantTestSupport
import Testing

/// The samples for frameworks that are not built here, with modules that have what they require under the same names.
@Suite struct FrameworkSampleTests {
  private static let modules: [(name: String, source: String)] = [
    (
      "NIOCore",
      """
      public struct ByteBuffer: Sendable {
        public private(set) var readableBytesView: [UInt8]
        public init(bytes: some Sequence<UInt8>) { readableBytesView = Array(bytes) }
        public mutating func writeBytes(_ bytes: some Sequence<UInt8>) { readableBytesView += bytes }
      }
      """
    ),
    (
      "Vapor",
      """
      @_exported public import NIOCore
      public struct HTTPMediaType: Sendable {
        public let type, subType: String
        public init(type: String, subType: String) { (self.type, self.subType) = (type, subType) }
      }
      public struct HTTPHeaders {
        public var contentType: HTTPMediaType?
        public init() {}
      }
      public protocol ContentEncoder: Sendable {
        func encode<E: Encodable>(_ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders) throws
        func encode<E: Encodable>(
          _ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders,
          userInfo: [CodingUserInfoKey: any Sendable]) throws
      }
      public protocol ContentDecoder: Sendable {
        func decode<D: Decodable>(_ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders) throws -> D
        func decode<D: Decodable>(
          _ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders,
          userInfo: [CodingUserInfoKey: any Sendable]) throws -> D
      }
      """
    ),
    (
      "Hummingbird",
      """
      @_exported public import NIOCore
      public struct HTTPFields: ExpressibleByDictionaryLiteral, Sendable {
        public struct Name: Sendable {
          public static let contentType = Name()
          public static let contentLength = Name()
        }
        public let values: [String]
        public init(dictionaryLiteral elements: (Name, String)...) { values = elements.map(\\.1) }
      }
      public struct RequestBody: Sendable {
        let buffer: ByteBuffer
        public init(buffer: ByteBuffer) { self.buffer = buffer }
        public func collect(upTo count: Int) async throws -> ByteBuffer { buffer }
      }
      public struct Request: Sendable {
        public let body: RequestBody
        public init(body: RequestBody) { self.body = body }
      }
      public struct ResponseBody: Sendable {
        public let buffer: ByteBuffer
        public init(byteBuffer: ByteBuffer) { buffer = byteBuffer }
      }
      public struct Response: Sendable {
        public enum Status: Sendable { case ok }
        public let headers: HTTPFields
        public let body: ResponseBody
        public init(status: Status, headers: HTTPFields, body: ResponseBody) {
          (self.headers, self.body) = (headers, body)
        }
      }
      public protocol RequestContext { var maxUploadSize: Int { get } }
      public protocol RequestDecoder {
        func decode<T: Decodable>(
          _ type: T.Type, from request: Request, context: some RequestContext) async throws -> T
      }
      public protocol ResponseEncoder {
        func encode(_ value: some Encodable, from request: Request, context: some RequestContext) throws -> Response
      }
      """
    ),
    (
      "Configuration",
      """
      public struct AbsoluteConfigKey: Sendable {
        public var components: [String]
        public init(_ components: [String]) { self.components = components }
      }
      @frozen public enum ConfigType: Sendable {
        case string, int, double, bool, bytes, stringArray, intArray, doubleArray, boolArray, byteChunkArray
      }
      @frozen public enum ConfigContent: Sendable {
        case string(String), int(Int), double(Double), bool(Bool), bytes([UInt8])
        case stringArray([String]), intArray([Int]), doubleArray([Double]), boolArray([Bool])
        case byteChunkArray([[UInt8]])
      }
      public struct ConfigValue: Sendable {
        public var content: ConfigContent
        public var isSecret: Bool
        public init(_ content: ConfigContent, isSecret: Bool) {
          (self.content, self.isSecret) = (content, isSecret)
        }
      }
      public struct LookupResult: Sendable {
        public var encodedKey: String
        public var value: ConfigValue?
        public init(encodedKey: String, value: ConfigValue?) {
          (self.encodedKey, self.value) = (encodedKey, value)
        }
      }
      public protocol ConfigSnapshot: Sendable {
        var providerName: String { get }
        func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult
      }
      public protocol FileParsingOptions: Sendable { static var `default`: Self { get } }
      public protocol FileConfigSnapshot: ConfigSnapshot, CustomStringConvertible, CustomDebugStringConvertible {
        associatedtype ParsingOptions: FileParsingOptions
        init(data: RawSpan, providerName: String, parsingOptions: ParsingOptions) throws
      }
      """
    ),
    (
      "UniformTypeIdentifiers",
      "public struct UTType: Sendable { public static let yaml = UTType() }"
    ),
    (
      "SwiftUI",
      """
      @_exported public import Foundation
      public import UniformTypeIdentifiers
      public final class FileWrapper {
        public let regularFileContents: Data?
        public init(regularFileWithContents contents: Data) { regularFileContents = contents }
      }
      public struct FileDocumentReadConfiguration {
        public let file: FileWrapper
        public init(file: FileWrapper) { self.file = file }
      }
      public struct FileDocumentWriteConfiguration { public init() {} }
      public protocol FileDocument: Sendable {
        static var readableContentTypes: [UTType] { get }
        init(configuration: ReadConfiguration) throws
        func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
      }
      extension FileDocument {
        public typealias ReadConfiguration = FileDocumentReadConfiguration
        public typealias WriteConfiguration = FileDocumentWriteConfiguration
      }
      """
    ),
  ]

  private static let main = """
    import Configuration
    import Decant
    import Foundation
    import Hummingbird
    import SwiftUI
    import Vapor

    struct Walk: Codable {
      var name = "a"
      var metres = 5
    }
    struct Context: RequestContext { let maxUploadSize = 100 }

    let vapor = VaporCoder(.toml, as: HTTPMediaType(type: "application", subType: "toml"))
    var body = ByteBuffer(bytes: [])
    var headers = HTTPHeaders()
    try vapor.encode(Walk(), to: &body, headers: &headers)
    print(headers.contentType?.subType ?? "", String(decoding: body.readableBytesView, as: UTF8.self))
    print(try vapor.decode(Walk.self, from: body, headers: headers))

    let request = Request(body: RequestBody(buffer: ByteBuffer(bytes: Array("name: b\\nmetres: 0x10".utf8))))
    let walk = try await HummingbirdCoder.yaml.decode(Walk.self, from: request, context: Context())
    let response = try HummingbirdCoder.yaml.encode(walk, from: request, context: Context())
    print(response.headers.values, String(decoding: response.body.buffer.readableBytesView, as: UTF8.self))

    let text = Array("[http]\\nport = 8080\\nhosts = ['a', 'b']\\nkey = 'AAE='\\nratio = 0.5\\n".utf8)
    let file = try ConfigurationFile(
      data: text.span.bytes, providerName: "app", parsingOptions: .init(.toml, secrets: ["http.key"]))
    func show(_ key: String, _ type: ConfigType) {
      let result = Result {
        try file.value(forKey: AbsoluteConfigKey(["http", key]), type: type).value
      }
      switch result {
      case .success(let value): print(key, value.map { "\\($0.content) \\($0.isSecret)" } ?? "nil")
      case .failure(let error): print(key, error is DecodingError)
      }
    }
    show("port", .int)
    show("hosts", .stringArray)
    show("key", .bytes)
    show("ratio", .double)
    show("none", .int)
    show("hosts", .int)
    print(file)

    let wrapper = FileWrapper(regularFileWithContents: Data("# mine\\ntheme: light # best\\nmore: 1\\n".utf8))
    var document = try SettingsDocument(configuration: .init(file: wrapper))
    document.content.value.theme = "dark"
    let written = try document.fileWrapper(configuration: .init()).regularFileContents ?? Data()
    print(String(decoding: written, as: UTF8.self))
    print(SettingsDocument().content.value)

    """

  @Test(.enabled(if: TypesProgram.isAvailable, "there is no compiler, or no compiled library"))
  func theyCompileAndWork() throws {
    let scratch = try Scratch()
    for (name, source) in Self.modules {
      try scratch.write(source, to: "\(name).swift")
      let compiled = try scratch.shell(
        TypesProgram.command(in: scratch) + " -I . -parse-as-library -enable-upcoming-feature "
          + "InternalImportsByDefault -emit-module -emit-object -module-name \(name) \(name).swift")
      try #require(compiled.status == 0, "\(compiled)")
    }
    try scratch.write(Self.main, to: "main.swift")
    let samples = [
      "Server/VaporCoder", "Server/HummingbirdCoder", "Server/ConfigurationFile",
      "Document/SettingsDocument",
    ]
    let files = samples.map { "'/\(Corpora.package)/Samples/\($0).swift'" }
    let compiled = try TypesProgram.compile(["-I .", "main.swift", "*.o"] + files, in: scratch)
    try #require(compiled.status == 0, "\(compiled)")
    #expect(
      try scratch.shell("./program")
        == Outcome(
          status: 0,
          output: """
            toml name = "a"
            metres = 5

            Walk(name: "a", metres: 5)
            ["application/yaml", "19"] name: b
            metres: 16

            port int(8080) false
            hosts stringArray(["a", "b"]) false
            key bytes([0, 1]) true
            ratio double(0.5) false
            none nil
            hosts true
            app[1 keys]
            # mine
            theme: dark # best
            more: 1

            Settings(fontSize: 12, theme: "dark")

            """, errors: ""))
  }
}
