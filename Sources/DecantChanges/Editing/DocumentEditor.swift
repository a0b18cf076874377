public import DecantCore
public import DecantConversion

/// An editor of the bytes of a file that changes as few of them as possible.
///
///     var editor = try DocumentEditor(bytes, as: .yaml)
///     try editor.apply(.set(DocumentPointer("/spec/replicas")!, Document(3)))
///     try editor.apply(.set(DocumentPointer("/spec/version")!, .entered("1.10")))
///     editor.bytes
///
/// Everything outside the changed nodes is preserved byte for byte. An edit that fails changes no byte.
///
/// An edit reads the document to find the nodes and their layout, and reads the result around the edited nodes to verify
/// its events. The bytes and events of a large file are not in memory, except the events of TOML, and of YAML from the first
/// anchor of a document on.
public struct DocumentEditor: Sendable {
  /// The format of the documents.
  public let format: Format

  /// The counter of new values that lose their type in the format, if any.
  public var losses: Losses?

  /// The treatment of values to which aliases refer, where an edit would change them in several places.
  public var aliasedValues = AliasedValues.refused

  let name: String?
  /// The formats in which values are entered, and the editable ones of an error.
  let registry: FormatRegistry
  private(set) var options: ReadingOptions

  package private(set) var text: EditedBytes
  /// The line end of the text before all edits, which may remove its only one for a moment.
  private var lineEnd: [UInt8]?

  /// Creates an editor of the documents in `bytes`, which errors call `name`; the first edit throws if one is invalid.
  ///
  /// The values that are entered as text are in the formats of `registry` that are called `yaml` and, for local times,
  /// `toml`.
  public init(
    _ bytes: [UInt8], named name: String? = nil, as format: Format, among registry: FormatRegistry,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    try self.init(
      EditedBytes(bytes), named: name, as: format, among: registry, options: options)
  }

  package init(
    _ text: EditedBytes, named name: String?, as format: Format, among registry: FormatRegistry,
    options: ReadingOptions
  ) throws(DecantError) {
    self.text = text
    self.name = name
    self.registry = registry
    self.options = options
    self.options.isRestorable = true
    // The content selects the member of a family of formats.
    self.format = try Input(text.makeSource(), named: name, as: format).format
    guard self.format.isEditable else {
      let editable = registry.formats.filter(\.isEditable).map(\.name)
      throw named(DecantError(.format(self.format.name, editable: editable)))
    }
    let isWide = UnicodeSource.Form.all.contains { text.starts(with: $0.mark) }
    guard self.format.abilities.contains(.binary) || !isWide else {
      throw named(DecantError(.encoding))
    }
  }

  /// The bytes after all edits so far.
  public var bytes: [UInt8] {
    // In pieces, which is much faster than byte by byte.
    (try? text.makeSource().readToEnd()) ?? Array(text)
  }

  /// Applies an edit to one document, counted from 1, or to all; returns the values that got another type.
  @discardableResult
  public mutating func apply(
    _ edit: DocumentEdit, toDocument number: Int? = nil
  ) throws(DecantError) -> [TypeChange] {
    let old = text
    do throws(DecantError) {
      let changes = try make(edit, inDocument: number)
      if endsInLine(old) { try removeLastLineEnd() }
      return changes
    } catch {
      text = old
      throw located(error)
    }
  }

  private func named(_ error: DecantError) -> DecantError {
    var error = error
    error.source = error.source ?? name
    return error
  }

  private func located(_ error: DecantError) -> DecantError {
    guard let offset = error.offset else { return named(error) }
    var window = Window(text.makeSource())
    window.isText = !format.abilities.contains(.binary)
    // More than an excerpt contains on both sides of the place.
    let reach = 1 << 12
    do throws(DecantError) {
      while window.origin + window.count < offset + reach {
        window.position = min(max(offset - window.origin - reach, 0), window.count)
        guard try window.refill() else { break }
      }
    } catch {
      return named(error)
    }
    return error.located(in: window, named: name)
  }
}

// MARK: - Steps

/// A step of an edit: returns the changes of a document, which must not overlap.
typealias EditStep = (_ document: EditedDocument, _ index: Int) throws(DecantError) -> [NodeChange]

extension DocumentEditor {
  /// Makes the changes that `step` returns for each document, verifies the result; returns whether there were any.
  ///
  /// The step sees the nodes on `paths` and their siblings.
  @discardableResult
  mutating func make(
    inDocument number: Int?, _ paths: [PartialDocument.Path], _ step: EditStep
  ) throws(DecantError) -> Bool {
    if let rules = format.rewriting { return try rewrite(number, by: rules, step) }
    if aliasedValues == .separated, format.abilities.contains(.anchors) {
      try separateValues(inDocument: number, step)
    }
    if let syntax = outlinedSyntax {
      let isChanged = try makeIfVerified(
        inDocument: number, reading: paths, outlinedBy: syntax, step)
      if let isChanged { return isChanged }
    }
    if let isChanged = try makeIfVerified(inDocument: number, step) { return isChanged }
    let quoted = try makeIfVerified(inDocument: number) { (document, index) throws(DecantError) in
      try step(document, index).map { $0.quotingLines }
    }
    guard let quoted else { throw DecantError(.unverified) }
    return quoted
  }

