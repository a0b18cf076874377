import Testing

package import Decant

/// The properties of edits in any notation, which the tests of each format check.
///
/// Random edits change the value and no other byte of documents in random layouts.
package enum EditingProperties {
  private static func operation(
    on value: Value, _ layout: inout RandomLayout, onlyStrings: Bool, keepsRoot: Bool
  ) -> JSONPatch.Operation {
    let pointers = value.pointers
    let pointer = pointers[layout.pick(0...pointers.count - 1)]
    let new =
      layout.pick(0...2) == 0
      ? layout.value(depth: 2, onlyStrings: onlyStrings) : layout.scalar(onlyStrings)
    switch (layout.pick(0...4), value[pointer]) {
    case (0, _) where !pointer.tokens.isEmpty: return .remove(pointer)
    case (1...2, .mapping): return .add(pointer.appending("new"), new)
    case (1...2, .sequence(let elements)):
      return .add(pointer.appending(KeyText(String(layout.pick(0...elements.count)))), new)
    case (3, _)
    where !pointer.tokens.isEmpty && value.mapping != nil
      && !pointer.isInside(DocumentPointer(tokens: ["moved"])):
      return .move(from: pointer, to: DocumentPointer(tokens: ["moved"]))
    default:
      return pointer.tokens.isEmpty && (onlyStrings || keepsRoot)
        ? .test(pointer, value) : .replace(pointer, new)
    }
  }

  package static func editsWhatIsToBeEdited(_ notation: EditedNotation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed)
    let onlyStrings = notation.onlyStrings
    let old = notation.document(&layout)
    let text = notation.text(of: old, &layout)
    let read = try Value(parsing: text, as: notation.format)
    try #require(read == old, "\(text)")
    var editor = try DocumentEditor(Array(text.utf8), as: notation.format)
    var value = old
    var story = text
    for _ in 0..<4 {
      let operation = operation(
        on: value, &layout, onlyStrings: onlyStrings, keepsRoot: notation.hasMappingAsRoot)
      try value.apply(JSONPatch([operation]))
      story += "\n=== \(operation)\n"
      do {
        try editor.apply(.patch(JSONPatch([operation])))
      } catch {
        if !error.isRefusalOfMixedTables { Issue.record("\(error)\n\(story)") }
        return
      }
      story += String(decoding: editor.bytes, as: UTF8.self)
      let result = try Value(parsing: editor.bytes, as: notation.format)
      try #require(result == value, "\(story)")
    }
    guard try editor.makes(.patch(old.difference(from: value))) else { return }
    #expect(try Value(parsing: editor.bytes, as: notation.format) == old, "\(story)")
  }

  package static func keepsAllOtherBytes(_ notation: EditedNotation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed &+ 5000)
    let value = notation.document(&layout)
    let text = Array(notation.text(of: value, &layout).utf8)
    for pointer in value.pointers where !pointer.tokens.isEmpty {
      guard let old = value[pointer], old.array == nil, old.mapping == nil else { continue }
      var editor = try DocumentEditor(text, as: notation.format)
      try editor.apply(.set(pointer, try Document("mark")))
      let before = zip(text, editor.bytes).prefix { $0 == $1 }.count
      let after = zip(text.dropFirst(before).reversed(), editor.bytes.dropFirst(before).reversed())
        .prefix { $0 == $1 }.count
      let changed = String(decoding: text[before..<text.count - after], as: UTF8.self)
      #expect(!changed.contains(" {["), "\(changed)")
      let comments = text.count { $0 == UInt8(ascii: "{") }
      #expect(editor.bytes.count { $0 == UInt8(ascii: "{") } == comments)
    }
  }

  /// Many edits in one call: the value is that of the edits one after the other.
  package static func editsAllAtOnce(_ notation: EditedNotation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed &+ 31_000)
    let old = notation.document(&layout)
    let text = notation.text(of: old, &layout)
    let (edits, value) = try edits(of: old, count: layout.pick(2...7), notation, &layout)
    var editor = try DocumentEditor(Array(text.utf8), as: notation.format)
    do {
      try editor.apply(edits)
    } catch {
      if !error.isRefusalOfMixedTables { Issue.record("\(error)\n\(edits)\n\(text)") }
      return
    }
    let story = "\(edits)\n\(text)\n=== \(String(decoding: editor.bytes, as: UTF8.self))"
    #expect(try Value(parsing: editor.bytes, as: notation.format) == value, "\(story)")
  }

  /// Several random edits at once, with and without thinning.
  package static func editsAsWithoutThinning(_ notation: EditedNotation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed &+ 9000)
    var values = Mapping()
    for index in 0..<layout.pick(3...9) {
      values["m\(index)"] = layout.value(
        depth: layout.pick(0...2), onlyStrings: notation.onlyStrings)
    }
    let old = Value.mapping(values)
    let text = notation.text(of: old, &layout)
    let (edits, value) = try edits(of: old, count: layout.pick(1...3), notation, &layout)
    // A small document shows less of its layout without most of its nodes, so only the values are the same.
    for isThinned in [false, true] {
      var editor = try DocumentEditor(Array(text.utf8), as: notation.format)
      editor.smallestThinnedText = isThinned ? 0 : .max
      editor.shortestOmission = 1
      try editor.apply(edits)
      #expect(
        try Value(parsing: editor.bytes, as: notation.format) == value, "\(edits)\n\(text)")
    }
  }

  private static func edits(
    of old: Value, count: Int, _ notation: EditedNotation, _ layout: inout RandomLayout
  ) throws -> (edits: [DocumentEdit], value: Value) {
    var value = old
    var edits: [DocumentEdit] = []
    for _ in 0..<count {
      let kind = RandomEdit.Kind.allCases[layout.pick(0...RandomEdit.Kind.allCases.count - 1)]
      guard
        let edit = try RandomEdit(kind, of: value, &layout, onlyStrings: notation.onlyStrings)
      else { continue }
      value = edit.expected
      edits.append(edit.edit)
    }
    return (edits, value)
  }

  /// Every edit of every document of a few tokens succeeds or is refused, so that a failure has a minimal example.
  ///
  /// Of the 80,000 longest documents, only a full run takes all.
  package static func succeedsOrIsRefused(
    of tokens: [String], count: Int, as format: Format
  ) {
    var texts = [""]
    for length in 1...count {
      texts = texts.flatMap { text in tokens.map { text + $0 } }
      for text in length < count
        ? texts : Thoroughness.cases(of: texts, by: Thoroughness.isFull ? 1 : 20)
      {
        let violation = EditInvariants.violation(ofAnyEditOf: Array(text.utf8), as: format)
        if let violation { Issue.record("\(text.debugDescription): \(violation)") }
      }
    }
  }
}

extension Value {
  /// The places of the value and of all values inside it.
  package var pointers: [DocumentPointer] {
    var result = [DocumentPointer(tokens: [])]
    func visit(_ value: Value, _ tokens: [String]) {
      for (index, element) in (value.array ?? []).enumerated() {
        add(element, tokens + [String(index)])
      }
      for (key, value) in value.mapping ?? Mapping() { add(value, tokens + [key.string ?? ""]) }
    }
    func add(_ value: Value, _ tokens: [String]) {
      result.append(DocumentPointer(tokens: tokens))
      visit(value, tokens)
    }
    visit(self, [])
    return result
  }
}

extension DocumentEditor {
  /// Makes an edit; returns false if it is refused because of mixed tables.
  mutating func makes(_ edit: DocumentEdit) throws -> Bool {
    do {
      try apply(edit)
      return true
    } catch {
      if error.isRefusalOfMixedTables { return false }
      throw error
    }
  }
}

extension Error {
  /// Whether an element of `[[tables]]` would not be a table, for which other lines would have to move.
  package var isRefusalOfMixedTables: Bool {
    let problem = (self as? DecantError)?.problem.specific(DecantError.TOMLProblem.self)
    if case .elementIsNotATable? = problem { return true }
    return false
  }
}
