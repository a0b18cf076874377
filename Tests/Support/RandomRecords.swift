public import Decant

/// A random set of documents that have one shape: nested fields, some missing, null, mixed or named by data.
public struct RandomRecords: Sendable {
  /// What documents of a family can contain.
  public enum Family: Sendable, CaseIterable {
    /// JSON, JSON Lines and YAML.
    case text
    /// YAML and CBOR with dates, data and numbers that are not finite.
    case yaml
    /// Property lists and MessagePack: dates and data, but no null.
    case propertyList

    /// The extensions of file names in the family.
    public var extensions: [String] {
      switch self {
      case .text: ["json", "yaml", "jsonl"]
      case .yaml: ["yaml", "cbor"]
      case .propertyList: ["plist", "bplist", "msgpack"]
      }
    }
  }

  private indirect enum Shape {
    case null, bool, int, unsigned, wide, double, long, nonFinite, string, word, url, date, data
    case empty
    case list(Shape)
    case dictionary(Shape)
    case fields([Field])
    case mixed([Shape])
    case nullable(Shape)
  }

  private struct Field {
    let key: String
    let shape: Shape
    let isOptional: Bool
  }

  public let family: Family
  public private(set) var documents: [Value] = []
  private var generator: SeededGenerator

  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let families = Family.allCases
    family = families[Int.random(in: 0..<families.count, using: &generator)]
    let isRecord = Int.random(in: 0...5, using: &generator) > 0 || family == .propertyList
    let shape = isRecord ? fields(depth: 0) : self.shape(depth: 0)
    for _ in 0..<Int.random(in: 1...30, using: &generator) { documents.append(value(of: shape)) }
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func chance(_ n: Int) -> Bool { pick(1...n) == 1 }

  // MARK: Shapes

  private static let keys = [
    "id", "name", "user_id", "UserName", "class", "default", "self", "init", "Type", "in", "repeat",
    "$ref", "@id", "_id", "Content-Type", "1st", "2nd", "über", "名前", "container", "encoder",
    "encode",
    "description", "hashValue", "value", "values", "Value", "user name", "data", "Date", "url",
    "URL",
    "string", "items", "item", "users", "children", "CodingKeys", "a.b", "x", "X", "", "-", "🙂",
    "list",
    "é", "e\u{301}", "\u{C5}", "\u{212B}", "K", "\u{212A}", "Key", "KEY", "public", "var", "true",
    "nil", "Nullable", "Optional", "decoder", "error", "rawValue", "Self",
  ]

  private mutating func fields(depth: Int) -> Shape {
    var keys = Self.keys
    var fields: [Field] = []
    for _ in 0..<pick(1...8) {
      let key = keys.remove(at: pick(0...keys.count - 1))
      fields.append(Field(key: key, shape: shape(depth: depth + 1), isOptional: chance(3)))
    }
    return .fields(fields)
  }

  private mutating func shape(depth: Int) -> Shape {
    let isPropertyList = family == .propertyList
    if !isPropertyList, chance(5) { return .nullable(shape(depth: depth)) }
    switch pick(0...(depth < 4 ? 20 : 12)) {
    case 0: return isPropertyList ? .bool : .null
    case 1: return .bool
    case 2: return .unsigned
    case 3: return isPropertyList ? .int : .wide
    case 4: return .double
    case 5: return isPropertyList ? .double : .long
    case 6: return family == .yaml ? .nonFinite : .word
    case 7: return family == .text ? .url : .date
    case 8: return family == .text ? .string : .data
    case 9: return .empty
    case 10: return .int
    case 11: return .word
    case 12: return .string
    case 13...14: return .list(shape(depth: depth + 1))
    case 15: return .dictionary(shape(depth: depth + 1))
    case 16: return .mixed((0...pick(1...2)).map { _ in shape(depth: depth + 1) })
    default: return fields(depth: depth)
    }
  }

  // MARK: Values

  private mutating func value(of shape: Shape) -> Value {
    switch shape {
    case .null: return .null
    case .bool: return .bool(chance(2))
    case .int: return Value(pick(-1000...1000))
    case .unsigned: return Value(UInt64.max - UInt64(pick(0...1000)))
    case .wide: return number("\(pick(1...9))" + String(repeating: "7", count: pick(20...30)))
    case .double: return number("\(pick(-99...99)).\(pick(1...999))")
    case .long: return number("0.\(pick(1...9))" + String(repeating: "3", count: pick(17...25)))
    case .nonFinite: return number(["nan", "inf", "-inf", "1.5"][pick(0...2)])
    case .string:
      return .string(
        ["", "no", "12", "a\nb", "é\"\\", "long text with words", "1.0"][pick(0...6)])
    case .word:
      return .string(["red", "green", "deep blue", "class", "é", "e\u{301}"][pick(0...5)])
    case .url: return .string("https://example.org/\(pick(1...99))?q=%20a")
    case .date: return .date(Timestamp(secondsSinceEpoch: Int64(pick(0...2_000_000_000))))
    case .data: return .data((0..<pick(0...9)).map { UInt8($0 * 20) })
    case .empty: return .sequence([])
    case .list(let element):
      return .sequence((0..<pick(0...4)).map { _ in value(of: element) })
    case .dictionary(let element):
      var keys: Set<Int> = []
      for _ in 0..<pick(0...6) { keys.insert(pick(1000...9999)) }
      return .mapping(Mapping(keys.sorted().map { (.string("\($0)"), value(of: element)) }))
    case .fields(let fields):
      var pairs: [(key: Value, value: Value)] = []
      for field in fields where !(field.isOptional && chance(3)) {
        pairs.append((.string(field.key), value(of: field.shape)))
      }
      return .mapping(Mapping(pairs))
    case .mixed(let shapes): return value(of: shapes[pick(0...shapes.count - 1)])
    case .nullable(let shape): return chance(3) ? .null : value(of: shape)
    }
  }

  private func number(_ lexeme: String) -> Value {
    Number(lexeme).map { .number($0) } ?? .null
  }
}
