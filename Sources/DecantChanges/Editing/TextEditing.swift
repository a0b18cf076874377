internal import DecantCore
internal import DecantConversion

/// The work of one call of an editor: edits of the documents of a text, all in one reading, or in one for each round.
///
///     text ──▶ documents ──edits──▶ drafts ──▶ byte edits ──▶ new text ──▶ events, which must be those of the drafts
struct TextEditing {
  private let editor: DocumentEditor
  private let selection: DocumentSelection?
  private let lineEnd: [UInt8]
  private let write: EditedDocument.Write
  private let copies: CopyBudget

  /// The text, or its outline.
  private var text: EditedBytes
  private var outline: Outline?
  /// The bytes of the nodes that go in a round.
  private var leaving: [Range<Int>] = []
  private var expected: DocumentDigest
  /// The drafts of documents that need more rounds.
  private var drafts: [Int: (draft: Draft, rounds: ArraySlice<Draft.Round>)] = [:]

  private(set) var failedEdit: Int?
  private(set) var settings: [(documents: Int, new: Int, notes: Set<EditNote>)] = []
  private(set) var result: EditedBytes
  private var isChanged = false
  private var selectedCount = 0

  private var format: Format { editor.format }

  init(by editor: DocumentEditor, _ selection: DocumentSelection?) {
    self.editor = editor
    self.selection = selection
    text = editor.text
    result = editor.text
    lineEnd = editor.text.firstLineEnd ?? [0x0A]
    write = editor.write
    copies = CopyBudget(editor.options, of: editor.text)
    expected = DocumentDigest(ordersKeys: editor.format.ordersKeys)
  }

  /// Makes all edits, or none if it throws; returns for each the values that got another type.
  mutating func make(_ edits: [DocumentEdit]) throws(DecantError) -> [[TypeChange]] {
    var prepared: [PreparedEdit] = []
    for (index, edit) in edits.enumerated() {
      failedEdit = index
      prepared.append(try PreparedEdit(edit, by: editor))
    }
    failedEdit = nil
    settings = edits.map { _ in (0, 0, []) }
    if format.editing == nil || format.rewriting != nil { return try rewrite(prepared) }
    do throws(DecantError) {
      outline = try makeOutline(for: edits)
      if let outline { text = outline.text }
      let changes = try draft(prepared, withComments: edits.contains(where: \.movesComments))
      while !drafts.isEmpty { try makeNextRound() }
      if isChanged { try verify() }
      return changes
    } catch {
      var error = error
      if let outline { error.offset = error.offset.map(outline.offset) }
      throw error
    }
  }

  /// Makes the edits of a draft in order.
  private mutating func make(
    _ edits: [PreparedEdit], of draft: Draft, _ changes: inout [[TypeChange]]
  ) throws(DecantError) {
    for (index, edit) in edits.enumerated() {
      failedEdit = index
      do throws(DecantError) {
        let additions = draft.additions
        for change in try editor.make(edit, of: draft) { changes[index].count(change) }
        settings[index].documents += 1
        if draft.additions > additions { settings[index].new += 1 }
        settings[index].notes.formUnion(draft.notes)
        draft.notes = []
      } catch {
        guard editor.skipsMissing, error.isAboutMissingPlace else { throw error }
      }
    }
    failedEdit = nil
  }

  private mutating func isSelected(_ document: Int, _ root: DraftNode) -> Bool {
    let isSelected = selection?.selects(document, root) ?? true
    if isSelected { selectedCount += 1 }
    return isSelected
  }

  /// Throws if no document has been selected.
  private func checkSelection(_ count: Int) throws(DecantError) {
    switch selection {
    case _ where selectedCount > 0: break
    case .number(let number)?:
      throw DecantError(.specific(PathProblem.noDocument(number, count: count)))
    case .matching?: throw DecantError(.specific(PathProblem.noMatchingDocument))
    case nil:
      if !format.abilities.contains(.records) { throw DecantError(.noDocument) }
    }
  }

  // MARK: In place

