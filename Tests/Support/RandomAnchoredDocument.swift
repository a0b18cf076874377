/// A random YAML document whose keys can be tagged, anchored, aliases or collections.
///
/// It is one line. Keys of a mapping can be equal if one of them is an alias.
public struct RandomAnchoredDocument: Sendable {
  public private(set) var text = ""

  private var generator: SeededGenerator
  private var room: Int
  private var serial = 0
  private var anchors: [String] = []

  public init(seed: UInt64, size: Int = 30) {
    generator = SeededGenerator(seed: seed)
    room = size
    mapping(depth: 0)
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func number() -> Int {
    serial += 1
    return serial
  }

  /// Two twins have the same number.
  private mutating func key() -> String {
    let twins = TwinKeys.pairs[pick(0...TwinKeys.pairs.count - 1)]
    return pick(0...2) == 0
      ? TwinKeys.key(number(), of: twins)
      : ["k", "key ", "$map", "é"][pick(0...3)] + "\(number())"
  }

  private mutating func node(depth: Int, isKey: Bool) {
    room -= 1
    if !anchors.isEmpty, pick(0...7) == 0 {
      text += "*" + anchors[pick(0...anchors.count - 1)]
      return
    }
    let anchor: String? = pick(0...5) == 0 ? "a\(number())" : nil
    if let anchor { text += "&\(anchor) " }
    if pick(0...(isKey ? 3 : 7)) == 0 {
      text += ["!t ", "!<tag:example.org,2026:x> "][pick(0...1)]
    }
    switch pick(0...(depth < 6 && room > 0 ? 9 : 6)) {
    case 0: text += "\(number())"
    case 1: text += "\(number()).5"
    case 2: text += "'\(number())'"
    case 3...6: text += key()
    case 7: sequence(depth: depth)
    default: mapping(depth: depth)
    }
    if let anchor { anchors.append(anchor) }
  }

  private mutating func sequence(depth: Int) {
    text += "["
    for _ in 0..<pick(0...3) {
      node(depth: depth + 1, isKey: false)
      text += ", "
    }
    text += "]"
  }

  private mutating func mapping(depth: Int) {
    text += "{"
    for _ in 0..<pick(0...4) {
      text += "? "
      node(depth: depth + 1, isKey: true)
      text += " : "
      node(depth: depth + 1, isKey: false)
      text += ", "
    }
    text += "}"
  }
}
