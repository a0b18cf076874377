package import DecantCore

/// A decoder of any `Decodable` type from documents of events, in any format.
package final class EventDecoder {
  /// Those of the format, or of the member of a family once the input is open.
  var abilities: Format.Abilities
  let options: DecodingOptions
  private let classes: KeyedArchive.Classes?
  /// Where the documents are read, which knows the places of their nodes.
  unowned var source: DocumentSource?
  /// A cache of the forms of types, kept between documents.
  private var forms = KnownTypes<DecodedForm>()

  /// Creates a decoder; with `classes`, anchors and aliases are instances, and tags classes.
  package init(
    abilities: Format.Abilities, _ options: DecodingOptions,
    classes: KeyedArchive.Classes? = nil
  ) {
    self.abilities = abilities
    self.options = options
    self.classes = classes
  }

  /// Decodes the value of a document.
  ///
  /// An error is located by its coding path once it is final: errors that types throw have a
  /// position too, and errors that types catch cost no search.
  package func decode<T: Decodable>(
    _ type: T.Type, from document: Document, locate: (DecantError) -> DecantError
  ) throws -> T {
    try decode(type, from: document, { $0 }, locate: locate)
  }

  /// Decodes a value and applies `change`, whose errors are located by their paths.
  package func decode<T: Decodable, Output>(
    _ type: T.Type, from document: Document, _ change: (T) throws -> Output,
    locate: (DecantError) -> DecantError
  ) throws -> Output {
    var session = makeSession(of: document.tape)
    defer { if !isKnownUniquelyReferenced(&session) { leave(session) } }
    return try placingErrors(of: session, locate) { try change(decode(type, in: session)) }
  }

  func makeSession(of tape: Tape) -> DecodingSession {
    let session = DecodingSession(tape, abilities, options, forms: forms, classes)
    session.source = source
    return session
  }

  /// Leaves a session, and the cache, to a decoder that a type keeps, which may be used on another thread.
  func leave(_ session: DecodingSession) {
    session.source = nil
    forms = KnownTypes()
  }

  /// Decodes the document to which a session has turned.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, in session: DecodingSession) throws -> T {
    let value = try session.value(at: session.root, as: type)
    while let decode = session.remaining.popLast() { try decode() }
    return value
  }

  /// Adds the places of errors that `decode` throws.
  @inline(__always)
  func placingErrors<R>(
    of session: DecodingSession, _ locate: (DecantError) -> DecantError, _ decode: () throws -> R
  ) throws -> R {
    do { return try decode() } catch { throw placed(error, of: session, locate) }
  }

  @inline(never)
  private func placed(
    _ error: any Error, of session: DecodingSession, _ locate: (DecantError) -> DecantError
  ) -> any Error {
    switch error {
    case let error as DecodingError:
      return error.placed { context in
        let (node, path) = session.keys.location(at: context.codingPath, from: session.root)
        return locate(
          DecantError(
            .other(context.debugDescription, hint: nil), offset: session.tape.offset(at: node),
            path: path))
      }
    case var error as DecantError where error.offset == nil && error.isAboutInput:
      let path = session.keys.outerPath + (error.path?.codingPath ?? [])
      let node = session.keys.location(at: path, from: session.root).node
      error.offset = session.tape.offset(at: node)
      return locate(error)
    default: return error
    }
  }
}

extension DocumentPath {
  init(_ keys: [any CodingKey]) {
    self.init(
      keys.map { key in
        if let index = key.intValue, key.stringValue == EventKey(index: index).stringValue {
          .index(index)
        } else {
          .key(key.stringValue)
        }
      })
  }

  var codingPath: [any CodingKey] {
    steps.map { step in
      switch step {
      case .key(let key): EventKey(stringValue: key)
      case .index(let index): EventKey(index: index)
      }
    }
  }
}
