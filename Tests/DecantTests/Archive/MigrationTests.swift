import Decant
import DecantTestSupport
import Foundation
import Testing

/// Migrations of archives with instances.
@Suite(.serialized) struct MigrationTests {
  typealias Models = InstanceModels

  /// A book whose notes have other keys: renamed, added, split and of other types.
  struct NewBook: Archivable {
    static let archiveName = "Book"
    static let schemaVersion = 2
    nonisolated(unsafe) static var step: (inout Value) throws -> Void = { _ in }

    var pinned: NewNote?
    var notes: [NewNote]

    static func migrate(_ document: inout Value, from version: Int) throws {
      try unsafe step(&document)
    }
  }

  final class NewNote: SharedInstance {
    var text: String
    var comment: String?
    var start: Date
    var width: Int
    var height: Int
    var isNew: Bool
    var parts: [String: NewNote]
    @BackReference var owner: NewNote?
    @Shared var next: NewNote?
    var friends: [Shared<NewNote>]

    init(migrating old: Models.Note) {
      let size = old.size.split(separator: "x").compactMap { Int($0) }
      (text, comment, isNew) = (old.text, old.remark, true)
      start = Date(timeIntervalSince1970: Double(old.seconds))
      (width, height) = (size[0], size[1])
      (parts, friends) = ([:], [])
    }

    var line: String {
      "\(text) \(comment ?? "-") \(start.timeIntervalSince1970) \(width) \(height) \(isNew)"
    }
  }

  static func lift(_ note: inout Value) {
    note["comment"] = note["remark"]
    note["remark"] = nil
    note["isNew"] = .bool(true)
    if let seconds = note["seconds"]?.double {
      note["start"] = .date(Timestamp(secondsSinceEpoch: Int64(seconds)))
      note["seconds"] = nil
    }
    if let parts = note["size"]?.string?.split(separator: "x").compactMap({ Int($0) }),
      parts.count == 2
    {
      note["width"] = Value(parts[0])
      note["height"] = Value(parts[1])
      note["size"] = nil
    }
  }

  /// Lifts notes at their places, as an author does who knows of no references; each place once.
  static func liftTree(_ note: inout Value, depth: Int = 0) {
    lift(&note)
    guard depth < 12 else { return }
    for key in ["a", "b"] {
      guard var part = note["parts"]?[key] else { continue }
      liftTree(&part, depth: depth + 1)
      note["parts"]?[key] = part
    }
    for key in ["next", "owner"] {
      guard depth < 3, var other = note[key] else { continue }
      liftTree(&other, depth: depth + 1)
      note[key] = other
    }
    for index in (note["friends"]?.array ?? []).indices {
      guard depth < 3, var friend = note["friends"]?[index] else { continue }
      liftTree(&friend, depth: depth + 1)
      note["friends"]?[index] = friend
    }
  }

  static func expected(_ note: Models.Note) -> String {
    let size = note.size.split(separator: "x")
    return "\(note.text) \(note.remark ?? "-") \(Double(note.seconds)) \(size[0]) \(size[1]) true"
  }

  static func check(
    _ old: Models.Note, _ new: NewNote, _ known: inout [ObjectIdentifier: NewNote]
  ) {
    if let known = known[ObjectIdentifier(old)] {
      #expect(known === new)
      return
    }
    known[ObjectIdentifier(old)] = new
    #expect(new.line == expected(old))
    #expect(old.parts.keys.sorted() == new.parts.keys.sorted())
    for (key, part) in old.parts { if let other = new.parts[key] { check(part, other, &known) } }
    #expect((old.next == nil) == (new.next == nil))
    if let next = old.next, let other = new.next { check(next, other, &known) }
    #expect(old.friends.count == new.friends.count)
    for (friend, other) in zip(old.friends, new.friends) {
      if let friend = friend.wrappedValue, let other = other.wrappedValue {
        check(friend, other, &known)
      }
    }
    if let owner = new.owner, let old = old.owner { check(old, owner, &known) }
  }

  static func dismantle(_ notes: some Collection<NewNote>) {
    for note in notes {
      note.next = nil
      note.friends = []
    }
  }