  /// Changes the layout of values until the changes of `step` affect only one place.
  private mutating func separateValues(
    inDocument number: Int?, _ step: EditStep
  ) throws(DecantError) {
    let limit = options.maximumAliasNodes
    while true {
      let isChanged = try makeIfVerified(inDocument: number, isSeparation: true) {
        (document, index) throws(DecantError) in
        try document.separating(try step(document, index), limit: limit)
      }
      guard let isChanged else { throw DecantError(.unverified) }
      if !isChanged { return }
    }
  }

  /// Returns nil if the result is not as expected; without a syntax, whole documents are in memory.
  private mutating func makeIfVerified(
    inDocument number: Int?, reading paths: [PartialDocument.Path] = [],
    outlinedBy syntax: (any OutlinedSyntax)? = nil, isSeparation: Bool = false, _ step: EditStep
  ) throws(DecantError) -> Bool? {
    do throws(DecantError) {
      return try makeVerified(
        inDocument: number, paths, outlinedBy: syntax, isSeparation: isSeparation, step)
    } catch {
      guard error.problem.specific(EditProblem.self) == .unverified else { throw error }
      try text.checkUnchanged()
      return nil
    }
  }

  private mutating func makeVerified(
    inDocument number: Int?, _ paths: [PartialDocument.Path],
    outlinedBy syntax: (any OutlinedSyntax)?, isSeparation: Bool, _ step: EditStep
  ) throws(DecantError) -> Bool {
    lineEnd = lineEnd ?? text.firstLineEnd
    let lineEnd = lineEnd ?? [0x0A]
    let write = write
    var count = 0
    var outline = EditOutline(of: text, by: syntax, ordersKeys: format.ordersKeys)
    var rewritten: EditedBytes?
    var isChanged = false
    let builder = syntax?.makeBuilder(of: text, keeping: paths, ofDocument: number)
    try read(text, by: builder) { (nodes) throws(DecantError) in
      defer { count += 1 }
      var document = edited(nodes, lineEnd, write)
      document.followsAliases = aliasedValues != .refused && format.abilities.contains(.anchors)
      guard number == nil || number == count + 1 else { return try outline.add(document) }
      var changes = try step(document, count)
      if format.abilities.contains(.anchors), !isSeparation {
        changes = try document.checked(changes, aliasedValues)
      }
      guard !changes.isEmpty else { return try outline.add(document) }
      isChanged = true
      var edits: [ByteEdit] = []
      var tapeEdits: [TapeEdit] = []
      for change in changes {
        if let syntax = format.editing { edits += try change.edits(of: document, by: syntax) }
        tapeEdits.append(try change.tapeEdit(of: document))
      }
      try outline.add(document, edits, tapeEdits)
      if format.editing == nil {
        let new = Document(try nodes.tape.applying(tapeEdits))
        var plan = Plan(to: format)
        // Of the values that the document already has, only offsets of dates can be lost.
        plan.losses = losses
        rewritten = text.replacingAll(by: try new.encoded(by: plan))
      }
    }
    try checkSelection(number, count)
    guard isChanged else { return false }
    let replaced = try outline.finish()
    let result = rewritten ?? replaced
    try verify(result, outline)
    text = result
    return true
  }

  mutating func replaceText(by new: EditedBytes) {
    text = new
  }

  func checkSelection(_ number: Int?, _ count: Int) throws(DecantError) {
    if let number {
      guard 1...max(count, 1) ~= number, count > 0 else {
        throw DecantError(.noDocument(number, count: count))
      }
    } else if count == 0, !format.abilities.contains(.records) {
      throw DecantError(.noDocument)
    }
  }

  /// Throws unless the outline of the result reads as expected.
  func verify(_ text: EditedBytes, _ outline: EditOutline) throws(DecantError) {
    do throws(DecantError) {
      var found = DocumentDigest(ordersKeys: format.ordersKeys)
      var rest = outline.omissions.makeIterator()
      var next = rest.next()
      var omitted = 0
      try readEvents(of: text.makeSource(without: outline.omissions)) {
        (batch) throws(DecantError) in
        found.add(batch)
        var index = 0
        while index < batch.count, let omission = next {
          if batch.offset(of: batch[index]) == omission.lowerBound - omitted {
            omitted += omission.count
            next = rest.next()
          } else {
            index += 1
          }
        }
      }
      // The last omission may be that of all documents after the ones in memory.
      let isComplete = next.map { $0.upperBound == text.count && rest.next() == nil } ?? true
      guard found == outline.expected, isComplete else { throw DecantError(.unverified) }
    } catch {
      if case .system = error.problem { throw error }
      throw DecantError(.unverified)
    }
  }

