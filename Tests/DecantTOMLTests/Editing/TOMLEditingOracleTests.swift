import DecantTestSupport
import Testing
import Decant

/// Random edits of random project files, compared with Python's `tomllib` and tomlkit.
@Suite(.enabled(if: Oracle.tomlkitEdits.isInstalled)) struct TOMLEditingOracleTests {
  private struct Job {
    let text: String
    let operation: JSONPatch.Operation
    let edited: String

    var value: Value {
      let (name, pointer, value): (Value, DocumentPointer, Value) =
        switch operation {
        case .add(let pointer, let value): ("add", pointer, value)
        case .replace(let pointer, let value): ("replace", pointer, value)
        case .remove(let pointer): ("remove", pointer, .null)
        default: ("test", DocumentPointer(tokens: []), .null)
        }
      return [
        .string(text), name, .sequence(pointer.tokens.map { .string($0.string) }), value,
        .string(edited),
      ]
    }
  }

  private static let values: [Value] = [
    "new text", 7, true, 2.5, "it's", "a\nb", [1, "x"], ["x": 1, "y": ["z"]],
    [["n": 1], ["n": 2]], [], [:], "", ["x": ["y": 1], "l": [["q": 1]]],
  ]

  private static func operation(
    on document: Value, _ random: inout RandomProject
  ) -> JSONPatch.Operation? {
    let pointers = document.pointers
    guard !document.isEmptyMapping else {
      return .add(DocumentPointer(tokens: ["key"]), random.one(values))
    }
    let pointer = random.one(pointers)
    switch (random.pick(3), document[pointer]) {
    case (0, .mapping):
      let key = random.one(["new", "new key", "x.y"])
      return .add(pointer.appending(KeyText(key)), random.one(values))
    case (0, .sequence(let elements)):
      return .add(
        pointer.appending(KeyText(String(random.pick(elements.count + 1)))), random.one(values))
    case (1, _) where !pointer.tokens.isEmpty: return .remove(pointer)
    default: return pointer.tokens.isEmpty ? nil : .replace(pointer, random.one(values))
    }
  }

  @Test func editsAsPythonDoes() throws {
    var jobs: [Job] = []
    for seed in UInt64(0)..<300 {
      var random = RandomProject(seed: seed)
      var text = random.text()
      for _ in 0..<2 {
        let document = try Value(parsing: text, as: .toml)
        guard let operation = Self.operation(on: document, &random) else { continue }
        var editor = try DocumentEditor(Array(text.utf8), as: .toml)
        do {
          try editor.apply(.patch(JSONPatch([operation])))
        } catch {
          if !error.isRefusalOfMixedTables {
            Issue.record("\(error) by \(operation) in:\n\(text)")
          }
          continue
        }
        let edited = String(decoding: editor.bytes, as: UTF8.self)
        jobs.append(Job(text: text, operation: operation, edited: edited))
        Self.checkLines(of: jobs[jobs.count - 1], document)
        text = edited
      }
    }
    let lines = jobs.map { "\($0.value)\n" }.joined()
    let output = try Oracle.tomlkitEdits.run(Array(lines.utf8)) ?? []
    let answers = try String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      try Value(parsing: String($0), as: .json)
    }
    try #require(answers.count == jobs.count && jobs.count > 400)
    for (job, answer) in zip(jobs, answers) {
      #expect(answer[0] == "", "\(job.operation):\n\(job.text)\n=== \n\(job.edited)")
    }
    // tomlkit itself fails in some tables that are in parts.
    #expect(answers.count { $0[1] == true } > jobs.count * 3 / 4)
  }

  /// Every line stays, except those of the edited item.
  private static func checkLines(of job: Job, _ document: Value) {
    let old = job.text.split(separator: "\n", omittingEmptySubsequences: false)
    let new = job.edited.split(separator: "\n", omittingEmptySubsequences: false)
    let comment: Comment = "\(job.operation):\n\(job.text)\n===\n\(job.edited)"
    switch job.operation {
    case .remove:
      // The line of a list loses an item, or an empty table is left.
      #expect(new.count { !old.contains($0) } <= 2, comment)
    case .replace(let pointer, let value):
      guard let replaced = document[pointer], replaced.isOnOneLine, value.isOnOneLine else {
        return
      }
      let changes = zip(old, new).count { $0 != $1 }
      #expect(old.count == new.count && changes <= 1, comment)
    case .add(let pointer, let value):
      let parent = document[pointer.parent]?.array
      // Sections cannot contain an element that is not a mapping.
      guard parent?.first?.mapping == nil || value.mapping != nil else { return }
      #expect(old.count { !new.contains($0) } <= (pointer.tokens.count > 1 ? 2 : 0), comment)
      let added = new.difference(from: old).insertions.count
      if value.isOnOneLine { #expect(added <= 5, comment) }
    default: break
    }
  }
}

extension Value {
  fileprivate var isEmptyMapping: Bool { mapping?.isEmpty ?? false }

  fileprivate var isOnOneLine: Bool {
    array == nil && mapping == nil && string?.contains("\n") != true
  }
}
