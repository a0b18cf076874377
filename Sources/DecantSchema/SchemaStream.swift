internal import DecantConversion
internal import DecantCore

/// The documents of an input, each of which is checked while it is read.
///
/// A small document is held and checked as a whole. Of a large one, what is whole is checked from time to time and forgotten:
///
///     {"name": "x", "items": [ {…}, {…}, {…       checked: name, two items       held: {"items": [ {…
struct SchemaStream {
  /// How many entries of a document are held before a part is checked.
  private let usualPart: Int
  /// How many collections can be open; what is deeper is held.
  private static let mostOpen = 64

  private let schema: JSONSchema
  private let limit: Int
  /// Whether a document can refer back to what is written far before, as an alias does.
  private let refersBack: Bool
  /// Called with each document that is an archive, which is held as a whole.
  private let verifyArchive: (Document) throws(DecantError) -> Void

  private var check: SchemaCheck?
  /// What is held of the document.
  private(set) var tape = Tape()
  private var open = OpenCollections()
  private var mismatchCount = 0
  private var nextPart: Int
  /// The number of documents so far.
  private(set) var count = 0
  /// The offset from which on the input must be at hand, so that what is found can be located.
  private(set) var origin = 0

  init(
    _ schema: JSONSchema, limit: Int, from source: Format, inParts usualPart: Int = 8192,
    verifyingArchives verifyArchive: @escaping (Document) throws(DecantError) -> Void = { _ in }
  ) {
    self.schema = schema
    self.limit = limit
    self.usualPart = usualPart
    nextPart = usualPart
    refersBack = source.abilities.contains(.anchors)
    self.verifyArchive = verifyArchive
  }

  // MARK: Reading

  mutating func beginDocument(at offset: Int) {
    reset()
    count += 1
    origin = offset
  }

  mutating func reset() {
    tape.removeAll()
    open = OpenCollections()
    mismatchCount = 0
    nextPart = usualPart
  }

  /// Adds events of the document.
  mutating func append(_ range: Range<Int>, of batch: borrowing EventBatch) throws(DecantError) {
    try tape.append(range, of: batch)
  }

  /// Locates the collections that have become open, while the input still has their lines.
  mutating func locateOpen(_ located: (DecantError) -> DecantError) { open.locate(located) }

  // MARK: Checking

  /// Adds the events of a batch, and returns the mismatches that they show.
  ///
  /// What prevents the check of a document is returned like a mismatch, as is that there are more than the limit.
  mutating func add(_ batch: borrowing EventBatch) throws(DecantError) -> [DecantError] {
    var errors: [DecantError] = []
    var start = 0
    for index in 0..<batch.count where batch[index].delimitsDocument {
      if batch[index].kind == .beginDocument {
        beginDocument(at: batch.offset(of: batch[index]))
      } else {
        try append(start..<index, of: batch)
        errors += result { (stream) throws(DecantError) in try stream.endDocument() }
      }
      start = index + 1
    }
    try append(start..<batch.count, of: batch)
    return errors + result { (stream) throws(DecantError) in try stream.advance() }
  }

  private mutating func result(
    of check: (inout SchemaStream) throws(DecantError) -> [DecantError]
  ) -> [DecantError] {
    do throws(DecantError) {
      return try check(&self)
    } catch {
      mismatchCount = limit
      return [error]
    }
  }

  /// Returns the mismatches of what is left of the document.
  mutating func endDocument() throws(DecantError) -> [DecantError] {
    if open.isEmpty, Document(tape).root.isArchive { try verifyArchive(Document(tape)) }
    let whole = try instance(of: tape)
    tape = Tape()
    let errors = try mismatches(in: whole, open.ended()) ?? []
    // Its memory serves the next document.
    if let used = check?.takeTape() { tape = used }
    return errors
  }

  /// Returns the mismatches of what is whole by now, if that is much, and forgets it.
  mutating func advance() throws(DecantError) -> [DecantError] {
    guard tape.count >= nextPart else { return [] }
    tape = try tape.plain
    let unfinished = tape.openCollections
    // A collection that is still small is likely to end soon.
    var count = unfinished.prefix(Self.mostOpen).count { tape.count - $0 > usualPart / 2 }
    while count > 0 {
      let candidates = unfinished.prefix(count)
      let end = tape.endOfChildren(
        in: candidates[count - 1], before: unfinished.dropFirst(count).first)
      let part = try tape.part(before: end, in: candidates)
      if open.isEmpty, Document(part).root.isArchive { break }
      let instance = try instance(of: part)
      let next = open.continued(by: candidates, on: tape)
      if let errors = try mismatches(in: instance, next) {
        open = next.forgettingChildren(in: instance)
        if !refersBack { origin = tape.offset(at: min(end, tape.count - 1)) }
        tape = try tape.rest(from: end, in: candidates)
        nextPart = max(usualPart, 2 * tape.count)
        return errors
      }
      // What a keyword needs as a whole is held.
      count = candidates.firstIndex { $0 == check?.held } ?? 0
    }
    // The whole document is held.
    nextPart = .max
    return []
  }

  private func instance(of part: Tape) throws(DecantError) -> NumberedDocument {
    let names = schema.compiled.names
    return try NumberedDocument(part) { names.number(of: $0) }
  }

  /// Returns the mismatches of a document, or of a part of one; nil if an open collection must be held.
  private mutating func mismatches(
    in part: consuming NumberedDocument, _ open: OpenCollections
  ) throws(DecantError) -> [DecantError]? {
    guard mismatchCount < limit else { return [] }
    var errors = try schema.errors(in: part, open, limit: limit - mismatchCount + 1, &check)
    mismatchCount += errors?.count ?? 0
    if mismatchCount > limit, let last = errors?.popLast() {
      var error = last
      error.problem = .specific(SchemaProblem.tooManyMismatches(limit: limit))
      error.path = nil
      errors?.append(error)
    }
    return errors
  }
}
