internal import DecantCore
internal import DecantConversion
internal import DecantEditing

/// The readings of a value of an edit, each converted to the format when the first slot needs it.
///
/// Where text is replaced, a text that a person enters is text, but for one scalar in quotes. Where something else is
/// replaced, the syntax of the format counts, too. Otherwise, and in new slots, `EnteredForm` decides.
final class ValueReadings {
  private enum Reading {
    case text, own, date, general
  }

  private let value: EditValue
  private let text: String?
  private let isTest: Bool
  private let editor: DocumentEditor
  private var known: [Reading: Document] = [:]
  /// What the text is in the syntax of the format; nil if it is nothing, or not known yet.
  private var ownValue: Document??
  private lazy var date = text.flatMap { try? parse(Self.timestamp($0), entered: $0) }

  /// Creates the readings of a value, for a test in all of YAML, by an editor that counts what the format loses of them.
  init(of value: EditValue, isTest: Bool, by editor: DocumentEditor) {
    self.value = value
    self.isTest = isTest
    self.editor = editor
    text =
      switch value {
      case .document: nil
      case .entered(let text), .date(let text): text
      }
  }

  func document(at slot: Draft.ValueSlot) throws(DecantError) -> Document {
    let ownValue = ownValue(at: slot)
    let reading = reading(at: slot, ownValue?.root.kind)
    if let document = known[reading] {
      if !isTest { try slot.draft.copies.count(0..<document.tape.count, of: document.tape) }
      return document
    }
    let found: Document
    if reading == .own, let ownValue {
      found = ownValue
    } else {
      found = try read(as: reading, slot)
    }
    let document = try editor.roundTripped(found)
    known[reading] = document
    return document
  }

  private func ownValue(at slot: Draft.ValueSlot) -> Document? {
    guard let text, let source = slot.source(ofScalar: text) else { return nil }
    if let ownValue { return ownValue }
    var options = editor.options
    options.needs.formUnion(ReadingOptions.keepingNumbers(of: editor.format).needs)
    var found = try? Document(parsing: source, as: editor.format, options: options)
    if editor.format.editing?.requiresMapping == true {
      let value = found?.root.pairs.first { _ in true }?.value
      found = value.flatMap { try? Document(copying: $0) }
    }
    ownValue = .some(found)
    return found
  }

  private func reading(at slot: Draft.ValueSlot, _ ownKind: Event.Kind?) -> Reading {
    switch (value, slot.kind, ownKind) {
    case (.document, _, _): .general
    case (.date, _, .date?), (.date, _, .localTime?): .own
    case (.date, _, _): .date
    case (.entered(let text), _, _) where slot.node == nil:
      isOnlyText(EnteredForm(text)) || slot.isText(EnteredForm(text), text) ? .text : .general
    case (.entered, .string?, .string?): .own
    case (.entered(let text), .string?, _): EnteredForm(text) == .quoted ? .general : .text
    case (.entered, _, _?): .own
    case (.entered, .date?, _), (.entered, .localTime?, _): date == nil ? .general : .date
    case (.entered, _, _): .general
    }
  }

  /// Whether a cell has no types, so that there is nothing to note.
  private func isOnlyText(_ form: EnteredForm) -> Bool {
    editor.format.tableEditing != nil && !editor.writer.abilities.contains(.numbers)
      && (form == .number || form == .word)
  }

  private func read(
    as reading: Reading, _ slot: Draft.ValueSlot
  ) throws(DecantError) -> Document {
    switch (value, reading) {
    case (.document(let document), _): return document
    case (.date(let text), _), (.entered(let text), .date):
      if let date { return date }
      return try parse(Self.timestamp(text), entered: text)
    case (.entered(let text), .text): return try Document(.string(text))
    case (.entered(let text), _):
      switch isTest ? .number : EnteredForm(text) {
      case .text: return try Document(.string(text))
      case .number, .word, .quoted: return try parse(text, entered: text)
      case .enclosed: return try collection(text, slot.draft)
      }
    }
  }

  private func parse(_ yaml: String, entered text: String) throws(DecantError) -> Document {
    do throws(DecantError) {
      return try Document(
        parsing: yaml, as: editor.registry.format(named: "yaml"),
        options: .keepingNumbers(of: editor.format))
    } catch {
      throw DecantError(.unreadableValue(text, reason: error.message))
    }
  }

  /// Reads a text that begins as a flow collection, which all of it must be; one of templates is text.
  private func collection(_ text: String, _ draft: Draft) throws(DecantError) -> Document {
    let document = try parse(text, entered: text)
    // A comment or a second value does not fit into brackets.
    guard let list = try? parse("[\(text)]", entered: text).root, list[1] == nil,
      document.root.isFlowCollection, list[0]?.kind == document.root.kind
    else {
      throw DecantError(
        .unreadableValue(text, reason: "what begins with a bracket or a quote must end with it"))
    }
    guard document.tape.hasTemplate(Array(text.utf8)) else { return document }
    draft.note(.template(text))
    return try Document(.string(text))
  }

  private static func timestamp(_ text: String) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "!!timestamp '\(parts.joined(separator: "''"))'"
  }
}

extension Document.Node {
  fileprivate var isFlowCollection: Bool {
    tape[content].depthChange > 0 && tape[content].style == .flow
  }
}

extension Tape {
  /// Whether a key is a collection or has no value, as in `{{ x }}` and `{id}`; precondition: the tape is that of `text`.
  fileprivate func hasTemplate(_ text: [UInt8]) -> Bool {
    entries.indices.contains { index in
      guard self[index].kind == .beginMapping else { return false }
      return pairs(in: index).contains { pair in
        let (key, value) = (content(of: pair.key), content(of: pair.value))
        guard self[key].depthChange == 0 else { return true }
        let offset = offset(at: value)
        let first = offset < text.count ? text[offset] : 0
        return self[value].kind == .null && !"nN~".utf8.contains(first)
      }
    }
  }
}
