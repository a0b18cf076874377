public import DecantCore
public import DecantConversion
package import DecantEditing
internal import DecantSystem

/// An editor of the bytes of a file that changes as few of them as possible.
///
///     var editor = try DocumentEditor(bytes, as: .yaml)
///     try editor.apply([
///       .set(DocumentPointer("/spec/replicas")!, Document(3)),
///       .set(DocumentPointer("/spec/version")!, .entered("1.10")),
///     ])
///     editor.bytes
///
/// Everything outside the changed nodes is preserved byte for byte. Edits that fail change no byte.
///
/// All edits of a call are made in a draft of the document, whose differences are then made in the text, which is read again
/// to verify its events. Of a large document only the parts around the edits are in memory, except of YAML from the first
/// anchor of a document on, and of TOML with tables that continue elsewhere.
public struct DocumentEditor: Sendable {
  /// The format of the documents.
  public let format: Format

  /// The counter of new values that lose their type in the format, if any.
  public var losses: Losses?

  /// The treatment of values to which aliases refer, where an edit would change them at several paths.
  public var aliasedValues = AliasedValues.refused

  /// Whether edits of what is not there are left out; `set` then adds no key.
  public var skipsMissing = false

  /// Whether a new key of a mapping whose keys are sorted goes to its slot among them.
  package var sortsNewKeys = true

  /// The calls for a level of a document: it is printed by four functions that call each other.
  private static let callsPerLevel = 4

  let name: String?
  /// The formats in which values are entered, and the editable ones of an error.
  let registry: FormatRegistry
  let options: ReadingOptions

  /// The text in UTF-8; one that is in another encoding has a byte-order mark.
  var text: EditedBytes

  /// The form of UTF-16 or UTF-32 in which the text is.
  private var form: UnicodeSource.Form?

  /// The number of the edit of the last call that failed.
  package private(set) var failedEdit: Int?

  /// Whether the last call has changed the text.
  package private(set) var isChanged = false

  /// What became of each edit of the last call.
  package private(set) var outcomes: [EditOutcome] = []

  /// The thinned of a large document after the last call, which was read again in its place; nil if all was.
  package private(set) var verifiedThinned: EditedBytes?

  /// Documents with fewer bytes are edited whole.
  package var smallestThinnedText = ThinnedDocument.smallestText
  package var shortestOmission = ThinnedDocument.shortestOmission

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
    var options = options
    options.needs.formUnion([.restorableEvents, .boundedCopies])
    if options.duplicateKeys != .error { options.duplicateKeys = .keep }
    self.options = options
    // The content selects the member of a family of formats.
    let format = try Input(text.makeSource(), named: name, as: format).format
    self.format =
      format.tableEditing.map { format.edited(byTable: $0.adapted(to: options)) } ?? format
    guard self.format.isEditable else {
      let editable = registry.formats.filter(\.isEditable).map(\.name)
      throw named(DecantError(.format(self.format.name, editable: editable)))
    }
    guard !self.format.abilities.contains(.binary), let form = text.wideForm else { return }
    do throws(DecantError) {
      self.text = try text.decoded(from: form)
    } catch {
      throw located(error, in: text.makeSource(from: form))
    }
    self.form = form
  }

  /// The bytes after all edits so far.
  public var bytes: [UInt8] {
    // In pieces, which is much faster than byte by byte.
    let source = form.map { text.makeSource(in: $0) } ?? text.makeSource()
    return (try? source.readToEnd()) ?? Array(text)
  }

  /// The bytes after all edits so far, of which many are in a file.
  package var result: EditedBytes {
    get throws(DecantError) { if let form { try text.encoded(in: form) } else { text } }
  }

  /// Applies an edit to one document, counted from 1, or to all; returns the values that got another type.
  @discardableResult
  public mutating func apply(
    _ edit: DocumentEdit, toDocument number: Int? = nil
  ) throws(DecantError) -> [TypeChange] {
    try apply([edit], toDocument: number).first ?? []
  }

  /// Applies edits, one after the other, to one document, counted from 1, or to all; returns for each edit the values that got
  /// another type.
  @discardableResult
  public mutating func apply(
    _ edits: [DocumentEdit], toDocument number: Int? = nil
  ) throws(DecantError) -> [[TypeChange]] {
    try apply(edits.map { EditStep($0) }, to: number.map { .numbers($0...$0) })
  }

  /// Applies steps to all documents; a second call with the same steps changes nothing.
  public mutating func apply(_ steps: Steps) throws(DecantError) {
    try apply(steps.edits, to: nil)
  }

  @discardableResult
  package mutating func apply(
    _ edits: [EditStep], to selection: DocumentSelection?
  ) throws(DecantError) -> [[TypeChange]] {
    failedEdit = nil
    let old = text
    var editing = TextEditing(by: self, selection)
    do throws(DecantError) {
      let changes = try run(&editing, edits)
      text = editing.result
      (outcomes, isChanged) = (editing.outcomes, editing.isChanged)
      verifiedThinned = editing.verifiedThinned
      try endText(like: old)
      if editing.isChanged { try checkRepetition(of: edits, selection) }
      return changes
    } catch {
      text = old
      failedEdit = failedEdit ?? editing.failedEdit
      var error = located(error, in: text.makeSource())
      error.step = failedEdit.flatMap { edits[$0].source?.place }
      throw error
    }
  }

  private func run(
    _ editing: inout TextEditing, _ edits: [EditStep]
  ) throws(DecantError) -> [[TypeChange]] {
    try StackRoom.run(levels: options.maximumDepth * Self.callsPerLevel) {
      () throws(DecantError) in
      try editing.make(edits)
    }
  }

  /// Throws if a second run of the steps among the edits would change the text again.
  private mutating func checkRepetition(
    of edits: [EditStep], _ selection: DocumentSelection?
  ) throws(DecantError) {
    let steps = edits.indices.filter { edits[$0].isRepeatable }
    guard !steps.isEmpty, isChanged(by: steps.map { edits[$0] }, selection) else { return }
    // A step that changes the result of the steps up to the one before it.
    var (unchanged, changed) = (0, steps.count)
    while changed - unchanged > 1 {
      let count = (unchanged + changed) / 2
      if isChanged(by: steps.prefix(count).map { edits[$0] }, selection) {
        changed = count
      } else {
        unchanged = count
      }
    }
    failedEdit = steps[changed - 1]
    throw DecantError(.specific(StepProblem.repeated))
  }

  /// Whether edits would change the text, or fail but for a test.
  private func isChanged(by edits: [EditStep], _ selection: DocumentSelection?) -> Bool {
    var editor = self
    editor.losses = nil
    var editing = TextEditing(by: editor, selection)
    do throws(DecantError) {
      _ = try run(&editing, edits)
    } catch {
      if case .testFailed? = error.problem.specific(ChangeProblem.self) { return false }
      return true
    }
    return editing.isChanged && !editing.result.elementsEqual(text)
  }

  private func named(_ error: DecantError) -> DecantError {
    var error = error
    error.source = error.source ?? name
    return error
  }

  private func located(_ error: DecantError, in source: any ByteSource) -> DecantError {
    guard let offset = error.offset else { return named(error) }
    var window = Window(source)
    window.isText = !format.abilities.contains(.binary)
    // A mark is not in a column.
    if window.isText { try? window.decodeUnicode() }
    // More than an excerpt contains on both sides of the offset.
    let reach = 1 << 12
    while window.origin + window.count < offset + reach {
      window.position = min(max(offset - window.origin - reach, 0), window.count)
      // What can be read shows the line.
      guard (try? window.refill()) == true else { break }
    }
    return error.located(in: window, named: name)
  }
}

