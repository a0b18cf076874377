internal import DecantCore

/// The schema of the places that a decoder asked for, which nest as its containers do.
struct PlaceSchema {
  struct Leaf {
    var schema: Value
    var isRequired: Bool
  }

  var comment: String?
  private var leaf: Leaf?
  private var form: ProbeRun.Form?
  private var children: [(key: String, schema: PlaceSchema)] = []
  private var isRequired = true

  mutating func insert(_ leaf: Leaf, at steps: ArraySlice<String>) {
    change(at: steps) {
      $0.leaf = leaf
      $0.isRequired = leaf.isRequired
    }
  }

  mutating func note(_ form: ProbeRun.Form, at steps: ArraySlice<String>) {
    change(at: steps) {
      if case .openObject? = $0.form { return }
      $0.form = form
    }
  }

  mutating func require(_ key: String) { change(at: [key]) { $0.isRequired = true } }

  private mutating func change(at steps: ArraySlice<String>, _ body: (inout PlaceSchema) -> Void) {
    guard let key = steps.first else { return body(&self) }
    let index = children.firstIndex { KeyText($0.key) == KeyText(key) } ?? children.count
    if index == children.count { children.append((key, PlaceSchema())) }
    children[index].schema.change(at: steps.dropFirst(), body)
  }

  var value: Value {
    var pairs: [(key: Value, value: Value)] = []
    if let comment { pairs.append(("$comment", .string(comment))) }
    if let form {
      pairs += self.pairs(of: form)
    } else if let leaf {
      guard let schema = leaf.schema.mapping else { return leaf.schema }
      pairs += schema.map { ($0.key, $0.value) }
    }
    // A decoder that looks into a value and decodes it whole, too, has alternatives.
    if form != nil, leaf != nil { return ["$comment": "decoded in several ways"] }
    return .mapping(Mapping(pairs))
  }

  private func pairs(of form: ProbeRun.Form) -> [(key: Value, value: Value)] {
    switch form {
    case .object, .openObject:
      var pairs: [(key: Value, value: Value)] = [("type", "object")]
      if case .openObject = form { pairs.append(("$comment", "other keys are decoded, too")) }
      if !children.isEmpty {
        let properties = children.map { (key: Value.string($0.key), value: $0.schema.value) }
        pairs.append(("properties", .mapping(Mapping(properties))))
      }
      let required = children.filter(\.schema.isRequired).map { Value.string($0.key) }
      if !required.isEmpty { pairs.append(("required", .sequence(required))) }
      return pairs
    case .array(let isOpen):
      let items = children.map(\.schema.value)
      if isOpen { return [("type", "array"), ("items", TypeProbe.either(items))] }
      return [
        ("type", "array"), ("prefixItems", .sequence(items)), ("minItems", Value(items.count)),
      ].filter { !items.isEmpty || $0.0 == "type" }
    }
  }
}
