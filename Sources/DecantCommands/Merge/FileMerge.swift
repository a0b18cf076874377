internal import DecantCore
internal import DecantChanges

/// The merge of two edits of one file.
///
/// The values are merged by structure. The text is the merge of the lines, as by git, if that has exactly the merged
/// values, and so has the comments of both sides; otherwise it is our text with only the values edited. Where neither is
/// certain, the text has the marks of git, and the user decides.
struct FileMerge {
  /// Nil if the base is empty: both sides added the file.
  private let base: MergedFile?
  private let ours: MergedFile
  private let theirs: MergedFile
  private let name: String
  private let options: ReadingOptions
  private let registry: FormatRegistry

  private var tape: SharedTape
  /// The merged documents.
  private let results: (ours: [Int], theirs: [Int])

  /// The places of the conflicts; a file of several documents begins with their index.
  let conflicts: [DocumentPointer]

  /// Precondition: the documents of the files are on `tape`.
  init(
    base: MergedFile?, ours: MergedFile, theirs: MergedFile, on tape: consuming SharedTape,
    named name: String, _ options: ReadingOptions, among registry: FormatRegistry
  ) throws(DecantError) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.name = name
    self.options = options
    self.registry = registry
    var tape = tape
    let old = base?.documents ?? []
    if old.count <= 1, ours.documents.count == 1, theirs.documents.count == 1 {
      let merge = try ValueMerge(
        base: old.first, ours: ours.documents[0], theirs: theirs.documents[0], on: &tape)
      results = ([merge.ours], [merge.theirs])
      conflicts = merge.conflicts
    } else {
      let lists = try (
        tape.sequence(of: old), tape.sequence(of: ours.documents),
        tape.sequence(of: theirs.documents)
      )
      let merge = try ValueMerge(base: lists.0, ours: lists.1, theirs: lists.2, on: &tape)
      results = (tape.elements(of: merge.ours) ?? [], tape.elements(of: merge.theirs) ?? [])
      conflicts = merge.conflicts
    }
    self.tape = tape
  }

  mutating func result(with marks: LineMerge.Marks) throws(DecantError) -> MergeOutcome {
    guard !ours.format.abilities.contains(.binary) else {
      let text = try edited(ours.bytes, from: ours.documents, to: results.ours)
      guard conflicts.isEmpty else {
        throw DecantError(MergeProblem.binary(conflicts)).about(name)
      }
      return MergeOutcome(text)
    }
    let lines = LineMerge(base: base?.bytes ?? [], ours: ours.bytes, theirs: theirs.bytes)
    if lines.isClean == conflicts.isEmpty, hasResults(lines) {
      return MergeOutcome(lines.text(with: marks), conflicts: conflicts)
    }
    if conflicts.isEmpty, lines.isClean, documents(of: lines.text(choosing: .ours)) != nil {
      return MergeOutcome(whole.text(with: marks), doubt: .lines)
    }
    do throws(DecantError) {
      return try editedResult(with: marks)
    } catch {
      if case .system = error.problem { throw error }
      let text = lines.isClean ? whole : lines
      return MergeOutcome(text.text(with: marks), conflicts: conflicts, doubt: .edit(error))
    }
  }

  /// Our text with the merged values.
  private mutating func editedResult(
    with marks: LineMerge.Marks
  ) throws(DecantError) -> MergeOutcome {
    let hasSameTags = tape.tags(of: base?.documents ?? []) == tape.tags(of: theirs.documents)
    guard hasSameTags else { throw DecantError(MergeProblem.tags).about(name) }
    let first = try edited(ours.bytes, from: ours.documents, to: results.ours)
    let lacksTheirLayout = hasTheirLayout
    guard !conflicts.isEmpty else { return MergeOutcome(first, lacksTheirLayout: lacksTheirLayout) }
    let second = try edited(first, from: results.ours, to: results.theirs)
    return MergeOutcome(
      LineMerge(ours: first, theirs: second).text(with: marks), conflicts: conflicts,
      lacksTheirLayout: lacksTheirLayout)
  }

  /// All lines in which the sides differ, as conflicts.
  private var whole: LineMerge { LineMerge(ours: ours.bytes, theirs: theirs.bytes) }

  /// Whether their side changed more of the base than an edit of the values does.
  private var hasTheirLayout: Bool {
    mutating get {
      guard let base else { return true }
      let edited = try? edited(base.bytes, from: base.documents, to: theirs.documents)
      return edited != theirs.bytes
    }
  }

  private mutating func hasResults(_ lines: LineMerge) -> Bool {
    guard contains(lines.text(choosing: .ours), results.ours) else { return false }
    return lines.isClean || contains(lines.text(choosing: .theirs), results.theirs)
  }

  private mutating func contains(_ text: [UInt8], _ expected: [Int]) -> Bool {
    documents(of: text).map { tape.areIdentical($0, expected) } ?? false
  }

  /// Returns nil if the text cannot be read, or has a key twice.
  private mutating func documents(of text: [UInt8]) -> [Int]? {
    try? MergedFile(text, named: name, as: ours.format, options, among: registry, on: &tape)
      .documents
  }

  private mutating func edited(
    _ text: [UInt8], from old: [Int], to new: [Int]
  ) throws(DecantError) -> [UInt8] {
    guard !tape.areIdentical(old, new) else { return text }
    guard old.count == new.count else { throw DecantError(MergeProblem.documents).about(name) }
    var editor = try DocumentEditor(
      text, named: name, as: ours.format, among: registry, options: options)
    // The values of the result are compared with those of the merge.
    editor.aliasedValues = .changed
    for (index, (old, new)) in zip(old, new).enumerated() {
      let patch = JSONPatch(tape.changes(from: old, to: new, numbers: .byNotation))
      guard !patch.operations.isEmpty else { continue }
      try editor.apply(.patch(patch), toDocument: index + 1)
    }
    let edited = editor.bytes
    guard contains(edited, new) else {
      throw DecantError(MergeProblem.unverified).about(name)
    }
    _ = try SecondOpinion.confirms(.bytes(edited), as: ours.format)
    return edited
  }
}
