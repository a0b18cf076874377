import DecantTestSupport
import Foundation
import Testing

/// Whatever ends a run that writes files, or cuts off what it reads, each file is whole, old or new, and no file is lost.
@Suite struct InterruptionTests {
  typealias Contents = [String: Data]

  struct Command: CustomTestStringConvertible {
    var words: String
    /// The input that is cut off.
    var input = "2.json"

    var testDescription: String { words }
  }

  /// Every verb and option that writes files.
  static let commands = [
    Command(words: "-i.bak -c 0.json 1.json 2.json"),
    Command(words: "-i -S sorted.toml", input: "sorted.toml"),
    Command(words: "-t yaml -o out.yaml 2.json"),
    Command(words: "-t csv -o out.csv records.jsonl", input: "records.jsonl"),
    Command(words: "-t json -o 'split/{n}.json' records.jsonl", input: "records.jsonl"),
    Command(words: "archive --type T -o out.yaml 2.json"),
    Command(words: "archive --type T -c -i 0.json 1.json 2.json"),
    Command(words: "edit -i --set /number 7 0.json 1.json 2.json"),
    Command(words: "merge -i base.json 2.json theirs.json"),
    Command(words: "merge -i conflict.yaml", input: "conflict.yaml"),
    Command(words: "migrate -q -t yaml --replace --jobs 2 0.json 1.json 2.json"),
    Command(words: "migrate -q -t yaml --output done 0.json 1.json 2.json"),
  ]

  enum Disturbance: CustomStringConvertible {
    case signal(Int32)
    /// The new size is this part of the old one, up to the end of a line.
    case truncation(Double)

    var description: String {
      switch self {
      case .signal(let number): "signal \(number)"
      case .truncation(let part): "truncation to \(part)"
      }
    }

    static func random() -> Self {
      let signals = [SIGKILL, SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGXFSZ]
      let truncation = truncation(max(0, .random(in: -0.2..<1)))
      // Bytes of a file are read again, or its size is, only where /proc shows when it has been opened.
      return Bool.random() && hasProcesses ? truncation : signal(signals.randomElement() ?? SIGKILL)
    }
  }

  private static let hasProcesses = FileManager.default.fileExists(atPath: "/proc/self/fdinfo")

