import Decant

enum SharedModels {
  final class Station: SharedInstance {
    var name: String
    @Shared var next: Station?
    var neighbours: [Shared<Station>] = []

    init(_ name: String) { self.name = name }
  }

  final class Folder: SharedInstance {
    var name: String
    var children: [Folder] = []
    @BackReference var parent: Folder?

    nonisolated(unsafe) static var count = 0

    init(_ name: String, _ children: [Folder] = []) {
      self.name = name
      self.children = children
      for child in children { child.parent = self }
      unsafe Self.count += 1
    }

    enum CodingKeys: CodingKey { case name, children, parent }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      children = try container.decode([Folder].self, forKey: .children)
      _parent = try container.decode(BackReference<Folder>.self, forKey: .parent)
      unsafe Self.count += 1
    }

    deinit { unsafe Self.count -= 1 }
  }

  class Thing: SharedInstance {
    var name: String

    init(_ name: String) { self.name = name }
  }

  final class Tool: Thing {
    var weight = 1

    enum CodingKeys: CodingKey { case weight }

    override init(_ name: String) { super.init(name) }

    required init(from decoder: any Decoder) throws {
      weight = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .weight)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(weight, forKey: .weight)
    }
  }

  struct Workshop: Codable {
    var first: Thing
    var second: Thing?
    var list: [Thing] = []
    var byName: [String: Thing] = [:]
    var tools: [Tool] = []
  }

  final class Cover: SharedInstance {
    let inner: Thing

    init(_ inner: Thing) { self.inner = inner }

    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode(Thing.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(inner)
    }
  }

  final class Lookalike: SharedInstance {
    var number = 7
    var value = "x"

    enum CodingKeys: String, CodingKey {
      case number = "$shared"
      case value = "$value"
    }
  }

  /// A cycle without `@Shared` cannot be decoded.
  final class Plain: SharedInstance {
    var next: Plain?
  }
}
