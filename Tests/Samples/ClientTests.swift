import DecantTestSupport
import Testing

/// The clients of `decant serve`, whose own tests run with the built `decant`.
@Suite struct ClientTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  private static func isInstalled(_ command: String) -> Bool {
    let isFound = (try? Scratch().shell("command -v \(command)"))?.status == 0
    if !isFound { print("not installed: \(command)") }
    return isFound
  }

  private func expectSuccess(_ script: String) throws {
    let outcome = try run.shell("exec 2>&1; cd Samples/Clients && \(script)")
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(.enabled(if: isInstalled("python3"), "python3 is not installed"))
  func passesItsTestsInPython() throws {
    try expectSuccess("python3 -B python/test_decant.py")
  }

  @Test(.enabled(if: isInstalled("node"), "node is not installed"))
  func passesItsTestsInJavaScript() throws {
    try expectSuccess("node --test node/decant.test.mjs")
  }

  @Test(arguments: ["sh", "bash", "dash", "ksh", "busybox"].filter(isInstalled))
  func passesItsTestsInTheShell(shell: String) throws {
    try expectSuccess("\(shell)\(shell == "busybox" ? " sh" : "") shell/test-decant.sh")
  }
}
