internal import DecantCore

/// The schemas of `Codable` types, found by running their own decoders with made-up values.
///
///     init(from:) ─ decode(Int.self, forKey: .a) ─▶ ProbeDecoder ─▶ Attempt(key a, Int) ─▶ {"a": {"type": "integer"}}
///
/// A decoder runs once for all that it asks for, and again for each place of it with what it asked for refused or missing: what
/// it asks for then is an alternative, and if it does without, the place is not required.
final class TypeProbe {
  private static let mostAlternatives = 16

  private var schemas: [ObjectIdentifier: Value] = [:]
  private var samples: [ObjectIdentifier: Any] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  private var order: [ObjectIdentifier] = []
  private var taken: Set<KeyText> = []
  private var open: Set<ObjectIdentifier> = []
  private let root: ObjectIdentifier

  init(_ root: any Decodable.Type) { self.root = ObjectIdentifier(root) }

  /// Returns the schema of the root type, with those of the types in it in `$defs`.
  func document<T: Decodable>(of type: T.Type) -> Value {
    let described = describe(type).schema
    var pairs: [(key: Value, value: Value)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", .string("\(type)")),
    ]
    pairs += ((schemas[root] ?? described).mapping ?? Mapping()).map { ($0.key, $0.value) }
    let definitions = order.compactMap { id in
      names[id].map { (key: Value.string($0), value: schemas[id] ?? true) }
    }
    if !definitions.isEmpty { pairs.append(("$defs", .mapping(Mapping(definitions)))) }
    return .mapping(Mapping(pairs))
  }

  /// Returns the schema of a type where it is used, and a value of it.
  func describe(any type: any Decodable.Type) -> (schema: Value, sample: Any?) {
    func described<T: Decodable>(_ type: T.Type) -> (schema: Value, sample: Any?) {
      let (schema, sample) = describe(type)
      return (schema, sample.map { $0 as Any })
    }
    return described(type)
  }

  /// Returns the schema of a type where it is used, and a value of it.
  func describe<T: Decodable>(_ type: T.Type) -> (schema: Value, sample: T?) {
    if let known = ScalarType.schema(of: type) { return (known, ScalarType.sample(of: type)) }
    if let collection = type as? any ProbedCollection.Type {
      let (schema, sample) = collection.described(by: self)
      return (schema, sample as? T)
    }
    let id = ObjectIdentifier(type)
    if !open.contains(id), schemas[id] == nil {
      open.insert(id)
      if id != root { name(id, "\(type)") }
      schemas[id] = probe(type)
      open.remove(id)
    }
    return (use(of: id), samples[id] as? T)
  }

  /// Returns a reference to a type with keys, and any other schema itself.
  private func use(of id: ObjectIdentifier) -> Value {
    if let schema = schemas[id], id != root, schema["properties"] == nil, schema["oneOf"] == nil {
      names[id] = nil
      return schema
    }
    guard id != root else { return ["$ref": "#"] }
    return ["$ref": .string("#/$defs/\(names[id] ?? "")")]
  }

  private func name(_ id: ObjectIdentifier, _ name: String) {
    let plain = String(name.unicodeScalars.map { $0.properties.isAlphabetic ? Character($0) : "_" })
    var unique = plain
    var number = 2
    while !taken.insert(KeyText(unique)).inserted {
      unique = plain + "\(number)"
      number += 1
    }
    names[id] = unique
    order.append(id)
  }

  // MARK: Running a decoder

  private func run<T: Decodable>(_ type: T.Type, _ plan: ProbeRun.Plan) -> ProbeRun {
    let run = ProbeRun(self, plan)
    do {
      let value = try T(from: ProbeDecoder(run: run, place: []))
      run.hasSucceeded = true
      if samples[ObjectIdentifier(type)] == nil { samples[ObjectIdentifier(type)] = value }
    } catch {
      run.problem = "\(type) refuses a value of the form that it decodes"
    }
    return run
  }

