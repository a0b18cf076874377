import DecantCore
import Testing

package import Decant

// Every edit of documents with keys that Swift's strings confuse.
//
// The value must be that of the same change of the value, for decant and, where Python reads the format, for Python.
extension EditingProperties {
  private struct TwinEdit {
    let edit: DocumentEdit
    let operations: [JSONPatch.Operation]
  }

  private struct RandomTwins {
    var generator: SeededGenerator

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    mutating func one<T>(_ values: [T]) -> T { values[pick(values.count)] }

    /// A mapping with at least one pair of twins, whose values are texts, so that all formats have them.
    mutating func document(depth: Int = 0, isFlat: Bool) -> Value {
      var keys = Array(TwinKeys.all.shuffled(using: &generator).prefix(pick(4)))
      let twins = one(TwinKeys.pairs)
      for twin in pick(2) == 0 ? [twins.0, twins.1] : [twins.1, twins.0] {
        keys.insert(twin, at: pick(keys.count + 1))
      }
      var mapping = Mapping()
      for key in keys { mapping[key] = value(depth: depth, isFlat: isFlat) }
      return .mapping(mapping)
    }

    private mutating func value(depth: Int, isFlat: Bool) -> Value {
      switch isFlat || depth > 1 ? 0 : pick(5) {
      case 0...2: .string("text \(pick(1000))")
      case 3: .sequence((0..<pick(3)).map { _ in value(depth: depth + 1, isFlat: isFlat) })
      default: document(depth: depth + 1, isFlat: isFlat)
      }
    }
  }

  private static func mappings(
    in value: Value, at pointer: DocumentPointer = DocumentPointer(tokens: [])
  ) -> [(pointer: DocumentPointer, mapping: Mapping)] {
    guard let mapping = value.mapping else { return [] }
    return [(pointer, mapping)]
      + mapping.flatMap { mappings(in: $1, at: pointer.appending(KeyText($0.string ?? ""))) }
  }

  private static func edit(of value: Value, _ random: inout RandomTwins) -> TwinEdit {
    let (parent, mapping) = random.one(mappings(in: value))
    let keys = mapping.keys.compactMap(\.string)
    let present = random.one(keys)
    // The twins of keys that are there, or other keys.
    let others = TwinKeys.all.filter { mapping[$0] == nil }
    let absent = random.one(others.filter { keys.contains($0) } + [random.one(others)])
    let (place, free) = (parent.appending(KeyText(present)), parent.appending(KeyText(absent)))
    let old = mapping[present] ?? .null
    let new = Value.string("new \(random.pick(1000))")
    let document = (try? Document(new)) ?? Document(Tape())
    switch random.pick(9) {
    case 0: return TwinEdit(edit: .set(place, document), operations: [.replace(place, new)])
    case 1: return TwinEdit(edit: .set(free, document), operations: [.add(free, new)])
    case 2: return TwinEdit(edit: .insert(free, document), operations: [.add(free, new)])
    case 3: return TwinEdit(edit: .delete(place), operations: [.remove(place)])
    case 4:
      return TwinEdit(
        edit: .rename(place, to: absent), operations: [.move(from: place, to: free)])
    case 5:
      return TwinEdit(edit: .move(place, to: free), operations: [.move(from: place, to: free)])
    case 6:
      return TwinEdit(edit: .copy(place, to: free), operations: [.copy(from: place, to: free)])
    case 7:
      let patch: [JSONPatch.Operation] = [
        .test(place, old), .add(free, new), .remove(place), .replace(free, "patched"),
      ]
      return TwinEdit(edit: .patch(JSONPatch(patch)), operations: patch)
    default:
      var patch: Value = .null
      patch[present] = .null
      patch[absent] = new
      for token in parent.tokens.reversed() {
        var outer: Value = [:]
        outer[token.string] = patch
        patch = outer
      }
      let merge = (try? Document(patch)) ?? Document(Tape())
      return TwinEdit(edit: .merge(merge), operations: [.remove(place), .add(free, new)])
    }
  }

  /// The name of Python's reader of a format, if it has one.
  private static func reader(of format: Format) -> String? {
    switch format.name {
    case "json", "jsonl": "json"
    case "xml1", "binary1": "plist"
    case "toml", "yaml": format.name
    default: nil
    }
  }

  package static func editsOneOfTwoTwins(_ format: Format) throws {
    var jobs = ""
    for seed in UInt64(0)..<(Thoroughness.isFull ? 1000 : 200) {
      var random = RandomTwins(generator: SeededGenerator(seed: seed))
      let old = random.document(isFlat: ["strings", "csv", "tsv"].contains(format.name))
      let text = try old.encoded(as: format)
      try #require(try Value(parsing: text, as: format) == old)
      let edit = edit(of: old, &random)
      var expected = old
      try expected.apply(JSONPatch(edit.operations))
      var editor = try DocumentEditor(text, as: format)
      try editor.apply(edit.edit)
      let found = try Value(parsing: editor.bytes, as: format)
      #expect(found == expected, "\(edit.edit) of \(old)")
      let other = DocumentEdit.test(DocumentPointer(tokens: []), try Document(expected))
      #expect(throws: Never.self) { try editor.apply(other) }
      guard let reader = reader(of: format) else { continue }
      let job: Value = [
        .string(reader), .string(hexDigits(text)), JSONPatch(edit.operations).value,
        .string(hexDigits(editor.bytes)),
      ]
      jobs += try job.text(as: .jsonLines)
    }
    guard !jobs.isEmpty, Oracle.keyedEdits.isInstalled else { return }
    let answers = try #require(try Oracle.keyedEdits.run(Array(jobs.utf8)))
    for (answer, job) in zip(
      String(decoding: answers, as: UTF8.self).split(separator: "\n"), jobs.split(separator: "\n"))
    {
      #expect(answer == "\"\"", "\(job)")
    }
  }

  /// The example that was reported, with each operation.
  package static func editsTheKeyThatIsMeant(_ format: Format) throws {
    let document: Value = ["é": "1", "e\u{301}": "2"]
    let (twin, other) = (DocumentPointer(tokens: ["e\u{301}"]), DocumentPointer(tokens: ["f"]))
    let edits: [(DocumentEdit, Value)] = [
      (.set(twin, try Document("8")), ["é": "1", "e\u{301}": "8"]),
      (.delete(twin), ["é": "1"]),
      (.rename(twin, to: "f"), ["é": "1", "f": "2"]),
      (.move(twin, to: other), ["é": "1", "f": "2"]),
      (.copy(twin, to: other), ["é": "1", "e\u{301}": "2", "f": "2"]),
      (.merge(try Document(["e\u{301}": "9"])), ["é": "1", "e\u{301}": "9"]),
      (.patch(JSONPatch([.remove(twin)])), ["é": "1"]),
    ]
    for (edit, expected) in edits {
      var editor = try DocumentEditor(try document.encoded(as: format), as: format)
      try editor.apply(edit)
      #expect(try Value(parsing: editor.bytes, as: format) == expected, "\(edit)")
    }
    let alone: Value = ["é": "1"]
    var editor = try DocumentEditor(try alone.encoded(as: format), as: format)
    #expect(throws: DecantError.self) { try editor.apply(.delete(twin)) }
    #expect(throws: DecantError.self) { try editor.apply(.test(twin, try Document("1"))) }
    try editor.apply(.insert(twin, try Document("2")))
    #expect(try Value(parsing: editor.bytes, as: format) == document)
  }
}
