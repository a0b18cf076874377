import DecantTestSupport
import Foundation
import Testing

import Decant
import DecantEditing

@testable import DecantChanges
@testable import DecantCommands

/// Merges of edits to documents as there are in projects, in which elements agree by chance, texts and comments are edited, and
/// both sides make some edits equally.
///
/// `DECANT_MERGE_CASES=1177` makes it 20,000 merges, of each kind as many. One of them is not right, as git's is not: a comment
/// comes to stand above a new element of TOML. `DECANT_MERGE_TABLE` prints the counts, and `DECANT_MERGE_STORIES` names a folder for
/// the texts of each case that is not right.
@Suite struct IdentityMergeTests {
  typealias Kind = EditedDocument.Kind
  typealias Layout = EditedDocument.Layout

  private struct Trial {
    let kind: Kind
    let layout: Layout
    let readings: [IdentityMerge]
    private let documents: [EditedDocument]
    /// The merge of what was done, whether the texts show it or not.
    let truth: IdentityMerge
    /// The merge of what each side did after both did the same.
    let rest: IdentityMerge?
    let texts: [String]
    let words: [String]
    let isShared: Bool
    /// The lines of comments that each text with marks must have.
    private let comments: Set<String>

    /// Nil if the sides do not differ, or something was removed and added again.
    init?(_ kind: Kind, _ layout: Layout, number: Int) throws {
      var random = SeededGenerator(
        seed: UInt64(number * 100 + (Kind.allCases.firstIndex(of: kind) ?? 0)))
      var base = EditedDocument(
        try kind.value(&random), isStream: kind.isStream, scarcity: layout.hasComments ? 3 : nil,
        &random)
      base.removeHiddenComments(in: layout)
      var (common, words) = (base, [[String]]())
      func edit(_ document: inout EditedDocument, _ counts: ClosedRange<Int>, from first: Int) {
        document.next = first
        words.append([])
        for _ in 0..<Int.random(in: counts, using: &random) {
          words[words.count - 1].append(document.edit(&random, in: layout))
        }
      }
      isShared = number % 3 == 0
      if isShared { edit(&common, 1...2, from: 500) } else { words.append([]) }
      var (ours, theirs) = (common, common)
      edit(&ours, isShared ? 0...2 : 1...4, from: 1000)
      edit(&theirs, isShared ? 0...2 : 1...4, from: 2000)
      (self.kind, self.layout) = (kind, layout)
      self.words = zip(["both", "ours", "theirs"], words).map {
        "\($0): \($1.joined(separator: "; "))"
      }
      texts = [base, ours, theirs].map { $0.text(in: layout) }
      let isRepeated = [ours, theirs].contains { $0.addsAgain(whatItRemovedFrom: base) }
      guard Set(texts).count == 3, !isRepeated else { return nil }
      documents = [base, ours, theirs]
      let all = documents
      readings = [.hidden, .strict].map { Self.merge(all, $0) }
      truth = IdentityMerge(base: base, ours: ours, theirs: theirs)
      rest = isShared ? IdentityMerge(base: common, ours: ours, theirs: theirs) : nil
      let (old, left, right) = (base.commentLines, ours.commentLines, theirs.commentLines)
      comments = left.union(right).subtracting(old).union(left.intersection(right))
    }

    private static func merge(
      _ documents: [EditedDocument], _ reading: VisibleIdentities.Reading
    ) -> IdentityMerge {
      let sides = [1, 2].map {
        VisibleIdentities.document(
          documents[$0], from: documents[0], reading: reading, firstName: $0 * 200_000)
      }
      return IdentityMerge(base: documents[0], ours: sides[0], theirs: sides[1])
    }

    /// The readings in which others of equal elements are the same.
    private var others: [IdentityMerge] { [.first, .last].map { Self.merge(documents, $0) } }

    /// The readings in which what replaced an element and looks like it is the same.
    private var joined: [IdentityMerge] {
      [.joinedFirst, .joinedLast].map { Self.merge(documents, $0) }
    }

    private var format: Format { layout.format(ofStream: kind.isStream) }

