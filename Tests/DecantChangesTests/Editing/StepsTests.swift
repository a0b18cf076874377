@testable import DecantChanges
import DecantConversion
import DecantTestSupport
import Testing
import Decant

/// Steps against a model that makes them in values.
@Suite struct StepsTests {
  @Test(arguments: EditedNotation.allCases, 0..<150 as Range<UInt64>)
  func areThoseOfTheModel(notation: EditedNotation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed &+ 68_000)
    let old = notation.document(&layout)
    let text = Array(notation.text(of: old, &layout).utf8)
    let model = (0..<layout.pick(1...5)).map { _ in ModelStep(for: old, notation, &layout) }
    let lines = try model.map { try #require(StepLine.text(of: $0.entered, among: .standard)) }
    let story = "\(lines.joined(separator: "\n"))\n===\n\(String(decoding: text, as: UTF8.self))"
    // Rings are refused by themselves.
    guard let steps = try? Steps(lines.joined(separator: "\n")) else { return }

    let first = ModelStep.run(model, on: old)
    let second = first.flatMap { ModelStep.run(model, on: $0) }
    var editor = try DocumentEditor(text, as: notation.format)
    do {
      try editor.apply(steps)
    } catch {
      #expect(editor.bytes == text, "\(story)")
      let isRepeated = error.problem.specific(StepProblem.self) == .repeated
      // What is removed and made again has another place or layout each time.
      let words = Set(model.map(\.word))
      let isMovedOn =
        isRepeated && words.contains("delete") && !words.isDisjoint(with: ["set", "append"])
      #expect(
        first == nil && !isRepeated || first != nil && first != second && isRepeated || isMovedOn
          || error.isRefusalOfMixedTables, "\(error)\n\(story)")
      return
    }
    try #require(first != nil && first == second, "\(story)")
    let result = editor.bytes
    #expect(try Value(parsing: result, as: notation.format) == first, "\(story)")
    var again = try DocumentEditor(result, as: notation.format)
    try again.apply(steps)
    #expect(again.bytes == result, "\(story)")
  }

  /// What is printed is read as it was, whatever characters its words have.
  @Test func anyWordIsReadAsItWasPrinted() throws {
    var random = SeededGenerator(seed: 68)
    var printed = 0
    for _ in 0..<5000 {
      let operation = try #require(EnteredEdit.Operation.allCases.randomElement(using: &random))
      let all: [EnteredEdit.Form] = operation == .set ? [.string, .date, .data] : []
      let form =
        operation.hasValue
        ? (all + [.value, .json, nil, nil]).randomElement(using: &random) ?? nil : nil
      let words = operation.words.names.enumerated().map { index, name in
        let isPath = index == 0 && name != "FILE" || name == "TO"
        let tokens = (0..<2).map { _ in KeyText(RandomValue.text(&random)) }
        return isPath ? PathPattern.spelling(of: tokens) : RandomValue.text(&random)
      }
      let edit = EnteredEdit(operation, words, as: form)
      guard let line = StepLine.text(of: edit, among: .standard) else {
        // A value that is no text has its own quotes, and one line.
        #expect(operation.hasValue || words.contains(""), "\(edit)")
        continue
      }
      printed += 1
      #expect(!line.contains("\n"))
      let read = try? StepLine(line[...].utf8, number: 1, of: "").step(among: .standard)
      guard case .edit(let read)? = read else {
        Issue.record("\(line.debugDescription)")
        continue
      }
      let quoted = EnteredEdit(operation, [words[0], read.words.last ?? ""])
      #expect(read == edit || read == quoted, "\(line.debugDescription)")
    }
    #expect(printed > 3000)
  }

  @Test(arguments: [
    // What white space ends, and what not.
    ("{a b: 1}", "delete \"/a b\"", "{}"), ("{a b: 1}", "delete .[\"a b\"]  ", "{}"),
    ("[{n: x y}, {n: z}]", "delete /[n=x y]", "[{n: z}]"), ("{'a[': 1}", "delete /a[", "{}"),
    ("{a: 1}", "move /a /b c", "{b c: 1}"), ("{a: 1}", "rename /a \" b\"", "{' b': 1}"),
    ("{a: x}", "set /a  y  z ", "{a: y  z}"), ("{a: x}", "set /a # y", "{a: '# y'}"),
    ("{a: 1}", "set /a \"2\"", "{a: '2'}"), ("{a: x}", "set-string /a \"2\"", "{a: '\"2\"'}"),
    ("{a: x}", "set --value /a 2\r", "{a: 2}"), ("{}", "append /l x\nappend /l x", "{l: [x]}"),
    // What is not there.
    ("{a: 1}", "delete /b\nrename /c d\nmove /e /f", "{a: 1}"),
    ("{}", "set /*/a 1", "{}"), ("[{}, {a: 1}]", "set /*/a 2", "[{a: 2}, {a: 2}]"),
    // A condition is for what follows in the same text.
    ("{v: 1, l: []}", "set /a 1\nonly [v=2]\nset /b 1\ninsert /l/- x", "{v: 1, l: [], a: 1}"),
    ("{v: 1, l: []}", "only [v=1]\ninsert /l/- x\nset /v 2", "{v: 2, l: [x]}"),
  ])
  func makeOneLineEach(old: String, steps: String, new: String) throws {
    let steps = try Steps(steps)
    for format in [Format.yaml, .json, .cbor] {
      let text = try Value(parsing: old, as: .yaml).encoded(as: format)
      let result = try steps.applied(to: text, as: format)
      #expect(try Value(parsing: result, as: format) == Value(parsing: new, as: .yaml))
    }
  }

  /// A step is passed over where another edit is an error, but a test stops, and so does a value that cannot have a key.
  @Test(arguments: ["test /a 2", "test /b 1", "set /a/b 1", "append /a 1", "rename /a c"])
  func stopWithTheirPlace(step: String) throws {
    let text = Array("# x\na: 1\nc: 2\n".utf8)
    let error = #expect(throws: DecantError.self) {
      try Steps("\n# y\n \(step)", named: "1.steps").applied(to: text, named: "a", as: .yaml)
    }
    #expect(error?.step == "1.steps:3: \(step)")
    #expect(error?.description.hasSuffix(", in the step at 1.steps:3: \(step)") == true)
    #expect(error?.source == "a")
    #expect(step == "test /b 1" || error?.position?.line == 2)
  }

  @Test func nameNoFiles() throws {
    for step in ["merge x", "sync x", "add-missing x", "patch x", "set /a @x", "test /a @x"] {
      let error = #expect(throws: DecantError.self) { try Steps("set /b 1\n" + step) }
      #expect(error?.position?.line == 2)
      #expect(error?.problem.specific(StepProblem.self) == .file)
    }
    #expect(try Steps("set-string /a @x").edits.count == 1)
  }

  /// Large documents are thinned, for which each step tells what it needs.
  @Test func areMadeInThinnedDocuments() throws {
    let rest = (0..<200).map { "k\($0): {a: [1, 2, 3], b: text}\n" }.joined()
    let text = "v: 1\nl: [a, b]\n" + rest + "old: {x: 1}\n"
    let steps = try Steps("only [v=1]\nappend /l b\nappend /l c\nrename /old new\nset /v 2")
    var results: [[UInt8]] = []
    for smallest in [0, .max] {
      var editor = try DocumentEditor(Array(text.utf8), as: .yaml)
      editor.smallestThinnedText = smallest
      editor.shortestOmission = 1
      try editor.apply(steps)
      results.append(editor.bytes)
    }
    #expect(results[0] == results[1])
    #expect(
      String(decoding: results[0], as: UTF8.self)
        == "v: 2\nl: [a, b, c]\n" + rest + "new: {x: 1}\n")
  }

  @Test func upgradeSettings() throws {
    struct Settings: Codable, Equatable {
      var log = "info"
      var port = 80
    }
    let steps = [try Steps("rename /logs log"), try Steps("move /http/port /port\ndelete /http")]
    let old = "# mine\nlogs: debug # for now\nhttp:\n  port: 8080\n"
    var settings = try SettingsText(
      Array(old.utf8), as: .yaml, default: Settings(), steps: steps)
    #expect(settings.value == Settings(log: "debug", port: 8080))
    #expect(settings.problems.isEmpty)
    settings.value.port = 81
    #expect(
      try String(decoding: settings.bytes(), as: UTF8.self)
        == "# mine\nlog: debug # for now\nport: 81\n")
  }
}

