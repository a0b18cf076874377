import DecantTestSupport
import Testing

import Decant

@testable import DecantChanges
@testable import DecantCommands

/// Merges of random edits, judged by identities that the texts do not show.
///
/// None without a conflict is wrong, and no comment of either side is lost. `DECANT_TEST_EVERYTHING` makes it 9,720 merges.
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

  /// How the documents are written.
  enum Layout: String, CaseIterable, Sendable {
    case json, yaml, commentedYAML

    var format: Format { self == .json ? .json : .yaml }

    func text(of document: ModelDocument) throws -> [UInt8] {
      self == .json ? try document.value().encoded(as: .json) : Array(document.yaml.utf8)
    }
  }

  /// A case, and what has come of it.
  private struct Trial {
    let model: MergeModel
    let texts: [[UInt8]]
    let layout: Layout

    init(_ kind: Kind, _ layout: Layout, most: Int, seed: UInt64) throws {
      var random = SeededGenerator(seed: seed &* 1009 &+ UInt64(most))
      let base = ModelDocument(kind.base, isCommented: layout == .commentedYAML)
      let sides = [1000, 2000].map { first in
        var side = base.numbering(from: first)
        for _ in 0..<Int.random(in: 1...most, using: &random) { side.edit(&random) }
        return side
      }
      self.layout = layout
      model = MergeModel(base: base, ours: sides[0], theirs: sides[1])
      texts = try ([base] + sides).map(layout.text)
    }

    /// Says what is wrong with a merge without a conflict.
    func error(in text: [UInt8]) -> String? {
      if model.hasConflict { return "a conflict" }
      guard let value = try? Value(parsing: text, as: layout.format) else { return "not readable" }
      let missing = model.comments.subtracting(comments(in: text))
      return model.error(in: value) ?? (missing.isEmpty ? nil : "no comments \(missing)")
    }

    func comments(in text: [UInt8]) -> Set<String> {
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      return Set(
        lines.compactMap { line in
          line.firstRange(of: "# ").map { String(line[$0.upperBound...]) }
        })
    }

    var story: String {
      texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "---\n")
    }
  }

  private struct Counts {
    var right = 0, needless = 0, wrong = 0

    mutating func add(isClean: Bool, isWrong: Bool, hasConflict: Bool) {
      if isClean {
        if isWrong { wrong += 1 } else { right += 1 }
      } else if hasConflict {
        right += 1
      } else {
        needless += 1
      }
    }
  }

  /// Of each kind, our conflicts that need not be are at most those of git and its wrong merges; of all, at most two thirds.
  @Test(.enabled(if: Repository.isGitInstalled)) func isNeverWrongAndMergesMoreThanGit() throws {
    var (all, allOfGit) = (Counts(), Counts())
    for kind in Kind.allCases {
      var trials: [Trial] = []
      for layout in Layout.allCases {
        for most in [1, 2, 4] {
          let seeds = 0..<UInt64(Thoroughness.isFull ? 120 : 30)
          trials += try seeds.map { try Trial(kind, layout, most: most, seed: $0) }
        }
      }
      trials.removeAll { !$0.model.isVisible }
      var (counts, ofGit) = (Counts(), Counts())
      let texts = trials.map { $0.texts.map { String(decoding: $0, as: UTF8.self) } }
      for (trial, git) in zip(trials, try Repository.mergedLines(of: texts)) {
        let gits = git.isClean ? Array(git.text.utf8) : nil
        let (isClean, text) = try merge(trial)
        let error = isClean ? trial.error(in: text) : nil
        if let error {
          Issue.record(
            "\(kind): \(error)\n\(trial.story)===\n\(String(decoding: text, as: UTF8.self))")
        }
        let lost = trial.model.commentsOfSides.subtracting(trial.comments(in: text))
        if !isClean, !lost.isEmpty {
          Issue.record(
            "\(kind): lost \(lost)\n\(trial.story)===\n\(String(decoding: text, as: UTF8.self))")
        }
        let hasConflict = trial.model.hasConflict
        counts.add(isClean: isClean, isWrong: error != nil, hasConflict: hasConflict)
        ofGit.add(
          isClean: gits != nil, isWrong: gits.map { trial.error(in: $0) != nil } ?? false,
          hasConflict: hasConflict)
        // What git merges rightly has its bytes.
        if isClean, let gits, trial.error(in: gits) == nil { #expect(text == gits) }
      }
      #expect(counts.needless <= ofGit.needless + ofGit.wrong, "\(kind): \(counts), git \(ofGit)")
      all.needless += counts.needless
      allOfGit.needless += ofGit.needless
    }
    #expect(all.needless * 3 <= allOfGit.needless * 2, "\(all), git \(allOfGit)")
  }

  private func merge(_ trial: Trial) throws -> (isClean: Bool, text: [UInt8]) {
    var merge = try FileMerge(of: trial.texts) { (_, text, tape) throws(DecantError) in
      try MergedFile(
        text, named: "x", as: trial.layout.format, ReadingOptions(), among: .standard, on: &tape)
    }
    let result = try merge.result()
    return (!result.isForUser, result.bytes)
  }
}
