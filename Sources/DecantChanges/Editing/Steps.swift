package import DecantConversion
public import DecantCore

/// A text of edits that upgrades documents, one step a line.
///
///     # version 42: logging keys
///     only     [apiVersion=v1]
///     rename   /logs/general/level   level
///     move     /logs/access          /accessLog
///     set      /logs/format          json
///     delete   /providers/file/content
///
/// The words are those of the options of `decant edit`; a value is the rest of its line. What is not there is passed over,
/// `append` adds what a sequence lacks, `only` passes over documents that do not match, and `test` is an error where a value
/// differs. A second run changes nothing: steps of which it would change more are refused.
///
///     var editor = try DocumentEditor(text, as: .yaml)
///     try editor.apply(Steps(text, named: "42.steps"))
public struct Steps: Sendable {
  /// The steps in their order.
  package let edits: [EditStep]

  /// Parses steps, which errors call `name`; no step may name a file.
  ///
  /// Values are in the formats of `registry` that are called `yaml` and `json`.
  public init(
    _ text: String, named name: String = "steps", among registry: FormatRegistry
  ) throws(DecantError) {
    try self.init(text, named: name, areRepeatable: true, among: registry)
  }

  /// Parses steps; `read` returns what a file holds that a step names.
  ///
  /// Those that are not repeatable are done as the options of `decant edit` are.
  package init(
    _ text: String, named name: String, areRepeatable: Bool, among registry: FormatRegistry,
    reading read: (String, EnteredEdit.FileUse) throws(DecantError) -> EnteredEdit.FileContent = {
      (_, _) throws(DecantError) in throw DecantError(.specific(StepProblem.file))
    }
  ) throws(DecantError) {
    var edits: [EditStep] = []
    var paths = StepPaths()
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = StepLine(line, number: index + 1, of: name)
      do throws(DecantError) {
        switch try line.step(among: registry) {
        case nil: break
        case .only(let selection)?:
          paths.isGuarded = true
          edits.append(EditStep(.only(selection), of: line, isRepeatable: areRepeatable))
        case .edit(let entered)?:
          let content = try entered.file.map { (file) throws(DecantError) in
            try read(file, entered.fileUse)
          }
          let edit = try entered.edit(with: content, among: registry)
          if areRepeatable { try paths.add(edit) }
          edits.append(
            EditStep(.edit(edit), of: line, isRepeatable: areRepeatable, as: entered))
        }
      } catch {
        // The error of a file has its own place.
        guard error.source == nil else { throw error }
        throw line.located(error)
      }
    }
    self.edits = edits
  }
}

/// An edit in a list, or a condition for those after it.
package struct EditStep: Sendable {
  package let action: Action
  /// The line of ``Steps``.
  package let source: StepLine?
  /// Whether the edit can be made again: what is not there, or there already, is passed over.
  package let isRepeatable: Bool
  /// The edit as it was entered, if it was.
  package let entered: EnteredEdit?

  package enum Action: Sendable {
    case edit(DocumentEdit)
    /// Documents that do not match are passed over by the steps that follow in the same text.
    case only(DocumentSelection)
  }

  package init(_ edit: DocumentEdit, as entered: EnteredEdit? = nil) {
    (action, source, isRepeatable, self.entered) = (.edit(edit), nil, false, entered)
  }

  init(
    _ action: Action, of source: StepLine, isRepeatable: Bool, as entered: EnteredEdit? = nil
  ) {
    (self.action, self.source, self.entered) = (action, source, entered)
    self.isRepeatable = isRepeatable
  }

  /// Whether the edit is left out where its path leads nowhere.
  func mayBeLeftOut(by editor: DocumentEditor) -> Bool {
    guard isRepeatable, case .edit(let edit) = action else { return editor.skipsMissing }
    return switch edit {
    case .test: false
    // What is missing is made.
    case .set(let path, _), .append(let path, _), .insert(let path, _):
      !path.leadsToOnePlace || editor.skipsMissing
    default: true
    }
  }

  /// Whether a document looks as after the edit.
  func isDone(in draft: Draft) -> Bool {
    switch action {
    case .edit(.rename(let path, let key)): draft.leads(path.withLastName(KeyText(key)))
    case .edit(.move(_, let target)): draft.leads(target)
    default: false
    }
  }
}

/// What of earlier steps decides whether later ones can be made again.
private struct StepPaths {
  /// Whether a condition or a test stands before, which a second run does not pass.
  var isGuarded = false
  /// Where steps before have moved values to, by the places where these were.
  private var moves: [[PathPattern.Step]: PathPattern] = [:]

  mutating func add(_ edit: DocumentEdit) throws(DecantError) {
    switch edit {
    case .test: isGuarded = true
    case _ where isGuarded: break
    case .insert: throw DecantError(.specific(StepProblem.unguarded("insert")))
    case .copy: throw DecantError(.specific(StepProblem.unguarded("copy")))
    case .rename(let path, let key): try add(path, path.withLastName(KeyText(key)))
    case .move(let path, let target): try add(path, target)
    default: break
    }
  }

  private mutating func add(_ path: PathPattern, _ target: PathPattern) throws(DecantError) {
    guard path.steps != target.steps else { return }
    var place = target
    while place.steps != path.steps, let next = moves[place.steps] { place = next }
    guard place.steps != path.steps else { throw DecantError(.specific(StepProblem.ring)) }
    moves[path.steps] = target
  }
}

extension PathPattern {
  /// The path to the value with another key in the same mapping.
  func withLastName(_ name: KeyText) -> PathPattern {
    PathPattern(steps: steps.dropLast() + [.name(name)], text: text)
  }
}
