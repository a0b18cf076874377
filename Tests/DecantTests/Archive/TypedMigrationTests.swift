import Decant
import DecantTestSupport
import Foundation
import Testing

/// Migrations by types that are made of their earlier versions.
@Suite struct TypedMigrationTests {
  struct First: Archivable {
    static let archiveName = "Landmark"
    var title: String
  }

  struct Second: Archivable {
    static let archiveName = "Landmark"
    static let schemaVersion = 3
    var name: String
    var height: Int

    init(name: String, height: Int) { (self.name, self.height) = (name, height) }

    init(migrating old: First) { self.init(name: old.title, height: 1) }

    /// From version 2, which wrote the height as text, and was never a type.
    static func migrate(_ document: inout Value, from version: Int) throws {
      #expect(version == 2)
      document["height"] = document["height"]?.string.flatMap { Int($0) }.map { Value($0) }
    }
  }

  struct Third: Archivable {
    static let archiveName = "Place"
    static let schemaVersion = 4
    static let archiveFormat: Format? = .cbor
    var name: String
    var meters: Double

    init(migrating old: Second) throws {
      guard old.height >= 0 else { throw Negative() }
      (name, meters) = (old.name, Double(old.height))
    }
  }

  struct Negative: Error {}

  @Test(arguments: Format.ofArchives) func chainsAreFollowed(format: Format) throws {
    let first = try Archive.data(of: First(title: "Eiffel"), as: format)
    let place = try Archive.read(Third.self, from: first, as: format)
    #expect(place.name == "Eiffel" && place.meters == 1)
    let middle = try Document(["name": "Big Ben", "height": "96"] as Value)
    let second = try Archive.data(of: middle, type: "Landmark", schema: 2, as: format)
    #expect(try Archive.read(Third.self, from: second, as: format).meters == 96)
    #expect(try Archive.read(Second.self, from: second, as: format).height == 96)
    let saved = try Archive.data(of: place, as: format)
    #expect(try Archive.header(of: saved, as: format).schema == 4)
    #expect(try Archive.read(Third.self, from: saved, as: format).name == "Eiffel")
    // What is newer or of another name is refused, and errors of an initializer are its own.
    #expect(throws: DecantError.self) { try Archive.read(Second.self, from: saved, as: format) }
    let low = try Archive.data(of: Second(name: "x", height: -1), as: format)
    #expect(throws: Negative.self) { try Archive.read(Third.self, from: low, as: format) }
  }

  struct NewBook: Archivable {
    static let archiveName = "Book"
    static let schemaVersion = 2
    var pinned: MigrationTests.NewNote?
    var notes: [MigrationTests.NewNote]

    init(migrating old: InstanceModels.Book) throws {
      let notes = MigratedInstances { (old: InstanceModels.Note) in
        MigrationTests.NewNote(migrating: old)
      } connect: { new, old, notes in
        new.parts = try old.parts.mapValues { try notes($0) }
        new.owner = try old.owner.map { try notes($0) }
        new.next = try old.next.map { try notes($0) }
        new.friends = try old.friends.map { Shared(try $0.wrappedValue.map { try notes($0) }) }
      }
      pinned = try old.pinned.map { try notes($0) }
      self.notes = try old.notes.map { try notes($0) }
    }
  }

  /// A typed migration keeps what is shared, and agrees with what each note is on its own.
  @Test(arguments: UInt64(1)...20) func identityStays(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let book = try InstanceModels.book(using: &random)
    defer { InstanceModels.dismantle(book) }
    let format = try #require(Format.ofArchives.randomElement(using: &random))
    guard let bytes = try? Archive.data(of: book, as: format) else { return }
    let new = try Archive.read(NewBook.self, from: bytes, as: format)
    var known: [ObjectIdentifier: MigrationTests.NewNote] = [:]
    #expect((book.pinned == nil) == (new.pinned == nil) && book.notes.count == new.notes.count)
    if let old = book.pinned, let pinned = new.pinned { MigrationTests.check(old, pinned, &known) }
    for (old, note) in zip(book.notes, new.notes) { MigrationTests.check(old, note, &known) }
    #expect(Set(known.values.map { ObjectIdentifier($0) }).count == known.count)
    MigrationTests.dismantle(known.values)
  }

