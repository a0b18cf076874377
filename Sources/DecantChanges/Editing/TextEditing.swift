internal import DecantCore
internal import DecantConversion
internal import DecantEditing

/// The work of one call of an editor: edits of the documents of a text, all in one reading.
///
///     text ──▶ documents ──edits──▶ drafts ──▶ byte edits ──▶ new text ──▶ events, which must be those of the drafts
struct TextEditing {
  private let editor: DocumentEditor
  private let selection: DocumentSelection?
  private let lineEnd: [UInt8]
  private let write: EditedDocument.Write
  private let copies: CopyBudget

  /// The text, or its thinned.
  private var text: EditedBytes
  private var thinned: ThinnedDocument?
  private var expected: DocumentDigest

  private(set) var failedEdit: Int?
  private(set) var outcomes: [EditOutcome] = []
  private(set) var result: EditedBytes
  private(set) var isChanged = false
  private var selectedCount = 0
  /// Whether all edits are steps, which pass over what is not there.
  private var areSteps = false

  /// What has been read again of a large document: its thinned; nil if all was.
  var verifiedThinned: EditedBytes? { thinned == nil ? nil : text }

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
  mutating func make(_ edits: [EditStep]) throws(DecantError) -> [[TypeChange]] {
    var prepared: [PreparedEdit] = []
    for (index, edit) in edits.enumerated() {
      failedEdit = index
      prepared.append(try PreparedEdit(edit, by: editor))
    }
    failedEdit = nil
    outcomes = edits.map { _ in EditOutcome() }
    areSteps = edits.allSatisfy { $0.source != nil }
    if format.editing == nil || format.rewriting != nil { return try rewrite(prepared) }
    do throws(DecantError) {
      thinned = try makeThinnedDocument(for: edits)
      if let thinned { text = thinned.text }
      let changes =
        if let table = format.tableEditing { try edit(prepared, of: table) } else {
          try edit(prepared)
        }
      if isChanged { try verify() }
      return changes
    } catch {
      var error = error
      if let thinned { error.offset = error.offset.map(thinned.offset) }
      throw error
    }
  }