  func edited(
    _ nodes: PartialDocument, _ lineEnd: [UInt8], _ write: EditedDocument.Write? = nil
  ) -> EditedDocument {
    EditedDocument(bytes: text, nodes: nodes, lineEnd: lineEnd, write: write ?? self.write)
  }

  /// Writes new values, and keeps the text of the last one.
  private var write: EditedDocument.Write {
    let (usual, texts, format) = (writer, WrittenText(), format)
    return { (document, options) throws(DecantError) in
      try texts.text(of: document, options) { () throws(DecantError) in
        let keepsComments = usual.abilities.contains(.comments) || !document.hasTrivia
        var plan = Plan(to: keepsComments ? usual : format)
        plan.writing = options
        return try document.encoded(by: plan)
      }
    }
  }

  private var writer: Format { format.editing?.writer ?? format }

  /// Returns the value after a round trip through the format, which may change its type.
  func held(_ value: Document) throws(DecantError) -> Document {
    // Such a tag has a meaning only inside of a document.
    if format.rewriting != nil, value.root.tag?.hasPrefix(ofBytes: "!$") == true { return value }
    if value.hasTrivia { return try heldWithComments(value) }
    var tape =
      try format.abilities.contains(.numberNotations) ? value.tape : value.withDecimalNumbers.tape
    tape.removeCollectionStyles()
    var document = Document(tape)
    let isWrapped = format.editing?.requiresMapping == true && document.root.kind != .beginMapping
    if isWrapped { document = try Document(loneChild: document, forKey: "value") }
    let written = try encoded(document, isWrapped: isWrapped)
    var found: Document?
    var input = try Input(MemorySource(written), as: writer)
    var reading = ReadingOptions.keepingNumbers(of: format)
    reading.isRestorable = true
    try input.forEachDocument(reading) { found = found ?? $0 }
    if format.rewriting != nil, let new = found {
      return Document(try new.tape.prefixingAnchors("new-"))
    }
    if isWrapped, let child = found?.root.pairs.first(where: { _ in true })?.value {
      return try Document(copying: child)
    }
    return found ?? value
  }

  /// Returns the value of a key after a round trip, with the comments above, inside and beside it.
  private func heldWithComments(_ value: Document) throws(DecantError) -> Document {
    let commented = writer.abilities.contains(.comments) ? writer : format
    let pair = try Document(loneChild: value, forKey: "value")
    let written = try encoded(pair, isWrapped: true, as: commented)
    var input = try Input(MemorySource(written), as: commented)
    var reading = ReadingOptions()
    reading.isRestorable = true
    reading.comments = true
    var found: Document?
    try input.forEachDocument(reading) { found = found ?? $0 }
    guard let tape = found?.tape, let root = tape.pair(at: 0, before: tape.count, isKeyed: false),
      let child = tape.pair(
        at: root.value + 1, before: tape.partner(of: root.value), isKeyed: true)
    else { return try held(try value.withoutTrivia) }
    var result = Tape()
    try result.append((0..<child.value).filter { tape[$0].kind.isComment }, of: tape)
    try result.append(child.value..<child.next, of: tape)
    return Document(result)
  }

  /// Encodes a new value; the paths of problems in a wrapped value begin inside the wrapping.
  private func encoded(
    _ document: Document, isWrapped: Bool, as target: Format? = nil
  ) throws(DecantError) -> [UInt8] {
    var plan = Plan(to: target ?? writer)
    guard isWrapped else {
      plan.losses = losses
      return try document.encoded(by: plan)
    }
    let found = losses == nil ? nil : Losses()
    plan.losses = found
    do throws(DecantError) {
      let written = try document.encoded(by: plan)
      losses?.add((found?.entries ?? []).map(\.unwrapped), isWholeInput: false)
      return written
    } catch {
      var error = error
      error.path = error.path.map(\.unwrapped)
      throw error
    }
  }
}

extension DocumentPath {
  fileprivate var unwrapped: DocumentPath { DocumentPath(Array(steps.dropFirst())) }
}

extension Losses.Entry {
  fileprivate var unwrapped: Self {
    Self(kind: kind, count: count, source: source, path: path.unwrapped)
  }
}

extension Format {
  /// Whether the format supports editing.
  public var isEditable: Bool { editing != nil || abilities.contains(.binary) && isWritable }
}
