internal import DecantCore

/// What the runs of one type's initializer decoded: the shapes of those that succeeded, of which similar ones are one.
struct ProbeFindings {
  /// Values that differ in more than one part, and the constants among their scalars.
  private struct Group {
    var shape: DecodedShape
    var constants: [KeyText: Set<Value>] = [:]
  }

  let rawValues: [Value]
  /// Whether all answers were tried.
  var isComplete = true
  private let name: String
  private var groups: [Group] = []
  /// The group of each shape.
  private var known: [DecodedShape: Int] = [:]
  /// The scalars at the root of which the type decoded each.
  private var roots: [Value] = []
  /// What each run that failed had decoded before.
  private var failures: [DecodedShape] = []
  private static let mostFailures = 100

  init(of name: String, rawValues: [Value]) {
    self.name = name
    self.rawValues = rawValues
  }

  var hasSucceeded: Bool { !known.isEmpty }

  /// Adds the document of a run that succeeded, and returns its group.
  mutating func add(_ root: ProbedNode) -> Int {
    let shape = root.shape
    let group = known[shape] ?? group(of: shape)
    known[shape] = group
    for (key, value) in root.constants {
      if let key {
        groups[group].constants[KeyText(key), default: []].insert(value)
      } else {
        roots.append(value)
      }
    }
    return group
  }

  private mutating func group(of shape: DecodedShape) -> Int {
    for index in groups.indices {
      if groups[index].shape == shape { return index }
      if let merged = groups[index].shape.mergedParts(with: shape), merged.differences <= 1 {
        groups[index].shape = merged.shape
        return index
      }
    }
    groups.append(Group(shape: shape))
    return groups.count - 1
  }

  /// Adds what a run decoded before it failed, unless that is due to a refusal.
  mutating func addFailure(_ run: ProbeRun) {
    guard !run.hasRefused, failures.count < Self.mostFailures else { return }
    failures.append(run.root.shape)
  }

  /// The shape of the type's values, and what is not known about them.
  var result: (shape: DecodedShape, note: String?) {
    guard hasSucceeded else { return (common, unknown) }
    if let constants { return (.constants(constants), nil) }
    guard isComplete else {
      return (.any, "\(name) decodes more kinds of values than are tried")
    }
    let keys = discriminators
    let shapes = groups.map { group in
      keys.reduce(group.shape) { $0.with(group.constants[$1] ?? [], at: $1) }
    }
    return (.oneOf(shapes), nil)
  }

  /// The values of an enumeration that decodes no others.
  private var constants: [Value]? {
    guard !rawValues.isEmpty, groups.count == 1, case .scalar = groups[0].shape else { return nil }
    let values = Set(roots)
    let isClosed = TypeProbe.strangers(to: rawValues).allSatisfy { !values.contains($0) }
    return isClosed ? rawValues.filter(values.contains) : nil
  }

  /// The keys whose values say which group a document is of.
  private var discriminators: [KeyText] {
    guard groups.count > 1, let first = groups.first else { return [] }
    return first.constants.keys.sorted { $0.string < $1.string }.filter { key in
      var known: Set<Value> = []
      return groups.allSatisfy { group in
        guard let values = group.constants[key] else { return false }
        let isApart = known.isDisjoint(with: values)
        known.formUnion(values)
        return isApart
      }
    }
  }

  // MARK: Failures

  /// The fields that all runs decoded before they failed.
  private var common: DecodedShape {
    guard case .object(var fields, _)? = failures.first else { return .any }
    for failure in failures {
      guard case .object(let others, _) = failure else { continue }
      fields = fields.filter { field in
        others.contains { KeyText($0.key) == KeyText(field.key) && $0.shape == field.shape }
      }
    }
    fields = fields.map { $0.settled }
    return .object(fields: fields, additional: nil)
  }

  private var unknown: String {
    rawValues.isEmpty
      ? "\(name) decodes no value that was tried, so what it requires is not all known"
      : "\(name) does not decode the raw values of its cases"
  }
}

extension DecodedShape {
  /// Returns the shape with constants for a key.
  fileprivate func with(_ values: Set<Value>, at key: KeyText) -> DecodedShape {
    guard case .object(var fields, let additional) = self,
      let index = fields.firstIndex(where: { KeyText($0.key) == key })
    else { return self }
    fields[index].shape = .constants(values.sorted { "\($0)" < "\($1)" })
    return .object(fields: fields, additional: additional)
  }
}

extension DecodedShape.Field {
  /// The field, optional if it is decoded only if it is present: it is not known whether nil is accepted.
  fileprivate var settled: DecodedShape.Field {
    var field = self
    if isDecodedIfPresent {
      field.presence = .optional
      field.shape = .oneOf(shape.alternatives + [.null])
    }
    return field
  }
}
