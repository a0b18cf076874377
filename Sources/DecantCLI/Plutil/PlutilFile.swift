internal import Decant

struct PlutilFile {
  let path: String
  let console: Console

  init(_ path: String, _ console: Console) {
    self.path = path
    self.console = console
  }

  var name: String { path == "-" ? "<stdin>" : path }

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
