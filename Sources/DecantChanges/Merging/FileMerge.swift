internal import DecantConversion
package import DecantCore

/// The merge of two edits of one file.
///
/// The lines come first: if they merge as git merges them, and the values agree, that is the result. Otherwise the values are
/// merged by structure, and their text is the first of these that has the merged values, and every comment of both sides:
///
/// 1. the lines, where changes of neighbouring lines are no conflict, and with what both inserted in one place;
/// 2. the same lines with our side of each conflict, and the values edited.
///
/// Where none has, or the values are in conflict, the text has the marks of git, and the user decides.
package struct FileMerge {
  /// Nil if the base is empty: both sides added the file.
  private var base: MergedFile?
  /// The base before what both did in the same way was done in it.
  private var original: MergedFile?
  private let ours: MergedFile
  private let theirs: MergedFile
  private let settings: Settings
  private var tape: VersionTape
  private lazy var conflictStyle = settings.conflictStyle()

  package struct Settings: Sendable {
    package var keys = IdentifyingKeys()
    /// The side that wins conflicts, if one does.
    package var winner: LineMerge.Side?
    package var marks = LineMerge.Marks()
    /// Asked if there is a conflict.
    package var conflictStyle: @Sendable () -> LineMerge.Marks.Style = { .merge }

    package init() {}
  }

  /// Creates the merge of the texts of the base, which is empty if both sides added the file, of our side and of theirs.
  ///
  /// `read` is called with the index of each text.
  package init(
    of texts: [[UInt8]], _ settings: Settings = Settings(),
    reading read: (Int, [UInt8], inout VersionTape) throws(DecantError) -> MergedFile
  ) throws(DecantError) {
    var tape = VersionTape()
    ours = try read(1, texts[1], &tape)
    theirs = try read(2, texts[2], &tape)
    base = texts[0].isEmpty ? nil : try read(0, texts[0], &tape)
    self.settings = settings
    self.tape = tape
  }

  package mutating func result() throws(DecantError) -> MergeOutcome {
    guard !ours.format.abilities.contains(.binary) else { return try mergedBinaryFile() }
    let lines = LineMerge.merge(base: base?.bytes ?? [], ours: ours.bytes, theirs: theirs.bytes)
    takeSharedChanges(of: lines)
    if lines.isClean, let found = documents(of: lines.text(choosing: .ours)) {
      let values = try merge(confirmingLines: true)
      if values.conflicts.isEmpty, tape.areIdentical(found, values.ours) {
        return MergeOutcome(lines.text(choosing: .ours))
      }
      if values.conflicts.isEmpty { return outcome(whole, doubt: .lines) }
      return try marked(values, lines)
    }
    let values = try merge(confirmingLines: false)
    return values.conflicts.isEmpty
      ? try clean(values, lines) : try marked(values, lines)
  }

  /// Puts what both sides changed in the same way into the base: it needs no merge.
  private mutating func takeSharedChanges(of lines: LineMerge) {
    guard let base else { return }
    let separated = lines.isClean ? lines : lines.separatingNeighbours
    guard let text = separated.baseWithSharedChanges, let new = try? file(text) else { return }
    let areAllOfOneSide = [ours.bytes, theirs.bytes].contains(
      lines.baseWithSharedChanges ?? base.bytes)
    let changes = SharedChanges(areAllOfOneSide: areAllOfOneSide, on: tape)
    guard changes.areShared(base.documents, new.documents, ours.documents, theirs.documents) else {
      return
    }
    self.base = new
    original = base
  }

  private mutating func mergedBinaryFile() throws(DecantError) -> MergeOutcome {
    let values = try merge(confirmingLines: false)
    guard values.conflicts.isEmpty || settings.winner != nil else {
      throw DecantError(MergeProblem.binary(values.conflicts)).about(ours.name)
    }
    let documents = settings.winner == .theirs ? values.theirs : values.ours
    return MergeOutcome(try edited(ours.bytes, from: ours.documents, to: documents))
  }

  // MARK: Values

  private struct Values {
    /// The merged documents in which a side wins each conflict.
    let ours: [Int]
    let theirs: [Int]
    /// A file of several documents begins with their index.
    let conflicts: [DocumentPointer]
  }

  private mutating func merge(confirmingLines: Bool) throws(DecantError) -> Values {
    if [base, original, ours, theirs].allSatisfy({ $0.map { $0.documents.count == 1 } ?? true }) {
      let merge = try ValueMerge(
        base: base?.documents.first, taken: original?.documents.first, ours: ours.documents[0],
        theirs: theirs.documents[0], on: &tape, keys: settings.keys, confirmsLines: confirmingLines)
      return Values(ours: [merge.ours], theirs: [merge.theirs], conflicts: merge.conflicts)
    }
    let lists = try (
      tape.sequence(of: base?.documents ?? []), tape.sequence(of: ours.documents),
      tape.sequence(of: theirs.documents)
    )
    let taken = try original.map { (file) throws(DecantError) in
      try tape.sequence(of: file.documents)
    }
    let merge = try ValueMerge(
      base: lists.0, taken: taken, ours: lists.1, theirs: lists.2, on: &tape, keys: settings.keys,
      confirmsLines: confirmingLines, isStream: true)
    return Values(
      ours: tape.elements(of: merge.ours) ?? [], theirs: tape.elements(of: merge.theirs) ?? [],
      conflicts: merge.conflicts)
  }

  // MARK: Texts without conflicts

  private mutating func clean(
    _ values: Values, _ lines: LineMerge
  ) throws(DecantError) -> MergeOutcome {
    let comments = expectedComments.merged
    let separated = lines.separatingNeighbours
    let joined = separated.joiningInsertions
    let text = joined.text(choosing: .ours)
    if joined.isClean, contains(text, values.ours), hasComments(text, comments) {
      return MergeOutcome(text)
    }
    do throws(DecantError) {
      let text = try edited(separated, to: values.ours)
      if hasComments(text, comments) { return MergeOutcome(text) }
      return outcome(separated.isClean ? whole : lines, doubt: .comments)
    } catch {
      if case .system = error.problem { throw error }
      return outcome(separated.isClean ? whole : lines, doubt: .edit(error))
    }
  }

  /// The comments that the merged file must have, and those that a text with marks must have; nil if that is not known.
  private var expectedComments: (merged: CommentCounts?, marked: CommentCounts?) {
    guard let first = comments(of: ours.bytes), let second = comments(of: theirs.bytes),
      let old = base.map({ comments(of: $0.bytes) }) ?? CommentCounts()
    else { return (nil, nil) }
    let merged = old.merged(first, second)
    return (merged, merged ?? first.joined(with: second))
  }

  private func comments(of text: [UInt8]) -> CommentCounts? {
    CommentCounts(text, as: ours.format, ours.options, among: ours.registry)
  }

  private func hasComments(_ text: [UInt8], _ comments: CommentCounts?) -> Bool {
    guard let comments, let found = self.comments(of: text) else { return false }
    return found == comments
  }

  // MARK: Texts with conflicts

  private mutating func marked(
    _ values: Values, _ lines: LineMerge
  ) throws(DecantError) -> MergeOutcome {
    if let winner = settings.winner { return try won(by: winner, values, lines) }
    let separated = lines.separatingNeighbours
    var found: LineMerge?
    for text in [lines, separated, separated.joiningInsertions] where shows(values, text) {
      found = text.isClearer(than: found) ? text : found
    }
    if found == nil || separated.conflictCount > values.conflicts.count,
      let edited = try editedSides(values, separated), edited.isClearer(than: found)
    {
      found = edited
    }
    return outcome(found ?? (lines.isClean ? whole : lines), conflicts: values.conflicts)
  }

  /// Returns the texts of both values as the sides of conflicts; nil if they cannot be written, or lack a comment.
  private mutating func editedSides(
    _ values: Values, _ lines: LineMerge
  ) throws(DecantError) -> LineMerge? {
    do throws(DecantError) {
      let first = try edited(lines, to: values.ours)
      let second = try edited(first, from: values.ours, to: values.theirs)
      guard let comments = expectedComments.marked, let found = self.comments(of: first),
        let others = self.comments(of: second), found.joined(with: others).contains(comments)
      else { return nil }
      return differences(first, second)
    } catch {
      if case .system = error.problem { throw error }
      return nil
    }
  }

  /// Returns the text in which one side wins each conflict.
  private mutating func won(
    by winner: LineMerge.Side, _ values: Values, _ lines: LineMerge
  ) throws(DecantError) -> MergeOutcome {
    let separated = lines.separatingNeighbours
    let expected = winner == .ours ? values.ours : values.theirs
    for text in [separated.joiningInsertions, separated, lines].map({ $0.text(choosing: winner) })
    where contains(text, expected) { return MergeOutcome(text) }
    return MergeOutcome(try edited(separated, to: expected))
  }

  /// Whether all that is in conflict is between marks, and all else is merged.
  private mutating func shows(_ values: Values, _ lines: LineMerge) -> Bool {
    guard let first = documents(of: lines.text(choosing: .ours)),
      let second = documents(of: lines.text(choosing: .theirs)),
      first.count == values.ours.count, second.count == values.theirs.count
    else { return false }
    return zip(zip(values.ours, values.theirs), zip(first, second)).allSatisfy { merged, found in
      tape.show(merged, in: found)
    }
  }

  private mutating func outcome(
    _ lines: LineMerge, conflicts: [DocumentPointer] = [],
    doubt: MergeOutcome.Doubt? = nil
  ) -> MergeOutcome {
    var marks = settings.marks
    marks.style = conflictStyle
    return MergeOutcome(lines.text(with: marks), conflicts: conflicts, doubt: doubt)
  }

  /// All lines in which the sides differ, as conflicts.
  private var whole: LineMerge {
    mutating get { differences(ours.bytes, theirs.bytes) }
  }

  private mutating func differences(_ ours: [UInt8], _ theirs: [UInt8]) -> LineMerge {
    // Only marks with the base need an alignment with it.
    let base = conflictStyle == .merge ? nil : (original ?? self.base)?.bytes
    return LineMerge(base: base, ours: ours, theirs: theirs).markingDifferences
  }

  // MARK: Reading and editing

  private mutating func contains(_ text: [UInt8], _ expected: [Int]) -> Bool {
    documents(of: text).map { tape.areIdentical($0, expected) } ?? false
  }

  /// Returns nil if the text cannot be read, or has a key twice.
  private mutating func documents(of text: [UInt8]) -> [Int]? {
    try? file(text).documents
  }

  private mutating func file(_ text: [UInt8]) throws(DecantError) -> MergedFile {
    try MergedFile(
      text, named: ours.name, as: ours.format, ours.options, among: ours.registry, on: &tape
    )
  }

  /// Edits the lines with our side of each conflict, or our text if these are no document.
  private mutating func edited(
    _ lines: LineMerge, to new: [Int]
  ) throws(DecantError) -> [UInt8] {
    let hasSameTags = tape.tags(of: base?.documents ?? []) == tape.tags(of: theirs.documents)
    guard hasSameTags else { throw DecantError(MergeProblem.tags).about(ours.name) }
    let text = lines.text(choosing: .ours)
    guard let old = documents(of: text), old.count == new.count else {
      return try edited(ours.bytes, from: ours.documents, to: new)
    }
    return try edited(text, from: old, to: new)
  }

  private mutating func edited(
    _ text: [UInt8], from old: [Int], to new: [Int]
  ) throws(DecantError) -> [UInt8] {
    guard !tape.areIdentical(old, new) else { return text }
    guard old.count == new.count else { throw DecantError(MergeProblem.documents).about(ours.name) }
    var editor = try DocumentEditor(
      text, named: ours.name, as: ours.format, among: ours.registry, options: ours.options)
    // The values of the result are compared with those of the merge.
    editor.aliasedValues = .changed
    for (index, (old, new)) in zip(old, new).enumerated() {
      let patch = JSONPatch(tape.changes(from: old, to: new, numbers: .bySpelling))
      guard !patch.operations.isEmpty else { continue }
      try editor.apply(.patch(patch), toDocument: index + 1)
    }
    let edited = editor.bytes
    guard contains(edited, new) else {
      throw DecantError(MergeProblem.unverified).about(ours.name)
    }
    _ = try SecondOpinion.confirms(.bytes(edited), as: ours.format)
    return edited
  }
}

package struct MergedFile {
  package let bytes: [UInt8]
  package let format: Format
  /// The roots of its documents on the tape of the merge.
  package let documents: [Int]
  package let name: String
  let options: ReadingOptions
  let registry: FormatRegistry

  package init(
    _ bytes: [UInt8], named name: String, as format: Format?, _ options: ReadingOptions,
    among registry: FormatRegistry, on tape: inout VersionTape
  ) throws(DecantError) {
    let input = try Input(MemorySource(bytes), named: name, as: format, among: registry)
    self.bytes = bytes
    self.name = name
    self.options = options
    self.registry = registry
    self.format = input.format
    documents = try tape.read(input, options)
    if let failure = tape.failure { throw failure.about(name) }
  }
}