  let scratch: Scratch
  private let original: Contents

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell("mkdir -p original/split work")
    // The last one exceeds the buffers.
    for (number, size) in [0, 7, 20_000].enumerated() {
      let values = (0..<size).map { "\($0)" }.joined(separator: ", ")
      let text = "{\"number\": \(number), \"values\": [\(values)]}\n"
      try scratch.write(text, to: "original/\(number).json")
      try scratch.write(text, to: "original/base.json")
      try scratch.write("{\"new\": 1, \(text.dropFirst())", to: "original/theirs.json")
    }
    let long = String(repeating: "long ", count: 4000)
    try scratch.write(
      (0..<12).map { "{\"n\": \($0), \"text\": \"\(long)\"}\n" }.joined(),
      to: "original/records.jsonl")
    try scratch.write(
      (0..<5000).map { "[[a]]\nz = \($0)\nb = 'of \($0)'\n" }.joined(),
      to: "original/sorted.toml")
    try scratch.write(
      """
      <<<<<<< ours
      a: 1
      b: 0
      ||||||| base
      a: 0
      b: 0
      =======
      a: 0
      b: 2
      >>>>>>> theirs
      \((0..<5000).map { "key\($0): \($0)\n" }.joined())
      """, to: "original/conflict.yaml")
    for name in ["out.yaml", "out.csv", "split/0.json", "split/7.json"] {
      try scratch.write("old: 1\n", to: "original/\(name)")
    }
    original = try Self.contents(of: "\(scratch.path)/original")
  }

  private static func contents(of folder: String) throws -> Contents {
    var contents: Contents = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      contents[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
    }
    // Folders have none.
    return contents.compactMapValues(\.self)
  }

  private var contents: Contents { get throws { try Self.contents(of: "\(scratch.path)/work") } }

  private static func isTemporary(_ name: String) -> Bool { name.hasSuffix(".decanting") }

  /// Restores the files, and leaves temporary ones where they are.
  private func restore() throws {
    let work = "\(scratch.path)/work"
    for (name, content) in try contents where !Self.isTemporary(name) && original[name] != content {
      try FileManager.default.removeItem(atPath: "\(work)/\(name)")
    }
    for (name, content) in original where try contents[name] == nil {
      let path = URL(filePath: "\(work)/\(name)")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: path)
      // `edit` reads older files where they are.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path.path())
    }
  }

  /// Returns the files after a run that nothing disturbs, and its duration.
  private func run(_ command: Command) throws -> (contents: Contents, seconds: Double) {
    try restore()
    let start = Date()
    let outcome = try scratch.shell("cd work; exec decant \(command.words)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (try contents, Date().timeIntervalSince(start))
  }

  /// Checks what is left, with or without an input that was cut off.
  private func check(
    _ left: Contents, isComplete: Bool, new: Contents, cut: (name: String, size: Int)? = nil,
    _ comment: Comment
  ) {
    for (name, content) in left where !Self.isTemporary(name) {
      let isCut =
        cut.map { name.hasPrefix($0.name) && content == original[$0.name]?.prefix($0.size) } == true
      let isWhole = content == original[name] && !isComplete || content == new[name]
      #expect(isWhole || isCut, "\(name), \(comment)")
    }
    for name in original.keys where left[name] == nil {
      // It is replaced by one with another extension, which is there.
      let result = name.replacing(".json", with: ".yaml")
      #expect(new[name] == nil && left[result] == new[result], "\(name) is lost, \(comment)")
    }
    for name in new.keys where isComplete { #expect(left[name] != nil, "\(name), \(comment)") }
  }

  /// The next run removes what a killed one has left.
  private func checkRepetition(of command: Command, new: Contents, _ comment: Comment) throws {
    let again = try run(command).contents
    let isNew = again == new
    #expect(isNew, "again, with \(again.keys.filter(Self.isTemporary)), \(comment)")
  }

  // MARK: At random moments

  private static let runs = (0..<(Thoroughness.isFull ? 25 : 1))

  @Test(arguments: commands)
  func leavesWholeFilesAtAnyMoment(command: Command) throws {
    let (new, seconds) = try run(command)
    for _ in Self.runs {
      try restore()
      let disturbance = Disturbance.random()
      let moment = Double.random(in: 0..<seconds)
      let comment: Comment = "\(disturbance) after \(moment) of \(seconds) s"
      let path = "\(scratch.path)/work/\(command.input)"
      let input = try FileHandle(forUpdating: URL(filePath: path))
      let running = try scratch.start("cd work; exec decant \(command.words) 2>/dev/null")
      var cut: (name: String, size: Int)?
      switch disturbance {
      case .signal(let number):
        usleep(UInt32(moment * 1e6))
        kill(running.process.processIdentifier, number)
      case .truncation(let part):
        guard wait(for: running.process, toRead: path) else { break }
        usleep(UInt32(moment * 1e6))
        let content = original[command.input] ?? Data()
        let end = content.prefix(Int(part * Double(content.count))).lastIndex(of: 0x0A)
        cut = (command.input, end.map { $0 + 1 } ?? 0)
        try input.truncate(atOffset: UInt64(cut?.size ?? 0))
      }
      running.process.waitUntilExit()
      let (reason, status) = (running.process.terminationReason, running.process.terminationStatus)
      if case .signal(let number) = disturbance {
        #expect(reason == .exit ? status == 0 : status == number, comment)
      } else {
        #expect(reason == .exit && [0, 65, 74].contains(status), "status \(status), \(comment)")
      }
      let left = try contents
      check(left, isComplete: reason == .exit && status == 0, new: new, cut: cut, comment)
      guard left.keys.contains(where: Self.isTemporary) else { continue }
      #expect(reason == .uncaughtSignal && status == SIGKILL, comment)
      try checkRepetition(of: command, new: new, comment)
    }
  }

  /// Waits until a process has read from a file, and so knows how long it was; returns false if it ends before.
  private func wait(for process: Process, toRead path: String) -> Bool {
    let manager = FileManager.default
    let folder = "/proc/\(process.processIdentifier)"
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path()
    while process.isRunning {
      for number in (try? manager.contentsOfDirectory(atPath: "\(folder)/fd")) ?? []
      where (try? manager.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(number)")) == resolved {
        let information = try? String(
          contentsOfFile: "\(folder)/fdinfo/\(number)", encoding: .utf8)
        // A part of a JSON document is invalid in any case.
        guard information?.hasPrefix("pos:\t0\n") != false, !path.hasSuffix(".json") else {
          return true
        }
      }
      usleep(100)
    }
    return false
  }

  // MARK: At each call of the system

  @Test(.enabled(if: Killing.isInstalled), arguments: Thoroughness.cases(of: commands))
  func leavesWholeFilesWhenKilledAtACall(command: Command) throws {
    let new = try run(command).contents
    try restore()
    var (unchanged, complete) = (0, 0)
    let killed = try Killing.atEachCall(of: "decant \(command.words)", in: "work", of: scratch) {
      let left = try contents
      check(left, isComplete: false, new: new, "killed at a call")
      let whole = left.filter { !Self.isTemporary($0.key) }
      unchanged += whole == original ? 1 : 0
      complete += whole == new ? 1 : 0
      if left.count > whole.count {
        try checkRepetition(of: command, new: new, "killed at a call")
      }
      try restore()
    }
    #expect(killed > 10 && unchanged > 0 && complete > 0)
  }
}
