internal import DecantCore
internal import DecantFiles
internal import DecantSystem
internal import Synchronization

/// The inputs that a command opens before it enters the sandbox, in which it can open no others.
final class OpenedFiles: Sendable {
  /// A source that one thread takes, so that it may be handed to it unchecked.
  ///
  /// A tuple, an array of optional names or a `Monitor` would take 60,000 instructions of a start to create its type.
  private struct File: @unchecked Sendable {
    let name: String
    let source: Result<FileSource, DecantError>
  }

  private let files = Mutex<[File]>([])
  private let isBusy = Atomic(false)

  /// Inputs are long from a size on of which a second thread is of use.
  private static let leastLength = 1 << 20

  /// Whether a second thread would find a processor, as far as it was asked.
  var hasIdleProcessor: Bool { !isBusy.load(ordering: .relaxed) }

  /// Asks the system whether a processor is idle: where none is, a second thread costs up to a half of processor time more.
  func countProcessors() {
    // `0.20 0.18 0.12 2/345 6789`: two threads run, this one among them.
    let load = String(decoding: FileSource.beginning(of: "/proc/loadavg", count: 64), as: UTF8.self)
    let words = load.split(separator: " ")
    guard words.count > 3, let running = Int(words[3].prefix { $0 != "/" }) else { return }
    isBusy.store(running >= System.processorCount, ordering: .relaxed)
  }

  /// Whether all files can be opened before the first is read; a named pipe could wait for the end of another.
  static func canOpen(_ names: [String]) -> Bool {
    let canWait = { (name: String) in
      (try? System.status(of: name).get())?.kind == .other && !name.hasPrefix("/dev/")
    }
    return names.count < 2 || names.count <= 64 && !names.contains(where: canWait)
  }

  /// Opens files, regular ones twice, as the hint of an error reads them again; returns whether one is long.
  func open(_ names: [String]) -> Bool {
    var isLong = false
    for name in names where name != "-" {
      let file = System.status(of: name).regularFile
      isLong = isLong || file.map { $0.version.size > Self.leastLength } ?? false
      for _ in 0...(file == nil ? 0 : 1) {
        let source = Result { () throws(DecantError) in try FileSource(name) }
        files.withLock { $0.append(File(name: name, source: source)) }
      }
    }
    return isLong
  }

  /// Returns the next source of a file; opens it by `open` if that was not done before.
  func take(
    _ name: String, orOpen open: (String) throws(DecantError) -> any ByteSource
  ) throws(DecantError) -> any ByteSource {
    let file = files.withLock { files in
      files.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }.map { files.remove(at: $0) }
    }
    if let file { return try file.source.get() }
    return try open(name)
  }
}

/// Whether a command enters the sandbox.
package enum Sandbox: String, CaseIterable {
  case auto, always, never
}

extension Session {
  /// Opens the inputs and enters the sandbox, or continues without; `files` is nil if more has to be opened.
  func enterSandbox(opening files: [String]?) throws(Failure) {
    let choice = arguments.sandbox ?? console.sandbox
    guard choice != .never else { return }
    if let files, OpenedFiles.canOpen(files),
      ["-", "/dev/stdout"].contains(arguments.output ?? "-"),
      arguments.outputFields == nil, arguments.inPlace == nil, arguments.preview == nil,
      arguments.report == nil
    {
      if opened.open(files), arguments.jobs == nil { opened.countProcessors() }
      if console.enterSandbox() { return }
    } else if arguments.jobs == nil {
      opened.countProcessors()
    }
    if choice == .always { throw .usage("no sandbox: more must be opened, or the system has none") }
  }
}
