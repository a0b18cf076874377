internal import DecantCore

/// A builder of the graph of the types of documents, whose shapes it visits inner ones first.
///
/// Equal types are one node, with the evidence of the first path. A mapping that contains itself is only equal to itself, and so is
/// each class.
struct DocumentTypes: ~Copyable {
  private enum Part {
    case shape(Int32)
    case mapping(Int32)
  }

  private struct Visit {
    let part: Part
    let path: String
    var isDone = false

    /// Returns a value inside this one; the end of a long path is not shown, and left out.
    func inner(_ shape: Int32, _ token: String) -> Visit {
      Visit(part: .shape(shape), path: path.utf8.count > 100 ? path : path + "/" + token)
    }
  }

  private(set) var graph = TypeGraph()
  private let shapes: Shapes
  private let classNames: [String]
  private let options: TypeInference.Options
  /// The nodes of shapes, and of mappings after these; -1 if they are not known.
  private var nodes: [Int]

  init(
    _ shapes: consuming Shapes, classNames: [String], _ options: TypeInference.Options
  ) {
    nodes = [Int](repeating: -1, count: shapes.shapes.count + shapes.mappings.count)
    self.shapes = shapes
    self.classNames = classNames
    self.options = options
    build()
  }

  /// Visits by a stack, as documents may be deep.
  private mutating func build() {
    var isEntered = [Bool](repeating: false, count: nodes.count)
    let root = Part.shape(shapes.current(shape: Shapes.root))
    var stack = [Visit(part: root, path: "")]
    while var visit = stack.popLast() {
      let number = number(of: visit.part)
      if visit.isDone {
        finish(number, with: node(of: visit))
      } else if !isEntered[number] {
        isEntered[number] = true
        visit.isDone = true
        stack.append(visit)
        stack += inner(visit).reversed()
      }
    }
    graph.root = node(of: root)
    if case .reference(let object, _) = graph.content(of: graph.root) { graph.root = object }
  }

  private func number(of part: Part) -> Int {
    switch part {
    case .shape(let shape): Int(shape)
    case .mapping(let mapping): shapes.shapes.count + Int(mapping)
    }
  }

  private func inner(_ visit: Visit) -> [Visit] {
    switch visit.part {
    case .shape(let shape):
      return shapes.types(of: shape, options).compactMap { type in
        switch type {
        case .scalar, .enumeration: nil
        case .sequence: shapes.element(of: shape).map { visit.inner($0, "*") }
        case .mapping(let mapping): Visit(part: .mapping(mapping), path: visit.path)
        }
      }
    case .mapping(let mapping):
      if let values = shapes.values(of: mapping) { return [visit.inner(values, "*")] }
      return shapes.fieldList(of: mapping).map {
        visit.inner(shapes.shape(of: $0), shapes.name(of: $0).escapingPointer)
      }
    }
  }

  // MARK: Nodes

  /// Returns the node of a part, which has its content later if it contains what refers to it.
  private mutating func node(of part: Part) -> Int {
    let number = number(of: part)
    if nodes[number] < 0 { nodes[number] = graph.add(TypeGraph.Node()) }
    return nodes[number]
  }

  private mutating func finish(_ number: Int, with node: Int) {
    if nodes[number] < 0 {
      nodes[number] = node
    } else {
      graph[nodes[number]].content = .same(node)
    }
  }

  private mutating func node(of visit: Visit) -> Int {
    switch visit.part {
    case .shape(let shape): node(ofShape: shape, at: visit.path)
    case .mapping(let mapping): node(ofMapping: mapping, at: visit.path)
    }
  }

  private mutating func node(ofShape shape: Int32, at path: String) -> Int {
    let seen = shapes.shapes[Int(shape)]
    var list: [Int] = []
    for type in shapes.types(of: shape, options) {
      switch type {
      case .scalar(let content):
        list.append(graph.node(content))
      case .enumeration:
        let texts = shapes.texts.list(of: seen)
        let sorted = texts.map { KeyText($0) }.sorted().map { Value.string($0.string) }
        let node = graph.node(
          .enumeration(texts.map { .string($0) }), like: .enumeration(sorted))
        add(seen.valueCount, to: node, at: path)
        list.append(node)
      case .sequence:
        let element = shapes.element(of: shape)
        list.append(graph.node(.array(element.map { self.node(of: .shape($0)) } ?? never)))
      case .mapping(let mapping):
        let node = node(of: .mapping(mapping))
        guard shapes.isUpward(shape, to: mapping) else {
          list.append(node)
          break
        }
        let isAlwaysUpward = !seen.facts.contains(.downward)
        list.append(graph.node(.reference(node, isAlwaysUpward: isAlwaysUpward)))
      }
    }
    var node = list.count == 1 ? list[0] : list.isEmpty ? never : graph.node(.union(list))
    if list.count > 1 { add(seen.valueCount, to: node, at: path) }
    if seen.nulls > 0 { node = graph.nullable(node) }
    return node
  }

