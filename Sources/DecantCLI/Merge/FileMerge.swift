internal import Decant

/// The merge of two edits of one file.
///
/// The values are merged by structure. The text is the merge of the lines, as by git, if that has exactly the merged
/// values, and so has the comments of both sides; otherwise it is our text with only the values edited.
struct FileMerge {
  /// Nil if the base is empty: both sides added the file.
  private let base: MergedFile?
  private let ours: MergedFile
  private let theirs: MergedFile
  private let name: String
  private let options: ReadingOptions
  private let registry: FormatRegistry

  private let results: (ours: [Value], theirs: [Value])

  /// The places of the conflicts; a file of several documents begins with their index.
  let conflicts: [DocumentPointer]

  init(
    base: MergedFile?, ours: MergedFile, theirs: MergedFile, named name: String,
    _ options: ReadingOptions, among registry: FormatRegistry
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.name = name
    self.options = options
    self.registry = registry
    let oldValues = base?.values ?? []
    if oldValues.count <= 1, ours.values.count == 1, theirs.values.count == 1 {
      let merge = ValueMerge(
        base: oldValues.first, ours: ours.values[0], theirs: theirs.values[0])
      results = ([merge.ours], [merge.theirs])
      conflicts = merge.conflicts
    } else {
      let merge = ValueMerge(
        base: .sequence(oldValues), ours: .sequence(ours.values),
        theirs: .sequence(theirs.values))
      results = (merge.ours.array ?? [], merge.theirs.array ?? [])
      conflicts = merge.conflicts
    }
  }

  struct Result {
    var text: [UInt8]
    /// Whether comments or layout that their side changed are not in the text.
    var lacksTheirLayout: Bool
  }

  func result(with marks: LineMerge.Marks) throws(DecantError) -> Result {
    let isBinary = ours.format.abilities.contains(.binary)
    if !isBinary {
      let lines = LineMerge(base: base?.bytes ?? [], ours: ours.bytes, theirs: theirs.bytes)
      if lines.isClean || !conflicts.isEmpty, isResult(lines) {
        return Result(text: lines.text(with: marks), lacksTheirLayout: false)
      }
    }
    guard base?.tags ?? [] == theirs.tags else { throw DecantError(MergeProblem.tags).about(name) }
    let first = try edited(ours.bytes, from: ours.values, to: results.ours)
    let lacksTheirLayout = !isBinary && hasTheirLayout
    guard !conflicts.isEmpty else { return Result(text: first, lacksTheirLayout: lacksTheirLayout) }
    guard !isBinary else { throw DecantError(MergeProblem.binary(conflicts)).about(name) }
    let second = try edited(first, from: results.ours, to: results.theirs)
    return Result(
      text: LineMerge(ours: first, theirs: second).text(with: marks),
      lacksTheirLayout: lacksTheirLayout)
  }

  /// Whether their side changed more of the base than an edit of the values does.
  private var hasTheirLayout: Bool {
    guard let base else { return true }
    return (try? edited(base.bytes, from: base.values, to: theirs.values)) != theirs.bytes
  }

  private func isResult(_ lines: LineMerge) -> Bool {
    guard values(of: lines.text(choosing: .ours))?.areIdentical(to: results.ours) == true else {
      return false
    }
    return lines.isClean
      || values(of: lines.text(choosing: .theirs))?.areIdentical(to: results.theirs) == true
  }

  private func values(of text: [UInt8]) -> [Value]? {
    try? MergedFile(text, named: name, as: ours.format, options, among: registry).values
  }

  private func edited(
    _ text: [UInt8], from old: [Value], to new: [Value]
  ) throws(DecantError) -> [UInt8] {
    guard !old.areIdentical(to: new) else { return text }
    guard old.count == new.count else { throw DecantError(MergeProblem.documents).about(name) }
    var editor = try DocumentEditor(text, named: name, as: ours.format, options: options)
    for (index, (old, new)) in zip(old, new).enumerated() {
      let patch = new.difference(from: old, numbers: .byNotation)
      guard !patch.operations.isEmpty else { continue }
      try editor.apply(.patch(patch), toDocument: index + 1)
    }
    guard values(of: editor.bytes)?.areIdentical(to: new) == true else {
      throw DecantError(MergeProblem.unverified).about(name)
    }
    _ = try SecondOpinion.confirms(.bytes(editor.bytes), as: ours.format)
    return editor.bytes
  }
}
