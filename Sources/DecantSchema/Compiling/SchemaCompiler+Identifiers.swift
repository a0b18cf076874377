internal import DecantCore

/// The identifiers of a subschema: the URI of the resource that begins with it, and its anchors.
extension SchemaCompiler {
  mutating func identify(_ number: Int, _ dialect: Dialect) throws(DecantError) {
    let location = schema.subschemas[number].location
    var resource = schema.subschemas[number].resource
    if let id = try text(of: dialect.identifier, at: location) {
      let reference = URIReference(id)
      let uri = reference.resolved(against: schema.resources[resource].uri)
      if !reference.isFragment, beginsResource(number, at: uri, dialect) {
        resource = schema.subschemas[number].resource
      }
      if dialect.identifiesAnchors, let anchor = reference.decodedFragment, !anchor.isEmpty {
        schema.resources[resource].anchors[KeyText(anchor)] = number
      }
    }
    if let anchor = try text(of: .anchor, at: location) {
      schema.resources[resource].anchors[KeyText(anchor)] = number
    }
    if let anchor = try text(of: .dynamicAnchor, at: location) {
      schema.resources[resource].anchors[KeyText(anchor)] = number
      schema.resources[resource].dynamicAnchors[schema.names.intern(anchor)] = number
    }
    if let node = node(of: .recursiveAnchor), schema.resources[resource].root == number,
      schema.documents[location.document].instance.isTrue(node)
    {
      // There is one for each resource, and an anchor cannot have the name of the keyword.
      schema.resources[resource].dynamicAnchors[SchemaKeyword.recursiveAnchor.number] = number
    }
  }

  /// Makes a subschema the root of the resource with a URI; false if it is in that resource already.
  private mutating func beginsResource(
    _ number: Int, at uri: URIReference, _ dialect: Dialect
  ) -> Bool {
    let outer = schema.subschemas[number].resource
    if schema.resources[outer].root == number {
      schema.resources[outer].uri = uri
    } else {
      // An anchor of an older draft can be written with the URI that it is in.
      if dialect.identifiesAnchors, uri.document == schema.resources[outer].uri.document {
        return false
      }
      schema.subschemas[number].resource = schema.resources.count
      schema.resources.append(
        CompiledSchema.Resource(
          uri: uri, root: number, document: schema.subschemas[number].location.document,
          dialect: dialect))
    }
    register(schema.subschemas[number].resource, at: uri)
    return true
  }

  /// Returns the text of a keyword of the subschema at hand, which is at `location`.
  func text(
    of keyword: SchemaKeyword, at location: CompiledSchema.Location
  ) throws(DecantError) -> String? {
    guard let node = node(of: keyword) else { return nil }
    let instance = schema.documents[location.document].instance
    guard instance.kind(of: node) == .string else {
      throw failure(
        .malformed(keyword: keyword.name, expected: "a string"),
        at: CompiledSchema.Location(document: location.document, node: node))
    }
    return instance.string(of: node)
  }
}