  /// The result of a step does not depend on what is shared: the identities are the same, and each note is lifted.
  @Test(arguments: UInt64(1)...30, [true, false])
  func eachInstanceIsLiftedOnce(_ seed: UInt64, byInstance: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let book = try Models.book(using: &random, isTree: seed < 4)
    defer { Models.dismantle(book) }
    let format = try #require(Format.ofArchives.randomElement(using: &random))
    // A plain reference to an instance around it is refused.
    guard let bytes = try? Archive.data(of: book, as: format) else { return }
    var count = 0
    unsafe NewBook.step = { document in
      if byInstance {
        try document.forEachInstance {
          guard $0["kind"] == "note" else { return }
          count += 1
          Self.lift(&$0)
        }
      } else {
        if var pinned = document["pinned"] {
          Self.liftTree(&pinned)
          document["pinned"] = pinned
        }
        var notes = document["notes"]?.array ?? []
        for index in notes.indices { Self.liftTree(&notes[index]) }
        document["notes"] = .sequence(notes)
      }
    }
    if byInstance {
      let new = try Archive.read(NewBook.self, from: bytes, as: format)
      var known: [ObjectIdentifier: NewNote] = [:]
      if let old = book.pinned, let pinned = new.pinned { Self.check(old, pinned, &known) }
      for (old, note) in zip(book.notes, new.notes) { Self.check(old, note, &known) }
      #expect((book.pinned == nil) == (new.pinned == nil) && book.notes.count == new.notes.count)
      #expect(count >= known.count)
      Self.dismantle(known.values)
      // The new archive has all that the old one had.
      #expect(try Archive.header(of: Archive.data(of: new, as: .json)).schema == 2)
    } else {
      // Notes that the step does not reach, through blocks, are not lifted, which the type reports.
      guard let new = try? Archive.read(NewBook.self, from: bytes, as: format) else { return }
      var known: [ObjectIdentifier: NewNote] = [:]
      for (old, note) in zip(book.notes, new.notes) { Self.check(old, note, &known) }
      Self.dismantle(known.values)
    }
  }

  struct Pair: Archivable {
    static let archiveName = "Pair"
    static let schemaVersion = 2
    nonisolated(unsafe) static var step: (inout Value) throws -> Void = { _ in }
    var a: Value
    var b: Value

    static func migrate(_ document: inout Value, from version: Int) throws {
      try unsafe step(&document)
    }
  }

  private static func pair(_ step: @escaping (inout Value) throws -> Void) throws -> Pair {
    unsafe Pair.step = step
    let json = #"{"a":{"$id":1,"x":1,"in":{"$id":2,"y":1}},"b":{"$ref":1},"c":{"$ref":2}}"#
    let document = try Document(parsing: json, as: .json).readingInstances()
    let bytes = try Archive.data(of: document, type: "Pair", schema: 1, as: .json)
    return try Archive.read(Pair.self, from: bytes, as: .json)
  }

  @Test func changesOfCopiesAreJoined() throws {
    let one = try Self.pair {
      $0["b"]?["z"] = 3
      $0["a"]?["x"] = nil
      $0["b"]?["in"]?["y"] = 5
    }
    #expect(one.a["z"]?.int == 3 && one.a["x"] == nil && one.a["in"]?["y"]?.int == 5)
    #expect(one.b["z"]?.int == 3 && one.b["x"] == nil && one.b["in"]?["y"]?.int == 5)
    let equal = try Self.pair {
      for key in ["a", "b"] {
        let x = $0[key]?["x"]?.int ?? 0
        $0[key]?["x"] = Value(x + 1)
      }
    }
    #expect(equal.a["x"]?.int == 2 && equal.b["x"]?.int == 2)
    // The definition may go.
    let moved = try Self.pair { $0["a"] = $0["c"] }
    #expect(moved.a["y"]?.int == 1 && moved.b["in"]?["y"]?.int == 1)
    let after = try Self.pair {
      $0["a"]?["x"] = 7
      try $0.forEachInstance { if let x = $0["x"]?.int { $0["x"] = Value(x + 1) } }
      let x = $0["b"]?["x"]?.int ?? 0
      $0["b"]?["x"] = Value(x + 1)
    }
    #expect(after.a["x"]?.int == 9 && after.b["x"]?.int == 9)
  }