  /// Large documents are edited by their outline, if the edits do not need most of them.
  private func makeOutline(for edits: [DocumentEdit]) throws(DecantError) -> Outline? {
    let areShort = selection == nil && format.abilities.contains(.records)
    guard let syntax = format.editing as? any OutlinedSyntax, !areShort,
      text.count >= editor.smallestOutlinedText, syntax.canOutline(text),
      editor.options.maximumRecordLength == nil
    else { return nil }
    var number: Int?
    if case .number(let selected)? = selection { number = selected }
    var paths = try edits.neededPaths(for: format)
    if case .matching? = selection {
      paths.append(NeededPath(DocumentPointer(tokens: []), isWhole: true))
    }
    var finder = OutlineFinder(
      of: text, by: syntax, paths: paths, ofDocument: number,
      shortest: editor.shortestOmission)
    try editor.readEvents(of: text.makeSource()) { (batch) throws(DecantError) in
      finder.add(batch)
    }
    finder.finish()
    return try Outline(text, without: finder)
  }

  private func document(_ nodes: MarkedTape) -> EditedDocument {
    EditedDocument(
      bytes: text, nodes: nodes, gaps: outline?.gaps ?? [:], lineEnd: lineEnd, write: write)
  }

  /// Makes the edits in drafts of the documents, and their first round of changes in the text.
  private mutating func draft(
    _ edits: [PreparedEdit], withComments: Bool
  ) throws(DecantError) -> [[TypeChange]] {
    var changes = [[TypeChange]](repeating: [], count: edits.count)
    var count = 0
    try makeRound(withComments: withComments) { (editing, nodes, index) throws(DecantError) in
      if index > 0 { count += editing.outline?.gaps[nodes.start]?.count ?? 0 }
      count += 1
      let draft = Draft(
        of: editing.document(nodes), rules: nil, syntax: editing.format.editing,
        editing.editor.aliasedValues, copies: editing.copies)
      draft.sortsNewKeys = editing.editor.sortsNewKeys
      if editing.isSelected(count, draft.root) { try editing.make(edits, of: draft, &changes) }
      try draft.add(to: &editing.expected)
      let rounds = Draft.Round.allCases.filter(draft.needs)
      return try editing.makeRound(rounds[...], of: draft, index, in: draft.document)
    }
    try checkSelection(outline?.documentCount ?? count)
    return changes
  }

  private mutating func makeNextRound() throws(DecantError) {
    let open = drafts
    drafts = [:]
    do throws(DecantError) {
      try makeRound(withComments: false) { (editing, nodes, index) throws(DecantError) in
        guard let (draft, rounds) = open[index] else { return [] }
        return try editing.makeRound(rounds, of: draft, index, in: editing.document(nodes))
      }
    } catch {
      // The text of the round before is not the user's.
      if case .system = error.problem { throw error }
      if error.problem.specific(LayoutProblem.self) != nil { throw error }
      throw DecantError(.unverified)
    }
  }

  /// Returns the edits of the first of some rounds, and keeps the draft for the others.
  private mutating func makeRound(
    _ rounds: ArraySlice<Draft.Round>, of draft: Draft, _ index: Int,
    in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    guard let round = rounds.first, let syntax = format.editing else { return [] }
    if rounds.count > 1 { drafts[index] = (draft, rounds.dropFirst()) }
    return try draft.edits(in: round, of: document, by: syntax, leaving: &leaving)
  }

  /// Makes the edits that `edits` returns for each document of the text.
  private mutating func makeRound(
    withComments: Bool,
    _ edits: (inout TextEditing, MarkedTape, Int) throws(DecantError) -> [ByteEdit]
  ) throws(DecantError) {
    let (editor, old, hasOutline) = (editor, text, outline != nil)
    var replacement = EditedBytes.Replacement(of: old)
    var all: [ByteEdit] = []
    var index = 0
    leaving = []
    try editor.read(old, withComments: withComments) { (nodes) throws(DecantError) in
      let edits = try edits(&self, nodes, index).inOrder
      index += 1
      for edit in edits {
        guard try replacement.apply(edit) else { throw DecantError(.unverified) }
      }
      if !edits.isEmpty { isChanged = true }
      if hasOutline { all += edits } else { leaving = [] }
    }
    let new = replacement.finish()
    result = try outline?.apply(all, leaving: leaving, resultingIn: new) ?? new
    text = new
  }