// MARK: - Values

extension DocumentEditor {
  var writer: Format { format.editing?.writer ?? format }

  /// Writes new values.
  var write: EditedDocument.Write {
    let (usual, format) = (writer, format)
    return { (document, options) throws(DecantError) in
      let keepsComments = usual.abilities.contains(.comments) || !document.hasTrivia
      var plan = Plan(to: keepsComments ? usual : format)
      plan.writing = options
      return try document.encoded(by: plan)
    }
  }

  /// Returns the value after a round trip through the format, which may change its type.
  func roundTripped(_ value: Document) throws(DecantError) -> Document {
    // Such a tag has a meaning only inside of a document.
    if format.rewriting != nil, value.root.tag?.hasPrefix(ofBytes: "!$") == true { return value }
    if format.rewriting == nil, writer.abilities.isSuperset(of: [.numbers, .booleans]),
      value.isPlain
    {
      return value
    }
    let hasComments = value.hasTrivia
    let target = hasComments && !writer.abilities.contains(.comments) ? format : writer
    let keepsNumbers = hasComments || format.abilities.contains(.numberNotations)
    var tape = try keepsNumbers ? value.tape : value.withDecimalNumbers.tape
    if !hasComments { tape.removeCollectionStyles() }
    var document = Document(tape)
    let needsKey = format.editing?.requiresMapping == true
    let needsWrapping =
      needsKey
      ? document.root.kind != .beginMapping
      : document.root.kind.depthChange == 0 && format.isLineList
    let isWrapped = hasComments || needsWrapping
    if isWrapped {
      document = try Document(loneChild: document, forKey: hasComments || needsKey ? "value" : nil)
    }
    let written = try encoded(document, isWrapped: isWrapped, as: target)
    var reading = hasComments ? ReadingOptions() : .keepingNumbers(of: format)
    reading.needs.insert(.restorableEvents)
    reading.comments = hasComments
    var input = try Input(MemorySource(written), as: target)
    guard let found = try input.firstDocument(reading) else { return value }
    if hasComments {
      if let child = try found.commentedChild { return child }
      return try roundTripped(try value.withoutTrivia)
    }
    if format.rewriting != nil { return Document(try found.tape.prefixingAnchors("new-")) }
    let child =
      found.root.pairs.first { _ in true }?.value ?? found.root.elements.first { _ in true }
    guard isWrapped, let child else { return found }
    return try Document(copying: child)
  }

  /// Encodes a new value; the paths of problems in a wrapped value begin inside the wrapping.
  private func encoded(
    _ document: Document, isWrapped: Bool, as target: Format
  ) throws(DecantError) -> [UInt8] {
    var plan = Plan(to: target)
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

extension Document {
  /// Whether the value is the same in all formats with numbers and booleans: an edit of one takes two thirds of the time.
  fileprivate var isPlain: Bool {
    guard tape.count == 1 else { return false }
    let bytes = tape.string(at: 0).utf8
    return switch tape[0].kind {
    case .true, .false: true
    case .integer:
      bytes.count <= 9 && (bytes.count == 1 || bytes.first != UInt8(ascii: "0"))
        && bytes.allSatisfy(DecimalLexeme.isDigit)
    case .string: tape[0].style == .any && bytes.allSatisfy { 0x20..<0x7F ~= $0 }
    default: false
    }
  }

  /// The value of the only key, with the comments above, inside and beside it.
  fileprivate var commentedChild: Document? {
    get throws(DecantError) {
      guard let root = tape.pair(at: 0, before: tape.count, isKeyed: false),
        let child = tape.pair(
          at: root.value + 1, before: tape.partner(of: root.value), isKeyed: true)
      else { return nil }
      var result = Tape()
      try result.append((0..<child.value).filter { tape[$0].kind.isComment }, of: tape)
      try result.append(child.value..<child.next, of: tape)
      return Document(result)
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
