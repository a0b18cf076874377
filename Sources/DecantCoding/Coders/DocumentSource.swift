internal import DecantCore
internal import DecantConversion

/// The documents of an input, as sessions that decode them.
///
///     reader ─▶ group of documents ─▶ session ─▶ value, value, …
// SAFETY: one thread at a time uses it: the iterator's, or the background one that it awaits.
final class DocumentSource: @unchecked Sendable {
  let source: any ByteSource
  private let name: String?
  private let format: Format
  let decoder: EventDecoder
  /// The sequence whose elements are the documents, and its keys.
  private let sequence: DocumentPointer?
  private let keys: [any CodingKey]?

  // Without checks of exclusive access, which took 4 % of the time of small documents: the calls of one object are not nested.
  @safe @exclusivity(unchecked) private var reader: DocumentReader?
  @safe @exclusivity(unchecked) private var failure: DecantError?
  #if Foundation
    private var braced: BracedSource?
  #endif
  private var countedLines: (offset: Int, lines: LineCounter)?
  /// Documents that became whole together, their session, and how many have been begun.
  @safe @exclusivity(unchecked) private var tape = Tape()
  @safe @exclusivity(unchecked) private var ends: [Int] = []
  @safe @exclusivity(unchecked) private var session: DecodingSession?
  @safe @exclusivity(unchecked) private var count = 0
  /// The index of the current element.
  @safe @exclusivity(unchecked) private var index = -1

  init(
    _ source: any ByteSource, named name: String?, as format: Format, _ options: DecodingOptions,
    elementsAt sequence: DocumentPointer?, _ classes: KeyedArchive.Classes?
  ) {
    self.source = source
    self.name = name
    self.format = format
    self.sequence = sequence
    keys = sequence.map { $0.tokens.map { EventKey(stringValue: $0.string) } }
    decoder = EventDecoder(abilities: format.abilities, options, classes: classes)
    decoder.source = self
  }

  private func open() throws(DecantError) {
    var source = source
    #if Foundation
      if decoder.options.assumesTopLevelDictionary,
        format.name == "json" || format.standard == "json"
      {
        let braced = BracedSource(source)
        (source, self.braced) = (braced, braced)
      }
    #endif
    let input = try Input(source, named: name, as: format, mayLackMark: true)
    decoder.abilities = input.format.abilities
    reader =
      if let sequence {
        try DocumentReader(input, decoder.options.reading, elementsAt: sequence)
      } else {
        try DocumentReader(input, decoder.options.reading, history: .document)
      }
  }

  /// Goes on to the next document, and returns false at the end.
  func advance() throws -> Bool {
    if advanceIfReady() { return true }
    do throws(DecantError) {
      if let failure { throw failure }
      if reader == nil { try open() }
      begin(try reader?.nextGroup())
      return advanceIfReady()
    } catch {
      failure = error
      let error = placed(error)
      throw error.isAboutInput ? DecodingError.unreadable(error) : error
    }
  }

  /// Goes on to the next document if that has been read already.
  func advanceIfReady() -> Bool {
    if count == ends.count { begin(reader?.nextReadyGroup()) }
    guard count < ends.count else { return false }
    count += 1
    index += 1
    return true
  }

  private func begin(_ group: DocumentGroup?) {
    guard let group else { return }
    (tape, ends) = (group.tape, group.ends)
    session = nil
    count = 0
  }

  /// Decodes the current document.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    defer {
      // A type may keep a decoder.
      if !isKnownUniquelyReferenced(&session), let session = session.take() {
        decoder.leave(session)
      }
    }
    return try decoded(type)
  }

  private func decoded<T: Decodable>(_ type: T.Type) throws -> T {
    let session = session ?? makeSession()
    session.begin(start..<ends[count - 1])
    defer { session.end() }
    session.keys.index = index
    return try decoder.placingErrors(of: session, { located($0) }) {
      try decoder.decode(type, in: session)
    }
  }

  private func makeSession() -> DecodingSession {
    let session = decoder.makeSession(of: tape)
    session.keys.sequence = keys
    self.session = session
    return session
  }

  /// The documents that became whole with the current one, of which it is the first.
  var document: Document { Document(tape) }

  /// What an input of comments is, in a format in which that has no document: a mapping without keys.
  func emptyDocument() throws(DecantError) -> Document? {
    guard (reader?.inputLength ?? 0) > 0,
      format.abilities.isSuperset(of: [.emptyStreams, .comments])
    else { return nil }
    return try Document(.mapping(Mapping()))
  }

  /// Where the current document begins.
  var offset: Int { tape.offset(at: start) }

  private var start: Int { count > 1 ? ends[count - 2] : 0 }

  /// Returns the place of an offset, in time linear in the distance from the place before it.
  func place(at offset: Int) -> DecantError.Position? {
    guard reader?.countLines(to: offset, from: &countedLines) == true,
      let lines = countedLines?.lines
    else { return nil }
    var error = DecantError(.emptyInput, offset: offset)
    error.position = DecantError.Position(offset: offset, line: lines.line, column: lines.column)
    return placed(error).position
  }

  func located(_ error: DecantError) -> DecantError { placed(reader?.located(error) ?? error) }

  func unreadable(_ error: DecantError) -> DecodingError { .unreadable(located(error)) }

  /// Returns an error with its place in the text without braces.
  private func placed(_ error: DecantError) -> DecantError {
    #if Foundation
      braced?.placed(error) ?? error
    #else
      error
    #endif
  }
}
