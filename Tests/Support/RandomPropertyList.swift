public import Decant

/// A random value that every property list supports.
public struct RandomPropertyList: Sendable {
  /// The kinds of values besides booleans, strings, arrays and dictionaries.
  public struct Contents: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let numbers = Contents(rawValue: 1 << 0)
    public static let dates = Contents(rawValue: 1 << 1)
    public static let data = Contents(rawValue: 1 << 2)
    public static let uids = Contents(rawValue: 1 << 3)
    public static let nonFiniteNumbers = Contents(rawValue: 1 << 4)
    /// Dates after 1582, which have the same text in all programs.
    public static let recentDates = Contents(rawValue: 1 << 5)

    public static let all: Contents = [.numbers, .dates, .data, .uids, .nonFiniteNumbers]
  }

  public private(set) var value = Value.null

  private var generator: SeededGenerator
  private var room: Int
  private let contents: Contents
  private let hasTwinKeys: Bool

  /// Creates a value; a comparison with Foundation, whose dictionaries have Swift's strings as keys, needs one without twins.
  public init(
    seed: UInt64, size: Int = 60, contents: Contents = .all, hasTwinKeys: Bool = true
  ) {
    generator = SeededGenerator(seed: seed)
    room = size
    self.hasTwinKeys = hasTwinKeys
    self.contents = contents
    value = node(depth: 0)
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func node(depth: Int) -> Value {
    room -= 1
    switch pick(0...(depth < 14 && room > 0 ? 17 : 9)) {
    case 0: return .bool(pick(0...1) == 0)
    case 1...2 where contents.contains(.numbers): return integer()
    case 3...4 where contents.contains(.numbers): return real()
    case 5 where !contents.isDisjoint(with: [.dates, .recentDates]): return .date(date())
    case 6 where contents.contains(.data):
      return .data((0..<pick(0...9) * pick(0...30)).map { _ in UInt8(pick(0...255)) })
    case 7 where contents.contains(.uids): return .uid(UInt64(pick(0...0xFFFF_FFFF)))
    case 10...13: return .sequence((0..<count()).map { _ in node(depth: depth + 1) })
    case 14...: return mapping(depth: depth)
    default: return .string(text())
    }
  }

  private mutating func mapping(depth: Int) -> Value {
    var mapping = Mapping()
    for _ in 0..<count() {
      let twin = hasTwinKeys ? TwinKeys.all[pick(0...TwinKeys.all.count - 1)] : "key"
      let key = [text(), twin, "key\(pick(0...9))", "key\(pick(0...9))"][pick(0...3)]
      mapping[key] = node(depth: depth + 1)
    }
    return .mapping(mapping)
  }

  private mutating func count() -> Int { max(0, min(pick(0...5), room)) }

  private mutating func integer() -> Value {
    let bits = UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64(pick(0...63))
    return .number(
      pick(0...2) == 0 && bits <= 1 << 63
        ? Number(-Int64(truncatingIfNeeded: bits & .max >> 1)) : Number(bits))
  }

  private mutating func real() -> Value {
    if pick(0...9) == 0, contents.contains(.nonFiniteNumbers) {
      return .number(Number([.nan, .infinity, -.infinity][pick(0...2)]))
    }
    switch pick(0...3) {
    case 0: return .number(Number(Double(pick(-1000...1000)) / 8))
    case 1: return .number(Number(Double(pick(-1_000_000...1_000_000))))
    case 2: return .number(Number(Double.random(in: -1...1, using: &generator)))
    default:
      let bits = UInt64.random(in: 0...UInt64.max, using: &generator)
      let value = Double(bitPattern: bits)
      return .number(Number(value.isFinite ? value : 0.5))
    }
  }

  private mutating func date() -> Timestamp {
    let least = contents.contains(.dates) ? -60_000_000_000 : -12_000_000_000
    return Timestamp(secondsSinceEpoch: Int64(pick(least...60_000_000_000)))
  }

  private mutating func text() -> String {
    let kinds = [
      Array("abcdefghijklmnop qrstuvwxyz".unicodeScalars),
      Array("&<>\"'\\]]>;#\t\n".unicodeScalars),
      Array("éßñ€日本語😀\u{7F}\u{85}\u{2028}\u{FFFD}".unicodeScalars),
    ]
    var text = ""
    for _ in 0..<pick(0...2) * pick(0...20) {
      let kind = kinds[max(0, pick(-4...2))]
      text.unicodeScalars.append(kind[pick(0...kind.count - 1)])
    }
    return text
  }
}
