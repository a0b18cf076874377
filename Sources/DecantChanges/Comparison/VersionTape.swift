package import DecantConversion
public import DecantCore

/// Inputs that are versions of one document, on one tape: later ones share what they have in common with the first.
///
/// The documents of the first input are as on any tape. A collection of a later one that equals its twin in the first is
/// a reference to it: an alias without a name, whose entry has the index of the twin in place of a position of text.
///
///     first     [[1, 2], [3, 4]]      entries │ [ │ [ │ 1 │ 2 │ ] │ [ │ 3 │ 4 │ ] │ ] │
///     second    [[1, 2], [3, 5]]              │ [ │ *1 │ [ │ 3 │ 5 │ ] │ ] │
///
/// Two versions take little more memory than one. Nodes with the same index by `content(of:)` are equal without a comparison;
/// those with different ones have to be compared: they may be at another path, in another spelling, or with keys in another order.
@usableFromInline package struct VersionTape: Sendable {
  @usableFromInline private(set) var tape = Tape(origin: 0)

  /// The roots of the documents of the present input.
  package private(set) var roots: [Int] = []

  /// The reason why the last document is not a value; the input is not read any further.
  package private(set) var failure: DecantError?

  private(set) var hasTags = false

  /// The hashes of collections by where they begin, if `hashCollections()` has stored them.
  var collectionHashes: [Int: UInt64] = [:]

  private var isFirst = true
  private var endOfFirst = 0
  private var twins = TwinFinder()
  /// Where the document that is being added begins, if there is one.
  private var beginning: (count: Int, textCount: Int)?
  private var root = 0

  package init() {}
}

// MARK: - Inputs and documents

extension VersionTape {
  /// Begins an input, and forgets the one before it, but not its nodes.
  package mutating func beginInput() {
    removeIncomplete()
    if isFirst, !roots.isEmpty {
      isFirst = false
      endOfFirst = tape.count
    }
    if !isFirst { twins = TwinFinder(documents: 0..<endOfFirst) }
    roots = []
    failure = nil
  }

  /// Adds events of an input; `endOfInput` is the offset in bytes at which it ends, if that is known.
  package mutating func add(
    _ batch: borrowing EventBatch, endOfInput: Int? = nil
  ) throws(DecantError) {
    if tape.isEmpty, let endOfInput {
      // Room for two versions, as growing would copy the tape; but less than a gigabyte.
      let times = batch.extrapolation(
        of: 0..<batch.count, inInputTo: endOfInput, atMost: 4096)
      tape.reserveRoom(
        for: min(Int(Double(batch.count) * times * 2), 1 << 25),
        text: min(endOfInput + endOfInput / 8, 1 << 28))
    }
    hasTags = hasTags || batch.contents.has(.tag)
    var start = 0
    for index in 0..<batch.count where batch[index].delimitsDocument {
      try add(start..<index, of: batch)
      start = index + 1
      if batch[index].kind == .beginDocument { beginDocument() } else { endDocument() }
      if failure != nil { return }
    }
    try add(start..<batch.count, of: batch)
  }

