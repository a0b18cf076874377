internal import DecantCore
internal import DecantConversion
internal import DecantJSON

/// A compiler of schemas, without recursion.
///
/// It first compiles all subschemas of a document, which finds the identifiers in it, and then resolves the references,
/// for which it can need other documents.
struct SchemaCompiler {
  /// How many states the patterns of a schema can have together.
  static let maximumStates = 4_000_000

  var schema = CompiledSchema()
  private let findSource: (String) throws(DecantError) -> JSONSchema.Source?
  private var resourceOfURI: [KeyText: Int] = [:]
  /// The subschemas that are not compiled yet.
  private var waiting: [Int] = []
  var references: [Reference] = []
  var patternOfText: [KeyText: Int] = [:]
  var stateCount = 0
  /// The node of each keyword in the subschema at hand; -1 for those that it does not have.
  var found = [Int](repeating: -1, count: SchemaKeyword.allCases.count)
  var longObjects: [CompiledSchema.Place: [Int32: Int]] = [:]

  struct Reference {
    let subschema: Int
    let keyword: Int
    let node: Int
    var isDynamic = false
  }

  init(findingSources findSource: @escaping (String) throws(DecantError) -> JSONSchema.Source?) {
    self.findSource = findSource
  }

  /// Compiles the schema in a document, and all that it refers to; returns its number.
  mutating func compile(
    _ source: JSONSchema.Source, at uri: String
  ) throws(DecantError) -> Int {
    let resource = try add(source, at: URIReference(uri))
    try compileWaiting()
    while let reference = references.popLast() {
      try resolve(reference)
      try compileWaiting()
    }
    return schema.resources[resource].root
  }

  // MARK: Documents

  /// Adds a document, whose root becomes a resource with its URI; returns the number of the resource.
  private mutating func add(
    _ source: JSONSchema.Source, at uri: URIReference
  ) throws(DecantError) -> Int {
    let instance: Instance
    do throws(DecantError) {
      var names = schema.names
      instance = try Instance(source.document.root, numbering: { names.intern($0) })
      schema.names = names
    } catch {
      throw source.located(error)
    }
    let number = schema.documents.count
    schema.documents.append(
      SchemaDocument(
        instance: instance, source: source, uri: uri,
        subschemas: [Int32](repeating: -1, count: instance.tape.count)))
    let resource = schema.resources.count
    schema.resources.append(
      CompiledSchema.Resource(uri: uri, root: schema.subschemas.count, document: number))
    register(resource, at: uri)
    _ = subschema(at: Instance.root, in: number, of: resource)
    return resource
  }

  private mutating func register(_ resource: Int, at uri: URIReference) {
    let name = KeyText(uri.document)
    if resourceOfURI[name] == nil { resourceOfURI[name] = resource }
  }

  /// Returns the resource with a URI, which is loaded if necessary; nil if there is none.
  mutating func resource(at uri: URIReference) throws(DecantError) -> Int? {
    if let known = resourceOfURI[KeyText(uri.document)] { return known }
    if let text = Metaschema.text(at: uri.document) {
      return try add(
        JSONSchema.Source(try Document(parsing: text, as: .json), named: uri.document), at: uri)
    }
    guard let source = try findSource(uri.document) else { return nil }
    return try add(source, at: uri)
  }

  // MARK: Subschemas

  /// Returns the subschema that a node is, which is compiled later if it is new.
  mutating func subschema(at node: Int, in document: Int, of resource: Int) -> Int {
    let known = schema.documents[document].subschemas[node]
    if known >= 0 { return Int(known) }
    let number = schema.subschemas.count
    schema.documents[document].subschemas[node] = Int32(number)
    schema.subschemas.append(
      CompiledSchema.Subschema(
        place: CompiledSchema.Place(document: document, node: node), resource: resource))
    waiting.append(number)
    return number
  }

  mutating func compileWaiting() throws(DecantError) {
    while let number = waiting.popLast() { try compile(number) }
  }

