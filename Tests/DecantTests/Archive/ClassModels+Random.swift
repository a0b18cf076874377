import Decant
import DecantTestSupport

extension ClassModels {
  /// All that is reachable, where each instance has the number of its first place, and the class of each object.
  struct Walk {
    private(set) var lines: [String] = []
    /// The classes that the archive has, each as often as it has it.
    private(set) var classes: [String] = []
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var queue: [Node] = []

    init(_ drawing: Drawing) {
      let shapes = drawing.shapes.map { text($0) }
      let named = drawing.named.sorted { $0.key < $1.key }.map { "\($0.key) \(text($0.value))" }
      lines.append("\(shapes) \(text(drawing.best)) \(named)")
      for sign in drawing.signs where sign is Arrow { classes.append("Arrow") }
      lines.append("\(drawing.signs.map { type(of: $0) })")
      lines.append("\(drawing.items.map { text($0) })")
      let nodes = ([drawing.first, drawing.last.wrappedValue] + drawing.nodes).map { number($0) }
      lines.append("\(nodes) \(text(drawing.size)) \(text(drawing.limit)) \(text(drawing.level))")
      switch drawing.choice {
      case .shape(let shape): lines.append("choice \(text(shape))")
      case .number(let number): lines.append("choice \(number)")
      case nil: break
      }
      if drawing.choice != nil { classes.append("Choice") }
      lines.append(drawing.data.description)
      var next = 0
      while next < queue.count {
        lines.append(line(of: queue[next]))
        next += 1
      }
    }

    private mutating func number(_ node: Node?) -> Int {
      guard let node else { return -1 }
      if let number = numbers[ObjectIdentifier(node)] { return number }
      numbers[ObjectIdentifier(node)] = queue.count
      queue.append(node)
      return queue.count - 1
    }

    private mutating func line(of node: Node) -> String {
      let own = "\(node.name) \(number(node.parent))"
      switch node {
      case let folder as Folder:
        classes.append("Folder")
        let parts = folder.parts.sorted { $0.key < $1.key }.map { "\($0.key) \(number($0.value))" }
        return "folder \(own) \(folder.children.map { number($0) }) \(parts) "
          + "\(number(folder.next.wrappedValue))"
      case let page as Page:
        classes.append("Page")
        return "page \(own) \(text(page.shape))"
      case let link as Link:
        classes.append("Link")
        return "link \(number(link.target))"
      default: return "\(type(of: node)) \(own)"
      }
    }

    private mutating func text(_ shape: Shape?) -> String {
      guard let shape else { return "-" }
      if type(of: shape) != Shape.self { classes.append("\(type(of: shape))") }
      switch shape {
      case let circle as Circle: return "circle \(circle.x) \(circle.radius)"
      case let group as Group: return "group \(group.members.map { text($0) })"
      case let mirror as Mirror: return "mirror (\(text(mirror.shape)))"
      default: return "\(type(of: shape)) \(shape.x)"
      }
    }

    private mutating func text(_ size: Size?) -> String {
      if size != nil { classes.append("Size") }
      return size.map { "\($0.width) \($0.class)" } ?? "-"
    }

    private mutating func text(_ limit: Limit<Int>?) -> String {
      if limit != nil { classes.append("Limit") }
      return limit.map { "\($0.low)" } ?? "-"
    }

    private mutating func text(_ level: Level?) -> String {
      if level != nil { classes.append("Level") }
      return level?.rawValue ?? "-"
    }

    private mutating func text(_ item: Item) -> String {
      switch item {
      case .size(let size): "size \(text(size))"
      case .limit(let limit): "limit \(text(limit))"
      case .level(let level): "level \(text(level))"
      case .page(let page): "page \(number(page))"
      case .node(let node): "node \(number(node))"
      }
    }
  }

  static func drawing(using random: inout SeededGenerator) -> Drawing {
    func some<T>(_ list: [T]) -> T? {
      Bool.random(using: &random) ? list.randomElement(using: &random) : nil
    }
    func shape(_ depth: Int = 0) -> Shape {
      let x = Int.random(in: 0...9, using: &random)
      switch Int.random(in: depth > 2 ? 2...4 : 0...4, using: &random) {
      case 0:
        return Group((0..<Int.random(in: 0...2, using: &random)).map { _ in shape(depth + 1) })
      case 1: return Mirror(of: shape(depth + 1))
      case 2: return Circle(x)
      case 3: return Track(x)
      default: return Shape(x)
      }
    }
    func shapes() -> [Shape] { (0..<Int.random(in: 0...2, using: &random)).map { _ in shape() } }

    // Plain references lead to later nodes alone, so that there are no cycles of them.
    var nodes: [Node] = []
    for number in 0..<Int.random(in: 1...8, using: &random) {
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        let folder = Folder("\(number)")
        folder.children = nodes.filter { _ in Bool.random(using: &random) }
        for key in ["b", "a"] { folder.parts[key] = some(nodes) }
        nodes.insert(folder, at: 0)
      case 1: nodes.insert(Page("\(number)", some([shape()])), at: 0)
      case 2 where !nodes.isEmpty:
        nodes.insert(Link(to: nodes[Int.random(in: nodes.indices, using: &random)]), at: 0)
      default: nodes.insert(Node("\(number)"), at: 0)
      }
    }
    for node in nodes where !(node is Link) {
      node.parent = some(nodes)
      if let folder = node as? Folder { folder.next = Shared(some(nodes)) }
    }
    var drawing = Drawing(shapes: shapes(), best: some(shapes()), signs: [Sign(), Arrow()])
    for key in ["b", "a", "$class"] { drawing.named[key] = some([shape()]) }
    let all: [Item] =
      [.size(Size(width: 1, class: "x")), .limit(Limit(low: 2)), .level(.high)]
      + nodes.map { node in (node as? Page).map { .page($0) } ?? .node(node) }
    drawing.items = all.shuffled(using: &random).filter { _ in Bool.random(using: &random) }
    drawing.first = some(nodes)
    drawing.nodes = nodes.shuffled(using: &random)
    drawing.last = Shared(some(nodes))
    drawing.size = some([Size(width: 3, class: "y")])
    drawing.limit = some([Limit(low: 4)])
    drawing.level = some([.low])
    drawing.choice = some([.shape(shape()), .number(5)])
    drawing.data = some([["$class": "Circle"], ["$class": "Circle", "$id": 1], ["x": 1]]) ?? .null
    return drawing
  }

  /// Removes the references through which instances hold each other.
  static func dismantle(_ drawing: Drawing) {
    for case let folder as Folder in drawing.nodes { folder.next = Shared() }
  }
}