/// A step, and what it makes of a value.
private enum ModelStep {
  case set(DocumentPointer, Value), append(DocumentPointer, Value), delete(DocumentPointer)
  case rename(DocumentPointer, String), move(DocumentPointer, DocumentPointer)

  init(for value: Value, _ notation: EditedNotation, _ layout: inout RandomLayout) {
    let keys = (value.mapping ?? Mapping()).compactMap { $0.key.token }
    /// A place in the document, or a key at its top.
    func place(_ layout: inout RandomLayout) -> DocumentPointer {
      let pointers = value.pointers.filter { !$0.tokens.isEmpty }
      if layout.chance(40) || pointers.isEmpty || value.mapping == nil {
        let names = keys + ["new", "old"]
        return DocumentPointer([names[layout.pick(0...names.count - 1)]])
      }
      return pointers[layout.pick(0...pointers.count - 1)]
    }
    let new = layout.newValue(notation.onlyStrings)
    switch layout.pick(0...4) {
    case 0: self = .set(place(&layout), new)
    case 1: self = .append(place(&layout), new)
    case 2: self = .delete(place(&layout))
    case 3: self = .rename(place(&layout), ["new", "old", "x"][layout.pick(0...2)])
    default:
      self = .move(place(&layout), DocumentPointer([["new", "old", "y"][layout.pick(0...2)]]))
    }
  }

