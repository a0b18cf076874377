internal import DecantCore

/// Facts of compiled subschemas, whose references are resolved and whose drafts no longer differ.
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

  /// Returns what a subschema requires.
  package func facts(of number: Int) -> SubschemaFacts {
    let subschema = compiled.subschemas[number]
    let document = compiled.documents[subschema.location.document]
    var facts = SubschemaFacts()
    facts.isNever = subschema.verdict == .never
    for index in subschema.keywords {
      add(compiled.keywords[index], of: number, in: document, to: &facts)
    }
    annotate(&facts, subschema.location.node, in: document.instance)
    return facts
  }

  private func add(
    _ keyword: CompiledSchema.Keyword, of number: Int, in document: SchemaDocument,
    to facts: inout SubschemaFacts
  ) {
    let instance = document.instance
    switch keyword.operation {
    case .type:
      facts.given = SubschemaFacts.JSONTypes(keyword.types)
    case .constant:
      facts.constants = [instance.constant(at: keyword.node)]
    case .enumeration:
      let nodes = compiled.enumerations[keyword.operand].nodes
      facts.constants = facts.constants ?? nodes.map { instance.constant(at: $0) }
    case .minimum, .exclusiveMinimum:
      facts.least = max(facts.least, compiled.approximations[keyword.operand])
      facts.implied.formUnion(.number)
    case .maximum, .exclusiveMaximum:
      facts.greatest = min(facts.greatest, compiled.approximations[keyword.operand])
      facts.implied.formUnion(.number)
    case .multipleOf:
      facts.implied.formUnion(.number)
    case .minLength, .maxLength, .pattern, .format, .content:
      facts.implied.formUnion(.string)
    case .minItems, .maxItems, .uniqueItems, .contains, .unevaluatedItems:
      facts.implied.formUnion(.array)
    case .minProperties, .maxProperties, .dependentRequired, .propertyNames:
      facts.implied.formUnion(.object)
    case .required:
      facts.implied.formUnion(.object)
      facts.required = Set(compiled.lists[keyword.operand].map { KeyText(compiled.names.name($0)) })
    case .members:
      facts.implied.formUnion(.object)
      let node = compiled.subschemas[number].location.node
      add(compiled.members[keyword.operand], at: node, in: document, to: &facts)
    case .unevaluatedProperties:
      facts.implied.formUnion(.object)
      facts.additional = facts.additional ?? keyword.operand
    case .items:
      facts.implied.formUnion(.array)
      let items = compiled.items[keyword.operand]
      facts.items = (items.prefix, items.rest)
    case .reference:
      facts.parts.append(keyword.operand)
    case .dynamicReference:
      facts.parts.append(compiled.dynamicReferences[keyword.operand].target)
    case .allOf:
      facts.parts += compiled.lists[keyword.operand]
    case .anyOf, .oneOf:
      facts.choices.append((number, compiled.lists[keyword.operand]))
    case .condition:
      let condition = compiled.conditions[keyword.operand]
      facts.conditional += [condition.then, condition.otherwise].compactMap(\.self)
    case .dependentSchemas:
      facts.conditional += compiled.dependencies[keyword.operand].map(\.schema)
    case .not:
      break
    }
  }

  private func add(
    _ members: CompiledSchema.Members, at node: Int, in document: SchemaDocument,
    to facts: inout SubschemaFacts
  ) {
    let instance = document.instance
    if !members.properties.isEmpty,
      let properties = instance.value(named: SchemaKeyword.properties.number, in: node)
    {
      for child in instance.values(of: properties) {
        let key = KeyText(instance.string(of: instance.key(of: child)))
        facts.add(key, [Int(document.subschemas[child])])
      }
    }
    if !members.patterns.isEmpty,
      let patterns = instance.value(named: SchemaKeyword.patternProperties.number, in: node)
    {
      facts.patterns = instance.values(of: patterns).map { child in
        let pattern = instance.string(of: instance.key(of: child))
        return (["", ".*", "^.*$", "^.*", "^"].contains(pattern), Int(document.subschemas[child]))
      }
    }
    facts.additional = members.additional
  }

  private func annotate(_ facts: inout SubschemaFacts, _ node: Int, in instance: NumberedDocument) {
    guard instance.kind(of: node) == .object else { return }
    facts.title = instance.text(ofKey: "title", in: node, compiled.names)
    facts.description = instance.text(ofKey: "description", in: node, compiled.names)
    // A keyword of OpenAPI 3.0.
    if let nullable = instance.value(ofKey: "nullable", in: node, compiled.names),
      instance.isTrue(nullable)
    {
      facts.given?.insert(.null)
    }
  }
}

extension SubschemaFacts.JSONTypes {
  fileprivate init(_ kinds: CompiledSchema.KindSet) {
    self = []
    let list: [(CompiledSchema.KindSet, SubschemaFacts.JSONTypes)] = [
      (CompiledSchema.KindSet(.null), .null), (CompiledSchema.KindSet(.boolean), .boolean),
      (.integer, .integer), (.notedInteger, .integer), (.number, .number), (.string, .string),
      (.array, .array), (.object, .object),
    ]
    for (kind, same) in list where kinds.contains(kind) { formUnion(same) }
  }
}

extension NumberedDocument {
  fileprivate func constant(at node: Int) -> SubschemaFacts.Constant {
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