  @Test func changesThatContradictAreRefused() throws {
    for (first, second) in [(Value(2), Value(3)), (Value(2), nil), (nil, Value(3))]
      as [(Value?, Value?)]
    {
      let error = #expect(throws: DecantError.self) {
        try Self.pair {
          $0["a"]?["x"] = first
          $0["b"]?["x"] = second
        }
      }
      #expect(error?.problem == .changedTwice("x"))
      #expect(
        error?.message
          == "the migration changes 'x' of an instance in two ways, through two references")
    }
  }

  // MARK: The old form

  static let old: [(name: String, format: Format, bytes: [UInt8])] = {
    let path = "\(Corpora.root)/Tests/Conformance/old-archives.txt"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "=== ").dropFirst().compactMap { part in
      let (head, body) = (part.prefix { $0 != "\n" }, part.drop { $0 != "\n" }.dropFirst())
      let words = head.split(separator: " ")
      guard let format = Format.ofArchives.first(where: { $0.name == words[0] }) else { return nil }
      let count = Int(words[3]) ?? 0
      let bytes =
        words[2] == "text"
        ? Array(body.utf8.prefix(count))
        : Data(base64Encoded: String(body), options: .ignoreUnknownCharacters).map { [UInt8]($0) }
          ?? []
      return (String(words[1]), format, bytes)
    }
  }()

  /// The types that wrote the old archives.
  enum Old {
    final class Ink: SharedInstance { var name = "" }
    final class Cover: SharedInstance {
      let inks: [Ink]
      init(from decoder: any Decoder) throws {
        inks = try decoder.singleValueContainer().decode([Ink].self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(inks)
      }
    }
    final class Note: SharedInstance {
      var text: String
      var remark: String?
      var ink: Ink?
      var cover: Cover?
      @BackReference var owner: Note?
      var parts: [Note] = []
    }
    struct Book: Archivable {
      static let archiveName = "Book"
      var pinned: Note?
      var notes: [Note]
      var covers: [Cover]
      var schema: [String: String]
      var data: Data
    }
    struct Lifted: Archivable {
      static let archiveName = "Book"
      static let schemaVersion = 2
      var pinned: NewerNote?
      var notes: [NewerNote]
      static func migrate(_ document: inout Value, from version: Int) throws {
        var notes = document["notes"]?.array ?? []
        for index in notes.indices {
          notes[index]["comment"] = notes[index]["remark"]
          notes[index]["remark"] = nil
        }
        document["notes"] = .sequence(notes)
      }
    }
    final class NewerNote: SharedInstance {
      var text: String
      var comment: String?
      var parts: [NewerNote] = []
      @BackReference var owner: NewerNote?
    }
  }

  @Test func archivesOfVersion1AreRead() throws {
    #expect(Self.old.count == 2 * Format.ofArchives.count)
    for (name, format, bytes) in Self.old {
      let isShared = name == "shared"
      let contents = try Archive.contents(of: bytes, as: format)
      #expect(contents.header.version == 1 && contents.header.type == "Book")
      let book = try Archive.read(Old.Book.self, from: bytes, as: format)
      #expect(book.notes.map(\.text) == ["first", "third"] && book.notes[0].remark == "important")
      #expect(
        book.notes[0].ink?.name == "blue" && book.covers[0].inks.map(\.name) == ["blue", "red"])
      #expect(book.schema == ["$id": "urn:x", "$ref": "#/a"] && Array(book.data) == [0, 1, 255])
      if isShared {
        #expect(book.pinned === book.notes[0] && book.notes[0].ink === book.notes[1].ink)
        #expect(book.notes[0].parts[0].owner === book.notes[0])
        #expect(
          book.covers[0] === book.notes[0].cover && book.covers[0].inks[0] === book.notes[0].ink)
      } else {
        #expect(book.pinned == nil && book.notes[0].ink !== book.notes[1].ink)
      }
      // The step of an author who looks at the notes alone reaches the one that is pinned first.
      let lifted = try Archive.read(Old.Lifted.self, from: bytes, as: format)
      #expect(lifted.notes.map(\.comment) == ["important", "late"])
      #expect(lifted.pinned === (isShared ? lifted.notes[0] : nil))
      if isShared { #expect(lifted.notes[0].parts[0].owner === lifted.notes[0]) }
      // They convert, and stay what they are.
      for target in Format.ofArchives {
        let converted = try convert(bytes, from: format, by: Plan(to: target))
        #expect(try Archive.contents(of: converted, as: target).header == contents.header)
      }
      // Saved again, they have the new form.
      let saved = try Archive.data(of: book, as: format)
      #expect(try Archive.header(of: saved, as: format).version == 2)
      #expect(try Archive.read(Old.Book.self, from: saved, as: format).notes[0].text == "first")
    }
  }
}
