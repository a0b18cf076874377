internal import DecantCore

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
    let opened = System.open(name, for: .overwriting(mode: 0o666))
    descriptor = Int32(try opened.count(orThrow: .create, about: name))
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