    func merged() throws -> (isClean: Bool, text: String) {
      let merged = try format.merge(base: texts[0], ours: texts[1], theirs: texts[2])
      return (merged.isClean, merged.text)
    }

    /// Says what is wrong; the first word is the kind of mistake.
    func error(isClean: Bool, _ text: String) -> String? {
      if isClean {
        guard let value = try? value(of: text) else { return "wrong: not readable" }
        let owners = CommentOwners(text, in: layout, ofStream: kind.isStream).owners
        func isRight(_ merge: IdentityMerge) -> Bool { merge.error(in: value, owners) == nil }
        if (readings + [truth]).contains(where: isRight) || rest.map(isRight) ?? false {
          return nil
        }
        if isWholly(text) { return nil }
        return (others + joined).contains(where: isRight)
          ? nil : readings[0].error(in: value, owners)
      }
      let lost = comments.filter { !text.contains($0) }
      if !lost.isEmpty { return "lost: no comments \(lost) between marks" }
      let isDue = (readings + others).contains { $0.verdict != .clean }
      return isDue ? nil : "needless: \(readings[0].merged.count) nodes"
    }

    /// Whether a text is that of the side that did all that the other one did, and nothing was moved.
    private func isWholly(_ text: String) -> Bool {
      let lines = texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      return [(1, 2), (2, 1)].contains { part, whole in
        text == texts[whole] && MergedLines.isPart(lines[0], lines[part], of: lines[whole])
      } && !readings.contains { $0.reasons.contains { $0.contains(" moved") } }
    }

    private func value(of text: String) throws -> Value {
      guard kind.isStream else { return try Value(parsing: text, as: format) }
      let documents =
        layout.isJSON
        ? text.split(separator: "\n").map(String.init)
        : ("\n" + text).components(separatedBy: "\n---\n").dropFirst().map(\.self)
      return .sequence(
        try documents.map { try Value(parsing: $0, as: layout.isJSON ? .json : .yaml) })
    }
  }

  private struct Counts {
    var clean = 0, conflict = 0
    var errors: [String: Int] = [:]
    static let names = ["needless", "wrong", "lost", "owner", "returned", "thrown", "worse"]

    mutating func add(isClean: Bool, _ error: String?) {
      if let error {
        errors[Self.name(of: error), default: 0] += 1
      } else if isClean {
        clean += 1
      } else {
        conflict += 1
      }
    }
    static func name(of error: String) -> String { String(error.prefix { $0 != ":" }) }
    subscript(name: String) -> Int { errors[name] ?? 0 }
    /// Clean merges that are not right.
    var wrong: Int { self["wrong"] + self["lost"] + self["owner"] + self["returned"] }

    var row: String {
      ([clean, conflict] + Self.names.map { self[$0] }).map {
        String(repeating: " ", count: max(0, 9 - "\($0)".count)) + "\($0)"
      }.joined()
    }
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let stories = environment["DECANT_MERGE_STORIES"]

