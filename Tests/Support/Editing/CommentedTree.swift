import Decant

/// A random tree with a comment at every place, and its text in each notation.
///
/// Keys are `k1`, `k2`, …, scalars `v1`, `v2`, …, and comments `c1`, `c2`, …, so that each is found in a text.
struct CommentedTree {
  indirect enum Node {
    case scalar(String)
    case inline([String])
    case mapping([Item], end: [String])
    case list([Item], end: [String])
  }

  struct Item {
    /// The key; in a list, the text of the scalar.
    var id: String
    var node: Node
    /// A comment that a blank line separates from the item.
    var apart: String?
    var above: [String]
    var beside: String?
  }

  private var generator: SeededGenerator
  private var count = 0
  private(set) var items: [Item] = []
  /// The collection around each comment that belongs to no node.
  private(set) var containers: [String: String] = [:]
  let notation: EditedNotation

  init(seed: UInt64, _ notation: EditedNotation) {
    generator = SeededGenerator(seed: seed)
    self.notation = notation
    items = makeItems(in: "root", depth: 0)
  }

  mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func chance(_ percent: Int) -> Bool { pick(1...100) <= percent }

  private mutating func name(_ letter: String) -> String {
    count += 1
    return "\(letter)\(count)"
  }

  private mutating func comments(_ percent: Int) -> [String] {
    (0..<pick(1...2)).compactMap { _ in chance(percent) ? name("c") : nil }
  }

  private mutating func makeItems(in container: String, depth: Int) -> [Item] {
    var items = (0..<pick(1...4)).map { _ in makeItem(name("k"), in: container, depth) }
    // In TOML, pairs precede the sections of a table.
    if notation == .toml {
      items = items.filter { !$0.isMapping } + items.filter { $0.isMapping }
    }
    return items
  }

  private mutating func makeItem(_ id: String, in container: String, _ depth: Int) -> Item {
    var item = Item(id: id, node: .scalar(name("v")), above: comments(40))
    if chance(15) {
      let comment = name("c")
      item.apart = comment
      containers[comment] = container
    }
    if chance(50) { item.beside = name("c") }
    let ends = notation == .toml ? [] : comments(15)
    switch pick(0...(depth < 3 ? 6 : 3)) {
    case 2: item.node = .inline((0..<pick(0...3)).map { _ in name("v") })
    case 3:
      let elements = (0..<pick(1...3)).map { _ in makeElement() }
      item.node = .list(elements, end: notation == .toml ? comments(15) : ends)
    case 4...: item.node = .mapping(makeItems(in: id, depth: depth + 1), end: ends)
    default: break
    }
    return item
  }

  private mutating func makeElement() -> Item {
    let id = name("v")
    return Item(
      id: id, node: .scalar(id), above: comments(30), beside: chance(40) ? name("c") : nil)
  }

  // MARK: Texts

  mutating func text() -> String {
    let head = chance(30) ? name("c") : nil
    let apart = head.map { comment($0) + "\n\n" } ?? ""
    switch notation {
    case .yaml: return apart + yaml(items, "")
    case .toml: return apart + toml(items, [])
    case .json, .json5: return apart + "{\n" + json5(items, "  ") + "}\n"
    case .openStep: return apart + "{\n" + openStep(items, "  ") + "}\n"
    case .xml:
      return "<plist version=\"1.0\">\n" + apart + "<dict>\n" + xml(items, "\t")
        + "</dict>\n</plist>\n"
    }
  }

  private mutating func comment(_ text: String) -> String {
    switch notation {
    case .yaml, .toml: "# \(text)"
    case .json, .json5, .openStep: chance(50) ? "// \(text)" : "/* \(text) */"
    case .xml: "<!-- \(text) -->"
    }
  }

  private mutating func above(_ item: Item, _ indent: String) -> String {
    let apart = item.apart.map { "\n" + indent + comment($0) + "\n\n" } ?? ""
    return apart + lines(item.above, indent)
  }

  private mutating func lines(_ comments: [String], _ indent: String) -> String {
    comments.map { indent + comment($0) + "\n" }.joined()
  }

  private mutating func beside(_ item: Item) -> String {
    item.beside.map { " " + comment($0) } ?? ""
  }

  private mutating func yaml(_ items: [Item], _ indent: String) -> String {
    var text = ""
    for item in items {
      text += above(item, indent)
      let comment = beside(item) + "\n"
      switch item.node {
      case .scalar(let value) where value == item.id: text += indent + "- \(value)" + comment
      case .scalar(let value): text += indent + "\(item.id): \(value)" + comment
      case .inline(let values):
        text += indent + "\(item.id): [\(values.joined(separator: ", "))]" + comment
      case .mapping(let children, let end), .list(let children, let end):
        text += indent + "\(item.id):" + comment + yaml(children, indent + "  ")
        text += lines(end, indent + "  ")
      }
    }
    return text
  }

