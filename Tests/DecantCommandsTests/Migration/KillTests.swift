import Foundation
import Testing

import DecantCommands
import Decant

/// After a kill at any moment of a migration or rewrite, no file is lost or incomplete.
@Suite(.enabled(if: Killing.isInstalled)) struct KillTests {
  let scratch: Scratch
  /// The number of values per file; the last file exceeds a buffer.
  static let sizes = [0, 7, 8000]

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell("mkdir original")
    for (number, size) in Self.sizes.enumerated() {
      let values = (0..<size).map { "\($0)" }
      try scratch.write(
        "{\"number\": \(number), \"values\": [\(values.joined(separator: ", "))]}\n",
        to: "original/\(number).json")
    }
  }

  private func contents(of folder: String) throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/\(folder)") {
      contents[name] = try scratch.read("\(folder)/\(name)")
    }
    return contents
  }

  private func reset() throws {
    _ = try scratch.shell("rm -rf work; cp -r original work")
  }

  @Test func losesNothingWhenAMigrationIsKilled() throws {
    let command = "decant migrate -q -t yaml --replace --jobs 2 work"
    try reset()
    #expect(try scratch.shell(command).status == 0)
    let old = try contents(of: "original")
    let new = try contents(of: "work")
    #expect(new.keys.sorted() == Self.sizes.indices.map { "\($0).yaml" })
    try reset()

    var partly = 0
    let killed = try Killing.atEachCall(of: command, in: scratch) {
      let left = try contents(of: "work")
      for number in Self.sizes.indices {
        let (source, target) = (left["\(number).json"], left["\(number).yaml"])
        #expect(source == nil || source == old["\(number).json"])
        #expect(target == nil || target == new["\(number).yaml"])
        #expect(source != nil || target != nil, "\(number) is lost")
      }
      let strangers = left.keys.filter { name in
        !name.hasSuffix(".decanting") && old[name] == nil && new[name] == nil
      }
      #expect(strangers.isEmpty)
      if left.keys.contains(where: { old[$0] != nil }),
        left.keys.contains(where: { new[$0] != nil })
      {
        partly += 1
      }
      #expect(try scratch.shell(command).status == 0)
      #expect(try contents(of: "work") == new)
      try reset()
    }
    // Each file has at least a call to name its result and one to remove its source.
    #expect(killed > 2 * Self.sizes.count)
    #expect(partly >= Self.sizes.count)
  }

  @Test func losesNothingWhenFilesAreRewritten() throws {
    let command = "decant -i -c work/*.json"
    try reset()
    #expect(try scratch.shell(command).status == 0)
    let old = try contents(of: "original")
    let new = try contents(of: "work")
    #expect(new.keys == old.keys)
    try reset()

    var partly = 0
    let killed = try Killing.atEachCall(of: command, in: scratch) {
      let left = try contents(of: "work").filter { !$0.key.hasSuffix(".decanting") }
      #expect(left.keys.sorted() == old.keys.sorted())
      for (name, text) in left { #expect(text == old[name] || text == new[name], "\(name)") }
      if left != old, left != new { partly += 1 }
      #expect(try scratch.shell(command).status == 0)
      // A rewrite repeats finished files, and so also finds their temporary files.
      #expect(try contents(of: "work") == new)
      try reset()
    }
    #expect(killed > 2 * Self.sizes.count)
    #expect(partly >= Self.sizes.count)
  }
}
