internal import DecantCoding
internal import DecantConversion
internal import DecantCore
internal import DecantTypes

/// Finds out what types decode, by running their initializers with decoders that answer all that is requested.
///
///     type ─▶ runs, which differ in one answer ─▶ types in a graph ─▶ one type ─▶ JSON Schema
///
/// A type that decodes one of several values is run once with each answer that could lead to another: a value refused, a
/// boolean, a case of an enumeration, a missing key. Nothing is known about what no answer leads to.
final class TypeProbe {
  var graph = TypeGraph()
  let options: DecodingOptions
  private var nodes: [ObjectIdentifier: Int] = [:]
  private var waiting: [() -> Void] = []
  private var runs = 0

  private var rawValueLists: [ObjectIdentifier: [Value]] = [:]
  private var scripts: [ObjectIdentifier: [Int]] = [:]
  private var withoutSample: Set<ObjectIdentifier> = []
  private var open: [ObjectIdentifier] = []
  private var isCut = false

  static let maximumChoices = 64
  private static let maximumTypes = 500
  private static let maximumRuns = 200_000
  private static let maximumRunsOfType = 600
  private static let maximumTries = 64
  private static let maximumDepth = 64

  init(_ options: DecodingOptions) { self.options = options }

  /// Returns the graph whose root is a type.
  func graph<T: Decodable>(of type: T.Type) -> TypeGraph {
    graph.hasGivenNames = true
    graph.root = node(of: type)
    while let next = waiting.popLast() { next() }
    return graph
  }

  /// Returns the node of a type, whose content is known later.
  func node<T: Decodable>(of type: T.Type) -> Int {
    let id = ObjectIdentifier(type)
    if let known = nodes[id] { return known }
    let node = graph.add(TypeGraph.Node())
    graph[node].name = "\(type)"
    nodes[id] = node
    if nodes.count <= Self.maximumTypes {
      waiting.append { [unowned self] in describe(type, as: node) }
    } else {
      graph[node].comment = "\(type) is one of more than \(Self.maximumTypes) types"
    }
    return node
  }

  func documentName(of key: any CodingKey) -> String {
    switch options.keyDecodingStrategy {
    case .useDefaultKeys, .custom: key.stringValue
    case .convertFromSnakeCase: KeyStyle.snake.rewriting(key.stringValue)
    case .style(let style): style.rewriting(key.stringValue)
    }
  }

  // MARK: Descriptions

  private func describe<T: Decodable>(_ type: T.Type, as node: Int) {
    if let reference = type as? any AnyInstanceReference.Type {
      graph[node].content = .union([graph.null, self.node(of: reference)])
      return
    }
    var findings = ProbeFindings(of: "\(type)", rawValues: rawValues(of: type))
    var queue: [[Int]] = [[]]
    var spare: [[Int]] = []
    /// What runs with values that were refused by the type could have had in their place.
    var rejected: [[Int]] = []
    /// The decisions that were varied in runs of each group; in another one, they can matter in another way.
    var varied: [Int: Set<ProbeRun.Subject>] = [:]
    var next = 0
    var retries = 0
    var limit = Self.maximumRunsOfType
    while true {
      if next == queue.count {
        // What is not decoded yet needs other values, and so do alternatives that refuse the usual ones.
        if findings.hasSucceeded {
          guard retries < min(rejected.count, Self.maximumTries) else { break }
          queue.append(rejected[retries])
          retries += 1
        } else {
          guard let script = spare.popLast() else { break }
          queue.append(script)
        }
      }
      runs += 1
      guard next < limit, runs <= Self.maximumRuns else {
        findings.isComplete = false
        break
      }
      let run = ProbeRun(
        self, .description, rawValues: findings.rawValues, script: queue[next])
      next += 1
      do {
        _ = try type.init(from: ProbeDecoder(run: run, node: run.root, codingPath: []))
        let group = findings.add(run.root, in: &graph)
        if varied[group] == nil {
          queue += run.earlierVariants { decision, option in option < decision.explored }
        }
        queue += run.variants { [varied] decision, option in
          option < decision.explored && varied[group]?.contains(decision.subject) != true
        }
        varied[group, default: []].formUnion(run.decisions.map(\.subject))
      } catch {
        findings.addFailure(run, in: &graph)
        if run.hasValueSinceRefusal { rejected += run.variants { _, _ in true } }
        guard !findings.hasSucceeded else { continue }
        queue += run.variants { decision, option in option < decision.explored || decision.isFork }
        let others = run.variants { decision, option in
          option >= decision.explored && !decision.isFork
        }
        spare = others.reversed() + spare
      }
      // A type with many properties has many answers.
      if next == 1 { limit += run.decisions.reduce(0) { $0 + 2 * $1.count } }
    }
    let (found, note) = findings.result(in: &graph)
    graph[node].content = graph.unnamed(found) ?? .same(found)
    graph[node].isNullable = graph[found].isNullable
    if type is any SharedInstance.Type {
      // A reference to an instance can be in the place of its value.
      graph[node].content = .union([found, graph.node(.instance)])
    }
    graph[node].comment = note
  }

