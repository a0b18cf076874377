internal import Decant

/// A file that plutil reads and, unless another is named, replaces.
struct PlutilFile {
  let path: String
  let console: Console

  init(_ path: String, _ console: Console) {
    self.path = path
    self.console = console
  }

  /// The name in messages.
  var name: String { path == "-" ? "<stdin>" : path }

  /// Reads the file as a property list or, if it is not one, as JSON.
  func read() throws(PlutilError) -> PlutilInput {
    let bytes = try contents()
    let problem: PlutilError
    do throws(DecantError) {
      return try PlutilInput(bytes, as: .propertyList)
    } catch {
      problem = PlutilError(error)
    }
    do throws(DecantError) {
      return try PlutilInput(bytes, as: .json)
    } catch {
      throw PlutilError(
        "Property List error: \(problem.message) / JSON error: \(PlutilError(error).message)")
    }
  }

  func readPropertyList() throws(PlutilError) -> PlutilInput {
    let bytes = try contents()
    do throws(DecantError) {
      return try PlutilInput(bytes, as: .propertyList)
    } catch {
      throw PlutilError(error)
    }
  }

  private func contents() throws(PlutilError) -> [UInt8] {
    guard !path.isEmpty else { throw PlutilError("Empty path specified") }
    do throws(DecantError) {
      let source: any ByteSource = path == "-" ? console.input : try FileSource(path)
      return try source.readToEnd()
    } catch {
      throw PlutilError(error)
    }
  }

  /// Writes a file atomically; nil is standard output.
  func write(_ bytes: [UInt8], to target: String?) throws(PlutilError) {
    do throws(DecantError) {
      let output = try Output(target, console)
      try bytes.withBytes { (bytes) throws(DecantError) in try output.destination.write(bytes) }
      try output.commit()
    } catch {
      throw PlutilError("\(PlutilError(error).message): \(target ?? "<stdout>")")
    }
  }
}

/// A file's bytes, its format, and its value.
struct PlutilInput {
  let bytes: [UInt8]
  let format: Format
  let value: Value

  init(_ bytes: [UInt8], as family: Format) throws(DecantError) {
    self.bytes = bytes
    format = try Input(MemorySource(bytes), as: family).format
    value = try Value(parsing: bytes, as: format)
  }
}
