internal import Decant

/// A file of lines that are written during the run, so that they survive a failure or kill.
final class LineFile {
  private let descriptor: Int32
  private let sink: ByteSink

  init(_ name: String) throws(DecantError) {
    guard name != "-" else {
      descriptor = 1
      sink = ByteSink(NamedDestination(.standardOutput, name: "<stdout>"))
      return
    }
    switch System.open(name, for: .overwriting(mode: 0o666)) {
    case .count(let opened): descriptor = Int32(opened)
    case .failed(let code): throw DecantError(.system(.create, code: code)).about(name)
    }
    sink = ByteSink(NamedDestination(DescriptorDestination(descriptor), name: name))
  }

  deinit {
    if descriptor != 1 { _ = System.close(descriptor) }
  }

  var identity: System.FileIdentity? {
    System.status(of: descriptor).regularFile?.identity
  }

  func write(_ line: String) throws(DecantError) {
    try sink.write(line)
  }

  func flush() throws(DecantError) {
    try sink.flush()
  }
}
