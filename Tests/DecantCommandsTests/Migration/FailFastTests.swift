import Decant
import Foundation
import Testing

import DecantCommands

/// `migrate --fail-fast` leaves the same files with any number of jobs.
@Suite struct FailFastTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell("mkdir in; for i in $(seq 100 119); do echo [$i] >in/$i.json; done")
  }

  private func names(from first: Int, to last: Int, _ suffix: String) -> [String] {
    (first...last).map { "\($0).\(suffix)" }
  }

  @Test(arguments: [1, 2, 8], ["", "--replace"])
  func startsNoFileAfterTheFirstFailure(jobs: Int, option: String) throws {
    let outcome = try scratch.shell(
      """
      echo '[' >in/107.json; echo '[' >in/108.json; echo '[' >in/119.json
      decant migrate -t yaml --fail-fast --jobs \(jobs) \(option) --report report in; echo $?; ls -A in
      """)
    let errors = outcome.errors.split(separator: "\n").map(String.init)
    #expect(errors.filter { $0.contains("error:") }.count == 1)
    #expect(errors.first?.hasPrefix("in/107.json:1:1: error: '[' is never closed") == true)
    #expect(errors.last == "7 files converted, 0 skipped, 1 failed, 12 left undone")
    let new = names(from: 100, to: 106, "yaml")
    let kept = names(from: option == "" ? 100 : 107, to: 119, "json")
    #expect(
      outcome.output.split(separator: "\n").map(String.init) == ["65"] + (new + kept).sorted())
    let report = try scratch.read("report").split(separator: "\n")
    #expect(report.count == 8)
    #expect(report.last?.contains("\"outcome\":\"failed\"") == true)
  }

  @Test(arguments: [1, 2, 8])
  func wouldDoTheSame(jobs: Int) throws {
    let outcome = try scratch.shell(
      """
      echo '[' >in/102.json
      decant migrate -t yaml --fail-fast --jobs \(jobs) --dry-run in
      """)
    #expect(
      outcome.output == """
        convert in/100.json to in/100.yaml
        convert in/101.json to in/101.yaml

        """)
    #expect(
      outcome.errors.hasSuffix(
        "2 files would be converted, 0 skipped, 1 failed, 17 left undone\n"))
  }

  /// The failures: a missing file, a folder at the target, a different file at the target.
  @Test(arguments: [
    ("decant migrate -t yaml --fail-fast --replace in/100.json in/missing.json in/101.json", "1"),
    ("mkdir in/101.yaml; decant migrate -t yaml --fail-fast --replace in", "18"),
    ("echo [] >in/101.yaml; decant migrate -t yaml --fail-fast --replace in/10[0-2].json", "1"),
  ])
  func stopsWhateverTheFailureIs(command: String, undone: String) throws {
    let outcome = try scratch.shell("\(command); ls in/100.yaml in/101.json in/102.json")
    #expect(
      outcome.errors.hasSuffix("1 file converted, 0 skipped, 1 failed, \(undone) left undone\n"))
    #expect(outcome.output == "in/100.yaml\nin/101.json\nin/102.json\n")
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
    let operands = before.filter { $0.contains(".") }.map { "\(scratch.path)/\($0)" }
    let outcome = decant(
      words: ["migrate", "-t", "yaml", "--fail-fast", "--replace", "--jobs", "4"] + operands,
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
    let operands = try scratch.names.filter { $0 != "in" }.map { "\(path)/\($0)" }
    let outcome = decant(
      words: ["migrate", "-t", "yaml", "--fail-fast", "--replace", "--jobs", "\(jobs)"] + operands,
      registry: registry)
    #expect(outcome.errors.contains("b.yaml' exists already and differs"))
    #expect(
      outcome.errors.hasSuffix("1 file converted, 0 skipped, 1 failed, 5 left undone\n"))
    #expect(try scratch.read("b.yaml") == "mine")
    #expect(
      try scratch.names == ["a.yaml", "b.watched", "b.yaml"] + (0..<5).map { "c\($0).json" } + [
        "in"
      ])
  }
}
