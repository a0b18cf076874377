import Decant
import DecantSystem
import Foundation
import Testing

import DecantCommands

/// `migrate --on-error stop` leaves the same files with any number of jobs.
@Suite struct FailFastTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Finished results after an earlier file that fails are discarded.
  @Test func leavesFilesThatWereQuickerThanTheFirstFailure() throws {
    let quick = 3
    let ready = Monitor(0)
    let registry = FormatRegistry.standard
      .adding(
        .watched("slow") { event in
          // The verification reads the results.
          if event == .began(1) { _ = ready.wait { $0 == quick ? $0 : nil } }
        }
      )
      .adding(
        .watched("quick") { event in
          if case .ended = event { ready.change { $0 += 1 } }
        })
    try scratch.write("[", to: "a.slow")
    for number in 0..<quick { try scratch.write("[]", to: "b\(number).quick") }
    let before = try scratch.names
    let operands = before.map { "\(scratch.path)/\($0)" }
    let outcome = decant(
      words: ["migrate", "-t", "yaml", "--on-error", "stop", "--replace", "--jobs", "4"] + operands,
      registry: registry)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasSuffix("0 files converted, 0 skipped, 1 failed, \(quick) left undone\n"))
    #expect(try scratch.names == before)
  }

  @Test(arguments: [1, 4])
  func stopsWhereAResultCannotBePlaced(jobs: Int) throws {
    let path = scratch.path
    let registry = FormatRegistry.standard.adding(
      .watched { event in
        // The target appears after it was looked for.
        guard event == .ended(1) else { return }
        _ = FileManager.default.createFile(atPath: "\(path)/b.yaml", contents: Data("mine".utf8))
      })
    try scratch.write("[]", to: "a.json")
    try scratch.write("[]", to: "b.watched")
    for number in 0..<5 { try scratch.write("[]", to: "c\(number).json") }
    let operands = try scratch.names.map { "\(path)/\($0)" }
    let outcome = decant(
      words: ["migrate", "-t", "yaml", "--on-error", "stop", "--replace", "--jobs", "\(jobs)"]
        + operands,
      registry: registry)
    #expect(outcome.errors.contains("b.yaml' exists already and differs"))
    #expect(
      outcome.errors.hasSuffix("1 file converted, 0 skipped, 1 failed, 5 left undone\n"))
    #expect(try scratch.read("b.yaml") == "mine")
    #expect(
      try scratch.names == ["a.yaml", "b.watched", "b.yaml"] + (0..<5).map { "c\($0).json" })
  }
}
