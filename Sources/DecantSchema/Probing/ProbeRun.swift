internal import DecantCore

/// One run of a type's decoder: what it asks for, and where.
final class ProbeRun {
  /// What the decoder finds.
  struct Plan {
    /// A place, and the types that are not there.
    var refused: (steps: [String], types: Set<ObjectIdentifier>)?
    var missing: [String]?
    /// The numbers of the keys that are there, among the cases of the type of keys.
    var keys: [Int] = []
  }

  struct Attempt {
    let type: ObjectIdentifier
    let schema: Value
  }

  struct Place {
    let steps: [String]
    var attempts: [Attempt] = []
    var isOptional = false
    var isNullable = false
  }

  enum Form { case object, openObject, array(isOpen: Bool) }

  struct Refusal: Error {}
  /// A type that is just being probed has no value yet.
  struct NoSample: Error {}

  let probe: TypeProbe
  let plan: Plan
  private(set) var places: [Place] = []
  private(set) var forms: [(steps: [String], form: Form)] = []
  /// The cases of the type of keys, if the decoder asked for all keys.
  var keyCases: [String] = []
  var hasSucceeded = false
  var problem: String?
  private var decoded: [(steps: [String], type: ObjectIdentifier)] = []

  init(_ probe: TypeProbe, _ plan: Plan) {
    self.probe = probe
    self.plan = plan
  }

  func note(_ form: Form, at steps: [String]) { forms.append((steps, form)) }

  func attempts(at steps: [String]) -> [Attempt] {
    places.first { $0.steps == steps }?.attempts ?? []
  }

  /// Whether a value of another type was decoded at a place.
  func hasDecoded(_ steps: [String], except types: Set<ObjectIdentifier>) -> Bool {
    decoded.contains { $0.steps == steps && !types.contains($0.type) }
  }

  func isMissing(_ steps: [String]) -> Bool {
    plan.missing.map { steps.starts(with: $0) } ?? false
  }

  func noteOptional(_ steps: [String], isNullable: Bool) {
    let index = index(of: steps)
    places[index].isOptional = true
    places[index].isNullable = places[index].isNullable || isNullable
  }

  func noteNullable(_ steps: [String]) { places[index(of: steps)].isNullable = true }

  /// Returns a value of a type, which the decoder asked for.
  func decode<T: Decodable>(_ type: T.Type, at steps: [String]) throws -> T {
    guard let sample = try sample(of: type, at: steps) as? T else { throw NoSample() }
    return sample
  }

  /// Returns a value of a type; not generic, or each type that a container names would have a copy of the probe.
  private func sample(of type: any Decodable.Type, at steps: [String]) throws -> Any {
    guard !isMissing(steps) else { throw Refusal() }
    let (schema, sample) = probe.describe(any: type)
    let id = ObjectIdentifier(type)
    let index = index(of: steps)
    if !places[index].attempts.contains(where: { $0.type == id }) {
      places[index].attempts.append(Attempt(type: id, schema: schema))
    }
    if let refused = plan.refused, refused.steps == steps, refused.types.contains(id) {
      throw Refusal()
    }
    guard let sample else { throw NoSample() }
    decoded.append((steps, id))
    return sample
  }

  private func index(of steps: [String]) -> Int {
    if let known = places.firstIndex(where: { $0.steps == steps }) { return known }
    places.append(Place(steps: steps))
    return places.count - 1
  }
}
