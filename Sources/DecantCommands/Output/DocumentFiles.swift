internal import DecantCore
internal import DecantConversion
internal import DecantFiles
internal import DecantSystem

/// The files of a run that writes each document, or each value of a mapping, to its own.
///
///     documents ──▶ content │ a │ b │ c │ ──▶ a.yaml, b.yaml, c.yaml
///                           └ scratch ──┘     once all inputs are converted
///
/// Memory holds the names. The content is in a temporary file, so that an error in any input leaves all files as they were.
final class DocumentFiles {
  let content = ScratchFile()
  private let name: FieldedName
  private let plan: Plan
  private let willCreate: ((String) -> () -> Void)?
  private var files: [(name: FilledName, size: Int, written: WrittenValues?)] = []
  /// The names, of which not all file systems keep similar ones apart.
  private var names: Set<SimilarName>

  /// The number of files that are put in place together; each has an open descriptor until then.
  private static let groupCount = 100

  init(_ name: FieldedName, by plan: Plan, in session: Session) {
    self.name = name
    self.plan = plan
    names = Set([session.arguments.rejects].compactMap { $0.map(SimilarName.init) })
    willCreate = session.console.removeOnTermination
  }

  func makeWriter() -> some EventWriter { DocumentFileWriter(files: self) }

  /// Converts a document, or the values in it; an error is at its value at fault, or else has no place.
  fileprivate func add(_ document: Tape) throws(DecantError) {
    let root = (0..<document.count).first { document[$0].kind != .trailingComment } ?? 0
    guard self.name.hasKey else {
      let start = !files.isEmpty && document.beginsWithMarker ? 1 : 0
      let name = try filledName(Document.Node(tape: document, index: root))
      return try add(name, of: document) { (batch) throws(DecantError) in
        try document.replay(start..<document.count, into: &batch)
      }
    }
    let mapping = document.content(of: root)
    guard document[mapping].kind == .beginMapping else {
      throw DecantError(.notAMapping, offset: document.offset(at: mapping))
    }
    // The comments before a key are those of its value; the last value has those at the end, too.
    var start = 0
    let last = document.pairs(in: mapping).reduce(Int?.none) { $1.value }
    for (key, value) in document.pairs(in: mapping) {
      let name = try filledName(
        Document.Node(tape: document, index: value), Document.Node(tape: document, index: key))
      let end = document.endWithComments(of: value)
      try add(name, of: document) { (batch) throws(DecantError) in
        try document.replay(commentsIn: start..<value, into: &batch)
        try document.replay(value..<end, into: &batch)
        if value == last { try document.replay(commentsIn: end..<document.count, into: &batch) }
      }
      start = end
    }
  }

  private func filledName(
    _ root: Document.Node, _ key: Document.Node? = nil
  ) throws(DecantError) -> FilledName {
    let name = try name.filled(by: root, under: key, number: files.count + 1)
    guard names.insert(SimilarName(name.text)).inserted else {
      throw DecantError(SplittingProblem.repeatedName(name.text), offset: key?.offset)
    }
    try name.refuseLinks()
    return name
  }

  private func add(
    _ name: FilledName, of document: Tape,
    _ appendEvents: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var batch = EventBatch()
    batch.rebase(to: document.origin)
    batch.append(.beginDocument)
    try appendEvents(&batch)
    batch.append(.endDocument)
    let size = content.count
    let sink = ByteSink(content)
    var plan = plan
    if case .success = System.status(of: name.text) { plan.record() }
    var writer = try plan.makeWriter()
    try writer.write(batch, to: sink)
    try writer.finish(to: sink)
    try sink.flush()
    files.append((name, content.count - size, plan.written))
  }

  // MARK: Committing

  /// Puts all files in place; an error leaves those that are in place already, each complete.
  func commit() throws(DecantError) {
    var window = Window(content.readBack())
    var rest = files[...]
    while !rest.isEmpty {
      var members: [AtomicFile] = []
      for file in rest.prefix(Self.groupCount) {
        try file.name.refuseLinks()
        let name = file.name.text
        try System.makeFolders(of: name)
        let new = try AtomicFile(name, willCreate: willCreate)
        try window.copy(file.size, to: new)
        try mappingError(
          { (error: DecantError) in error.about(name) },
          try file.written?.verify(new.readBack(), by: plan))
        members.append(new)
      }
      for case let error? in FileGroup.commit(members.map { .new($0, .replacing) }) { throw error }
      rest = rest.dropFirst(Self.groupCount)
    }
  }
}

/// A writer that gathers the events of each document.
private struct DocumentFileWriter: EventWriter {
  let files: DocumentFiles
  private var document = Tape()
  /// The place where the document begins, which the window may not show any more when it ends.
  private var beginning = DecantError(.noDocument)

  init(files: DocumentFiles) {
    self.files = files
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var start = 0
    var isOpen = false
    for index in 0..<batch.count where batch[index].delimitsDocument {
      try document.append(start..<index, of: batch)
      start = index + 1
      if batch[index].kind == .beginDocument {
        document = Tape()
        beginning.offset = batch.offset(of: batch[index])
        beginning.position = nil
        beginning.excerpt = nil
        isOpen = true
      } else {
        try add()
        isOpen = false
      }
    }
    try document.append(start..<batch.count, of: batch)
    if isOpen { beginning = batch.located(beginning) }
  }

  private func add() throws(DecantError) {
    do throws(DecantError) {
      try files.add(document)
    } catch {
      guard error.offset == nil, error.isAboutInput else { throw error }
      var placed = beginning
      placed.problem = error.problem
      throw placed
    }
  }
}

extension Tape {
  /// Whether YAML's `---` is before all else of a document; after another document it separates both.
  fileprivate var beginsWithMarker: Bool {
    guard count > 0, self[0].kind == .notation else { return false }
    return text.withBytes { Notation.kind($0, textRange(at: 0)) } == .marker
  }

  /// Appends the comments in a range, each on lines of its own.
  fileprivate func replay(
    commentsIn range: Range<Int>, into output: inout EventBatch
  ) throws(DecantError) {
    try text.withBytes { (text) throws(DecantError) in
      for var entry in entries[range] where entry.kind.isComment {
        entry.kind = .comment
        try output.append(entry, text: text, origin: origin)
      }
    }
  }
}

extension Window {
  /// Copies the next `count` bytes to `destination`.
  fileprivate mutating func copy(
    _ count: Int, to destination: any ByteDestination
  ) throws(DecantError) {
    var rest = count
    while rest > 0 {
      if unread == 0 { guard try refill() else { return } }
      let part = min(unread, rest)
      let start = position
      try withBytes { (bytes) throws(DecantError) in
        try destination.write(bytes.extracting(start..<start + part))
      }
      position += part
      rest -= part
    }
  }
}