  private func node<R: AnyInstanceReference>(of type: R.Type) -> Int {
    node(of: R.Instance.self)
  }

  // MARK: Samples

  /// Returns a small value of a type, which is decoded of a scalar if `given` is one.
  func sample<T: Decodable>(
    of type: T.Type, _ given: Value?, _ path: [any CodingKey]
  ) throws -> (value: T, root: ProbedNode) {
    let id = ObjectIdentifier(type)
    guard !open.contains(id), open.count < Self.maximumDepth else {
      isCut = true
      throw ProbeError.refused(type, at: path)
    }
    guard given != nil || !withoutSample.contains(id) else {
      throw ProbeError.refused(type, at: path)
    }
    open.append(id)
    let wasCut = isCut
    isCut = false
    defer {
      open.removeLast()
      isCut = isCut || wasCut
    }
    var queue: [[Int]] = [given == nil ? scripts[id] ?? [] : []]
    var next = 0
    while next < min(queue.count, Self.maximumTries), runs <= Self.maximumRuns {
      let run = ProbeRun(
        self, .sample(of: given), rawValues: rawValues(of: type), script: queue[next])
      next += 1
      do {
        let value = try type.init(from: ProbeDecoder(run: run, node: run.root, codingPath: path))
        if given == nil { scripts[id] = run.path }
        return (value, run.root)
      } catch {
        runs += 1
        if queue.count < Self.maximumTries * 4 { queue += run.variants { _, _ in true } }
      }
    }
    if given == nil, !isCut { withoutSample.insert(id) }
    throw ProbeError.refused(type, at: path)
  }

  // MARK: Enumerations

  /// Returns the values of an enumeration of keys; nil for other keys.
  static func keys<Key: CodingKey>(of type: Key.Type) -> [Key]? {
    all(type) ?? valuesInOneByte(of: type)
  }

  /// Returns the scalars that an enumeration is encoded as; empty for other types.
  func rawValues<T>(of type: T.Type) -> [Value] {
    let id = ObjectIdentifier(type)
    if let known = rawValueLists[id] { return known }
    let values = (type as? any RawRepresentable.Type).map { Self.rawValues(ofCases: $0) } ?? []
    rawValueLists[id] = values
    return values
  }

  private static func rawValues<T: RawRepresentable>(ofCases type: T.Type) -> [Value] {
    guard T.RawValue.self is String.Type || T.RawValue.self is any BinaryInteger.Type else {
      return []
    }
    let cases: [T] = all(type) ?? valuesInOneByte(of: type) ?? []
    return cases.compactMap { item in
      switch item.rawValue {
      case let text as String: .string(text)
      case let number as any BinaryInteger: Value(number)
      default: nil
      }
    }
  }

  private static func all<T>(_ type: T.Type) -> [T]? {
    func list<C: CaseIterable>(_ type: C.Type) -> [T]? { Array(type.allCases) as? [T] }
    return (type as? any CaseIterable.Type).flatMap { list($0) }
  }

  /// Returns scalars that are not among the values of an enumeration, which may decode them nevertheless.
  static func strangers(to values: [Value]) -> [Value] {
    var strangers: [Value] = []
    for value in values {
      guard let text = value.string else { continue }
      strangers += [.string(text.uppercased()), .string(text.lowercased())]
    }
    strangers += values.first?.string == nil ? [-7_654_321] : ["another value"]
    let known = Set(values)
    return Array(Set(strangers.filter { !known.contains($0) })).sorted {
      ($0.string ?? "") < ($1.string ?? "")
    }
  }
}

/// A reference to an instance, `@Shared var owner: Person?`, that is described by the type of the instance.
///
/// A cast to the protocol finds it without knowing `Person`, which only opens at run time.
private protocol AnyInstanceReference {
  associatedtype Instance: SharedInstance
}

extension InstanceReference: AnyInstanceReference {}