  private func probe<T: Decodable>(_ type: T.Type) -> Value {
    let first = run(type, ProbeRun.Plan())
    if !first.keyCases.isEmpty, !first.hasSucceeded, let schema = cases(of: type, first) {
      return schema
    }
    if !first.hasSucceeded, let schema = rawValues(of: type, first) { return schema }
    var tree = PlaceSchema()
    for place in first.places {
      tree.insert(describe(place, in: type, first), at: place.steps[...])
    }
    for (steps, form) in first.forms { tree.note(form, at: steps[...]) }
    if !first.hasSucceeded { tree.comment = first.problem }
    return tree.value
  }

  /// Returns what a place of a decoder can be.
  private func describe<T: Decodable>(
    _ place: ProbeRun.Place, in type: T.Type, _ first: ProbeRun
  ) -> PlaceSchema.Leaf {
    var alternatives: [Value] = place.attempts.map(\.schema)
    var isTolerant = false
    var refused = Set(place.attempts.map(\.type))
    if first.hasSucceeded {
      while alternatives.count < Self.mostAlternatives {
        let run = run(type, ProbeRun.Plan(refused: (place.steps, refused)))
        isTolerant = run.hasSucceeded && !run.hasDecoded(place.steps, except: refused)
        let news = run.attempts(at: place.steps).filter { !refused.contains($0.type) }
        guard !news.isEmpty else { break }
        alternatives += news.map(\.schema)
        refused.formUnion(news.map(\.type))
      }
    }
    var isRequired = !place.isOptional
    if isRequired, first.hasSucceeded, !place.steps.isEmpty {
      isRequired = !run(type, ProbeRun.Plan(missing: place.steps)).hasSucceeded
    }
    if place.isNullable { alternatives.append(["type": "null"]) }
    return PlaceSchema.Leaf(
      schema: isTolerant ? true : Self.either(alternatives), isRequired: isRequired)
  }

  static func either(_ schemas: [Value]) -> Value {
    var list: [Value] = []
    for schema in schemas where !list.contains(schema) { list.append(schema) }
    guard list.count != 1 else { return list[0] }
    guard !list.contains(true), !list.isEmpty else { return true }
    let names = list.compactMap { $0.mapping?.count == 1 ? $0["type"] : nil }
    return names.count == list.count ? ["type": .sequence(names)] : ["anyOf": .sequence(list)]
  }

  // MARK: Enumerations

  /// Returns the values of a type with raw values, whose decoder has refused another.
  private func rawValues<T: Decodable>(of type: T.Type, _ run: ProbeRun) -> Value? {
    guard run.forms.isEmpty, run.places.count == 1, run.places[0].steps.isEmpty,
      let raw = type as? any RawRepresentable.Type
    else { return nil }
    let kind = run.places[0].attempts.map(\.schema)
    let all = EnumerationCases.all(of: type)
    samples[ObjectIdentifier(type)] = all.first
    let values = all.compactMap { ScalarType.value(of: $0) }
    guard !values.isEmpty, values.count == all.count, kind.count == 1 else {
      return .mapping(
        Mapping(
          (kind.first?.mapping ?? Mapping()).map { ($0.key, $0.value) }
            + [("$comment", .string("only some values are of \(raw)"))]))
    }
    return ["enum": .sequence(values)]
  }

  /// Returns the cases of an enumeration with associated values, each an object with one key.
  private func cases<T: Decodable>(of type: T.Type, _ first: ProbeRun) -> Value? {
    let count = first.keyCases.count
    guard !run(type, ProbeRun.Plan(keys: Array(0..<min(count, 2)))).hasSucceeded || count == 1
    else { return nil }
    var objects = [Value?](repeating: nil, count: count)
    // The cases that contain the enumeration itself need a value of another case.
    for _ in 0..<2 {
      for number in 0..<count {
        let run = run(type, ProbeRun.Plan(keys: [number]))
        var tree = PlaceSchema()
        for place in run.places {
          let schema = TypeProbe.either(
            place.attempts.map(\.schema) + (place.isNullable ? [["type": "null"]] : []))
          tree.insert(
            PlaceSchema.Leaf(schema: schema, isRequired: !place.isOptional), at: place.steps[...])
        }
        for (steps, form) in run.forms { tree.note(form, at: steps[...]) }
        tree.require(first.keyCases[number])
        if !run.hasSucceeded { tree.comment = run.problem }
        objects[number] = tree.value
      }
    }
    return ["oneOf": .sequence(objects.compactMap(\.self))]
  }
}
