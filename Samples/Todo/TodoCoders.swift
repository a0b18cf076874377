import Decant
import DecantCore
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A tool that converts lists of todos with configured coders of other libraries.
///
///     todo coders SOURCE TARGET [FILE]
///
/// Any pair of an encoder and a decoder is a format for `Codable` types.
enum TodoCoders {
  /// Two pairs of Foundation's coders, and a format of decant.
  static var formats: [String: any DocumentFormat] {
    let json = JSONEncoder()
    json.outputFormatting = [.prettyPrinted, .sortedKeys]
    let list = PropertyListEncoder()
    list.outputFormat = .xml
    return [
      "json": CodableFormat("json", encoder: json, decoder: JSONDecoder()),
      "plist": CodableFormat("plist", encoder: list, decoder: PropertyListDecoder()),
      "yaml": Format.yaml,
    ]
  }

  static func main(_ arguments: ArraySlice<String>) {
    let words = Array(arguments)
    guard 2...3 ~= words.count, let source = formats[words[0]], let target = formats[words[1]]
    else { end(.usage, "todo: usage: todo coders json|plist|yaml json|plist|yaml [FILE]\n") }
    do {
      let file: any ByteSource = words.count > 2 ? try FileSource(words[2]) : .standardInput
      let todos = try transcode(file.readToEnd(), as: [Todo].self, from: source, to: target)
      try write(todos, to: .standardOutput)
    } catch {
      end(.badInput, "todo: \(error)\n")
    }
  }

  private enum Status: Int32 {
    case usage = 64
    case badInput = 65
  }

  private static func end(_ status: Status, _ message: String) -> Never {
    try? write(Array(message.utf8), to: DescriptorDestination(2))
    exit(status.rawValue)
  }

  private static func write(
    _ bytes: [UInt8], to destination: DescriptorDestination
  ) throws(DecantError) {
    let sink = ByteSink(destination)
    try sink.write(bytes)
    try sink.flush()
  }
}
