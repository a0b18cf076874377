internal import Decant

/// A file of lines that are written during the run, so that they survive a failure or kill.
final class LineFile {
  private let name: String
  private let descriptor: Int32
  private let sink: ByteSink

  init(_ name: String) throws(DecantError) {
    guard name != "-" else {
      self.name = "<stdout>"
      descriptor = 1
      sink = ByteSink(.standardOutput)
      return
    }
    self.name = name
    switch System.open(name, for: .overwriting(mode: 0o666)) {
    case .count(let opened): descriptor = Int32(opened)
    case .failed(let code): throw DecantError(.system(.create, code: code)).about(name)
    }
    sink = ByteSink(DescriptorDestination(descriptor))
  }

  deinit {
    if descriptor != 1 { _ = System.close(descriptor) }
  }

  var identity: System.FileIdentity? {
    guard case .success(let status) = System.status(of: descriptor), status.kind == .regular
    else { return nil }
    return status.identity
  }

  func write(_ line: String) throws(DecantError) {
    do {
      try sink.write(line)
    } catch {
      throw error.about(name)
    }
  }

  func flush() throws(DecantError) {
    do {
      try sink.flush()
    } catch {
      throw error.about(name)
    }
  }
}
