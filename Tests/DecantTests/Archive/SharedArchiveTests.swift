import DecantTestSupport
import Foundation
import Testing
import Decant

@Suite struct SharedArchiveTests {
  final class Member: SharedInstance {
    var name: String
    @Shared var next: Member?
    var friends: [Shared<Member>] = []
    var children: [Member] = []
    @BackReference var parent: Member?

    init(_ name: String, children: [Member] = []) {
      self.name = name
      self.children = children
      for child in children { child.parent = self }
    }
  }

  struct Club: Archivable {
    static let archiveName = "Club"
    var members: [Member]

    var shape: [String] {
      var known: [ObjectIdentifier: Int] = [:]
      var queue: [Member] = []
      func number(_ member: Member?) -> Int? {
        guard let member else { return nil }
        if let number = known[ObjectIdentifier(member)] { return number }
        known[ObjectIdentifier(member)] = queue.count
        queue.append(member)
        return queue.count - 1
      }
      var lines = ["\(members.map { number($0) })"]
      while lines.count <= queue.count {
        let member = queue[lines.count - 1]
        let friends = member.friends.map { number($0.wrappedValue) }
        let children = member.children.map { number($0) }
        lines.append(
          "\(member.name) \(String(describing: number(member.next))) \(friends) \(children) "
            + String(describing: number(member.parent)))
      }
      return lines
    }
  }

  /// A ring, a diamond, a tree whose children refer to their parents, and an isolated member.
  static var club: Club {
    let ring = ["a", "b", "c"].map { Member($0) }
    for (index, member) in ring.enumerated() { member.next = ring[(index + 1) % ring.count] }
    let (top, left, right, bottom) = (Member("z"), Member("y"), Member("x"), Member("w"))
    top.friends = [Shared(left), Shared(right)]
    left.friends = [Shared(bottom)]
    right.friends = [Shared(bottom), Shared(left)]
    let tree = Member("root", children: [Member("1", children: [Member("1.1")]), Member("2")])
    let alone = Member("alone")
    alone.next = alone
    return Club(members: ring + [top, bottom, tree, tree.children[0], alone])
  }

  @Test(arguments: Format.ofArchives) func stayWhatTheyAreInEveryFormat(format: Format) throws {
    let club = Self.club
    let shape = club.shape
    #expect(shape.count == 13)
    let bytes = try Archive.data(of: club, as: format)
    #expect(try Archive.data(of: Self.club, as: format) == bytes)
    #expect(try Archive.read(Club.self, from: bytes, as: format).shape == shape)
    let digest = try Archive.header(of: Archive.data(of: club, as: .json)).digest
    for target in Format.ofArchives {
      for order in [Plan.KeyOrder.asRead, .byBytes] {
        var plan = Plan(to: target)
        plan.keyOrder = order
        let converted = try convert(bytes, from: format, by: plan)
        #expect(try Archive.contents(of: converted, as: target).header.digest == digest)
        let restored = try Archive.read(Club.self, from: converted, as: target)
        #expect(restored.shape == shape, "\(target.name) \(order)")
        let back = try convert(converted, from: target, by: Plan(to: format))
        #expect(try Archive.read(Club.self, from: back, as: format).shape == shape)
      }
    }
  }

  @Test func yamlHasAliasesForThem() throws {
    let bytes = try Archive.data(of: Self.club, as: .yaml)
    #expect(bytes.indices.count { bytes[$0...].starts(with: "*s".utf8) } > 2)
  }

  final class Renamed: SharedInstance, Archivable {
    static let archiveName = "Renamed"
    static let formerArchiveNames = ["Person"]
    static let schemaVersion = 3
    var name = ""
    @Shared var next: Renamed?

    static func migrate(_ document: inout Value, from version: Int) throws {
      guard version == 2 else {
        throw DecantError(.archive(.noMigrationStep(type: archiveName, from: version)))
      }
      // The root is a shared instance of version 1.
      document["name"] = document["title"]
    }
  }

  static func person(_ type: String, schema: Int, in format: Format) throws -> [UInt8] {
    let root = #"{"$shared":1,"$value":{"title":"Ann","next":{"$shared":1,"$again":true}}}"#
    return try Archive.data(
      of: Document(parsing: root, as: .json), type: type, schema: schema, as: format)
  }

