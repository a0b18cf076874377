internal import DecantConversion
public import DecantCore

/// A schema of JSON Schema, by which documents of any format are checked.
///
///     let schema = try JSONSchema(Value(parsing: text, as: .json))
///     for error in try schema.check(config) { print(error) }
///
/// A schema is for the draft that its `$schema` names, or else for the latest, 2020-12; those that it refers to can be for other
/// drafts. It may be written in any format. It sees documents as decant writes them in JSON: dates and data are strings, a
/// `uid` is an object, and keys are texts. Numbers are compared exactly, and regular expressions are matched in linear time;
/// they may look ahead and behind, but not refer back to a group; one that is not supported is an error only for a document that
/// reaches it. `format` is an annotation, unless formats are asserted.
public struct JSONSchema: Sendable {
  let compiled: CompiledSchema
  let root: Int
  /// What is wrong with the schema, but prevents the check only of some documents or of none.
  ///
  /// These are references that lead to no schema, in parts that no check reaches, such as unused definitions, and regular
  /// expressions that are invalid or not supported, which are an error for each document that reaches them.
  public let notes: [DecantError]

  /// A document with a schema, and its address.
  public struct Source: Sendable {
    /// The document.
    public let document: Document
    /// Its name in errors.
    public let name: String?
    private let locate: @Sendable (DecantError) -> DecantError

    /// Creates a source of a document.
    public init(_ document: Document, named name: String? = nil) {
      self.document = document
      self.name = name
      locate = { error in name.map { error.source == nil ? error.about($0) : error } ?? error }
    }

    /// Reads a schema, whose errors then have lines and columns.
    public init(
      reading bytes: [UInt8], named name: String?, as format: Format,
      options: ReadingOptions = ReadingOptions()
    ) throws(DecantError) {
      document = try Document(reading: .bytes(bytes), named: name, as: format, options: options)
      self.name = name
      locate = { error in Source.located(error, in: bytes, named: name, as: format) }
    }

    /// The source of a file whose text is not the user's to see: its errors have a position, and no excerpt.
    package var withoutExcerpts: Source {
      Source(document, named: name) { [locate] error in
        var error = locate(error)
        error.excerpt = nil
        return error
      }
    }

    private init(
      _ document: Document, named name: String?,
      locatingBy locate: @escaping @Sendable (DecantError) -> DecantError
    ) {
      self.document = document
      self.name = name
      self.locate = locate
    }

    func located(_ error: DecantError) -> DecantError { locate(error) }

    private static func located(
      _ error: DecantError, in bytes: [UInt8], named name: String?, as format: Format
    ) -> DecantError {
      do throws(DecantError) {
        var input = try Input(.bytes(bytes), named: name, as: format)
        input.window.isText = !input.format.abilities.contains(.binary)
        input.window.keepHistory()
        while try input.window.refill() {}
        return error.located(in: input.window, named: name)
      } catch {
        return name.map(error.about) ?? error
      }
    }
  }

  /// Creates a schema of a value; it can refer to itself and to the metaschemas.
  public init(
    _ value: Value, draft: Draft? = nil, formats: Formats = .annotated
  ) throws(DecantError) {
    try self.init(Source(Document(value)), draft: draft, formats: formats)
  }

  /// Creates a schema that was read from `uri`; `load` returns the documents at the other URIs that it refers to.
  ///
  /// If `uri` has a fragment, as in `conf.json#/$defs/port`, documents must match only the subschema that it names.
  ///
  /// `draft` is that of documents without `$schema`, and of those whose `$schema` is not known. If it is nil, such a document
  /// is for the draft of what refers to it, or for the latest, and an unknown `$schema` is an error.
  ///
  /// `formats` decides whether texts must have the form that `format` names, which a metaschema can also require.
  ///
  /// Throws if a keyword is malformed, or if a reference that a check can reach is not resolved. See also `notes`.
  public init(
    _ source: Source, at uri: String = "", draft: Draft? = nil, formats: Formats = .annotated,
    loading load: (_ uri: String) throws(DecantError) -> Source? = { _ in nil }
  ) throws(DecantError) {
    (compiled, root, notes) = try withoutActuallyEscaping(load) {
      (load) throws(DecantError) -> (CompiledSchema, Int, [DecantError]) in
      var compiler = SchemaCompiler(draft, formats, findingSources: load)
      let root = try compiler.compile(source, at: uri)
      return (compiler.schema, root, compiler.notes)
    }
  }

  /// Checks a document, and returns an error for each mismatch, at most `limit`; empty if it matches the schema.
  ///
  /// Throws if the check is not possible: the schema refers to itself endlessly or takes too long.
  public func check(
    _ document: Document, limit: Int = 100
  ) throws(DecantError) -> [DecantError] {
    try errors(in: document.root, limit: limit)
  }

  /// Checks a value, and returns an error for each mismatch; empty if it matches the schema.
  public func check(_ value: Value, limit: Int = 100) throws(DecantError) -> [DecantError] {
    try check(Document(value), limit: limit)
  }

  /// Returns the first mismatch of a node; nil if it matches the schema.
  package func firstMismatch(in node: Document.Node) throws(DecantError) -> DecantError? {
    try errors(in: node, limit: 1).first
  }