  /// Makes the edits of a draft, the document of a number, in order.
  private mutating func make(
    _ edits: [PreparedEdit], of draft: Draft, _ number: Int, _ changes: inout [[TypeChange]]
  ) throws(DecantError) {
    /// The steps whose condition does not hold.
    var passedOver: String?
    for (index, edit) in edits.enumerated() {
      if let name = edit.step.source?.name, name == passedOver { continue }
      failedEdit = index
      do throws(DecantError) {
        let additions = draft.additions
        switch edit.step.action {
        case .only(let selection):
          guard selection.selects(number, draft.root) else {
            passedOver = edit.step.source?.name
            continue
          }
        case .edit(let made):
          for change in try editor.make(made, edit, of: draft) { changes[index].count(change) }
        }
        outcomes[index].documents += 1
        if draft.additions > additions { outcomes[index].new += 1 }
        outcomes[index].notes.formUnion(draft.notes)
        draft.notes = []
      } catch {
        guard edit.step.mayBeLeftOut(by: editor), error.isAboutMissingPath else { throw error }
        if edit.step.isDone(in: draft) { outcomes[index].documents += 1 }
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
    case .numbers(let numbers)?:
      throw DecantError(.specific(PathProblem.noDocument(numbers.lowerBound, count: count)))
    case .matching?: throw DecantError(.specific(PathProblem.noMatchingDocument))
    case nil:
      if !format.abilities.contains(.records), !areSteps { throw DecantError(.noDocument) }
    }
  }

  // MARK: In place

  /// Large documents are edited by their thinned, if the edits do not need most of them.
  private func makeThinnedDocument(for edits: [EditStep]) throws(DecantError)
    -> ThinnedDocument?
  {
    let areShort = selection == nil && format.abilities.contains(.records)
    guard let syntax = format.thinning, !areShort,
      text.count >= editor.smallestThinnedText, syntax.canThin(text),
      editor.options.maximumRecordLength == nil
    else { return nil }
    var number: Int?
    var paths = try edits.neededPaths()
    switch selection {
    case .numbers(let selected)? where selected.count == 1: number = selected.lowerBound
    case .numbers?, nil: break
    case .matching?:
      paths.append(NeededPath(DocumentPointer(tokens: []), isWhole: true))
    }
    var finder = Thinning(
      of: text, by: syntax, paths: paths, ofDocument: number,
      shortest: editor.shortestOmission)
    try editor.readEvents(of: text.makeSource()) { (batch) throws(DecantError) in
      finder.add(batch)
    }
    finder.finish()
    guard finder.isInOrder else { return nil }
    return try ThinnedDocument(text, without: finder)
  }

  private func document(_ nodes: ExtentTape) -> EditedDocument {
    EditedDocument(bytes: text, nodes: nodes, lineEnd: lineEnd, write: write)
  }

  /// Makes the edits in drafts of the documents, and what these change in the text.
  private mutating func edit(_ edits: [PreparedEdit]) throws(DecantError) -> [[TypeChange]] {
    var changes = [[TypeChange]](repeating: [], count: edits.count)
    var count = 0
    var isFirst = true
    var replacement = EditedBytes.Replacement(of: text)
    var all: [ByteEdit] = []
    /// The bytes of the nodes that go.
    var leaving: [Range<Int>] = []
    try editor.read(text, withComments: true) { (nodes) throws(DecantError) in
      if !isFirst { count += thinned?.gaps[nodes.start]?.count ?? 0 }
      isFirst = false
      count += 1
      let draft = Draft(
        of: document(nodes), gaps: thinned?.gaps ?? [:], rules: nil, syntax: format.editing,
        editor.aliasedValues, copies: copies)
      draft.sortsNewKeys = editor.sortsNewKeys
      if isSelected(count, draft.root) { try make(edits, of: draft, count, &changes) }
      let change = try draft.change
      try draft.add(change, to: &expected)
      guard let change,
        let edits = try format.editing?.edits(for: change, of: draft.document), !edits.isEmpty
      else { return }
      isChanged = true
      for edit in edits {
        guard try replacement.apply(edit) else { throw DecantError(.unverified) }
      }
      guard thinned != nil else { return }
      all += edits
      leaving += draft.lost.map(draft.document.range(ofEntries:))
    }
    let new = replacement.finish()
    result = try thinned?.applying(all, leaving: leaving) ?? new
    text = new
    try checkSelection(thinned?.documentCount ?? count)
    return changes
  }

  // MARK: Tables

  /// Makes the edits of the rows of a table in their cells, and if columns change, once more in all rows.
  private mutating func edit(
    _ edits: [PreparedEdit], of table: any TableSyntax
  ) throws(DecantError) -> [[TypeChange]] {
    let start = self
    var columns = TableColumns()
    let changes = try edit(edits, of: table, &columns, isFirst: true)
    guard columns.areOther else { return changes }
    self = start
    return try edit(edits, of: table, &columns, isFirst: false)
  }

  private mutating func edit(
    _ edits: [PreparedEdit], of table: any TableSyntax, _ columns: inout TableColumns, isFirst: Bool
  ) throws(DecantError) -> [[TypeChange]] {
    var changes = [[TypeChange]](repeating: [], count: edits.count)
    var count = 0
    var replacement = EditedBytes.Replacement(of: text)
    try editor.read(text, withComments: false) { (nodes) throws(DecantError) in
      count += 1
      let row = document(nodes)
      let draft = Draft(
        of: row, rules: nil, syntax: table, editor.aliasedValues, copies: copies)
      draft.sortsNewKeys = false
      if isSelected(count, draft.root) { try make(edits, of: draft, count, &changes) }
      let change = try draft.change
      isChanged = isChanged || change != nil
      var made: [ByteEdit] = []
      if isFirst {
        if count == 1 { columns.old = try table.columns(before: row) }
        if let change {
          let new = try nodes.tape.document(of: 0, after: change)
          columns.add(new.columns, insteadOf: Document(nodes.tape).columns)
          if !columns.areOther { made = try table.edits(for: change, of: row) }
        } else {
          columns.addRow()
        }
        try draft.add(change, to: &expected)
      } else {
        if count == 1 { made = try table.edits(forColumns: columns.names, before: row) }
        made += try table.edits(for: change, of: row, columns: columns.names)
        let new = try nodes.tape.document(of: 0, after: change)
        try new.filled(columns.names, table.emptyCell).add(to: &expected)
      }
      for edit in made {
        guard try replacement.apply(edit) else { throw DecantError(.unverified) }
      }
    }
    result = replacement.finish()
    text = result
    try checkSelection(count)
    return changes
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
      let number = documents.count + 1
      if isSelected(number, draft.root) { try make(edits, of: draft, number, &changes) }
      isChanged = isChanged || draft.isChanged
      let change = try draft.change
      try draft.add(change, to: &expected)
      let new = try nodes.tape.document(of: 0, after: change).tape.restoringAnchors(of: nodes.tape)
      documents.append(Document(new))
      bytes += try Document(new).encoded(by: plan)
    }
    try checkSelection(documents.count)
    guard isChanged else { return changes }
    result = text.replacingAll(by: bytes)
    text = result
    try verify(documents)
    return changes
  }

  // MARK: Verifying

  /// Throws unless the new text reads as expected, with references as the documents.
  private func verify(_ documents: [Document] = []) throws(DecantError) {
    do throws(DecantError) {
      if let rules = format.rewriting { return try compare(documents, by: rules) }
      guard try editor.digest(of: text) == expected else { throw DecantError(.unverified) }
    } catch {
      if case .system = error.problem { throw error }
      try result.checkUnchanged()
      throw DecantError(.unverified)
    }
  }

  private func compare(
    _ documents: [Document], by rules: any WholeDocumentRules
  ) throws(DecantError) {
    var rest = documents[...]
    try editor.read(text, withComments: false) { (nodes) throws(DecantError) in
      guard let next = rest.popFirst(),
        try rules.difference(between: next, and: Document(nodes.tape)) == nil
      else { throw DecantError(.unverified) }
    }
    guard rest.isEmpty else { throw DecantError(.unverified) }
  }
}

extension DecantError {
  /// Whether a path leads nowhere.
  fileprivate var isAboutMissingPath: Bool {
    if case .nothingAtPointer = problem { return true }
    return switch problem.specific(ChangeProblem.self) {
    case .indexOutOfRange, .invalidIndex: true
    default: false
    }
  }
}