  @Test(.enabled(if: Repository.isGitInstalled)) func isNeverWrong() throws {
    var counts: [(name: String, ours: Counts, git: Counts)] = []
    var (all, allOfGit, shared, sharedOfGit) = (Counts(), Counts(), Counts(), Counts())
    var told: [String: Int] = [:]
    for kind in Kind.allCases {
      let trials = try trials(of: kind)
      var (own, ofGit) = (Counts(), Counts())
      for (trial, git) in zip(trials, try Repository.mergedLines(of: trials.map(\.texts))) {
        let gitError = trial.error(isClean: git.isClean, git.text)
        var (isClean, text, error): (Bool, String, String?) = (false, "", nil)
        do {
          try tell(trial, "current")
          (isClean, text) = try trial.merged()
          error = trial.error(isClean: isClean, text)
        } catch let thrown {
          error = "thrown: \(thrown)"
        }
        let isWorse = git.isClean && gitError == nil && !isClean
        own.add(isClean: isClean, error)
        ofGit.add(isClean: git.isClean, gitError)
        all.add(isClean: isClean, error)
        allOfGit.add(isClean: git.isClean, gitError)
        if isWorse {
          own.errors["worse", default: 0] += 1
          all.errors["worse", default: 0] += 1
        }
        if trial.isShared {
          shared.add(isClean: isClean, error)
          sharedOfGit.add(isClean: git.isClean, gitError)
          if isWorse { shared.errors["worse", default: 0] += 1 }
        }
        guard let found = error ?? (isWorse ? "worse: git is clean" : nil) else { continue }
        let name = isWorse ? "worse" : Counts.name(of: found)
        told[name, default: 0] += 1
        let number = told[name] ?? 0
        if number <= 60 {
          try tell(
            trial, "\(name)-\(number)", error: found, result: text,
            git: git.isClean ? git.text : "a conflict\n", gitError: gitError)
        }
        if name != "needless", name != "worse", number <= 5 {
          Issue.record("\(kind): \(found)\n\(story(trial))=== result\n\(text)")
        }
      }
      counts.append((kind.rawValue, own, ofGit))
      #expect(own.wrong + own["thrown"] == 0, "\(kind): \(own), git \(ofGit)")
      #expect(own["needless"] <= ofGit["needless"] + ofGit.wrong, "\(kind): \(own), git \(ofGit)")
    }
    // Git is clean and right here. Most cases are short lists, whose elements no text tells apart.
    #expect(all["worse"] * 50 <= all.clean + all.conflict, "\(all)")
    #expect(
      shared.clean + shared.conflict >= sharedOfGit.clean + sharedOfGit.conflict,
      "\(shared), git \(sharedOfGit)")
    counts += [("all", all, allOfGit), ("shared", shared, sharedOfGit)]
    if Self.environment["DECANT_MERGE_TABLE"] != nil { printTable(counts) }
  }

  private func trials(of kind: Kind) throws -> [Trial] {
    let count = Self.environment["DECANT_MERGE_CASES"].flatMap { Int($0) } ?? 89
    let layouts = kind.layouts()
    var (trials, number): ([Trial], Int) = ([], 0)
    while trials.count < count {
      number += 1
      let layout = layouts[number / 3 % layouts.count]
      if let trial = try Trial(kind, layout, number: number) { trials.append(trial) }
    }
    return trials
  }

  private func printTable(_ counts: [(name: String, ours: Counts, git: Counts)]) {
    let names = (["clean", "conflict"] + Counts.names).map {
      String(repeating: " ", count: max(1, 9 - $0.count)) + $0
    }.joined()
    print(String(repeating: " ", count: 20) + names)
    for (name, ours, git) in counts {
      print(name.padding(toLength: 14, withPad: " ", startingAt: 0) + "decant" + ours.row)
      print(String(repeating: " ", count: 14) + "git   " + git.row)
    }
  }

  private func story(_ trial: Trial) -> String {
    let texts = zip(["base", "ours", "theirs"], trial.texts).map { "=== \($0)\n\($1)" }
    return trial.words.joined(separator: "\n") + "\n" + texts.joined()
  }

  private func tell(
    _ trial: Trial, _ name: String, error: String = "", result: String = "", git: String = "",
    gitError: String? = nil
  ) throws {
    guard let folder = Self.stories else { return }
    let reasons = (trial.readings + [trial.rest].compactMap(\.self)).map {
      "\($0.verdict) \($0.reasons)"
    }.joined(separator: "\n")
    let text = """
      \(trial.kind) \(trial.layout)
      \(error)
      \(reasons)
      \(story(trial))=== result
      \(result)=== git: \(gitError ?? "right")
      \(git)
      """
    try text.write(toFile: "\(folder)/\(name).txt", atomically: false, encoding: .utf8)
  }
}

extension EditedDocument {
  /// Whether a telling value of a node that is gone is in a new one, which is no edit that the texts show.
  fileprivate func addsAgain(whatItRemovedFrom base: EditedDocument) -> Bool {
    func values(_ document: EditedDocument, without other: EditedDocument) -> Set<Value> {
      Set(
        document.nodes.compactMap { id, node in
          guard other.nodes[id] == nil, case .scalar(let value) = node.content,
            value.isTelling(as: node.key)
          else { return nil }
          return value
        })
    }
    return !values(self, without: base).isDisjoint(with: values(base, without: self))
  }
}