  private mutating func toml(_ items: [Item], _ path: [String]) -> String {
    var text = ""
    for item in items {
      text += above(item, "")
      let comment = beside(item) + "\n"
      switch item.node {
      case .scalar(let value): text += "\(item.id) = \"\(value)\"" + comment
      case .inline(let values):
        text += "\(item.id) = [\(values.map { "'\($0)'" }.joined(separator: ", "))]" + comment
      case .list(let elements, let end):
        text += "\(item.id) = [" + comment
        for element in elements {
          text += above(element, "  ") + "  \"\(element.id)\"," + beside(element) + "\n"
        }
        text += lines(end, "  ") + "]\n"
      case .mapping(let children, _):
        text += "[\((path + [item.id]).joined(separator: "."))]" + comment
        text += toml(children, path + [item.id]) + (chance(50) ? "\n" : "")
      }
    }
    return text
  }

  private mutating func json5(_ items: [Item], _ indent: String) -> String {
    var text = ""
    for (index, item) in items.enumerated() {
      text += above(item, indent)
      let comma = index < items.count - 1 || chance(30) ? "," : ""
      let comment = beside(item) + "\n"
      switch item.node {
      case .scalar(let value) where value == item.id:
        text += indent + "\"\(value)\"" + comma + comment
      case .scalar(let value): text += indent + "\"\(item.id)\": \"\(value)\"" + comma + comment
      case .inline(let values):
        text += indent + "\"\(item.id)\": \(values)" + comma + comment
      case .mapping(let children, let end):
        text += indent + "\"\(item.id)\": {" + comment + json5(children, indent + "  ")
        text += lines(end, indent + "  ") + indent + "}" + comma + "\n"
      case .list(let children, let end):
        text += indent + "\"\(item.id)\": [" + comment + json5(children, indent + "  ")
        text += lines(end, indent + "  ") + indent + "]" + comma + "\n"
      }
    }
    return text
  }

  private mutating func openStep(_ items: [Item], _ indent: String) -> String {
    var text = ""
    for (index, item) in items.enumerated() {
      text += above(item, indent)
      let comma = index < items.count - 1 || chance(30) ? "," : ""
      let comment = beside(item) + "\n"
      switch item.node {
      case .scalar(let value) where value == item.id: text += indent + value + comma + comment
      case .scalar(let value): text += indent + "\(item.id) = \(value);" + comment
      case .inline(let values):
        text += indent + "\(item.id) = (\(values.joined(separator: ", ")));" + comment
      case .mapping(let children, let end):
        text += indent + "\(item.id) = {" + comment + openStep(children, indent + "  ")
        text += lines(end, indent + "  ") + indent + "};\n"
      case .list(let children, let end):
        text += indent + "\(item.id) = (" + comment + openStep(children, indent + "  ")
        text += lines(end, indent + "  ") + indent + ");\n"
      }
    }
    return text
  }

  private mutating func xml(_ items: [Item], _ indent: String) -> String {
    var text = ""
    for item in items {
      text += above(item, indent)
      let comment = beside(item) + "\n"
      if case .scalar(item.id) = item.node {
        text += indent + "<string>\(item.id)</string>" + comment
        continue
      }
      text += indent + "<key>\(item.id)</key>\n"
      switch item.node {
      case .scalar(let value): text += indent + "<string>\(value)</string>" + comment
      case .inline(let values):
        text += indent + "<array>" + values.map { "<string>\($0)</string>" }.joined() + "</array>"
        text += comment
      case .mapping(let children, let end):
        text += indent + "<dict>" + comment + xml(children, indent + "\t")
        text += lines(end, indent + "\t") + indent + "</dict>\n"
      case .list(let children, let end):
        text += indent + "<array>" + comment + xml(children, indent + "\t")
        text += lines(end, indent + "\t") + indent + "</array>\n"
      }
    }
    return text
  }
}

extension CommentedTree.Item {
  var isMapping: Bool { if case .mapping = node { true } else { false } }

  var children: [CommentedTree.Item] {
    switch node {
    case .mapping(let children, _), .list(let children, _): children
    default: []
    }
  }

  /// The ids of the item and of all items inside it.
  var ids: [String] { [id] + children.flatMap(\.ids) }
}
