internal import Decant

/// A random JSON document in a random layout.
public struct RandomDocument: Sendable {
  public private(set) var text = ""

  public private(set) var compact = ""

  public private(set) var hasDuplicateKeys = false

  /// Whether Swift takes two keys of a mapping for equal strings.
  public private(set) var hasTwinKeys = false

  private var generator: SeededGenerator
  private var room: Int
  private let keyChoices: Int

  /// Creates a document; few `keyChoices` make duplicate keys likely, 0 avoids them.
  public init(seed: UInt64, size: Int = 60, keyChoices: Int = 0) {
    generator = SeededGenerator(seed: seed)
    room = size
    self.keyChoices = keyChoices
    space()
    value(depth: 0)
    space()
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func write(_ part: String) {
    text += part
    compact += part
  }

  private mutating func space() {
    for _ in 0..<max(0, pick(-3...3)) { text += [" ", "\n", "\t", "\r", "        "][pick(0...4)] }
  }

  private mutating func value(depth: Int) {
    room -= 1
    switch pick(0...(depth < 12 && room > 0 ? 9 : 5)) {
    case 0: write(["null", "true", "false"][pick(0...2)])
    case 1...2: number()
    case 3...5: string()
    case 6...7: sequence(depth: depth)
    default: mapping(depth: depth)
    }
  }

  private mutating func sequence(depth: Int) {
    write("[")
    space()
    for index in 0..<count() {
      if index > 0 {
        write(",")
        space()
      }
      value(depth: depth + 1)
      space()
    }
    write("]")
  }

  private mutating func mapping(depth: Int) {
    write("{")
    space()
    var seen = Set<KeyText>()
    var strings = Set<String>()
    let count = count()
    let twins = pick(0...3) == 0 ? TwinKeys.pairs[pick(0...TwinKeys.pairs.count - 1)] : nil
    for index in 0..<count {
      if index > 0 {
        write(",")
        space()
      }
      let number = keyChoices == 0 ? index : pick(1...keyChoices)
      let key =
        twins.map { TwinKeys.key(number, of: $0) }
        ?? String(repeating: "k", count: number % 11) + "\(number)"
      if !seen.insert(KeyText(key)).inserted { hasDuplicateKeys = true }
      if !strings.insert(key).inserted { hasTwinKeys = true }
      text += pick(0...9) == 0 ? "\"" + Self.escaped(key) + "\"" : "\"\(key)\""
      compact += "\"\(key)\""
      space()
      write(":")
      space()
      value(depth: depth + 1)
      space()
    }
    write("}")
  }

  private mutating func count() -> Int {
    let count = pick(0...40) == 0 ? pick(60...90) : pick(0...5)
    return max(0, min(count, room))
  }

  private mutating func number() {
    var number = pick(0...2) == 0 ? "-" : ""
    number += pick(0...2) == 0 ? "0" : "\(pick(1...9))" + digits(pick(0...24))
    if pick(0...2) == 0 { number += "." + digits(pick(1...20)) }
    if pick(0...3) == 0 { number += ["e", "E", "e+", "E-"][pick(0...3)] + digits(pick(1...3)) }
    write(number)
  }

  private mutating func digits(_ count: Int) -> String {
    String((0..<count).map { _ in Character("\(pick(0...9))") })
  }

  private mutating func string() {
    write("\"")
    for _ in 0..<(pick(0...15) == 0 ? pick(50...200) : pick(0...12)) { scalar() }
    write("\"")
  }

  private mutating func scalar() {
    let value: Int
    switch pick(0...12) {
    case 0: value = pick(0x80...0x7FF)
    case 1: value = pick(0x800...0xD7FF)
    case 2: value = pick(0xE000...0xFFFF)
    case 3: value = pick(0x1_0000...0x10_FFFF)
    case 4: value = pick(0...0x1F)
    case 5: value = [0x22, 0x5C, 0x2F, 0x7F, 0x2028][pick(0...4)]
    default: value = pick(0x20...0x7E)
    }
    guard let scalar = Unicode.Scalar(UInt32(value)) else { return }
    let shortest = Self.shortest(scalar)
    compact += shortest
    text += pick(0...9) == 0 ? Self.escaped(String(scalar)) : shortest
  }

  private static func shortest(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\u{8}": "\\b"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\u{C}": "\\f"
    case "\r": "\\r"
    case "\0"..."\u{1F}": escaped(String(scalar))
    default: String(scalar)
    }
  }

  private static func escaped(_ text: String) -> String {
    text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
