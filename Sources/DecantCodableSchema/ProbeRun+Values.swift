internal import DecantCore
internal import DecantTypes

/// The answers to requests: a value, nil, or an error.
extension ProbeRun {
  private enum Answer {
    case value(Int)
    case missing, refusal
  }

  /// Decides on a request that could have `count` values.
  private func answer(
    _ subject: Subject, _ count: Int, isComplete: Bool, orNil: Bool
  ) -> Answer {
    var usual: [Answer] = [.value(0), .refusal]
    if orNil { usual.insert(.missing, at: isSample ? 0 : 1) }
    let all = usual.count + count - 1
    let option = decide(
      subject, all, exploring: isComplete ? all : usual.count, isFork: isComplete)
    return option < usual.count ? usual[option] : .value(option - usual.count + 1)
  }

  /// Returns a value of a type at a node; nil if the type was told that there is none.
  func value<T: Decodable>(
    of type: T.Type, at node: ProbedNode, orNil: Bool = false, _ path: [any CodingKey]
  ) throws -> T? {
    try step()
    if node.form == .null {
      guard orNil else { throw ProbeError.null(type, at: path) }
      return nil
    }
    guard !node.refused.contains(ObjectIdentifier(type)) else {
      throw ProbeError.refused(type, at: path)
    }
    if let primitive = Primitive(type) {
      return try scalar(primitive, at: node, orNil: orNil, path)
    }
    if let known = KnownScalar.of(type, probe) {
      return try request(type, at: node, values: 1, orNil: orNil, path) { _ in
        node.form = node.form ?? .scalar
        node.scalar = probe.graph.node(known.shape)
        return known.value
      }
    }
    let all = node.value == nil ? probe.rawValues(of: type) : []
    let isComplete = !all.isEmpty && all.count <= TypeProbe.maximumChoices
    let count = min(max(all.count, 1), TypeProbe.maximumChoices)
    return try request(
      type, at: node, values: count, isComplete: isComplete, orNil: orNil, path
    ) { index in
      let given = all.isEmpty ? node.value : all[index]
      let (value, root) = try probe.sample(of: type, given, path)
      node.types.append(probe.node(of: type))
      node.form = root.form
      node.value = node.value ?? root.value
      node.isOneOfAll = node.isOneOfAll || isComplete
      return value
    }
  }

  private func scalar<T>(
    _ primitive: Primitive<T>, at node: ProbedNode, orNil: Bool, _ path: [any CodingKey]
  ) throws -> T? {
    if let value = node === root ? givenValue ?? node.value : node.value {
      guard let result = primitive.read(value) else { throw ProbeError.refused(T.self, at: path) }
      accept(primitive, value, at: node)
      return result
    }
    var candidates = primitive.candidates
    var isComplete = primitive.isComplete
    if node === root, rawValues.contains(where: { primitive.read($0) != nil }) {
      candidates = rawValues + TypeProbe.strangers(to: rawValues)
      isComplete = true
    }
    return try request(
      T.self, at: node, values: candidates.count, isComplete: isComplete, orNil: orNil, path
    ) { index in
      guard let result = primitive.read(candidates[index]) else {
        throw ProbeError.refused(T.self, at: path)
      }
      accept(primitive, candidates[index], at: node)
      node.isOneOfAll = isComplete
      return result
    }
  }

  private func accept<T>(_ primitive: Primitive<T>, _ value: Value, at node: ProbedNode) {
    node.form = .scalar
    node.value = value
    // An integer that is also decoded as another number is an integer.
    if primitive.shape != .number(.double) || node.scalar == nil {
      node.scalar = probe.graph.node(primitive.shape)
    }
  }

  /// Answers a request; a node that has a value already is not refused any more.
  private func request<T>(
    _ type: T.Type, at node: ProbedNode, values count: Int, isComplete: Bool = false, orNil: Bool,
    _ path: [any CodingKey], _ value: (Int) throws -> T
  ) throws -> T? {
    guard node.form == nil else { return try value(0) }
    let subject = Self.subject(.value(ObjectIdentifier(type)), path)
    switch answer(subject, count, isComplete: isComplete, orNil: orNil) {
    case .value(let index):
      let result = try value(index)
      hasValueSinceRefusal = true
      return result
    case .missing:
      node.form = .null
      return nil
    case .refusal:
      hasRefused = true
      hasValueSinceRefusal = false
      node.refused.insert(ObjectIdentifier(type))
      throw ProbeError.refused(type, at: path)
    }
  }

  /// Makes a node a collection, or throws.
  func open(_ node: ProbedNode, as form: ProbedNode.Form, _ path: [any CodingKey]) throws {
    try step()
    let type: Any.Type = form == .object ? [String: Any].self : [Any].self
    if node === root, givenValue != nil { throw ProbeError.refused(type, at: path) }
    if node.form == form { return }
    guard node.form == nil, !node.refused.contains(ObjectIdentifier(type)) else {
      throw ProbeError.refused(type, at: path)
    }
    let subject = Self.subject(.value(ObjectIdentifier(type)), path)
    guard answer(subject, first: true) else {
      hasRefused = true
      hasValueSinceRefusal = false
      node.refused.insert(ObjectIdentifier(type))
      throw ProbeError.refused(type, at: path)
    }
    node.form = form
  }

  /// Answers whether a value is null.
  func isNull(_ node: ProbedNode, _ path: [any CodingKey]) -> Bool {
    if node.form != nil || node.isNotNull || node === root && givenValue != nil {
      return node.form == .null
    }
    if answer(Self.subject(.isNull, path), first: isSample) {
      node.form = .null
    } else {
      node.isNotNull = true
    }
    return node.form == .null
  }
}