  final class Link { var next: Link? }

  @Test func longChainsNeedNoDeepRecursion() throws {
    let first = Link()
    var last = first
    for _ in 0..<200_000 {
      last.next = Link()
      last = last.next ?? last
    }
    last.next = first
    var count = 0
    let links = MigratedInstances { (_: Link) in
      count += 1
      return Link()
    } connect: { new, old, links in
      new.next = try old.next.map { try links($0) }
    }
    let new = try links(first)
    #expect(count == 200_001 && new.next !== new)
    for start in [first, new] {
      var link: Link? = start
      while let next = link?.next {
        link?.next = nil
        link = next
      }
    }
  }

  // MARK: Places

  struct Notes: Archivable {
    struct Note: Codable {
      var comment: String
      var count: Int
    }
    static let archiveName = "Notes"
    static let schemaVersion = 2
    var notes: [Note]

    static func migrate(_ document: inout Value, from version: Int) throws {
      for index in (document["notes"]?.array ?? []).indices {
        try document["notes"]?[index]?.rename("remark", to: "comment")
      }
      document["notes"][2]["count"] = document["notes"][2]["number"]
    }
  }

  /// An error after a migration is at the line that has the value, or that is nearest to a value that was moved.
  @Test func errorsAfterAMigrationHaveAPlace() throws {
    let notes = """
      {"notes": [
      {"remark": "a", "count": 1},
      {"remark": "b",
       "count": "two"},
      {"remark": "c", "number": "three"}]}
      """
    func error(without part: String) throws -> String {
      let text = notes.replacing(part, with: #""count": 2"#)
      let root = try Document(parsing: text, as: .json)
      let bytes = try Archive.data(of: root, type: "Notes", as: .yaml)
      do {
        _ = try Archive.read(Notes.self, from: bytes, as: .yaml)
        return "none"
      } catch {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let place = "\(error)".firstMatch(of: /line (\d+), column (\d+)/)
        let line = try #require(place.flatMap { Int($0.1) })
        return "\(lines[line - 1].trimming) \(place?.2 ?? "")"
      }
    }
    #expect(try error(without: #""count": "three""#) == "count: two 14")
    #expect(try error(without: #""count": "two""#) == "- remark: c 7")
  }

  // MARK: Files

  @Test func anOwnExtensionHasTheFormatOfTheType() throws {
    let scratch = try Scratch()
    let place = try Third(migrating: Second(name: "x", height: 2))
    let url = URL(filePath: scratch.path).appending(path: "a b.place")
    try Archive.write(place, to: url, verified: true)
    let bytes = try Data(contentsOf: url)
    #expect(try Archive.header(of: bytes, as: .cbor).type == "Place")
    #expect(try Archive.read(Third.self, from: url).meters == 2)
    #expect(try Archive.read(Third.self, from: bytes).meters == 2)
    #expect(try Archive.contents(of: url).header == Archive.header(of: url))
    // The extension of a format is that format, and without a format of the type another one is an error.
    try Archive.write(place, to: url.appendingPathExtension("json"))
    #expect(try Data(contentsOf: url.appendingPathExtension("json")).first == UInt8(ascii: "{"))
    #expect(throws: DecantError.self) { try Archive.write(First(title: "x"), to: url) }
    var settings = try SettingsFile(
      URL(filePath: scratch.path).appending(path: "a b.yaml"), default: ["a": 1])
    try settings.save()
    #expect(try Value(parsing: Data("a: 1\n".utf8), as: .yaml) == ["a": 1])
    #expect(settings.path == scratch.path + "/a b.yaml")
  }
}

extension Substring {
  fileprivate var trimming: String { String(drop { $0 == " " }) }
}
