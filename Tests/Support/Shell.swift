import Dispatch
public import Foundation
import Synchronization

/// The programs that were built with the tests, or those in `DECANT_DIRECTORY`.
public enum Binary {
  private static let testDirectory = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  public static let directory =
    ProcessInfo.processInfo.environment["DECANT_DIRECTORY"].map { URL(filePath: $0) }
    ?? testDirectory

  /// Whether the programs are those that were built as they are shipped.
  public static let isShipped = ProcessInfo.processInfo.environment["DECANT_DIRECTORY"] != nil

  public static let path = directory.appending(path: "decant").path()

  static let searchPath = [
    directory.path(), testDirectory.path(), systemPath,
  ].joined(separator: ":")

  static let systemPath = ProcessInfo.processInfo.environment["PATH"] ?? ""
}

public struct Outcome: Equatable, Sendable {
  public var status: Int32
  public var output: String
  public var errors: String

  public init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A temporary directory for a test.
public final class Scratch {
  public let path: String

  public init() throws {
    let name = "decant-tests-\(UInt64.random(in: .min ... .max))"
    let url = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path()
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  public func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  public func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Two scripts per processor: more would only take longer each.
  private static let slots = DispatchSemaphore(
    value: 2 * ProcessInfo.processInfo.activeProcessorCount)

  /// Runs a shell script in the directory, with all built programs on its path.
  public func shell(_ script: String, with program: String = "/bin/sh") throws -> Outcome {
    try shell(script, with: program, searchPath: Binary.searchPath)
  }

  /// Runs a shell script as in a checkout whose `install.sh` has run: only `decant` is on its path, and what is built
  /// besides is in `.build/debug`.
  public func shellAfterInstallation(_ script: String) throws -> Outcome {
    let manager = FileManager.default
    for (name, target) in [("bin/decant", Binary.path), (".build/debug", Binary.directory.path())] {
      let link = "\(path)/\(name)"
      guard (try? manager.destinationOfSymbolicLink(atPath: link)) == nil else { continue }
      try manager.createDirectory(
        atPath: String(link[..<(link.lastIndex(of: "/") ?? link.endIndex)]),
        withIntermediateDirectories: true)
      try manager.createSymbolicLink(atPath: link, withDestinationPath: target)
    }
    return try shell(script, searchPath: "\(path)/bin:\(Binary.systemPath)")
  }

  private func shell(
    _ script: String, with program: String = "/bin/sh", searchPath: String
  ) throws -> Outcome {
    Self.slots.wait()
    defer { Self.slots.signal() }
    let process = try start(script, with: program, searchPath: searchPath)
    process.input.closeFile()
    // Both are read at once: a program waits where a pipe is full.
    let errorOutput = process.errors
    let errors = Mutex(Data())
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let data = errorOutput.readDataToEndOfFile()
      errors.withLock { $0 = data }
    }
    let output = process.output.readDataToEndOfFile()
    group.wait()
    process.process.waitUntilExit()
    return Outcome(
      status: process.process.terminationStatus,
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors.withLock { $0 }, as: UTF8.self))
  }

  public struct Running {
    public let process: Process
    public let input: FileHandle
    public let output: FileHandle
    public let errors: FileHandle
  }

  private func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    // A shell starts background jobs with these ignored, which programs inherit.
    for number in [SIGINT, SIGHUP] { _ = signal(number, SIG_DFL) }
    var none = sigset_t()
    var old = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    try body()
  }

  public func start(_ script: String) throws -> Running {
    try start(script, with: "/bin/sh", searchPath: Binary.searchPath)
  }

  private func start(
    _ script: String, with program: String, searchPath: String
  ) throws -> Running {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(filePath: path)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = searchPath
    environment["LC_ALL"] = "C.UTF-8"
    process.environment = environment
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    // Threads of tests can block signals, which child processes inherit.
    try withoutBlockedSignals { try process.run() }
    return Running(
      process: process, input: input.fileHandleForWriting, output: output.fileHandleForReading,
      errors: errors.fileHandleForReading)
  }
}
