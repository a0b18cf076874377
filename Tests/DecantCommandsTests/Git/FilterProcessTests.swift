import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

/// The protocol of gitattributes(5), "Long Running Filter Process", with a filter of the test.
@Suite struct FilterProcessTests {
  /// Returns lines as packets; an empty one is a flush packet.
  private static func packets(_ lines: String...) -> String {
    lines.map { line in
      guard !line.isEmpty else { return "0000" }
      let digits = String(line.utf8.count + 4, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits + line
    }.joined()
  }

  private static let greeting = packets(
    "git-filter-client\n", "version=2\n", "version=42\n", "",
    "capability=clean\n", "capability=smudge\n", "capability=not-yet-invented\n", "")

  private static let agreement = packets(
    "git-filter-server\n", "version=2\n", "", "capability=clean\n", "capability=smudge\n", "")

  private static func request(_ command: String, _ path: String, _ content: String...) -> String {
    packets("command=\(command)\n", "pathname=\(path)\n", "ref=refs/heads/main\n", "")
      + content.map { packets($0) }.joined() + packets("")
  }

  private static func answer(_ content: String) -> String {
    packets("status=success\n", "", content, "", "")
  }

  private static let refusal = packets("status=error\n", "")

  private struct Session {
    var output: String
    var error: DecantError?
    var reports: [String]
  }

  /// A filter that names the request, and refuses the path `bad`.
  private func run(_ input: [UInt8], sizes: [Int] = []) -> Session {
    let destination = MemoryDestination()
    var reports: [String] = []
    var process = FilterProcess(
      from: ChunkedSource(input, sizes: sizes), to: destination,
      filter: { (request, content) throws(DecantError) in
        switch request.path {
        case "bad": throw DecantError(.emptyInput)
        case "lost": return FailingSource("begin")
        default: break
        }
        let bytes = try content.readBack().readToEnd()
        return .text("\(request.command):\(String(decoding: bytes, as: UTF8.self))")
      },
      report: { reports.append("\($0.path ?? "-"): \($1.message)") })
    var session = Session(output: "", error: nil, reports: [])
    do throws(DecantError) {
      try process.run()
    } catch {
      session.error = error
    }
    session.output = destination.text
    session.reports = reports
    return session
  }

  private func run(_ input: String) -> Session { run(Array(input.utf8)) }

  @Test(arguments: [[], [1], [7, 2]])
  func answersRequests(sizes: [Int]) {
    let input =
      Self.greeting + Self.request("clean", "a b", "on", "e") + Self.request("smudge", "é", "two")
      + Self.request("clean", "")
    let session = run(Array(input.utf8), sizes: sizes)
    #expect(session.error == nil && session.reports.isEmpty)
    #expect(
      session.output == Self.agreement + Self.answer("clean:one") + Self.answer("smudge:two")
        + Self.answer("clean:"))
  }

  @Test func agreesOnTheCapabilitiesOfGit() {
    for (offered, agreed) in [
      ("capability=smudge\n", "0016capability=smudge\n0000"), ("capability=delay\n", "0000"),
    ] {
      let session = run(
        Self.packets("git-filter-client\n", "version=2\n", "", offered, ""))
      #expect(session.error == nil)
      #expect(session.output == Self.packets("git-filter-server\n", "version=2\n", "") + agreed)
    }
  }

  @Test(arguments: [
    ("", GitProblem.notGit), ("0000", .notGit), (packets("git-filter-server\n", ""), .notGit),
    (packets("git-filter-client\n", "version=3\n", ""), .version),
    (packets("git-filter-client\n", ""), .version),
    (packets("git-filter-client\n", "version=2\n", ""), .endsInsideRequest),
    ("GET / HTTP/1.1", .noPacket),
  ])
  func refusesOtherClients(input: String, problem: GitProblem) {
    #expect(run(input).error?.problem == .git(problem))
  }

  @Test func continuesAfterARefusal() {
    let session = run(
      Self.greeting + Self.request("clean", "bad", "x", "y") + Self.request("clean", "ok", "z"))
    #expect(session.error == nil)
    #expect(session.output == Self.agreement + Self.refusal + Self.answer("clean:z"))
    #expect(session.reports == ["bad: the input is empty"])
  }

