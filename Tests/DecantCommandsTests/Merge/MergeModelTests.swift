import DecantTestSupport
import Testing

import Decant

@testable import DecantCommands

/// Merges of random edits, judged by identities that the texts do not show: none without a conflict is wrong.
@Suite struct MergeModelTests {
  enum Kind: CaseIterable, Sendable {
    case settings, tree, words, records, manifest, package, ordinals, matrix, workflow

    var base: Value {
      switch self {
      case .settings:
        ["host": "a", "port": 80, "debug": true, "level": "info", "retries": 3, "name": "x"]
      case .tree:
        [
          "server": ["host": "a", "tls": ["cert": "c", "key": "k"]],
          "log": ["level": "info", "files": ["path": "p", "size": 10]], "name": "x",
        ]
      case .words: ["tags": ["red", "green", "blue", "red", "gray"], "title": "t", "size": 3]
      case .records:
        [
          ["id": 11, "name": "ann", "mail": "a@x"], ["id": 12, "name": "bob", "mail": "b@x"],
          ["id": 13, "name": "cay", "mail": "c@x"], ["id": 14, "name": "dan", "mail": "d@x"],
        ]
      case .manifest:
        [
          "kind": "Deployment", "metadata": ["name": "web", "labels": ["app": "web"]],
          "spec": [
            "replicas": 2,
            "containers": [
              ["name": "a", "image": "i:1", "env": [["name": "X", "value": "1"]]],
              ["name": "b", "image": "j:2", "ports": [80, 443]],
            ],
          ],
        ]
      case .package:
        [
          "name": "p", "version": "1.0.0", "scripts": ["test": "t", "build": "b"],
          "dependencies": ["a": "^1", "b": "^2", "c": "^3"], "files": ["dist", "src"],
        ]
      case .ordinals:
        [
          "rules": [
            ["p": 1, "allow": "a"], ["p": 2, "allow": "b"], ["p": 3, "deny": "c"],
            ["p": 4, "deny": "d"],
          ]
        ]
      case .matrix: [[1, 2, 3], [4, 5, 6], [7, 8, 9], []]
      case .workflow:
        [
          "on": ["push", "pull"],
          "jobs": [
            "test": ["steps": [["run": "a"], ["run": "b"], ["uses": "c", "with": ["v": 1]]]],
            "lint": ["steps": [["run": "l"]], "needs": ["test"]],
          ],
        ]
      }
    }
  }

  private static let formats: [Format] = [.json, .yaml, .json]

  @Test(arguments: Kind.allCases, [1, 4]) func isNeverWrong(kind: Kind, most: Int) throws {
    var outcomes = [0, 0, 0]
    for seed in 0..<UInt64(Thoroughness.isFull ? 280 : 28) {
      var random = SeededGenerator(seed: seed &* 1009 &+ UInt64(most))
      let base = ModelDocument(kind.base)
      let sides = [1000, 2000].map { first in
        var side = base.numbering(from: first)
        for _ in 0..<Int.random(in: 1...most, using: &random) { side.edit(&random) }
        return side
      }
      let format = Self.formats[Int(seed) % Self.formats.count]
      let texts = try ([base] + sides).map { try $0.value().encoded(as: format) }
      let model = MergeModel(base: base, ours: sides[0], theirs: sides[1])
      let result = try merge(texts, format)
      guard let result else {
        outcomes[model.hasConflict ? 0 : 1] += 1
        continue
      }
      let value = try Value(parsing: result, as: format)
      guard let error = model.hasConflict ? "a conflict" : model.error(in: value) else {
        outcomes[0] += 1
        continue
      }
      outcomes[2] += 1
      Issue.record(
        """
        \(kind) \(seed): \(error)
        \(([base] + sides).map { $0.value().description }.joined(separator: "\n"))
        \(value)
        """)
    }
    // A merge that always left the user with a conflict would never be wrong.
    #expect(
      outcomes[0] * 8 > outcomes.reduce(0, +),
      "\(kind), \(most): right, needless, wrong \(outcomes)")
  }

  /// Returns nil if there is a conflict.
  private func merge(_ texts: [[UInt8]], _ format: Format) throws -> [UInt8]? {
    var tape = SharedTape()
    let files = try texts.map {
      try MergedFile($0, named: "x", as: format, ReadingOptions(), among: .standard, on: &tape)
    }
    var merge = try FileMerge(
      base: files[0], ours: files[1], theirs: files[2], on: tape, named: "x", ReadingOptions(),
      among: .standard)
    let result = try merge.result(with: LineMerge.Marks())
    return result.isForUser ? nil : result.bytes
  }
}
