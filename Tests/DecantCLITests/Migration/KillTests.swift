import Foundation
import Testing

@testable import DecantCLI

/// Killed at random moments, nothing is lost, and nothing is half of anything.
@Suite struct KillTests {
  let scratch: Scratch
  static let count = 12

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell("mkdir original")
    for number in 0..<Self.count {
      let values = (0..<(number * 7 % 50)).map { "\($0)" }
      try scratch.write(
        "{\"number\": \(number), \"values\": [\(values.joined(separator: ", "))]}\n",
        to: "original/\(number).json")
    }
  }

  /// Runs a command and kills it after a while, which may be before its first step or after its last.
  private func kill(_ command: String, after microseconds: UInt32) throws {
    let running = try scratch.start("exec \(command)")
    usleep(microseconds)
    Foundation.kill(running.process.processIdentifier, SIGKILL)
    running.process.waitUntilExit()
  }

  private func contents(of folder: String) throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/\(folder)") {
      contents[name] = try scratch.read("\(folder)/\(name)")
    }
    return contents
  }

  /// How long a run takes that nobody kills, in microseconds.
  private func duration(of command: String) throws -> UInt32 {
    var shortest = Double.infinity
    for _ in 0..<3 {
      _ = try scratch.shell("rm -rf work; cp -r original work")
      let start = Date()
      #expect(try scratch.shell(command).status == 0)
      shortest = min(shortest, Date().timeIntervalSince(start))
    }
    return UInt32(shortest * 1e6)
  }

  @Test func losesNothingWhenAMigrationIsKilled() throws {
    let command = "decant migrate -q -t yaml --replace work"
    let whole = try duration(of: command)
    let old = try contents(of: "original")
    let new = try contents(of: "work")
    #expect(new.count == Self.count)
    _ = try scratch.shell("rm -r work; cp -r original work")

    var partly = 0
    for turn in 0..<200 {
      try kill(command, after: .random(in: 0...whole))
      let left = try contents(of: "work")
      for number in 0..<Self.count {
        let (source, target) = (left["\(number).json"], left["\(number).yaml"])
        #expect(source == nil || source == old["\(number).json"])
        #expect(target == nil || target == new["\(number).yaml"])
        #expect(source != nil || target != nil, "\(number) is lost")
      }
      let strangers = left.keys.filter { name in
        !name.hasSuffix(".decanting") && old[name] == nil && new[name] == nil
      }
      #expect(strangers.isEmpty)
      // Now and then the work is finished, so that the next ones begin anew.
      guard turn % 4 == 3 || left.keys.allSatisfy({ old[$0] == nil }) else { continue }
      if left.keys.contains(where: { old[$0] != nil }),
        left.keys.contains(where: { new[$0] != nil })
      {
        partly += 1
      }
      #expect(try scratch.shell(command).status == 0)
      #expect(try contents(of: "work") == new)
      _ = try scratch.shell("rm -r work; cp -r original work")
    }
    #expect(partly > 0)
  }

  @Test func losesNothingWhenFilesAreRewritten() throws {
    let command = "decant -i -c work/*.json"
    let whole = try duration(of: command)
    let old = try contents(of: "original")
    let new = try contents(of: "work")
    _ = try scratch.shell("rm -r work; cp -r original work")
    for turn in 0..<200 {
      try kill(command, after: .random(in: 0...whole))
      let left = try contents(of: "work")
      for (name, text) in left where !name.hasSuffix(".decanting") {
        #expect(text == old[name] || text == new[name], "\(name)")
      }
      #expect(left.keys.filter { old[$0] != nil }.count == Self.count)
      guard turn % 20 == 19 else { continue }
      #expect(try scratch.shell(command).status == 0)
      // A migration in the same folder removes what the killed ones have left.
      #expect(try scratch.shell("decant migrate -q -t json --replace work").status == 0)
      #expect(try contents(of: "work") == new)
      _ = try scratch.shell("rm -r work; cp -r original work")
    }
  }
}