  private mutating func add(
    _ range: Range<Int>, of batch: borrowing EventBatch
  ) throws(DecantError) {
    guard !isFirst else { return try tape.append(range, of: batch) }
    var rest = range
    while !rest.isEmpty {
      rest = rest.dropFirst(twins.match(rest, of: batch, on: tape))
      if try finishMatch() { continue }
      guard let next = rest.first else { return }
      try twins.diverge(on: &tape)
      if !twins.beginMatch(batch[next], of: batch, on: tape) {
        try append(batch[next], of: batch)
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func beginDocument() {
    removeIncomplete()
    beginning = (tape.count, tape.text.count)
    root = tape.count
  }

  private mutating func endDocument() {
    do throws(DecantError) {
      try checkValues(from: beginning?.count ?? 0)
    } catch {
      failure = error
    }
    beginning = nil
    roots.append(root)
  }

  mutating func removeIncomplete() {
    guard let beginning else { return }
    tape.truncate(to: beginning.count, textCount: beginning.textCount)
    twins.removeIncomplete()
    self.beginning = nil
  }

  /// Returns the root of the document; throws if it is not a value.
  package mutating func add(_ document: Document) throws(DecantError) -> Int {
    beginInput()
    if tape.isEmpty {
      tape = document.tape
      beginning = (0, 0)
      endDocument()
    } else {
      try document.root.forEachBatch { (batch) throws(DecantError) in
        try add(batch)
      }
    }
    guard let failure else { return root }
    if root > 0 {
      // Read again on a tape of its own, so that the path in the error is that of this document alone.
      var other = VersionTape()
      _ = try other.add(document)
    }
    throw failure
  }

  /// Returns the root of the value as a document.
  package mutating func add(_ value: Value) throws(DecantError) -> Int {
    beginInput()
    try Document(value).root.forEachBatch { (batch) throws(DecantError) in try add(batch) }
    return root
  }
}

// MARK: - Checking

extension VersionTape {
  /// Throws unless the nodes from `start` are values; those to which they refer were checked.
  private func checkValues(from start: Int) throws(DecantError) {
    for index in start..<tape.count {
      let entry = tape[index]
      switch entry.kind {
      case _ where entry.isKey && (entry.kind != .string || entry.flags.contains(.isMergeKey)):
        // Such keys can be equal in different spellings, as a merge key and one in quotes.
        _ = try value(of: root)
        return
      case _ where entry.flags.contains(.isDuplicateKey):
        throw DecantError(.duplicateKey(tape.string(at: index)), offset: tape.offset(at: index))
      case .alias where entry.reference != nil: break
      case .string where entry.flags.contains(.isEscaped), .date, .localTime, .uid, .alias:
        _ = try value(of: index)
      default: break
      }
    }
  }
}

// MARK: - Later inputs

extension VersionTape {
  /// Adds the twin whose events were matched, if its end was reached.
  private mutating func finishMatch() throws(DecantError) -> Bool {
    guard let twin = twins.finishMatch() else { return false }
    if twins.isAtRoot, tape.count == beginning?.count {
      root = twin
    } else {
      try tape.append(sharing: twin)
    }
    return true
  }

  private mutating func append(
    _ event: Event, of batch: borrowing EventBatch
  ) throws(DecantError) {
    if event.isKey, event.depthChange == 0 { twins.find(key: event, of: batch, on: tape) }
    twins.prepare(for: event, on: tape)
    try tape.append(event, of: batch)
    guard event.depthChange < 0, let found = twins.twinOfEnded(on: tape) else { return }
    tape.truncate(to: found.begin, textCount: found.textCount)
    try tape.append(referenceTo: found.twin)
  }

  /// Appends a collection of nodes that exist, and returns it.
  package mutating func append(_ kind: Event.Kind, of children: [Int]) throws(DecantError) -> Int {
    let node = tape.count
    try tape.append(Event(kind), RawSpan(), at: tape.origin)
    for child in children { try tape.append(sharing: content(of: child)) }
    let end: Event.Kind = kind == .beginSequence ? .endSequence : .endMapping
    try tape.append(Event(end), RawSpan(), at: tape.origin)
    return node
  }

  /// Appends a text, and returns it.
  mutating func append(text: [UInt8]) throws(DecantError) -> Int {
    let node = tape.count
    try text.withBytes { (bytes) throws(DecantError) in
      let event = Event(
        .string, flags: [], at: 0, textAt: 0, count: bytes.byteCount)
      try tape.append(event, bytes, at: tape.origin)
    }
    return node
  }

  /// Appends a sequence of documents, and returns it.
  package mutating func sequence(of documents: [Int]) throws(DecantError) -> Int {
    try append(.beginSequence, of: documents)
  }
}

extension Tape {
  /// Appends a node with the same content, which takes one entry after the node's anchor and tag.
  package mutating func append(sharing node: Int) throws(DecantError) {
    let content = content(of: node)
    for index in node..<content { try append(copyOf: index) }
    if self[content].depthChange > 0 {
      try append(referenceTo: content)
    } else {
      try append(copyOf: content)
    }
  }
}

extension VersionTape {
  /// Adds the documents of an input and returns their roots; stops after one that is not a value, see `failure`.
  package mutating func read(
    _ input: consuming Input, _ options: ReadingOptions
  ) throws(DecantError) -> [Int] {
    beginInput()
    var options = options
    options.needs.formUnion([.expandedAliases, .boundedCopies, .columns])
    var reading = try InputReading(
      of: input, options, stages: options.makeDocumentStages(for: input.format))
    let endOfInput = input.window.end
    var isMore = true
    while isMore, failure == nil {
      do throws(DecantError) {
        isMore = try reading.advance(
          &input, to: { (batch) throws(DecantError) in try add(batch, endOfInput: endOfInput) })
      } catch {
        // A document before it that is not a value is the first error.
        guard failure == nil else { continue }
        // What is added to the tape from now on must stay.
        removeIncomplete()
        throw error
      }
    }
    return roots
  }
}
