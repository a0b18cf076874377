import Configuration
import Decant
import Foundation

/// A file of swift-configuration in a format of decant, for its `FileProvider` and `ReloadingFileProvider`.
///
///     let file = try await FileProvider<ConfigurationFile>(parsingOptions: .init(.toml), filePath: "app.toml")
///     let config = ConfigReader(provider: file)
///     let port = config.int(forKey: "http.port", default: 8080)
struct ConfigurationFile: FileConfigSnapshot {
  struct ParsingOptions: FileParsingOptions {
    static let `default` = ParsingOptions(.yaml)

    let format: Format
    /// The keys whose values are not logged, such as `http.password`.
    let secrets: Set<String>

    init(_ format: Format, secrets: Set<String> = []) {
      (self.format, self.secrets) = (format, secrets)
    }
  }

  let providerName: String
  private let document: Value
  private let secrets: Set<String>

  init(data: RawSpan, providerName: String, parsingOptions: ParsingOptions) throws {
    let bytes = data.withUnsafeBytes { Array($0) }
    document = try Value(parsing: bytes, as: parsingOptions.format)
    (self.providerName, secrets) = (providerName, parsingOptions.secrets)
  }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    let name = key.components.joined(separator: ".")
    let value = document[DocumentPointer(tokens: key.components)]
    guard let value, !value.isNull else { return LookupResult(encodedKey: name, value: nil) }
    let content = ConfigValue(try value.content(as: type), isSecret: secrets.contains(name))
    return LookupResult(encodedKey: name, value: content)
  }

  var description: String { "\(providerName)[\(document.mapping?.count ?? 0) keys]" }
  var debugDescription: String { description }
}

extension Value {
  fileprivate func content(as type: ConfigType) throws -> ConfigContent {
    switch type {
    case .string: .string(try decode(String.self))
    case .int: .int(try decode(Int.self))
    case .double: .double(try decode(Double.self))
    case .bool: .bool(try decode(Bool.self))
    case .bytes: .bytes(Array(try decode(Data.self)))
    case .stringArray: .stringArray(try decode([String].self))
    case .intArray: .intArray(try decode([Int].self))
    case .doubleArray: .doubleArray(try decode([Double].self))
    case .boolArray: .boolArray(try decode([Bool].self))
    case .byteChunkArray: .byteChunkArray(try decode([Data].self).map { Array($0) })
    }
  }
}