  private func errors(in node: Document.Node, limit: Int) throws(DecantError) -> [DecantError] {
    var check: SchemaCheck?
    let whole = try NumberedDocument(node, numbering: { compiled.names.number(of: $0) })
    return try errors(in: whole, OpenCollections(), limit: max(limit, 1), &check) ?? []
  }

  /// Checks a document, or a part of one; returns nil if an open collection must be held.
  ///
  /// `check` is used for the next document.
  func errors(
    in instance: NumberedDocument, _ open: OpenCollections, limit: Int, _ check: inout SchemaCheck?
  ) throws(DecantError) -> [DecantError]? {
    var current = check.take() ?? SchemaCheck(by: compiled)
    current.begin(instance, open, limit: limit)
    defer { check = current }
    let mismatches = try current.mismatches(from: root)
    return current.held == nil ? mismatches.map { current.error($0) } : nil
  }
}

extension SchemaCheck {
  fileprivate func error(_ mismatch: SchemaMismatch) -> DecantError {
    var path = DocumentPath()
    instance.tape.forEachStep(to: mismatch.node) { collection, step in
      if case .index(let index) = step {
        path.steps.append(.index(index + open.forgottenChildren(of: collection)))
      } else {
        path.steps.append(step)
      }
    }
    var node = mismatch.isAboutKey ? instance.key(of: mismatch.node) : mismatch.node
    let collection = open[node]
    // Where the beginning of a large collection was not located, its end is.
    if let collection, !collection.isNew { node = instance.tape.partner(of: node) }
    var error =
      collection?.located ?? DecantError(.emptyInput, offset: instance.tape.offset(at: node))
    error.problem = .specific(
      SchemaProblem.mismatch(mismatch.kind.words, schema: schema.location(of: mismatch.location)))
    error.path = path
    return error
  }
}

extension CompiledSchema {
  func location(of subschema: Int) -> String { location(of: subschemas[subschema].location) }

  func location(of location: Location) -> String {
    let document = documents[location.document]
    let path = document.instance.tape.path(to: location.node).description
    guard location.document > 0 else { return path.isEmpty ? "/" : path }
    return (document.source.name ?? document.uri.document) + "#" + path
  }
}

// MARK: - References

extension JSONSchema {
  /// Returns the reference by which files beside a file are found.
  package static func reference(toFile path: String) -> String { URIReference.file(path) }

  /// Returns the path of the file that a reference without a scheme means.
  package static func path(ofReference reference: String) -> String? {
    let reference = URIReference(reference)
    guard reference.scheme == nil, reference.authority == nil else { return nil }
    return URIReference.decoded(reference.path)
  }

  /// Whether a URI is that of a metaschema by the authors of JSON Schema, so that a document of it is a schema itself.
  package static func isMetaschema(_ uri: String) -> Bool {
    Metaschema.isOfficial(URIReference(uri))
  }

  /// Returns the path in a URI, which begins with a slash.
  package static func path(inURI uri: String) -> String? {
    let uri = URIReference(uri)
    guard uri.authority != nil, uri.path.utf8.first == UInt8(ascii: "/") else { return nil }
    return URIReference.decoded(uri.path)
  }
}

extension JSONSchema.Source {
  /// The URI in `$id`, or in `id` of draft 4, without a fragment, if it is a schema with one.
  package var identifier: String? {
    let draft = (document.root["$schema"]?.text).flatMap { Metaschema.draft(at: URIReference($0)) }
    let key = draft == .draft4 ? "id" : "$id"
    guard let node = document.root[key], node.kind == .string else { return nil }
    return node.text.map { URIReference($0).document }
  }
}

extension JSONSchema {
  /// A draft of JSON Schema; later ones are greater.
  public enum Draft: String, CaseIterable, Sendable, Hashable, Comparable {
    /// 2013: `id`, `definitions`, bounds that a truth value makes exclusive.
    case draft4 = "4"
    /// 2017: `$id`, `const`, `contains`, schemas that are truth values.
    case draft6 = "6"
    /// 2018: `if`, `then` and `else`.
    case draft7 = "7"
    /// 2019: `$defs`, `$anchor`, `unevaluatedProperties`, keywords beside `$ref`.
    case draft2019 = "2019-09"
    /// 2020: `prefixItems`, `$dynamicRef`.
    case draft2020 = "2020-12"

    private var order: Int {
      switch self {
      case .draft4: 0
      case .draft6: 1
      case .draft7: 2
      case .draft2019: 3
      case .draft2020: 4
      }
    }

    /// Whether the first draft is the older one.
    public static func < (first: Draft, second: Draft) -> Bool { first.order < second.order }

    /// The draft of a schema without `$schema`, unless another is chosen.
    public static let latest = Draft.draft2020
  }
}

extension JSONSchema {
  /// What `format` is, and in draft 7 `contentEncoding` and `contentMediaType`: annotations, or assertions.
  ///
  /// The formats are those of the drafts, such as `date-time`, `email`, `uri` and `regex`; others are not checked.
  public enum Formats: Sendable {
    /// Texts are not checked, unless the metaschema requires the vocabulary of assertions.
    case annotated
    /// Texts must have the form that `format` names, in all drafts, and the content that a schema of draft 7 describes.
    case asserted
  }
}
