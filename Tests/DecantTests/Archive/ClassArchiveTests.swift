import Decant
import DecantTestSupport
import Foundation
import Testing

/// Classes in archives, by the table of the type.
@Suite struct ClassArchiveTests {
  typealias Models = ClassModels
  typealias Drawing = ClassModels.Drawing

  static let formats = Format.ofArchives

  @Test func eachCaseHasItsShape() throws {
    func check(_ text: String, _ change: (inout Drawing) -> Void) throws {
      var drawing = Drawing()
      change(&drawing)
      let found = try InstanceArchiveTests.root(drawing)
      #expect(found.hasPrefix("2 {") && found.contains(text), "\(found)")
    }
    let page = Models.Page("p", .circle)
    try check(#""shapes":[{"$class":"Circle","x":1,"radius":0.5},{"x":2}]"#) {
      $0.shapes = [.circle, .plain]
    }
    try check(#""best":{"$class":"Track","$value":[7]}"#) { $0.best = Models.Track(7) }
    try check(
      #""best":{"$class":"Mirror","$value":{"$class":"Circle","x":1,"radius":0.5}}"#
    ) { $0.best = Models.Mirror(of: .circle) }
    try check(#""best":{"$class":"Mirror","x":2}"#) { $0.best = Models.Mirror(of: .plain) }
    try check(#""signs":[{"$class":"Arrow"},{}]"#) { $0.signs = [Models.Arrow(), Models.Sign()] }
    try check(
      #""size":{"$class":"Size","$value":{"$literal":{"width":1,"$class":"x"}}}"#
    ) { $0.size = Models.Size(width: 1, class: "x") }
    try check(#""level":{"$class":"Level","$value":"low"}"#) { $0.level = .low }
    try check(#""choice":{"$class":"Choice","number":{"_0":3}}"#) { $0.choice = .number(3) }
    try check(
      #""first":{"$id":1,"$class":"Page","name":"p","shape":{"$class":"Circle","x":1,"radius":0.5}},"#
        + #""nodes":[{"$ref":1}]"#
    ) {
      $0.first = page
      $0.nodes = [page]
    }
    try check(
      #""first":{"$id":1,"$class":"Link","$value":{"$id":2,"name":"n"}},"nodes":[]"#
    ) { $0.first = Models.Link(to: Models.Node("n")) }
    try check(#""items":[{"$class":"Limit","low":1}]"#) { $0.items = [.limit(.init(low: 1))] }
    let plain = Drawing(shapes: [.plain])
    #expect(try InstanceArchiveTests.root(plain).hasPrefix("1 {"))
  }

  /// Values, identity and classes come back from every format, also after conversions, in any order of keys.
  @Test(arguments: Thoroughness.cases(of: Array(UInt64(1)...60)))
  func graphsComeBack(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawing = Models.drawing(using: &random)
    defer { Models.dismantle(drawing) }
    let walk = Models.Walk(drawing)
    guard let json = try Self.archive(drawing) else { return }
    let digest = try Archive.header(of: json).digest
    #expect(try Self.classes(inJSON: json) == walk.classes.sorted())
    for format in Self.formats {
      func check(_ bytes: [UInt8], in format: Format, isSame: Bool = true) throws {
        // A value numbers its instances again.
        let found = try Archive.header(of: bytes, as: format).digest
        #expect(found == digest || !isSame, "\(format.name)")
        let back = try Archive.read(Drawing.self, from: bytes, as: format)
        defer { Models.dismantle(back) }
        let again = Models.Walk(back)
        #expect(again.lines == walk.lines, "\(format.name)")
        #expect(again.classes == walk.classes, "\(format.name)")
      }
      let bytes = try Archive.data(of: drawing, as: format)
      #expect(try Archive.data(of: drawing, as: format) == bytes)
      try check(bytes, in: format)
      let target = try #require(Self.formats.randomElement(using: &random))
      var plan = Plan(to: target)
      plan.keyOrder = Bool.random(using: &random) ? .byBytes : .asRead
      let converted = try convert(bytes, from: format, by: plan)
      try check(converted, in: target)
      // A document in memory keeps its classes, and a value as well, unless an instance contains itself.
      let root = try Archive.contents(of: converted, as: target).root
      try check(Archive.data(of: root, type: "Drawing", as: format), in: format)
      if let value = try? root.value {
        let bytes = try Archive.data(of: Document(value), type: "Drawing", as: format)
        try check(bytes, in: format, isSame: false)
      }
    }
  }

  /// Returns an archive in JSON, or nil for a drawing with a plain reference to an instance around it, which is refused.
  private static func archive(_ drawing: Drawing) throws -> [UInt8]? {
    do {
      return try Archive.data(of: drawing, as: .json)
    } catch EncodingError.invalidValue(_, let context)
      where context.debugDescription.contains("leads back to an instance that contains it")
    {
      return nil
    }
  }

  /// The classes in an archive, as another reader of JSON finds them.
  private static func classes(inJSON bytes: [UInt8]) throws -> [String] {
    var classes: [String] = []
    var nodes = [try JSONSerialization.jsonObject(with: Data(bytes))]
    while let node = nodes.popLast() {
      if let list = node as? [Any] { nodes += list }
      guard let mapping = node as? [String: Any] else { continue }
      if let data = mapping["$literal"] as? [String: Any], mapping.count == 1 {
        nodes += data.values
        continue
      }
      if let name = mapping["$class"] as? String { classes.append(name) }
      nodes += mapping.values
    }
    return classes.sorted()
  }

  /// Whatever is written can be read, or is refused at writing: what lacks an entry of the table is named in each case.
  @Test(arguments: Thoroughness.cases(of: Array(UInt64(1)...60)))
  func whatLacksAnEntryIsRefused(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawing = Models.drawing(using: &random)
    defer { Models.dismantle(drawing) }
    let walk = Models.Walk(drawing)
    // Items are told apart by the classes of all.
    let mayLack = Models.entries.map(\.0.string).filter {
      !["Limit", "Level", "Size"].contains($0)
    }
    let lacking = Set(mayLack.filter { _ in Int.random(in: 0..<6, using: &random) == 0 })
    let table = KeyedArchive.Classes(Models.entries.filter { !lacking.contains($0.0.string) })
    let missing = lacking.intersection(walk.classes)
    let format = try #require(Self.formats.randomElement(using: &random))
    guard try Self.archive(drawing) != nil else { return }
    let whole = try Archive.data(of: drawing, as: format)
    try Drawing.$table.withValue(table) {
      func check(_ words: String?, _ prefix: String) {
        #expect(missing.contains { words?.contains("\(prefix)\($0)") == true }, "\(words ?? "-")")
      }
      // A type that is no class is only read by its declared type, and needs no entry.
      if missing.subtracting(["Choice"]).isEmpty {
        let bytes = try Archive.data(of: drawing, as: format)
        let back = try Archive.read(Drawing.self, from: bytes, as: format)
        defer { Models.dismantle(back) }
        #expect(Models.Walk(back).lines == walk.lines)
      } else {
        let error = #expect(throws: EncodingError.self) {
          try Archive.data(of: drawing, as: format)
        }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.codingPath.count > 0)
        check(context.debugDescription, "add \"")
      }
      // An older program.
      if missing.isEmpty {
        let back = try Archive.read(Drawing.self, from: whole, as: format)
        defer { Models.dismantle(back) }
        #expect(Models.Walk(back).lines == walk.lines)
      } else {
        let error = #expect(throws: DecodingError.self) {
          try Archive.read(Drawing.self, from: whole, as: format)
        }
        check(error.map { "\($0)" }, "an object of the class '")
      }
    }
  }

  // MARK: Refusals

  class Base: SharedInstance {
    init() {}
  }

  final class Sub: Base {
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
  }

  struct Places: Archivable {
    static let archiveName = "Places"
    var list: [Base] = []
    var one: Base?
    var optional: [Base?] = []
    var named: [String: Base] = [:]
    var shared = Shared<Base>()
    var exact: Sub?
    @BackReference var back: Base?
    var later: [Base] = []
    var nested: [[Inner]] = []
    var conditional: Conditional?

    struct Inner: Codable {
      var base: Base
    }

    struct Conditional: Codable {
      var base: Base?
      enum Keys: CodingKey { case base }
      init(_ base: Base) { self.base = base }
      init(from decoder: any Decoder) throws {}

      func encode(to encoder: any Encoder) throws {
        guard let base else { return }
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeConditional(base, forKey: .base)
      }
    }
  }

  @Test func aSubclassIsRefusedAtEachPlace() throws {
    let sub = Sub()
    let cases: [(path: String, change: (inout Places) -> Void)] = [
      ("list/1", { $0.list = [Base(), sub] }), ("one", { $0.one = sub }),
      ("optional/1", { $0.optional = [nil, sub] }), ("named/a", { $0.named["a"] = sub }),
      ("shared", { $0.shared = Shared(sub) }),
      (
        "back",
        {
          $0.exact = sub
          $0.back = sub
        }
      ),
      (
        "later/0",
        {
          $0.exact = sub
          $0.later = [sub]
        }
      ),
      ("nested/0/1/base", { $0.nested = [[.init(base: Base()), .init(base: sub)]] }),
      ("conditional/base", { $0.conditional = .init(sub) }),
    ]
    for (path, change) in cases {
      var places = Places()
      change(&places)
      for format in Self.formats {
        let error = #expect(throws: EncodingError.self, "\(path)") {
          try Archive.data(of: places, as: format)
        }
        guard case .invalidValue(let value, let context)? = error else { continue }
        #expect(value is Sub || path == "conditional/base")
        #expect(
          context.codingPath.map { $0.intValue?.description ?? $0.stringValue }
            == path.split(separator: "/").map(String.init))
        #expect(
          context.debugDescription.hasPrefix(
            "Sub would be decoded as its superclass Base: add \"Sub\": Sub.self to Places.archiveClasses, or"
          ))
      }
      // Other coders do as Foundation's do.
      #expect(throws: Never.self) { try Format.json.encode(places) }
    }
    var exact = Places()
    exact.exact = sub
    #expect(try Archive.read(Places.self, from: Archive.data(of: exact, as: .json)).exact != nil)
    // The root itself.
    class Root: Archivable {
      class var archiveName: String { "Root" }
      init() {}
    }
    final class Other: Root {
      override init() { super.init() }
      required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    }
    #expect(throws: EncodingError.self) { try Archive.data(of: Other() as Root, as: .json) }
    #expect(throws: Never.self) { try Archive.data(of: Other(), as: .json) }
  }

