internal import DecantCore

/// Outlines of compiled subschemas, whose references are resolved and whose drafts no longer differ.
extension JSONSchema {
  /// The number of the subschema that documents are checked by.
  package var rootSubschema: Int { root }

  /// Returns the location of a subschema, as a JSON Pointer, after the name of another file and `#`.
  package func location(of subschema: Int) -> String { compiled.location(of: subschema) }

  /// Returns the keys of subschemas in `$defs` and the like.
  package var definitionKeys: [Int: String] {
    var keys: [Int: String] = [:]
    for document in compiled.documents {
      let instance = document.instance
      for node in instance.tape.entries.indices.dropFirst()
      where instance.kind(of: node) == .object && instance.tape[node - 1].isKey
        && ["$defs", "definitions", "schemas"].contains(instance.string(of: node - 1))
      {
        for child in instance.values(of: node) where document.subschemas[child] >= 0 {
          keys[Int(document.subschemas[child])] = instance.string(of: instance.key(of: child))
        }
      }
    }
    return keys
  }

  /// Returns the outline of a subschema.
  package func outline(of number: Int) -> SchemaOutline {
    let subschema = compiled.subschemas[number]
    let document = compiled.documents[subschema.location.document]
    var outline = SchemaOutline()
    outline.isNever = subschema.verdict == .never
    for index in subschema.keywords {
      add(compiled.keywords[index], of: subschema, in: document, to: &outline)
    }
    annotate(&outline, subschema.location.node, in: document.instance)
    return outline
  }

  private func add(
    _ keyword: CompiledSchema.Keyword, of subschema: CompiledSchema.Subschema,
    in document: SchemaDocument, to outline: inout SchemaOutline
  ) {
    let instance = document.instance
    switch keyword.operation {
    case .type:
      outline.kinds = SchemaOutline.JSONTypes(keyword.types)
    case .constant:
      outline.constants = [instance.constant(at: keyword.node)]
    case .enumeration:
      let nodes = compiled.enumerations[keyword.operand].nodes
      outline.constants = outline.constants ?? nodes.map { instance.constant(at: $0) }
    case .minimum, .exclusiveMinimum:
      outline.least = max(outline.least, compiled.approximations[keyword.operand])
      outline.implied.formUnion(.number)
    case .maximum, .exclusiveMaximum:
      outline.greatest = min(outline.greatest, compiled.approximations[keyword.operand])
      outline.implied.formUnion(.number)
    case .multipleOf:
      outline.implied.formUnion(.number)
    case .minLength, .maxLength, .pattern, .format, .content:
      outline.implied.formUnion(.string)
    case .minItems, .maxItems, .uniqueItems, .contains, .unevaluatedItems:
      outline.implied.formUnion(.array)
    case .minProperties, .maxProperties, .dependentRequired, .propertyNames:
      outline.implied.formUnion(.object)
    case .required:
      outline.implied.formUnion(.object)
      outline.required = compiled.lists[keyword.operand].map { compiled.names.name($0) }
    case .members:
      outline.implied.formUnion(.object)
      add(
        compiled.members[keyword.operand], at: subschema.location.node, in: document, to: &outline)
    case .unevaluatedProperties:
      outline.implied.formUnion(.object)
      outline.additional = outline.additional ?? keyword.operand
    case .items:
      outline.implied.formUnion(.array)
      let items = compiled.items[keyword.operand]
      outline.items = (items.prefix, items.rest)
    case .reference:
      outline.parts.append(keyword.operand)
    case .dynamicReference:
      outline.parts.append(compiled.dynamicReferences[keyword.operand].target)
    case .allOf:
      outline.parts += compiled.lists[keyword.operand]
    case .anyOf, .oneOf:
      outline.choices.append(compiled.lists[keyword.operand])
    case .condition:
      let condition = compiled.conditions[keyword.operand]
      outline.conditional += [condition.then, condition.otherwise].compactMap(\.self)
    case .dependentSchemas:
      outline.conditional += compiled.dependencies[keyword.operand].map(\.schema)
    case .not:
      break
    }
  }

  private func add(
    _ members: CompiledSchema.Members, at node: Int, in document: SchemaDocument,
    to outline: inout SchemaOutline
  ) {
    let instance = document.instance
    if !members.properties.isEmpty,
      let properties = instance.value(named: SchemaKeyword.properties.number, in: node)
    {
      outline.properties = instance.values(of: properties).map { child in
        (instance.string(of: instance.key(of: child)), Int(document.subschemas[child]))
      }
    }
    if !members.patterns.isEmpty,
      let patterns = instance.value(named: SchemaKeyword.patternProperties.number, in: node)
    {
      outline.patterns = instance.values(of: patterns).map { child in
        let pattern = instance.string(of: instance.key(of: child))
        return (["", ".*", "^.*$", "^.*", "^"].contains(pattern), Int(document.subschemas[child]))
      }
    }
    outline.additional = members.additional
  }

  private func annotate(_ outline: inout SchemaOutline, _ node: Int, in instance: NumberedDocument)
  {
    guard instance.kind(of: node) == .object else { return }
    outline.title = instance.text(ofKey: "title", in: node, compiled.names)
    outline.description = instance.text(ofKey: "description", in: node, compiled.names)
    // A keyword of OpenAPI 3.0.
    if let nullable = instance.value(ofKey: "nullable", in: node, compiled.names),
      instance.isTrue(nullable)
    {
      outline.kinds?.insert(.null)
    }
  }
}

extension SchemaOutline.JSONTypes {
  fileprivate init(_ kinds: CompiledSchema.KindSet) {
    self = []
    let list: [(CompiledSchema.KindSet, SchemaOutline.JSONTypes)] = [
      (CompiledSchema.KindSet(.null), .null), (CompiledSchema.KindSet(.boolean), .boolean),
      (.integer, .integer), (.notedInteger, .integer), (.number, .number), (.string, .string),
      (.array, .array), (.object, .object),
    ]
    for (kind, same) in list where kinds.contains(kind) { formUnion(same) }
  }
}

extension NumberedDocument {
  fileprivate func constant(at node: Int) -> SchemaOutline.Constant {
    switch kind(of: node) {
    case .null: return .other(.null)
    case .boolean: return .other(.boolean)
    case .number:
      if case .integer = number(of: node) { return .other(.integer) }
      return .other(.fraction)
    case .string: return .string(string(of: node))
    case .array: return .other(.array)
    case .object: return .other(.object)
    }
  }

  fileprivate func value(ofKey key: String, in node: Int, _ names: SchemaNames) -> Int? {
    let number = key.withBytes { names.number(of: $0) }
    return number < 0 ? nil : value(named: number, in: node)
  }

  fileprivate func text(ofKey key: String, in node: Int, _ names: SchemaNames) -> String? {
    guard let value = value(ofKey: key, in: node, names), kind(of: value) == .string else {
      return nil
    }
    return string(of: value)
  }
}