  /// A status after the content takes the place of the one before it.
  @Test func reportsContentThatIsLostMidway() {
    let session = run(
      Self.greeting + Self.request("clean", "lost", "x") + Self.request("clean", "ok", "z"))
    #expect(session.error == nil)
    let lost = Self.packets("status=success\n", "", "begin", "", "status=error\n", "")
    #expect(session.output == Self.agreement + lost + Self.answer("clean:z"))
    #expect(session.reports == ["lost: cannot read: input/output error"])
  }

  @Test func endsIfGitHasLeft() {
    let error = DecantError(.system(.write, code: 32))
    var process = FilterProcess(
      from: .text(Self.greeting), to: FullDestination(error),
      filter: { (_, content) in content.readBack() }, report: { _, _ in })
    #expect(throws: error) { try process.run() }
  }

  /// Between requests git ends the process by closing the stream; elsewhere that is an error.
  @Test func noticesTheEndAnywhere() {
    let requests = [
      Self.request("clean", "a", "content"), Self.request("smudge", "bad", "x"),
      Self.request("clean", "b"),
    ]
    let whole = Array((Self.greeting + requests.joined()).utf8)
    var complete = [Self.greeting.utf8.count]
    for request in requests { complete.append((complete.last ?? 0) + request.utf8.count) }
    let output = run(whole).output
    for count in 0..<whole.count {
      let session = run(Array(whole.prefix(count)))
      #expect(output.hasPrefix(session.output))
      if complete.contains(count) {
        #expect(session.error == nil, "\(count)")
      } else {
        let problem = session.error?.problem.specific(GitProblem.self)
        #expect([.notGit, .endsInsidePacket, .endsInsideRequest].contains(problem), "\(count)")
      }
    }
  }

  @Test func survivesRandomStreams() {
    var generator = SeededGenerator(seed: 7)
    let valid = Array((Self.greeting + Self.request("clean", "a", "content")).utf8)
    for _ in 0..<2000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = run(bytes)
    }
  }

  // MARK: The command

  @Test func filtersByTheCommandLine() {
    let json = "{\"a\": 1}"
    let outcome = decant(
      "git-filter",
      input: Self.greeting + Self.request("clean", "a.plist", json)
        + Self.request("list_available_blobs", "b.plist") + Self.request("clean", "c", "bplist00")
        + Self.request("smudge", "d", json))
    #expect(
      outcome.output == Self.agreement + Self.answer(json) + Self.refusal + Self.refusal
        + Self.answer(json))
    #expect(
      outcome.errors == """
        b.plist: error: unknown command 'list_available_blobs'
        c: error: the binary property list is too short to have a trailer at byte 8
        hint: '-filter' after its path in .gitattributes stores the file as it is

        """)
    #expect(outcome.status == 65)
  }

  @Test func reportsABrokenStream() {
    let outcome = decant("git-filter", input: "hello")
    #expect(outcome.status == 65)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == "<stdin>: error: expected the length of a packet of git at byte 0\n")
    #expect(decant("git-filter", input: Self.greeting + "0005").status == 65)
    let unread = decant("git-filter") { $0.input = FailingSource("") }
    #expect(unread.status == 74)
    let unwritten = decant("git-filter", input: Self.greeting) {
      $0.output = FullDestination(DecantError(.system(.write, code: 28)))
    }
    #expect(unwritten.status == 74)
    #expect(unwritten.errors == "<stdout>: error: cannot write: no space left on device\n")
  }

  @Test func explainsItselfOnATerminal() {
    let outcome = decant("git-filter") { $0.isInputTerminal = true }
    #expect(
      outcome
        == Outcome(
          status: 64, output: "",
          errors: "decant: git runs 'git-filter'; 'git-filter clean' filters one file\n"))
  }

  @Test func refusesOtherOperands() {
    #expect(decant("git-filter", "clean", "a", "b").status == 64)
    let outcome = decant("git-filter", "smudgy")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors
        == "decant: 'git-filter' supports clean or smudge, not 'smudgy'; did you mean 'smudge'?\n")
  }
}

/// A source that fails after some text.
private final class FailingSource: ByteSource {
  private var text: String?

  init(_ text: String) {
    self.text = text.isEmpty ? nil : text
  }

  func read(into output: inout OutputRawSpan) throws(DecantError) {
    guard let text else { throw DecantError(.system(.read, code: 5)) }
    for byte in text.utf8 { output.append(byte) }
    self.text = nil
  }

  var wouldWait: Bool { false }
}
