internal import DecantCore

/// Why a node cannot be decoded.
enum DecodingProblem {
  case mismatch(Any.Type, found: Event.Kind)
  case null(Any.Type)
  case atEnd(Any.Type)
  /// A coding key, and its name in the document.
  case missing(any CodingKey, name: String)
  case doesNotFit(String, Any.Type)
  case invalidKey(String, Any.Type)
  case invalidUnicode
  case equalKeys(String, String)
  case invalidDate(String)
  case invalidBase64
  case invalidURL(String)
  case tooDeep(NestingDepth)

  /// A class, and the type that declares the table if that is one of an archive.
  case otherClass(String, expected: Any.Type?, in: String?)
  case cycle
  case tooManyCopies(limit: Int)

  case cannotShare(Any.Type, any Decoder)
  case malformedMark
  case unknownInstance(Int)
  case numberedTwice(Int)
  case unfinishedInstance(Int, Any.Type)
  case otherInstance(Int, Any.Type, expected: Any.Type)

  func error(at path: [any CodingKey]) -> DecodingError {
    let context = DecodingError.Context(codingPath: path, debugDescription: words)
    return switch self {
    case .mismatch(let type, _), .cannotShare(let type, _), .otherInstance(_, _, let type):
      .typeMismatch(type, context)
    case .otherClass(_, let type, _): .typeMismatch(type ?? [String: Any].self, context)
    case .null(let type), .atEnd(let type): .valueNotFound(type, context)
    case .missing(let key, _): .keyNotFound(key, context)
    default: .dataCorrupted(context)
    }
  }

  private var words: String {
    switch self {
    case .mismatch(let type, let kind):
      "expected \(Self.words(for: type)) but found \(kind.words)"
    case .null(let type): "expected \(Self.words(for: type)) but found null"
    case .atEnd(let type): "expected \(Self.words(for: type)) but the sequence ends here"
    case .missing(_, let name): "no value for the key '\(name.visible(limit: 64))'"
    case .doesNotFit(let lexeme, let type): "\(lexeme.visible(limit: 64)) does not fit in \(type)"
    case .invalidKey(let name, let type):
      "the key '\(name.visible(limit: 64))' is not of type \(type)"
    case .invalidUnicode: "half of a surrogate pair"
    case .equalKeys(let first, let second):
      "the keys '\(first.visible(limit: 64))' and '\(second.visible(limit: 64))' have different "
        + "bytes but are equal strings in Swift, so a dictionary cannot have both: decode a Value"
    case .invalidDate(let text): "'\(text.visible(limit: 64))' is not a date in ISO 8601"
    case .invalidBase64: "the string is not Base64"
    case .invalidURL(let text): "'\(text.visible(limit: 64))' is not a URL"
    case .tooDeep(let nesting): nesting.words
    case .otherClass(let name, let type?, let owner):
      "expected \(type) but found an object of the class '\(name.visible(limit: 64))', for which "
        + (owner.map { "\($0).archiveClasses needs an entry" }
          ?? "the table of classes has no such type")
    case .otherClass(let name, nil, _):
      "an object of the class '\(name.visible(limit: 64))' is decoded as a type that the table of "
        + "classes has for it"
    case .cycle:
      "the object is inside itself: only @Shared and @BackReference properties of "
        + "SharedInstance classes may lead back"
    case .tooManyCopies(let limit):
      "objects that are reached more than once have more than \(limit) values altogether"
    case .cannotShare(let type, let decoder):
      "\(type) can only be decoded by decant: \(Swift.type(of: decoder)) does not support "
        + "shared instances"
    case .malformedMark:
      "a shared instance has '\(SharedKey.number)', a number from 1 on, and '\(SharedKey.value)'; "
        + "a reference to it has '\(SharedKey.number)' and '\(SharedKey.again)', which is true"
    case .unknownInstance(let number):
      "a reference to the shared instance \(number), which is not in the document"
    case .numberedTwice(let number): "the shared instance \(number) has different values"
    case .unfinishedInstance(let number, let type):
      "the shared instance \(number) is still being decoded: declare what refers back to it "
        + "as @Shared or @BackReference var …: \(type)?"
    case .otherInstance(let number, let found, let type):
      "expected \(type) but the shared instance \(number) is \(found)"
    }
  }

  /// The name of a type; keyed and unkeyed containers are requested as `[String: Any]` and `[Any]`.
  private static func words(for type: Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "a mapping"
    case is [Any].Type: "a sequence"
    default: "\(type)"
    }
  }
}

extension Event.Kind {
  fileprivate var words: String {
    switch self {
    case .beginMapping, .endMapping: "a mapping"
    case .beginSequence, .endSequence: "a sequence"
    case .true, .false: "a boolean"
    case .integer, .real: "a number"
    case .string: "a string"
    case .date: "a date"
    case .localTime: "a local date or time"
    case .data: "binary data"
    case .uid: "a keyed-archive reference"
    case .null: "null"
    case .alias, .anchor, .tag, .comment, .notation, .blankLine, .trailingComment,
      .beginDocument, .endDocument:
      "something else"
    }
  }
}

// MARK: - Locations

extension DecodingError {
  static func unreadable(
    _ error: DecantError, at path: [any CodingKey] = []
  ) -> DecodingError {
    .dataCorrupted(
      Context(codingPath: path, debugDescription: error.line, underlyingError: error.describedAbove)
    )
  }

  /// Returns this error with the line and column that `locate` finds.
  func placed(_ locate: (Context) -> DecantError) -> DecodingError {
    switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, context.placed(locate))
    case .valueNotFound(let type, let context): .valueNotFound(type, context.placed(locate))
    case .keyNotFound(let key, let context): .keyNotFound(key, context.placed(locate))
    case .dataCorrupted(let context): .dataCorrupted(context.placed(locate))
    @unknown default: self
    }
  }
}

extension DecodingError.Context {
  fileprivate func placed(_ locate: (Self) -> DecantError) -> Self {
    let error = locate(self)
    guard let position = error.position else { return self }
    let source = error.source.map { " of \($0.visible())" } ?? ""
    return Self(
      codingPath: codingPath,
      debugDescription:
        "\(debugDescription), at line \(position.line), column \(position.column)\(source)",
      underlyingError: underlyingError ?? error.describedAbove)
  }
}

extension DecantError {
  /// This error as the one underlying an error that describes it.
  var describedAbove: DecantError {
    var error = self
    error.isDescribedAbove = true
    return error
  }
}
