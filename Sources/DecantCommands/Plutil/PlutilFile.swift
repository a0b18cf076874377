internal import DecantCore
internal import DecantPropertyList
internal import DecantJSON
internal import DecantConversion

final class PlutilFile {
  let path: String
  let console: Console
  /// Nil until the file is read.
  private var original: OriginalFile?

  init(path: String, console: Console) {
    self.path = path
    self.console = console
  }

  var name: String { Console.name(of: path) }

  func read() throws(PlutilError) -> PlutilInput {
    let bytes = try contents()
    do throws(DecantError) {
      return try PlutilInput(bytes, as: .propertyList)
    } catch {
      let problem = "Property List error: \(PlutilError(error).message)"
      return try mappingError(
        { (error: DecantError) in PlutilError("\(problem) / JSON error", error) },
        try PlutilInput(bytes, as: .json))
    }
  }

  func readPropertyList() throws(PlutilError) -> PlutilInput {
    let bytes = try contents()
    return try mappingError(PlutilError.init, try PlutilInput(bytes, as: .propertyList))
  }

  private func contents() throws(PlutilError) -> [UInt8] {
    guard !path.isEmpty else { throw PlutilError("Empty path specified") }
    original = OriginalFile(path)
    return try mappingError(PlutilError.init, try console.source(of: path).readToEnd())
  }

  func write(_ bytes: [UInt8], to target: String?) throws(PlutilError) {
    do throws(DecantError) {
      let output = try Output(target, original: target == path ? original : nil, console)
      try bytes.withBytes { (bytes) throws(DecantError) in try output.destination.write(bytes) }
      try output.commit()
    } catch {
      throw PlutilError("\(PlutilError(error).message): \(target ?? "<stdout>")")
    }
  }
}

struct PlutilInput {
  let bytes: [UInt8]
  let format: Format
  let value: Value

  init(_ bytes: [UInt8], as family: Format) throws(DecantError) {
    self.bytes = bytes
    format = try Input(MemorySource(bytes), as: family).format
    var options = ReadingOptions()
    options[PropertyListCalendar.self] = .gregorian
    value = try Value(parsing: bytes, as: format, options: options)
  }
}
