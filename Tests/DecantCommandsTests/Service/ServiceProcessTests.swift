import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct ServiceProcessTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func start(_ requests: String, awaiting reply: String) throws -> Scratch.Running {
    let running = try scratch.start("exec decant serve")
    try running.input.write(contentsOf: Data(requests.utf8))
    var heard = Data()
    while heard.count < reply.utf8.count,
      let more = try running.output.read(upToCount: reply.utf8.count - heard.count), !more.isEmpty
    {
      heard += more
    }
    #expect(String(decoding: heard, as: UTF8.self) == reply)
    return running
  }

  private func end(_ running: Scratch.Running) throws -> (status: Int32, rest: String) {
    let rest = try running.output.readToEnd() ?? Data()
    running.process.waitUntilExit()
    return (running.process.terminationStatus, String(decoding: rest, as: UTF8.self))
  }

  @Test(arguments: ["ping id=2", "convert bytes=100\n{\"half\": ", ""])
  func endsWellWhenASignalAsksForIt(begun: String) throws {
    let running = try start("ping id=1\n" + begun, awaiting: "ok id=1 bytes=0\n")
    running.process.terminate()
    let outcome = try end(running)
    #expect(outcome.status == 0)
    #expect(outcome.rest == "")
  }

  /// timeout(1) signals both the program and its process group.
  @Test func takesSignalsAtOnceForOneRequest() throws {
    let script = """
      mkfifo in; decant serve <in >out & exec 3>in; echo ping >&3
      until grep -q ok out; do sleep 0.1; done
      kill -TERM $!; kill -TERM $!; kill -INT $!; wait $!
      """
    #expect(try scratch.shell(script).status == 0)
  }

  @Test func repliesAtOnceAndEndsWithItsInput() throws {
    let running = try start("ping id=1\n", awaiting: "ok id=1 bytes=0\n")
    try running.input.write(contentsOf: Data("ping id=2\n".utf8))
    try running.input.close()
    let outcome = try end(running)
    #expect(outcome.status == 0)
    #expect(outcome.rest == "ok id=2 bytes=0\n")
  }

  @Test func reportsThatAClientDiedInTheMiddle() throws {
    let running = try start("ping id=1\nconvert bytes=10\n{", awaiting: "ok id=1 bytes=0\n")
    try running.input.close()
    let outcome = try end(running)
    #expect(outcome.status == 65)
    #expect(outcome.rest.hasPrefix("error kind=framing "))
  }

  @Test func endsWhenThePipeIsClosed() throws {
    let outcome = try scratch.shell(
      "yes ping | head -n 100000 | { decant serve; echo $? >status; } | head -n 1")
    #expect(outcome.output == "ok bytes=0\n")
    #expect(outcome.errors == "")
    #expect(try scratch.read("status") == "141\n")
  }
}