  /// A class that its subclasses' own key tells apart.
  class Block: Codable, SelfDescribingClass {
    var kind: String
    init(_ kind: String) { self.kind = kind }
  }

  final class Picture: Block {
    override init(_ kind: String) { super.init(kind) }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
  }

  struct Article: Archivable {
    static let archiveName = "Article"
    var blocks: [Block]

    enum CodingKeys: CodingKey { case blocks }

    init(_ blocks: [Block]) { self.blocks = blocks }

    init(from decoder: any Decoder) throws {
      var list = try decoder.container(keyedBy: CodingKeys.self)
        .nestedUnkeyedContainer(forKey: .blocks)
      blocks = []
      while !list.isAtEnd {
        var again = list
        let isPicture = try list.decode(Block.self).kind == "picture"
        blocks.append(isPicture ? try again.decode(Picture.self) : try again.decode(Block.self))
      }
    }
  }

  @Test(arguments: formats) func aClassMayDescribeItself(format: Format) throws {
    let article = Article([Block("text"), Picture("picture")])
    let bytes = try Archive.data(of: article, as: format)
    let back = try Archive.read(Article.self, from: bytes, as: format)
    #expect(back.blocks.map { $0 is Picture } == [false, true])
    #expect(try Archive.header(of: bytes, as: format).version == 1)
  }

