internal import DecantCore

/// References, which are resolved after all subschemas have numbers.
///
///     "$ref": "#/$defs/user"   a pointer: followed in the document
///     "$ref": "user.json#id"   a URI and an anchor: looked up among the resources
extension SchemaCompiler {
  mutating func resolve(_ reference: Reference) throws(DecantError) {
    let subschema = schema.subschemas[reference.subschema]
    // A copy of the document would share its table of subschemas, which grows.
    let instance = schema.documents[subschema.location.document].instance
    if reference.kind == .ref {
      let plain = instance.withText(of: reference.node) {
        self.target(ofPlainPointer: $0, in: subschema.resource)
      }
      if let plain {
        schema.keywords[reference.keyword].operand = plain
        return
      }
    }
    let text = instance.string(of: reference.node)
    let uri = schema.documents[subschema.location.document].uri
    let found = try self.target(of: text, in: subschema.resource, uri)
    if found == nil { dangling.append(reference) }
    // It is endless if it is followed nevertheless.
    let target = found ?? reference.subschema
    guard reference.kind != .ref else {
      schema.keywords[reference.keyword].operand = target
      return
    }
    // The dynamic scope matters only if the reference leads to a dynamic anchor.
    let name =
      reference.kind == .recursiveRef
      ? SchemaKeyword.recursiveAnchor.number
      : URIReference(text).decodedFragment.map { schema.names.intern($0) }
    let resource = schema.resources[schema.subschemas[target].resource]
    let anchor = name.flatMap { resource.dynamicAnchors[$0] == target ? $0 : nil }
    schema.keywords[reference.keyword].operand = schema.dynamicReferences.count
    schema.dynamicReferences.append(
      CompiledSchema.DynamicReference(target: target, anchor: anchor))
  }

  /// Returns the subschema to which a pointer in a fragment leads; nil if it is not that, or has escapes.
  ///
  /// Most references of large schemas are of this form, for which no string is created.
  private mutating func target(
    ofPlainPointer text: RawSpan, in resource: Int
  ) -> Int? {
    guard text.byteCount > 2, text.byte(at: 0) == UInt8(ascii: "#"),
      text.byte(at: 1) == UInt8(ascii: "/")
    else { return nil }
    for offset in 0..<text.byteCount
    where text.byte(at: offset) == UInt8(ascii: "%") || text.byte(at: offset) == UInt8(ascii: "~") {
      return nil
    }
    let number = schema.resources[resource].document
    let instance = schema.documents[number].instance
    var node = schema.subschemas[schema.resources[resource].root].location.node
    var nearest = resource
    var start = 2
    while start <= text.byteCount {
      var end = start
      while end < text.byteCount, text.byte(at: end) != UInt8(ascii: "/") { end += 1 }
      let location = CompiledSchema.Location(document: number, node: node)
      let name = Int32(schema.names.number(of: text.extracting(start..<end)))
      guard instance.kind(of: node) == .object, let next = child(name, of: location, in: instance)
      else { return nil }
      node = next
      start = end + 1
      let known = schema.documents[number].subschemas[node]
      if known >= 0 { nearest = schema.subschemas[Int(known)].resource }
    }
    return subschema(at: node, in: number, of: nearest)
  }

  mutating func target(
    of text: String, in base: Int, _ retrieval: URIReference
  ) throws(DecantError) -> Int? {
    let reference = URIReference(text)
    let draft = schema.resources[base].dialect.draft
    var resource: Int? = base
    if !reference.isFragment {
      resource = try self.resource(
        at: reference.resolved(against: schema.resources[base].uri), draft)
      // A file can have an identifier, and refer to the files beside it nevertheless.
      if resource == nil, reference.scheme == nil, reference.authority == nil {
        resource = try self.resource(at: reference.resolved(against: retrieval), draft)
      }
    }
    guard let resource else { return nil }
    // Its identifiers are known when it is compiled.
    try compileWaiting()
    guard reference.fragment?.isEmpty == false else { return schema.resources[resource].root }
    guard let fragment = reference.decodedFragment else { return nil }
    guard fragment.utf8.first == UInt8(ascii: "/") else {
      return schema.resources[resource].anchors[KeyText(fragment)]
    }
    guard let pointer = DocumentPointer(fragment) else { return nil }
    return subschema(at: pointer, in: resource)
  }

  private mutating func subschema(at pointer: DocumentPointer, in resource: Int) -> Int? {
    let number = schema.resources[resource].document
    let instance = schema.documents[number].instance
    var node = schema.subschemas[schema.resources[resource].root].location.node
    var nearest = resource
    for token in pointer.tokens {
      let next: Int?
      switch instance.kind(of: node) {
      case .object:
        next = child(
          Int32(token.string.withBytes { schema.names.number(of: $0) }),
          of: CompiledSchema.Location(document: number, node: node), in: instance)
      case .array:
        let index = DocumentPointer.index(token)
        next = index.flatMap { instance.tape.element($0, of: node) }
      default: next = nil
      }
      guard let next else { return nil }
      node = next
      let known = schema.documents[number].subschemas[node]
      if known >= 0 { nearest = schema.subschemas[Int(known)].resource }
    }
    return subschema(at: node, in: number, of: nearest)
  }

  /// Returns the value of a key; of a long object, all are noted, because a schema refers to many of its definitions.
  private mutating func child(
    _ name: Int32, of location: CompiledSchema.Location, in instance: NumberedDocument
  ) -> Int? {
    guard name >= 0 else { return nil }
    guard instance.count(of: location.node) > 16 else {
      return instance.value(named: Int(name), in: location.node)
    }
    if longObjects[location] == nil {
      longObjects[location] = Dictionary(
        instance.values(of: location.node).map { (instance.numbers[$0], $0) },
        uniquingKeysWith: { first, _ in first })
    }
    return longObjects[location]?[name]
  }
}