  @Test(arguments: Format.ofArchives) func areLiftedToTheirTypesVersion(format: Format) throws {
    let ann = try Archive.read(
      Renamed.self, from: Self.person("Person", schema: 2, in: format), as: format)
    #expect(ann.name == "Ann" && ann.next === ann)
  }

  @Test(arguments: [
    ("Person", 4, DecantError.ArchiveProblem.newerSchema(4, known: 3, type: "Renamed")),
    ("Person", 1, .noMigrationStep(type: "Renamed", from: 1)),
    ("Someone", 2, .wrongType("Someone", wanted: "Renamed")),
  ])
  func areRefusedWhereNothingLiftsThem(
    type: String, schema: Int, problem: DecantError.ArchiveProblem
  ) throws {
    let bytes = try Self.person(type, schema: schema, in: .xmlPropertyList)
    let error = #expect(throws: DecantError.self) {
      try Archive.read(Renamed.self, from: bytes)
    }
    #expect(error?.problem == .archive(problem))
  }

  @Test(arguments: [
    #"{"members":[{"$shared":1,"$again":true}]}"#,
    #"{"members":[{"$shared":1,"$value":{"$shared":1,"$again":true}}]}"#,
    #"{"members":[{"$shared":1,"$value":{"$shared":1,"$value":{"$shared":1,"$again":true}}}]}"#,
    #"{"members":[{"$shared":0,"$value":{"name":"a","friends":[],"children":[]}}]}"#,
    #"{"members":[{"$shared":99999999999999999999999,"$value":7}]}"#,
    #"{"members":[{"$shared":1,"$value":7},{"$shared":1,"$value":8},{"$shared":1,"$again":true}]}"#,
    #"{"members":{"$shared":1,"$value":[{"$shared":1,"$again":true}]}}"#,
    #"{"$shared":1,"$value":{"members":[{"$shared":1,"$again":true}]}}"#,
    #"{"members":[{"$shared":1,"$value":{"name":{"$shared":1,"$again":true},"friends":[],"children":[]}}]}"#,
  ])
  func whatSharesNonsenseIsAnError(root: String) throws {
    for format in Format.ofArchives {
      let bytes = try Archive.data(
        of: Document(parsing: root, as: .json), type: "Club", as: format)
      #expect(throws: (any Error).self) {
        try Archive.read(Club.self, from: bytes, as: format)
      }
    }
  }

  @Test(arguments: Format.ofArchives) func nothingIsReadOfAnArchiveThatIsCutShort(
    format: Format
  ) throws {
    let bytes = try Archive.data(of: Self.club, as: format)
    let folder = try Scratch()
    for length in stride(from: 0, to: bytes.count - 4, by: 41) {
      let path = folder.path + "/cut"
      try Data(bytes.prefix(length)).write(to: URL(filePath: path))
      #expect(throws: (any Error).self, "\(length) of \(bytes.count)") {
        try Archive.read(Club.self, from: path)
      }
    }
  }

  @Test(arguments: Format.ofArchives) func nothingElseIsReadOfAnArchiveThatWasDamaged(
    format: Format
  ) throws {
    let club = Self.club
    let bytes = try Archive.data(of: club, as: format)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &generator)] ^=
        1 << UInt8.random(in: 0..<8, using: &generator)
      guard let other = try? Archive.read(Club.self, from: damaged, as: format) else { continue }
      #expect(other.shape == club.shape)
    }
  }

  @Test func whatIsTooDeepOrTooLargeIsRefused() throws {
    let deep = String(repeating: "[", count: 200_000)
    let bomb = (1...40).map { "- &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
    let start = "$archiver: decant\n$version: 1\n$type: Club\n$schema: 1\n$digest: sha256:"
    let digest = String(repeating: "0", count: 64)
    var options = DecodingOptions()
    options.reading.maximumAliasNodes = 100_000
    for text in [
      start + digest + "\n$root: " + deep,
      start + digest + "\n$root:\n- &a0 x\n" + bomb,
    ] {
      let error = #expect(throws: DecantError.self) {
        try Archive.read(Club.self, from: Array(text.utf8), as: .yaml, options: options)
      }
      #expect(error?.category == .input)
    }
  }
}
