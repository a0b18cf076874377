import DecantTestSupport
import Testing
import Decant

/// Random edits change the value and no other byte of documents in random layouts.
@Suite struct EditingPropertyTests {
  enum Notation: String, CaseIterable, Sendable {
    case json5, yaml, xml, openStep, toml

    var format: Format {
      switch self {
      case .json5: .json5
      case .yaml: .yaml
      case .xml: .xmlPropertyList
      case .openStep: .openStepPropertyList
      case .toml: .toml
      }
    }

    /// Whether a document is always a mapping.
    var hasMappingAsRoot: Bool { self == .toml }

    func document(_ value: Value) -> Value {
      value.mapping == nil && hasMappingAsRoot ? ["root": value] : value
    }

    func text(of value: Value, _ layout: inout RandomLayout) -> String {
      switch self {
      case .json5: layout.json5(value)
      case .yaml: layout.yaml(value)
      case .xml: layout.xml(value)
      case .openStep: layout.openStep(value)
      case .toml: layout.toml(value)
      }
    }
  }

  private func operation(
    on value: Value, _ layout: inout RandomLayout, onlyStrings: Bool, keepsRoot: Bool
  ) -> JSONPatch.Operation {
    let pointers = Self.pointers(in: value)
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

  static func pointers(in value: Value) -> [DocumentPointer] {
    var result = [DocumentPointer(tokens: [])]
    func visit(_ value: Value, _ tokens: [String]) {
      result.append(DocumentPointer(tokens: tokens))
      for (index, element) in (value.array ?? []).enumerated() {
        visit(element, tokens + [String(index)])
      }
      for (key, value) in value.mapping ?? Mapping() { visit(value, tokens + [key.string ?? ""]) }
    }
    for (index, element) in (value.array ?? []).enumerated() { visit(element, [String(index)]) }
    for (key, value) in value.mapping ?? Mapping() { visit(value, [key.string ?? ""]) }
    return result
  }

  @Test(arguments: Notation.allCases, 0..<300 as Range<UInt64>)
  func editsWhatIsToBeEdited(notation: Notation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed)
    let onlyStrings = notation == .openStep
    let old = notation.document(layout.value(onlyStrings: onlyStrings))
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
        Issue.record("\(error)\n\(story)")
        return
      }
      story += String(decoding: editor.bytes, as: UTF8.self)
      let result = try Value(parsing: editor.bytes, as: notation.format)
      try #require(result == value, "\(story)")
    }
    try editor.apply(.patch(old.difference(from: value)))
    #expect(try Value(parsing: editor.bytes, as: notation.format) == old, "\(story)")
  }

  @Test(arguments: Notation.allCases, 0..<200 as Range<UInt64>)
  func keepsAllOtherBytes(notation: Notation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed &+ 5000)
    let onlyStrings = notation == .openStep
    let value = notation.document(layout.value(onlyStrings: onlyStrings))
    let text = Array(notation.text(of: value, &layout).utf8)
    for pointer in Self.pointers(in: value) where !pointer.tokens.isEmpty {
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
}