  // MARK: Names and migrations

  @Test(arguments: formats) func aRenamedClassKeepsItsOldName(format: Format) throws {
    let drawing = Drawing(shapes: [Models.Circle(1)])
    let new: KeyedArchive.Classes = ["Disc": Models.Circle.self, "Circle": Models.Circle.self]
    let old = try Archive.data(of: drawing, as: format)
    try Drawing.$table.withValue(new) {
      let back = try Archive.read(Drawing.self, from: old, as: format)
      #expect(back.shapes[0] is Models.Circle)
      let bytes = try Archive.data(of: back, as: format)
      let again = try Archive.read(Drawing.self, from: bytes, as: format)
      #expect(again.shapes[0] is Models.Circle)
      let json = try convert(bytes, from: format, by: Plan(to: .json))
      #expect(try Self.classes(inJSON: json) == ["Disc"])
    }
  }

  /// A class stays through a migration, also of a value that is copied or moved, and copies are changed one by one.
  @Test(arguments: formats) func migrationsKeepClasses(format: Format) throws {
    struct Newer: Archivable {
      static let archiveName = "Drawing"
      static let schemaVersion = 2
      static var archiveClasses: KeyedArchive.Classes { Drawing.archiveClasses }
      var figures: [Models.Shape]
      var copy: Models.Shape
      var first: Models.Node
      var track: Models.Shape

      static func migrate(_ document: inout Value, from version: Int) throws {
        document["figures"] = document["shapes"]
        document["shapes"] = nil
        document["copy"] = document["figures"]?[0]
        document["copy"]?["x"] = 8
        document["first"]?["shape"]?["radius"] = 9
        document["track"] = document["best"]
      }
    }
    let page = Models.Page("p", Models.Circle(3))
    let drawing = Drawing(
      shapes: [Models.Circle(1), Models.Shape(2)], best: Models.Track(4), first: page, nodes: [page]
    )
    let bytes = try Archive.data(of: drawing, as: format)
    let back = try Archive.read(Newer.self, from: bytes, as: format)
    #expect(back.figures.map(\.x) == [1, 2] && back.figures[0] is Models.Circle)
    #expect(back.copy is Models.Circle && back.copy.x == 8)
    #expect(((back.first as? Models.Page)?.shape as? Models.Circle)?.radius == 9)
    #expect(back.track is Models.Track && back.track.x == 4)
  }

