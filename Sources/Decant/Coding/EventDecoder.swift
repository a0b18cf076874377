/// Decodes values of any `Decodable` type from documents of events, whatever format those were read from.
struct EventDecoder {
  /// What the format of the documents can represent.
  let abilities: Format.Abilities
  let options: DecodingOptions
  /// The types that stand for the classes of a keyed archive, if that is what documents are read from.
  private let classes: KeyedArchive.Classes?
  private let knowledge = Knowledge()

  /// What is known of types, for the next documents too.
  private final class Knowledge {
    var forms = KnownTypes<DecodedForm>()
  }

  init(
    abilities: Format.Abilities, _ options: DecodingOptions,
    classes: KeyedArchive.Classes? = nil
  ) {
    self.abilities = abilities
    self.options = options
    self.classes = classes
  }

  init(
    from source: Format, _ options: DecodingOptions, classes: KeyedArchive.Classes? = nil
  ) {
    self.init(abilities: source.abilities, options, classes: classes)
  }

  /// Decodes the value that a document is of.
  ///
  /// An error of decoding is told its place in the input by `locate`. It is found by the error's coding path,
  /// so that errors which types throw themselves have a place too, and none is looked for that
  /// somebody catches on the way.
  func decode<T: Decodable>(
    _ type: T.Type, from document: Document, locate: (DecantError) -> DecantError
  ) throws -> T {
    try decode(type, from: document, { $0 }, locate: locate)
  }

  /// Decodes the value that a document is of, and gives what `change` makes of it.
  ///
  /// An error that `change` throws has a place too, if it has a path into the document.
  func decode<T: Decodable, Output>(
    _ type: T.Type, from document: Document, _ change: (T) throws -> Output,
    locate: (DecantError) -> DecantError
  ) throws -> Output {
    var session = DecodingSession(document, abilities, options, forms: knowledge.forms, classes)
    defer {
      // A decoder that a type keeps may go on elsewhere, and keeps the table for itself.
      if !isKnownUniquelyReferenced(&session) { knowledge.forms = KnownTypes() }
    }
    do {
      return try change(session.value(at: session.root, as: type))
    } catch let error as DecodingError {
      throw error.placed { context in
        let node = session.node(at: context.codingPath)
        return locate(
          DecantError(
            .other(context.debugDescription, hint: nil), offset: session.offset(of: node),
            path: DocumentPath(context.codingPath)))
      }
    } catch var error as DecantError where error.offset == nil && error.isAboutInput {
      let node = session.node(at: error.path?.codingPath ?? [])
      error.offset = session.offset(of: node)
      throw locate(error)
    }
  }
}

extension DecodingError {
  /// This error with the place in the input that `locate` gives its context.
  fileprivate func placed(_ locate: (Context) -> DecantError) -> DecodingError {
    func placed(_ context: Context) -> Context { context.placed(locate(context)) }
    return switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, placed(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, placed(context))
    case .keyNotFound(let key, let context): .keyNotFound(key, placed(context))
    case .dataCorrupted(let context): .dataCorrupted(placed(context))
    @unknown default: self
    }
  }

  /// The error for an input that could not be read.
  static func unreadable(
    _ error: DecantError, at path: [any CodingKey] = []
  ) -> DecodingError {
    .dataCorrupted(
      Context(codingPath: path, debugDescription: error.description, underlyingError: error))
  }
}

extension DocumentPath {
  /// Makes the path that a coding path is.
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

  /// The coding path that leads where this one does.
  var codingPath: [any CodingKey] {
    steps.map { step in
      switch step {
      case .key(let key): EventKey(stringValue: key)
      case .index(let index): EventKey(index: index)
      }
    }
  }
}
