import DecantTestSupport
import Foundation
import Testing

import Decant

@testable import DecantCommands

@Suite struct RecordTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func rejects() throws -> [[String: Any]] {
    try scratch.read("rejects").split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// Expects the same outcome of one job and of several on small blocks, and returns it.
  private func run(
    _ words: String..., input: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (outcome: Outcome, rejects: String) {
    let file = scratch.path + "/rejects"
    let words = words.map { $0 == "rejects" ? file : $0 }
    var first: (Outcome, String)?
    for (jobs, size) in [(1, nil), (2, 1), (2, 20), (3, 7), (4, 33)] as [(Int, Int?)] {
      try? FileManager.default.removeItem(atPath: file)
      let outcome = decant(words: words + ["--jobs", "\(jobs)"], input: input) {
        $0.blockSize = size
      }
      let written = (try? scratch.read("rejects")) ?? "none"
      if let first {
        #expect(outcome == first.0, "\(jobs) jobs", sourceLocation: sourceLocation)
        #expect(written == first.1, "\(jobs) jobs", sourceLocation: sourceLocation)
      } else {
        first = (outcome, written)
      }
    }
    return try #require(first)
  }

  @Test func writesRejects() throws {
    let input = "{\"a\":1}\n{\"a\":[1,}\n\r\n{\"b\":1,\"b\":2}\r\n2\nx"
    let (outcome, written) = try run("-f", "jsonl", "--rejects", "rejects", input: input)
    #expect(outcome.status == 65)
    #expect(outcome.output == "{\"a\":1}\n2\n")
    #expect(outcome.errors.hasPrefix("<stdin>:2:9: error: "))
    let lines = try rejects()
    #expect(lines.count == 3 && written.hasSuffix("\n"))
    #expect(lines.map { $0["line"] as? Int } == [2, 4, 6])
    #expect(lines.map { $0["offset"] as? Int } == [8, 20, 37])
    #expect(lines.allSatisfy { $0["source"] as? String == "<stdin>" })
    #expect(lines[1]["path"] as? String == "/b")
    #expect(lines[1]["reason"] as? String == "duplicate key 'b'")
    let bytes = lines.compactMap { ($0["bytes"] as? String).flatMap { Data(base64Encoded: $0) } }
    #expect(
      bytes.map { String(decoding: $0, as: UTF8.self) }
        == ["{\"a\":[1,}", "{\"b\":1,\"b\":2}", "x"])
    #expect(Set(lines[0].keys) == ["source", "line", "offset", "reason", "path", "bytes"])
  }

  @Test func rejectsWhatTheTargetOrTheOptionsRefuse() throws {
    let (outcome, _) = try run(
      "-f", "jsonl", "--at", "/a", "--rejects", "rejects", input: "{\"a\":1}\n{}\n[]\n{\"a\":2}\n")
    #expect(outcome.output == "1\n2\n")
    let lines = try rejects()
    #expect(lines.map { $0["line"] as? Int } == [2, 3])
    #expect(lines.map { $0["bytes"] as? String } == ["e30=", "W10="])
  }

  @Test func leavesAnEmptyFileOfRejectsWhereAllIsWell() throws {
    for input in ["", "1\n2\n"] {
      let (outcome, written) = try run("-f", "jsonl", "--rejects", "rejects", input: input)
      #expect(outcome == Outcome(status: 0, output: input, errors: ""))
      #expect(written.isEmpty)
    }
  }

  @Test func keepsRejectsOfARunThatFails() throws {
    let (outcome, written) = try run(
      "-f", "jsonl", "--rejects", "rejects", "--on-error", "skip=1", input: "1\nx\n2\ny\n3\n")
    #expect(outcome.status == 65)
    #expect(outcome.output == "1\n2\n")
    #expect(outcome.errors.contains("<stdin>: error: more than 1 invalid record\n"))
    #expect(written.split(separator: "\n").count == 2)
  }

  @Test(arguments: [
    (0, "1\n", true), (1, "1\n2\n", true), (2, "1\n2\n3\n", false), (9, "1\n2\n3\n", false),
  ])
  func stopsAfterTooManyErrors(limit: Int, output: String, stops: Bool) throws {
    let (outcome, _) = try run(
      "-f", "jsonl", "--on-error", "skip=\(limit)", input: "1\nx\n2\ny\n3\n")
    #expect(outcome.status == 65)
    #expect(outcome.output == output)
    #expect(outcome.errors.contains("--on-error skip=N allows more") == stops)
  }

  @Test func boundsTheLengthOfARecord() throws {
    let long = "\"" + String(repeating: "x", count: 100_000) + "\""
    let input = "1\n\(long)\n\"12345678\"\n\"123456789\"\n[\n2\n\(long)"
    let (outcome, _) = try run(
      "-f", "jsonl", "--max-record", "10", "--rejects", "rejects", input: input)
    #expect(outcome.output == "1\n\"12345678\"\n2\n")
    let lines = try rejects()
    #expect(lines.map { $0["line"] as? Int } == [2, 4, 5, 7])
    #expect(lines[0]["reason"] as? String == "the record is longer than 10 bytes")
    #expect(lines.map { $0["bytes"] is NSNull } == [true, true, false, true])
    let (stopped, _) = try run("-f", "jsonl", "--max-record", "10", input: input)
    #expect(stopped.status == 65)
    #expect(stopped.output == "1\n")
    #expect(stopped.errors.hasPrefix("<stdin>:2:1: error: the record is longer than 10 bytes\n"))
    #expect(stopped.errors.hasSuffix("hint: --max-record BYTES allows more\n"))
  }

  @Test func convertsTheSameWithManyJobs() throws {
    let input = (0..<300).map { "{\"n\":\($0), \"t\":\"é\"}\n" }.joined()
    for words in [
      ["-S"], ["--slurp", "-t", "json"], ["-t", "yaml"], ["--at", "/n"], ["--tagged"],
    ] {
      let one = decant(words: ["-f", "jsonl"] + words, input: input)
      let many = decant(words: ["-f", "jsonl", "--jobs", "4"] + words, input: input) {
        $0.blockSize = 100
      }
      #expect(one == many && one.status == 0, "\(words)")
    }
  }

  @Test func answersEachRecordBeforeTheNextWithManyJobs() throws {
    let running = try scratch.start("exec decant -f jsonl --jobs 2")
    for number in 1...20 {
      try running.input.write(contentsOf: Data("{ \"n\" : \(number) }\n".utf8))
      let answer = "{\"n\":\(number)}\n"
      var heard = Data()
      while heard.count < answer.utf8.count,
        let more = try running.output.read(upToCount: answer.utf8.count - heard.count),
        !more.isEmpty
      {
        heard += more
      }
      #expect(String(decoding: heard, as: UTF8.self) == answer)
    }
    try running.input.close()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 0)
  }
}