  /// A part of an archive that a type keeps as a value has its classes when it is archived again.
  @Test(arguments: formats) func aValueKeepsClasses(format: Format) throws {
    struct Keeper: Archivable {
      static let archiveName = "Drawing"
      var shapes: Value
      var best: Value
      var nodes: Value
    }
    let drawing = Drawing(
      shapes: [Models.Circle(1)], best: Models.Track(2),
      nodes: [Models.Folder("f"), Models.Node("n")])
    let bytes = try Archive.data(of: drawing, as: format)
    let kept = try Archive.read(Keeper.self, from: bytes, as: format)
    #expect(kept.shapes.description == #"[{"$class":"Circle","x":1,"radius":0.5}]"#)
    let again = try Archive.data(of: kept, as: .json)
    #expect(try Self.classes(inJSON: again) == ["Circle", "Folder", "Track"])
    var whole = try Archive.contents(of: bytes, as: format).root.value
    #expect(whole["best"] == kept.best && whole["best"] != whole["shapes"]?[0])
    whole["shapes"] = kept.shapes
    whole["best"] = kept.best
    whole["nodes"] = kept.nodes
    let back = try Archive.read(
      Drawing.self, from: Archive.data(of: Document(whole), type: "Drawing", as: format), as: format
    )
    #expect(Models.Walk(back).lines == Models.Walk(drawing).lines)
  }
}

extension ClassModels.Shape {
  static var circle: ClassModels.Shape { ClassModels.Circle(1) }
  static var plain: ClassModels.Shape { ClassModels.Shape(2) }
}
