internal import DecantCore
internal import DecantConversion
internal import DecantJSON

/// A compiler of schemas, without recursion.
///
/// It first compiles all subschemas of a document, which finds the identifiers in it, and then resolves the references,
/// for which it can need other documents. The dialect of each resource decides which keywords are found in its subschemas.
struct SchemaCompiler {
  /// How many states the patterns of a schema can have together.
  static let maximumStates = 4_000_000

  var schema = CompiledSchema()
  /// The draft of documents without `$schema`, and of those whose `$schema` is not known; nil if none was chosen.
  let chosenDraft: JSONSchema.Draft?
  let formats: JSONSchema.Formats
  private let findSource: (String) throws(DecantError) -> JSONSchema.Source?
  private var resourceOfURI: [KeyText: Int] = [:]
  /// The subschemas that are not compiled yet.
  private var waiting: [Int] = []
  var references: [Reference] = []
  /// The references that lead to no schema.
  var dangling: [Reference] = []
  var patternOfText: [KeyText: Int] = [:]
  var stateCount = 0
  /// The patterns that are not supported, each at one of its locations.
  var unknownPatterns: [(location: CompiledSchema.Location, problem: SchemaProblem)] = []
  /// The node of each keyword in the subschema at hand; -1 for those that it does not have.
  var found = [Int](repeating: -1, count: SchemaKeyword.allCases.count)
  var longObjects: [CompiledSchema.Location: [Int32: Int]] = [:]
  var dialects: [JSONSchema.Draft: Dialect] = [:]

  struct Reference {
    let subschema: Int
    let keyword: Int
    let node: Int
    /// The keyword that it is the value of.
    let kind: SchemaKeyword
  }

  init(
    _ draft: JSONSchema.Draft?, _ formats: JSONSchema.Formats,
    findingSources findSource: @escaping (String) throws(DecantError) -> JSONSchema.Source?
  ) {
    chosenDraft = draft
    self.formats = formats
    self.findSource = findSource
  }

  /// Compiles the schema in a document, or the subschema that the fragment of `uri` names, and all that it refers to; returns
  /// its number.
  mutating func compile(
    _ source: JSONSchema.Source, at uri: String
  ) throws(DecantError) -> Int {
    let reference = URIReference(uri)
    let resource = try add(source, at: reference, .latest)
    try compileWaiting()
    var root = schema.resources[resource].root
    if let fragment = reference.fragment, !fragment.isEmpty {
      guard let named = try target(of: "#" + fragment, in: resource, reference) else {
        throw source.located(
          DecantError(.specific(SchemaProblem.unresolvedReference("#" + fragment))))
      }
      root = named
      try compileWaiting()
    }
    while let reference = references.popLast() {
      try resolve(reference)
      try compileWaiting()
    }
    try refuseDanglingReferences(reachedFrom: root)
    return root
  }

  // MARK: Documents

  /// Adds a document, whose root becomes a resource with its URI; returns the number of the resource.
  ///
  /// Without `$schema` it is for `draft`, unless another is chosen.
  private mutating func add(
    _ source: JSONSchema.Source, at uri: URIReference, _ draft: JSONSchema.Draft
  ) throws(DecantError) -> Int {
    let instance: NumberedDocument
    do throws(DecantError) {
      var names = schema.names
      instance = try NumberedDocument(source.document.root, numbering: { names.intern($0) })
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
      CompiledSchema.Resource(
        uri: uri, root: schema.subschemas.count, document: number,
        dialect: dialect(of: chosenDraft ?? draft)))
    register(resource, at: uri)
    _ = subschema(at: NumberedDocument.root, in: number, of: resource)
    return resource
  }

  mutating func register(_ resource: Int, at uri: URIReference) {
    let name = KeyText(uri.document)
    if resourceOfURI[name] == nil { resourceOfURI[name] = resource }
  }

  /// Returns the resource with a URI, which is loaded if necessary; nil if there is none.
  ///
  /// What is loaded is for the draft of what refers to it, unless it names its own.
  mutating func resource(
    at uri: URIReference, _ draft: JSONSchema.Draft
  ) throws(DecantError) -> Int? {
    if let known = resourceOfURI[KeyText(uri.document)] { return known }
    if let text = Metaschema.text(at: uri) {
      return try add(
        JSONSchema.Source(try Document(parsing: text, as: .json), named: uri.document), at: uri,
        draft)
    }
    guard let source = try findSource(uri.document) else { return nil }
    return try add(source, at: uri, draft)
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
        location: CompiledSchema.Location(document: document, node: node), resource: resource))
    waiting.append(number)
    return number
  }

  mutating func compileWaiting() throws(DecantError) {
    while let number = waiting.popLast() { try compile(number) }
  }

  private mutating func compile(_ number: Int) throws(DecantError) {
    let location = schema.subschemas[number].location
    let instance = schema.documents[location.document].instance
    switch instance.kind(of: location.node) {
    case .boolean:
      schema.subschemas[number].verdict = instance.isTrue(location.node) ? .always : .never
    case .object:
      for child in instance.values(of: location.node) where instance.numbers[child] < found.count {
        found[Int(instance.numbers[child])] = child
      }
      defer {
        for child in instance.values(of: location.node) where instance.numbers[child] < found.count
        {
          found[Int(instance.numbers[child])] = -1
        }
      }
      try identify(number, try chooseDialect(of: number))
      let first = schema.keywords.count
      try compileKeywords(of: number)
      schema.subschemas[number].keywords = first..<schema.keywords.count
      if schema.keywords.count > first { schema.subschemas[number].verdict = .byKeywords }
    default:
      throw failure(.notASchema, at: location)
    }
  }

  func node(of keyword: SchemaKeyword) -> Int? {
    let node = found[keyword.number]
    return node < 0 ? nil : node
  }

  func failure(
    _ problem: SchemaProblem, at location: CompiledSchema.Location
  ) -> DecantError {
    let document = schema.documents[location.document]
    return document.source.located(
      DecantError(
        .specific(problem), offset: document.instance.tape.offset(at: location.node),
        path: document.instance.tape.path(to: location.node)))
  }
}
