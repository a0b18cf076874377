import Decant
import DecantTestSupport
import Foundation

/// A graph of notes with parents, cycles, discriminators, wrappers and data that looks like marks.
enum InstanceModels {
  final class Ink: SharedInstance {
    let kind = "ink"
    var name: String

    enum CodingKeys: CodingKey { case kind, name }

    init(_ name: String) { self.name = name }
  }

  /// An instance that is another one.
  final class Cover: SharedInstance {
    let ink: Ink

    init(_ ink: Ink) { self.ink = ink }

    init(from decoder: any Decoder) throws {
      ink = try decoder.singleValueContainer().decode(Ink.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(ink)
    }
  }

  /// An instance that is no mapping.
  final class Tally: SharedInstance {
    let counts: [Int]

    init(_ counts: [Int]) { self.counts = counts }

    init(from decoder: any Decoder) throws {
      counts = try decoder.singleValueContainer().decode([Int].self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(counts)
    }
  }

  /// An instance with the keys of marks.
  final class Lookalike: SharedInstance {
    var id = 7
    var ref: Int?
    var value = "x"

    enum CodingKeys: String, CodingKey {
      case id = "$id"
      case ref = "$ref"
      case value = "$value"
    }
  }

  final class Note: SharedInstance {
    let kind = "note"
    var text: String
    var remark: String?
    var seconds: Int
    var size: String
    var ink: Ink?
    var cover: Cover?
    var tally: Tally?
    var lookalike: Lookalike?
    var blocks: [Block] = []
    var parts: [String: Note] = [:]
    @BackReference var owner: Note?
    @Shared var next: Note?
    var friends: [Shared<Note>] = []

    enum CodingKeys: CodingKey {
      case kind, text, remark, seconds, size, ink, cover, tally, lookalike, blocks, parts, owner,
        next, friends
    }

    init(_ number: Int) {
      text = "\(number)"
      seconds = number * 60
      size = "\(number)x\(number + 1)"
    }
  }

  /// One of several classes, which a key of theirs tells apart.
  enum Block: Codable {
    case note(Note)
    case ink(Ink)

    enum CodingKeys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let kind = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind)
      self =
        kind == "ink"
        ? .ink(try container.decode(Ink.self)) : .note(try container.decode(Note.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .note(let note): try container.encode(note)
      case .ink(let ink): try container.encode(ink)
      }
    }
  }

  struct Book: Archivable {
    static let archiveName = "Book"
    var pinned: Note?
    var notes: [Note]
    var inks: [Ink]
    /// Data of other programs, such as a JSON Schema.
    var schema: Value
    var names: [String: String] = ["$id": "urn:x", "$ref": "#/a", "$class": "C"]

    /// All that is reachable, where each instance has the number of its first place.
    var shape: [String] {
      var walk = Walk()
      walk.lines.append(
        "\(walk.number(pinned)) \(notes.map { walk.number($0) }) \(inks.map { walk.number($0) })")
      let form = (try? Document(schema)).flatMap { try? Archive.canonicalForm(of: $0) } ?? []
      walk.lines.append(
        "\(String(decoding: form, as: UTF8.self)) \(names.sorted { $0.key < $1.key })")
      walk.finish()
      return walk.lines
    }
  }

  struct Walk {
    var lines: [String] = []
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var queue: [AnyObject] = []

    mutating func number(_ instance: AnyObject?) -> Int {
      guard let instance else { return -1 }
      if let number = numbers[ObjectIdentifier(instance)] { return number }
      numbers[ObjectIdentifier(instance)] = queue.count
      queue.append(instance)
      return queue.count - 1
    }

    mutating func finish() {
      var next = 0
      while next < queue.count {
        lines.append(line(of: queue[next]))
        next += 1
      }
    }

    private mutating func line(of instance: AnyObject) -> String {
      switch instance {
      case let ink as Ink: return "ink \(ink.name)"
      case let cover as Cover: return "cover \(number(cover.ink))"
      case let tally as Tally: return "tally \(tally.counts)"
      case let other as Lookalike: return "lookalike \(other.id) \(other.ref ?? -1) \(other.value)"
      case let note as Note:
        let blocks = note.blocks.map { block in
          switch block {
          case .note(let note): number(note)
          case .ink(let ink): number(ink)
          }
        }
        let parts = note.parts.sorted { $0.key < $1.key }.map { "\($0.key) \(number($0.value))" }
        let references: [AnyObject?] = [
          note.ink, note.cover, note.tally, note.lookalike, note.owner, note.next,

        ]
        let numbers = references.map { number($0) }
        return
          "note \(note.text) \(note.remark ?? "-") \(note.seconds) \(note.size) \(blocks) \(parts) "
          + "\(numbers) \(note.friends.map { number($0.wrappedValue) })"
      default: return "?"
      }
    }
  }

  static let schema = """
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/a", "type": "object",
     "properties": {"a": {"$ref": "#/$defs/b"}, "c": {"$ref": "#", "x": 1}, "d": {"$id": 1, "e": 2}, "f": {"$ref": 1},
     "g": {"$id": 1, "$value": 2}, "h": {"$class": "Note", "$id": 2}, "i": {"$literal": {"$id": 3, "b": 1}}},
     "$defs": {"b": {"$id": 5}, "dbref": {"$ref": "notes", "$id": 7, "$db": "x"}, "s": {"$shared": 1, "$value": 2}}}
    """

  /// A random book, in which references follow no pattern; `isTree` if each instance has one reference.
  static func book(
    using random: inout SeededGenerator, isTree: Bool = false
  ) throws -> Book {
    let count = Int.random(in: 1...9, using: &random)
    let notes = (0..<count).map { Note($0) }
    let inks = (0..<3).map { Ink("ink \($0)") }
    let covers = inks.map { Cover($0) }
    let tallies = [Tally([]), Tally([1, 2])]
    let lookalikes = [Lookalike(), Lookalike()]
    lookalikes[1].ref = 1
    for (index, note) in notes.enumerated() {
      if Bool.random(using: &random) { note.remark = "remark \(index)" }
      guard !isTree else { continue }
      func some<T>(_ list: [T]) -> T? {
        Bool.random(using: &random) ? list.randomElement(using: &random) : nil
      }
      note.ink = some(inks)
      note.cover = some(covers)
      note.tally = some(tallies)
      note.lookalike = some(lookalikes)
      // Plain references lead to later notes alone, so that there are no cycles of them.
      let later = Array(notes[(index + 1)...])
      if let part = some(later) { note.parts["b"] = part }
      if let part = some(later) { note.parts["a"] = part }
      if let other = some(later) { note.blocks.append(.note(other)) }
      if let ink = some(inks) { note.blocks.append(.ink(ink)) }
      note.owner = some(notes)
      note.next = some(notes)
      if let friend = some(notes) { note.friends = [Shared(friend), Shared(friend)] }
    }
    let pinned = isTree ? nil : notes.randomElement(using: &random)
    return Book(
      pinned: Bool.random(using: &random) ? pinned : nil,
      notes: isTree ? notes : notes.filter { _ in Bool.random(using: &random) },
      inks: isTree ? inks : [inks[0]], schema: try Value(parsing: schema, as: .json))
  }

  static func dismantle(_ book: Book) {
    for note in book.notes + [book.pinned].compactMap({ $0 }) {
      var queue = [note]
      while let note = queue.popLast() {
        if let next = note.next { queue.append(next) }
        queue += note.friends.compactMap(\.wrappedValue)
        note.next = nil
        note.friends = []
      }
    }
  }
}
