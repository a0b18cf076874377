/// An editor of the bytes of a file that changes as few of them as possible.
///
///     var editor = try DocumentEditor(bytes, as: .yaml)
///     try editor.apply(.set(DocumentPointer("/spec/replicas")!, Document(3)))
///     editor.bytes
///
/// Everything outside the changed nodes is preserved byte for byte: comments, blank lines, quotes
/// and key order.
///
/// Each edit is verified: the new bytes are parsed and compared, event by event, with the document
/// as edited in memory. If an edit fails, `bytes` is unchanged. The editor holds the whole file and
/// its events in memory.
public struct DocumentEditor: Sendable {
  /// The bytes after all edits so far.
  public private(set) var bytes: [UInt8]

  /// The format of the documents.
  public let format: Format

  /// The counter of new values that lose their type in the format, if any.
  public var losses: Losses?

  private let name: String?
  private let options: ReadingOptions
  private(set) var documents: [Document]

  /// Creates an editor of the documents in `bytes`; errors call them `name`.
  public init(
    _ bytes: [UInt8], named name: String? = nil, as format: Format,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    // The content selects the member of a family of formats.
    let format = try Input(MemorySource(bytes), named: name, as: format).format
    guard format.isEditable else {
      let editable = FormatRegistry.standard.formats.filter(\.isEditable).map(\.name)
      var error = DecantError(.format(format.name, editable: editable))
      error.source = name
      throw error
    }
    let isWide = UnicodeSource.Form.all.contains { bytes.starts(with: $0.mark) }
    guard format.abilities.contains(.binary) || !isWide else {
      var error = DecantError(.encoding)
      error.source = name
      throw error
    }
    self.bytes = bytes
    self.format = format
    self.name = name
    self.options = options
    documents = try Self.read(bytes, named: name, as: format, options)
  }

  /// The number of documents.
  public var documentCount: Int { documents.count }

  /// Applies an edit to one document, counted from 1, or to all.
  public mutating func apply(
    _ edit: DocumentEdit, toDocument number: Int? = nil
  ) throws(DecantError) {
    let old = self
    do throws(DecantError) {
      try make(edit, in: try selection(number))
    } catch {
      self = old
      throw located(error)
    }
  }

  private func selection(_ number: Int?) throws(DecantError) -> Range<Int> {
    guard let number else {
      guard !documents.isEmpty || format.abilities.contains(.records) else {
        throw DecantError(.noDocument)
      }
      return documents.indices
    }
    guard documents.indices.contains(number - 1) else {
      throw DecantError(.noDocument(number, count: documents.count))
    }
    return number - 1..<number
  }

  private func located(_ error: DecantError) -> DecantError {
    var window = Window(MemorySource(bytes))
    window.isText = !format.abilities.contains(.binary)
    guard error.offset != nil, (try? window.showAll()) != nil else {
      var error = error
      error.source = error.source ?? name
      return error
    }
    return error.located(in: window, named: name)
  }

  private static func read(
    _ bytes: [UInt8], named name: String?, as format: Format, _ options: ReadingOptions
  ) throws(DecantError) -> [Document] {
    var input = try Input(MemorySource(bytes), named: name, as: format)
    var reading = try InputReading(of: input, options)
    let collector = DocumentCollector(endOfInput: bytes.count)
    var documents: [Document] = []
    var isMore = true
    while isMore {
      isMore = try reading.advance(
        &input, to: { (batch) throws(DecantError) in try collector.add(batch) })
      while let document = collector.take() { documents.append(document) }
    }
    return documents
  }
}

// MARK: - Steps

extension DocumentEditor {
  func edited(_ index: Int) -> EditedDocument {
    let writer = format.editing?.writer ?? format
    return EditedDocument(bytes: bytes, tape: documents[index].tape) {
      (document, options) throws(DecantError) in
      var plan = Plan(to: writer)
      plan.writing = options
      return try document.encoded(by: plan)
    }
  }

  /// Returns the value after a round trip through the format, which may change its type.
  func held(_ value: Document) throws(DecantError) -> Document {
    let writer = format.editing?.writer ?? format
    var plan = Plan(to: writer)
    plan.losses = losses
    var tape = value.tape
    tape.removeCollectionStyles()
    let written = try Document(tape).encoded(by: plan)
    return try Self.read(written, named: nil, as: writer, ReadingOptions()).first ?? value
  }

  /// Makes changes that do not overlap, and verifies the result.
  mutating func make(_ changes: [(document: Int, change: NodeChange)]) throws(DecantError) {
    guard !changes.isEmpty else { return }
    do throws(DecantError) {
      try applyVerified(changes)
    } catch {
      guard error.problem.specific(EditProblem.self) == .unverified else { throw error }
      try applyVerified(changes.map { ($0.document, $0.change.quotingLines) })
    }
  }

  private mutating func applyVerified(
    _ changes: [(document: Int, change: NodeChange)]
  ) throws(DecantError) {
    var edits: [ByteEdit] = []
    var tapeEdits: [Int: [TapeEdit]] = [:]
    for (index, change) in changes {
      let document = edited(index)
      if let syntax = format.editing { edits += try change.edits(of: document, by: syntax) }
      tapeEdits[index, default: []].append(try change.tapeEdit(of: document))
    }
    var expected = documents
    for (index, edits) in tapeEdits {
      try checkAnchors(in: documents[index].tape, without: edits)
      expected[index] = Document(try documents[index].tape.applying(edits))
    }
    let new =
      format.editing == nil
      ? try expected[0].encoded(as: format) : bytes.applying(edits)
    let found: [Document]
    do throws(DecantError) {
      found = try Self.read(new, named: name, as: format, options)
    } catch {
      throw DecantError(.unverified)
    }
    guard found.count == expected.count,
      zip(found, expected).allSatisfy({
        $0.tape.hasSameEvents(0..<$0.tape.count, as: 0..<$1.tape.count, of: $1.tape)
      })
    else { throw DecantError(.unverified) }
    bytes = new
    documents = found
  }

  /// Throws if an edit removes an anchor that aliases outside the edit refer to.
  private func checkAnchors(in tape: Tape, without edits: [TapeEdit]) throws(DecantError) {
    guard format.abilities.contains(.anchors) else { return }
    for edit in edits {
      for index in edit.range where tape[index].kind == .anchor {
        let name = tape.string(at: index)
        for alias in edit.range.upperBound..<max(edit.range.upperBound, tape.count) {
          if tape[alias].kind == .anchor, tape.string(at: alias) == name { break }
          guard tape[alias].kind == .alias, tape.string(at: alias) == name else { continue }
          throw DecantError(.anchorInUse(name), offset: tape.offset(at: index))
        }
      }
    }
  }
}

extension [UInt8] {
  /// Applies edits; those at the same place keep their order.
  func applying(_ edits: [ByteEdit]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count + edits.reduce(0) { $0 + $1.bytes.count })
    var place = 0
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in sorted {
      // Overlapping edits are a defect, which verification detects.
      guard edit.range.lowerBound >= place else { continue }
      result += self[place..<edit.range.lowerBound]
      result += edit.bytes
      place = edit.range.upperBound
    }
    return result + self[place...]
  }
}

extension Format {
  /// Whether the format supports editing.
  public var isEditable: Bool { editing != nil || abilities.contains(.binary) && isWritable }
}
