import Foundation

/// The same task with Foundation: reads a JSON file and writes it to standard output.
@main struct Serialization {
  static func main() throws {
    let arguments = CommandLine.arguments
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[arguments.count - 1]))
    let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    let isPretty = arguments.contains("--pretty")
    let options: JSONSerialization.WritingOptions = isPretty ? [.prettyPrinted] : []
    FileHandle.standardOutput.write(
      try JSONSerialization.data(withJSONObject: object, options: options.union(.fragmentsAllowed)))
  }
}
