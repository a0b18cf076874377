import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct MigrateFaultTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell("mkdir in; echo '{\"a\": 1}' >in/a.json; echo '[2]' >in/b.json")
  }

  private func run(_ script: String) throws -> Outcome {
    try scratch.shell(script)
  }

  /// Runs a script as an unprivileged user; returns nil if that is impossible.
  private func runUnprivileged(_ script: String) throws -> Outcome? {
    if try run("id -u").output != "0\n" { return try run(script) }
    try scratch.write(script, to: "script")
    _ = try run("chmod -R a+rwX .")
    let outcome = try run(
      "command -v setpriv >/dev/null && setpriv --reuid 65534 --regid 65534 --clear-groups true"
        + " && exec setpriv --reuid 65534 --regid 65534 --clear-groups sh script; exit 99")
    return outcome.status == 99 ? nil : outcome
  }

  @Test func opensOnlyRegularFiles() throws {
    // A program that opens the pipe reads a document, and does not wait.
    func script(_ pipe: String, _ command: String) -> String {
      "mkfifo \(pipe); (echo 1 >\(pipe)) & \(command); echo $?; kill $!"
    }
    let files = script("in/p.json", "decant migrate -t yaml in in/p.json /dev/null")
    let outcome = try run(files)
    #expect(outcome.output == "65\n")
    #expect(
      outcome.errors == """
        in/p.json: error: not a regular file
        /dev/null: error: not a regular file
        2 files converted, 0 skipped, 2 failed, 1 ignored

        """)
    let target = try run(
      "mkdir x; echo 1 >x/a.json; " + script("x/a.yaml", "decant migrate -t yaml x"))
    #expect(target.output == "65\n")
    #expect(target.errors.hasPrefix("x/a.yaml: error: not a regular file\n"))
  }

  @Test func takesNamesWithLineBreaks() throws {
    _ = try run("echo '[3]' >'in/two\nlines.json'; ln -s nowhere in/dangling.json")
    let outcome = try run("decant migrate -t yaml --report r --dry-run in")
    #expect(outcome.output.contains("convert in/two\\nlines.json to in/two\\nlines.yaml\n"))
    #expect(outcome.errors.hasPrefix("in/dangling.json: error: cannot open: no such file"))
    #expect(outcome.status == 65)
    #expect(try scratch.read("r").contains("\"in/two\\u000alines.json\""))
    #expect(try run("decant migrate -q -t yaml in; cat 'in/two\nlines.yaml'").output == "- 3\n")
  }

  @Test func reportsThatANameIsNotUTF8() throws {
    guard try run("touch \"$(printf 'in/\\377.json')\"").status == 0 else { return }
    let outcome = try run("decant migrate -t yaml in")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.contains(".json: error: the name is not valid UTF-8\nhint: rename it first\n"))
    #expect(outcome.errors.hasSuffix("2 files converted, 0 skipped, 1 failed\n"))
  }

  @Test func reportsWhatItMayNotDo() throws {
    let script = """
      mkdir in/closed in/fixed; echo '[]' >in/closed/c.json; echo '[]' >in/fixed/d.json
      echo '[]' >in/e.json; chmod 0 in/closed in/e.json; chmod 555 in/fixed
      decant migrate -t yaml --replace in; echo $?
      chmod 755 in/*; ls in in/fixed
      """
    guard let outcome = try runUnprivileged(script) else { return }
    #expect(
      outcome.errors == """
        in/closed: error: cannot open: permission denied
        in/e.json: error: cannot open: permission denied
        in/fixed/d.yaml: error: cannot create: permission denied
        2 files converted, 0 skipped, 3 failed

        """)
    #expect(
      outcome.output
        == "65\nin:\na.yaml\nb.yaml\nclosed\ne.json\nfixed\n\nin/fixed:\nd.json\n")
  }

  @Test func survivesAFullDisk() throws {
    let script = """
      mkdir disk && mount -t tmpfs -o size=64k none disk || exit 99
      decant migrate -t yaml --output disk in big; echo $?
      find disk -type f | sort; umount disk; rmdir disk
      """
    try scratch.write(
      "[" + String(repeating: "\"0123456789\",", count: 40_000) + "0]", to: "big.json")
    _ = try run("mkdir big; mv big.json big")
    var outcome = try run(script)
    if outcome.status == 99 {
      _ = try run("rm -rf disk")
      try scratch.write(script, to: "script")
      outcome = try run("unshare -rm sh script; s=$?; rm -rf disk script; exit $s")
    }
    guard outcome.status == 0 else { return }
    #expect(outcome.output == "65\ndisk/in/a.yaml\ndisk/in/b.yaml\n")
    #expect(
      outcome.errors == """
        disk/big/big.yaml: error: cannot write: no space left on device
        2 files converted, 0 skipped, 1 failed

        """)
  }

  @Test func survivesTheFileSizeLimit() throws {
    try scratch.write(
      "[" + String(repeating: "\"0123456789\",", count: 40_000) + "0]", to: "in/c.json")
    let outcome = try run("ulimit -f 100; decant migrate -t yaml --replace in; echo $?; ls -A in")
    #expect(outcome.output == "65\na.yaml\nb.yaml\nc.json\n")
    #expect(outcome.errors.hasPrefix("in/c.yaml: error: cannot write: file too large\n"))
  }

  @Test func writesToNoReportThatCannotBe() throws {
    let outcome = try run("decant migrate -t yaml --report missing/r in; echo $?; ls in")
    #expect(outcome.output == "73\na.json\nb.json\n")
    #expect(outcome.errors == "missing/r: error: cannot create: no such file or directory\n")
    let full = try run("decant migrate -t yaml --report /dev/full in; echo $?")
    #expect(full.output == "74\n")
    #expect(full.errors.contains("/dev/full: error: cannot write: no space left on device\n"))
  }

  @Test func endsBySIGPIPEWithoutAMessage() throws {
    // More lines than fit the pipe and the first read of it.
    _ = try run("for i in $(seq 1000 9000); do echo $i >in/$i.json; done")
    let outcome = try scratch.shell(
      "decant migrate -t yaml --dry-run in | head -n 1; echo ${PIPESTATUS[0]}", with: "/bin/bash")
    #expect(outcome.output == "convert in/1000.json to in/1000.yaml\n141\n")
    #expect(outcome.errors == "")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func leavesWholeFilesWhenAskedToEnd(number: Int32) throws {
    // Minutes of work, so that even a late signal arrives in the middle; links to one file save
    // disk space.
    try scratch.write(
      "[" + String(repeating: #""\u0061\u0062\u0063\u0064","#, count: 1_000_000) + "0]",
      to: "big.json")
    let count = 400
    _ = try run("mkdir many; for i in $(seq \(count)); do ln big.json many/$i.json; done")
    let running = try scratch.start(
      "exec decant migrate -t yaml --replace --jobs 2 --report report many")
    let many = "\(scratch.path)/many"
    func isAtWork() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: many).contains {
        $0.hasSuffix(".decanting")
      }
    }
    while running.process.isRunning, try !isAtWork() { usleep(1000) }
    kill(running.process.processIdentifier, number)
    let errors = String(decoding: running.errors.readDataToEndOfFile(), as: UTF8.self)
    running.process.waitUntilExit()
    #expect(running.process.terminationReason == .uncaughtSignal)
    #expect(running.process.terminationStatus == number)
    #expect(errors.hasSuffix(" left undone\n"), "\(errors)")
    #expect(errors.contains(" 0 failed"))
    let reported = try scratch.read("report").split(separator: "\n").count
    #expect(errors.hasPrefix("\(reported) file"), "\(errors)")
    #expect(try !isAtWork())
    let names = try FileManager.default.contentsOfDirectory(atPath: many)
    #expect(names.count == count)
    for name in names where name.hasSuffix(".yaml") {
      #expect(try scratch.read("many/\(name)").hasSuffix("\n- 0\n"))
    }
  }
}