  var entered: EnteredEdit {
    func text(_ pointer: DocumentPointer) -> String { PathPattern.spelling(of: pointer.tokens) }
    func json(_ value: Value) -> String {
      String(decoding: ((try? value.encoded(as: .json)) ?? []).prefix { $0 != 0x0A }, as: UTF8.self)
    }
    return switch self {
    case .set(let path, let value): EnteredEdit(.set, [text(path), json(value)], as: .json)
    case .append(let path, let value): EnteredEdit(.append, [text(path), json(value)], as: .json)
    case .delete(let path): EnteredEdit(.delete, [text(path)])
    case .rename(let path, let key): EnteredEdit(.rename, [text(path), key])
    case .move(let path, let target): EnteredEdit(.move, [text(path), text(target)])
    }
  }

  var word: String { entered.operation.rawValue }

  /// Returns the value after all steps; nil if one fails.
  static func run(_ steps: [ModelStep], on value: Value) -> Value? {
    var value = value
    for step in steps {
      guard step.make(&value) else { return nil }
    }
    return value
  }

  private func make(_ value: inout Value) -> Bool {
    switch self {
    case .set(let path, let new): return add(new, at: path, to: &value, replacing: true)
    case .append(let path, let new):
      guard let found = value[path] else { return add([new], at: path, to: &value) }
      guard case .sequence(let elements) = found else { return false }
      value[path] = .sequence(elements.contains(new) ? elements : elements + [new])
      return true
    case .delete(let path):
      return value[path] == nil || (try? value.apply(JSONPatch([.remove(path)]))) != nil
    case .rename(let path, let key):
      guard value[path] != nil else { return true }
      guard value[path.parent]?.mapping != nil else { return false }
      return move(path, to: path.parent.appending(KeyText(key)), in: &value)
    case .move(let path, let target):
      return value[path] == nil || move(path, to: target, in: &value)
    }
  }

  private func move(
    _ path: DocumentPointer, to target: DocumentPointer, in value: inout Value
  ) -> Bool {
    guard path != target else { return true }
    guard value[target] == nil, value[target.parent]?.mapping != nil else { return false }
    return (try? value.apply(JSONPatch([.move(from: path, to: target)]))) != nil
  }

  /// Adds the last key of a path, with the mappings that lead to it.
  private func add(
    _ new: Value, at path: DocumentPointer, to value: inout Value, replacing: Bool = false
  ) -> Bool {
    if value[path] != nil {
      guard replacing else { return false }
      value[path] = new
      return true
    }
    var known = path.tokens[...]
    while value[DocumentPointer(known)] == nil { known.removeLast() }
    let outer = DocumentPointer(known)
    let rest = path.tokens[known.count...]
    guard value[outer]?.mapping != nil, let first = rest.first,
      rest.dropFirst().allSatisfy({ DocumentPointer.index($0) == nil })
    else { return false }
    let nested = rest.dropFirst().reversed().reduce(new) { inner, token in
      var outer = Mapping()
      outer[token.string] = inner
      return .mapping(outer)
    }
    value[outer.appending(first)] = nested
    return true
  }
}
