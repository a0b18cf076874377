internal import DecantCore

/// The dialect of a resource, by its `$schema`.
extension SchemaCompiler {
  /// Returns the dialect of the subschema at hand, and forgets the keywords that it does not have.
  ///
  /// The root of a resource can choose another than that of the subschema around it.
  mutating func chooseDialect(of number: Int) throws(DecantError) -> Dialect {
    let subschema = schema.subschemas[number]
    var dialect = schema.resources[subschema.resource].dialect
    let isRoot = schema.resources[subschema.resource].root == number
    if node(of: .schema) != nil, isRoot || node(of: .id) ?? node(of: .olderID) != nil,
      let uri = try text(of: .schema, at: subschema.location)
    {
      dialect = try self.dialect(
        named: uri, instead: dialect,
        at: CompiledSchema.Location(
          document: subschema.location.document, node: node(of: .schema) ?? subschema.location.node)
      )
      if isRoot { schema.resources[subschema.resource].dialect = dialect }
    }
    for number in dialect.absent { found[number] = -1 }
    if dialect.ignoresSiblingsOfReferences, node(of: .ref) != nil {
      // The definitions beside a reference are not of the schema, but it often leads to one of them.
      for keyword in SchemaKeyword.allCases where keyword != .ref && keyword != .olderDefinitions {
        found[keyword.number] = -1
      }
    }
    return dialect
  }

  /// Returns the dialect of a draft with all its vocabularies.
  mutating func dialect(of draft: JSONSchema.Draft) -> Dialect {
    if let known = dialects[draft] { return known }
    let dialect = Dialect(draft)
    dialects[draft] = dialect
    return dialect
  }

  /// Returns the dialect that `$schema` names: a draft, or that of a metaschema that is at hand.
  private mutating func dialect(
    named name: String, instead outer: Dialect, at location: CompiledSchema.Location
  ) throws(DecantError) -> Dialect {
    var uri = URIReference(name)
    if let draft = Metaschema.draft(at: uri) { return dialect(of: draft) }
    guard let first = try metaschema(at: uri, outer.draft) else {
      if let chosenDraft { return dialect(of: chosenDraft) }
      throw failure(
        uri.scheme == nil ? .unresolvedReference(name) : .otherDialect(name), at: location)
    }
    // A metaschema is for a draft itself, or has a metaschema in turn.
    var seen: Set<Int> = []
    var next: Int? = first
    while let resource = next, seen.insert(resource).inserted {
      let instance = schema.documents[schema.resources[resource].document].instance
      guard let node = instance.value(named: SchemaKeyword.schema.number, in: NumberedDocument.root)
      else {
        break
      }
      uri = URIReference(instance.string(of: node))
      if let draft = Metaschema.draft(at: uri) {
        return try dialect(of: draft, withVocabulariesOf: first, at: location)
      }
      next = try metaschema(at: uri, outer.draft)
    }
    return try dialect(of: chosenDraft ?? outer.draft, withVocabulariesOf: first, at: location)
  }

  private mutating func metaschema(
    at uri: URIReference, _ draft: JSONSchema.Draft
  ) throws(DecantError) -> Int? {
    Metaschema.isOfficial(uri) ? nil : try resource(at: uri, draft)
  }

  /// Returns the dialect of a metaschema, which can leave out vocabularies since draft 2019-09.
  private mutating func dialect(
    of draft: JSONSchema.Draft, withVocabulariesOf metaschema: Int,
    at location: CompiledSchema.Location
  ) throws(DecantError) -> Dialect {
    let instance = schema.documents[schema.resources[metaschema].document].instance
    guard draft >= .draft2019,
      let list = instance.value(named: SchemaKeyword.vocabulary.number, in: NumberedDocument.root)
    else { return dialect(of: draft) }
    var vocabularies: SchemaKeyword.Vocabularies = []
    var assertsFormats = false
    for child in instance.values(of: list) {
      let name = instance.string(of: instance.key(of: child))
      if let known = Metaschema.vocabularies(at: name, in: draft) {
        vocabularies.formUnion(known)
        if Metaschema.assertsFormats(name, in: draft, isRequired: instance.isTrue(child)) {
          assertsFormats = true
        }
      } else if instance.isTrue(child) {
        throw failure(.unknownVocabulary(name), at: location)
      }
    }
    return Dialect(draft, vocabularies, assertsFormats: assertsFormats)
  }
}