  /// Throws unless the text reads as expected.
  private func verify() throws(DecantError) {
    do throws(DecantError) {
      var found = DocumentDigest(ordersKeys: format.ordersKeys)
      try editor.readEvents(of: text.makeSource()) { (batch) throws(DecantError) in
        found.add(batch)
      }
      guard found == expected else { throw DecantError(.unverified) }
    } catch {
      if case .system = error.problem { throw error }
      try result.checkUnchanged()
      throw DecantError(.unverified)
    }
  }

  // MARK: As a whole

  /// Makes the edits of documents of a format that is written as a whole.
  private mutating func rewrite(_ edits: [PreparedEdit]) throws(DecantError) -> [[TypeChange]] {
    var changes = [[TypeChange]](repeating: [], count: edits.count)
    var plan = Plan(to: format)
    // Of the values that the document already has, only offsets of dates can be lost.
    plan.losses = editor.losses
    format.rewriting?.keepNotation(of: Array(text.prefix(16)), in: &plan.writing)
    var documents: [Document] = []
    var bytes: [UInt8] = []
    let (editor, old) = (editor, text)
    try editor.read(old, withComments: false) { (nodes) throws(DecantError) in
      let draft = Draft(
        of: document(nodes), rules: format.rewriting, editor.aliasedValues, copies: copies)
      if isSelected(documents.count + 1, draft.root) { try make(edits, of: draft, &changes) }
      isChanged = isChanged || draft.isChanged
      let tape = try draft.result.tape.restoringAnchors(of: nodes.tape)
      documents.append(Document(tape))
      bytes += try Document(tape).encoded(by: plan)
    }
    try checkSelection(documents.count)
    guard isChanged else { return changes }
    result = text.replacingAll(by: bytes)
    try verify(documents)
    return changes
  }

  private func verify(_ documents: [Document]) throws(DecantError) {
    do throws(DecantError) {
      var rest = documents[...]
      try editor.read(result, withComments: false) { (nodes) throws(DecantError) in
        guard let next = rest.popFirst() else { throw DecantError(.unverified) }
        let found = Document(nodes.tape)
        let isSame =
          if let rules = format.rewriting {
            try rules.difference(between: next, and: found) == nil
          } else {
            digest(of: next) == digest(of: found)
          }
        guard isSame else { throw DecantError(.unverified) }
      }
      guard rest.isEmpty else { throw DecantError(.unverified) }
    } catch {
      if case .system = error.problem { throw error }
      throw DecantError(.unverified)
    }
  }

  private func digest(of document: Document) -> DocumentDigest {
    var digest = DocumentDigest(ordersKeys: format.ordersKeys)
    document.tape.add(0..<document.tape.count, to: &digest)
    return digest
  }
}

extension [ByteEdit] {
  /// The edits in the order of their places; those of one place in the order in which they were made.
  fileprivate var inOrder: [ByteEdit] {
    // A sort does not promise to keep the order of edits at the same place.
    let order = indices.sorted {
      (self[$0].range.lowerBound, $0) < (self[$1].range.lowerBound, $1)
    }
    return order.map { self[$0] }.joiningRemovals
  }
}

extension DocumentEdit {
  /// Whether comments of the document go with a value, or go.
  fileprivate var movesComments: Bool {
    switch self {
    case .move, .copy, .deleteComments, .sync, .change: true
    case .patch(let patch):
      patch.operations.contains { operation in
        switch operation {
        case .move, .copy: true
        case .add, .remove, .replace, .test: false
        }
      }
    case .set, .insert, .append, .delete, .rename, .test, .merge, .comment, .addMissing:
      false
    }
  }
}

extension DecantError {
  /// Whether a path leads nowhere.
  fileprivate var isAboutMissingPlace: Bool {
    if case .nothingAtPointer = problem { return true }
    if case .indexOutOfRange? = problem.specific(ChangeProblem.self) { return true }
    return false
  }
}