  private var never: Int {
    mutating get { graph.node(.never) }
  }

  private mutating func node(ofMapping mapping: Int32, at path: String) -> Int {
    let seen = shapes.mappings[Int(mapping)]
    let list = shapes.fieldList(of: mapping)
    guard seen.classNumber >= 0 || !list.isEmpty else {
      let values = shapes.values(of: mapping)
      return graph.node(.dictionary(values.map { self.node(of: .shape($0)) } ?? never))
    }
    var fields: [TypeGraph.Field] = []
    for field in list {
      let isAlways = shapes.fields[Int(field)].count >= seen.count
      fields.append(
        TypeGraph.Field(
          key: KeyText(shapes.name(of: field)),
          node: self.node(of: .shape(shapes.shape(of: field))),
          presence: isAlways ? .required : .optional))
    }
    let content = TypeGraph.Content.structure(fields, additional: nil)
    let className = seen.classNumber < 0 ? nil : classNames[Int(seen.classNumber)]
    let node = className == nil ? graph.node(content) : graph.add(TypeGraph.Node(content))
    if graph[node].evidence == nil {
      let facts = list.map { self.facts(of: $0, among: seen.count) }
      graph[node].evidence = TypeGraph.Evidence(count: 0, path: path, fields: facts)
    }
    if let className {
      graph[node].name = SwiftName.ofClass(className)
      graph[node].evidence?.archivedClass = (className, shapes.isSharedClass(mapping))
    }
    add(seen.count, to: node, at: path)
    return node
  }

  private mutating func add(_ count: Int, to node: Int, at path: String) {
    graph[node].evidence = graph[node].evidence ?? TypeGraph.Evidence(count: 0, path: path)
    graph[node].evidence?.count += count
  }

  // MARK: Facts

  /// Returns what was seen of the values of a field, as a sentence; an empty text without facts.
  private func facts(of field: Int32, among all: Int) -> String {
    let shape = shapes.shape(of: field)
    let seen = shapes.shapes[Int(shape)]
    let count = shapes.fields[Int(field)].count
    var facts: [String] = []
    if count < all { facts.append("in \(count) of \(all)") }
    if seen.valueCount == 0 {
      facts.append("always null")
    } else if seen.nulls > 0 {
      facts.append("null in \(seen.nulls)\(count < all ? "" : " of \(all)")")
    }
    if let fact = fact(of: shape, seen) { facts.append(fact) }
    let text = facts.joined(separator: "; ")
    return text.isEmpty ? "" : text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private func fact(of shape: Int32, _ seen: Shape) -> String? {
    let types = shapes.types(of: shape, options)
    guard types.count == 1 else { return nil }
    switch types[0] {
    case .scalar(.string(format: nil))
    where !seen.facts.contains(.manyTexts) && Int(seen.textCount) < seen.strings:
      return SwiftSource.count(Int(seen.textCount), "distinct value")
    case .scalar(.number(let number)):
      let isLong = !seen.facts.isDisjoint(with: [.longReal, .longInteger])
      switch number.type {
      case .int where seen.leastInteger < seen.greatestInteger:
        return "\(seen.leastInteger) to \(seen.greatestInteger)"
      case .decimal: return "more digits than a Double has"
      case .double where seen.facts.contains(.notDecimal) && isLong:
        return "some have more digits than Double and Decimal"
      default: return nil
      }
    case .sequence:
      return isUnseen(shapes.element(of: shape)) ? "always empty" : nil
    case .mapping(let mapping):
      let isEmpty =
        shapes.mappings[Int(mapping)].classNumber < 0 && shapes.fieldList(of: mapping).isEmpty
      return isEmpty && isUnseen(shapes.values(of: mapping)) ? "always empty" : nil
    default:
      return nil
    }
  }

  private func isUnseen(_ shape: Int32?) -> Bool {
    guard let shape else { return true }
    return shapes.types(of: shape, options).isEmpty && shapes.shapes[Int(shape)].nulls == 0
  }
}