  private mutating func compile(_ number: Int) throws(DecantError) {
    let place = schema.subschemas[number].place
    let instance = schema.documents[place.document].instance
    switch instance.kind(of: place.node) {
    case .boolean:
      schema.subschemas[number].verdict = instance.isTrue(place.node) ? .always : .never
    case .object:
      for child in instance.values(of: place.node) where instance.numbers[child] < found.count {
        found[Int(instance.numbers[child])] = child
      }
      defer {
        for child in instance.values(of: place.node) where instance.numbers[child] < found.count {
          found[Int(instance.numbers[child])] = -1
        }
      }
      try identify(number)
      let first = schema.keywords.count
      try compileKeywords(of: number)
      schema.subschemas[number].keywords = first..<schema.keywords.count
      if schema.keywords.count > first { schema.subschemas[number].verdict = .byKeywords }
    default:
      throw failure(.notASchema, at: place)
    }
  }

  func node(of keyword: SchemaKeyword) -> Int? {
    let node = found[keyword.number]
    return node < 0 ? nil : node
  }

  func failure(
    _ problem: SchemaProblem, at place: CompiledSchema.Place
  ) -> DecantError {
    let document = schema.documents[place.document]
    return document.source.located(
      DecantError(
        .specific(problem), offset: document.instance.tape.offset(at: place.node),
        path: document.instance.tape.path(to: place.node)))
  }

  // MARK: Identifiers

  private mutating func identify(_ number: Int) throws(DecantError) {
    let place = schema.subschemas[number].place
    let instance = schema.documents[place.document].instance
    func text(_ keyword: SchemaKeyword) throws(DecantError) -> String? {
      guard let node = node(of: keyword) else { return nil }
      guard instance.kind(of: node) == .string else {
        throw failure(
          .malformed(keyword: keyword.name, expected: "a string"),
          at: CompiledSchema.Place(document: place.document, node: node))
      }
      return instance.string(of: node)
    }

    var resource = schema.subschemas[number].resource
    var begins = schema.resources[resource].root == number
    if let id = try text(.id), !URIReference(id).isFragment {
      let uri = URIReference(id).resolved(against: schema.resources[resource].uri)
      if begins {
        schema.resources[resource].uri = uri
      } else {
        let vocabularies = schema.resources[resource].vocabularies
        resource = schema.resources.count
        schema.resources.append(
          CompiledSchema.Resource(
            uri: uri, root: number, document: place.document, vocabularies: vocabularies))
        schema.subschemas[number].resource = resource
        begins = true
      }
      register(resource, at: uri)
    }
    if begins, let dialect = try text(.schema) {
      schema.resources[resource].vocabularies = try vocabularies(
        of: dialect,
        at: CompiledSchema.Place(document: place.document, node: node(of: .schema) ?? 0))
    }
    if let anchor = try text(.anchor) {
      schema.resources[resource].anchors[KeyText(anchor)] = number
    }
    if let anchor = try text(.dynamicAnchor) {
      schema.resources[resource].anchors[KeyText(anchor)] = number
      schema.resources[resource].dynamicAnchors[schema.names.intern(anchor)] = number
    }
  }

  /// Returns the vocabularies of the metaschema that `$schema` names.
  private mutating func vocabularies(
    of dialect: String, at place: CompiledSchema.Place
  ) throws(DecantError) -> SchemaKeyword.Vocabularies {
    let uri = URIReference(dialect)
    if uri.document == Metaschema.uri { return .all }
    if uri.authority?.hasSuffix("json-schema.org") == true, uri.path != "/schema" {
      throw failure(.otherDialect(dialect), at: place)
    }
    if uri.authority == "json-schema.org" { return .all }
    guard let resource = try resource(at: uri) else {
      throw failure(.unresolvedReference(dialect), at: place)
    }
    let instance = schema.documents[schema.resources[resource].document].instance
    guard
      let list = instance.value(
        named: SchemaKeyword.vocabulary.number, in: Instance.root)
    else { return .all }
    var vocabularies: SchemaKeyword.Vocabularies = []
    for child in instance.values(of: list) {
      let name = instance.string(of: instance.key(of: child))
      let prefix = Metaschema.vocabularies
      switch name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : "" {
      case "applicator": vocabularies.insert(.applicator)
      case "validation": vocabularies.insert(.validation)
      case "unevaluated": vocabularies.insert(.unevaluated)
      case "core", "meta-data", "format-annotation", "content": break
      default:
        if instance.isTrue(child) { throw failure(.unknownVocabulary(name), at: place) }
      }
    }
    return vocabularies
  }
}
