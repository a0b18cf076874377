/// A random YAML document of plain scalars whose meanings differ between versions of YAML.
public struct RandomYAML: Sendable {
  public private(set) var text = ""

  private var generator: SeededGenerator
  private var room = 30
  private var keys = 0

  /// Plain scalars that some reader does not read as text.
  public static let scalars = [
    "0400", "0644", "-017", "08", "0o755", "0x1F", "-0x1f", "0b101", "1_000", "+1", "-0", "12",
    "1.5", "1.", ".5", "-.5", "010.50", "1e3", "1E5", "-1e-5", "1.5e3", "1.5e+3", "1_0.5",
    "12:30:45", "1:30", "190:20:30.15", "23:59", "01:30", "2001-01-01", "2001-12-14 21:59:43.10 -5",
    "2001-12-14t21:59:43Z", "yes", "No", "ON", "off", "y", "n", "Y", "true", "True", "FALSE", "~",
    "null", "NULL", ".inf", "-.INF", ".NaN", "1.2.3", "1,000", "a b", "x:y", "word", "nope",
    "1e400", "0o8", "0xfg", "+.inf", "é", "e\u{301}",
  ]

  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    if pick(0...1) == 0 { mapping(indent: 0) } else { sequence(indent: 0) }
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func scalar(inFlow: Bool) -> String {
    let scalar = Self.scalars[pick(0...Self.scalars.count - 1)]
    if inFlow, scalar.contains(",") { return "1_000" }
    return switch pick(0...11) {
    case 0: "'\(scalar)'"
    case 1: "\"\(scalar)\""
    case 2: "!!str \(scalar)"
    case 3: "!local \(scalar)"
    case 4 where Int(scalar) != nil && scalar != "08": "!!int \(scalar)"
    default: scalar
    }
  }

  private mutating func newline(_ indent: Int) {
    text += "\n" + String(repeating: " ", count: indent)
  }

  private mutating func mapping(indent: Int) {
    for index in 0..<pick(1...5) {
      if index > 0 { newline(indent) }
      text += key() + ":"
      value(indent: indent)
    }
  }

  private mutating func key() -> String {
    keys += 1
    let scalar = Self.scalars[(keys * 7) % Self.scalars.count]
    let isTaken = keys > Self.scalars.count || Self.sameAsOthers.contains(scalar)
    return isTaken ? "k\(keys)" : scalar
  }

  /// Scalars that are equal to others for some reader.
  private static let sameAsOthers: Set<String> = [
    "True", "FALSE", "NULL", "No", "ON", "yes", "off", "-0x1f", "+1", "-.5", "1.5e3", "-.INF",
    "+.inf", "1e3", "1:30", "0b101", "1_000", "1,000", "01:30", "1.", "0644",
  ]

  private mutating func value(indent: Int) {
    room -= 1
    switch pick(0...(room > 0 && indent < 12 ? 9 : 5)) {
    case 0: break
    case 1:
      text +=
        " [" + (0..<pick(0...4)).map { _ in scalar(inFlow: true) }.joined(separator: ", ")
        + "]"
    case 2:
      let pairs = (0..<pick(0...3)).map { "f\($0): " + scalar(inFlow: true) }
      text += " {" + pairs.joined(separator: ", ") + "}"
    case 6...7:
      newline(indent + 2)
      mapping(indent: indent + 2)
    case 8...9:
      newline(indent + 2)
      sequence(indent: indent + 2)
    default: text += " " + scalar(inFlow: false)
    }
  }

  private mutating func sequence(indent: Int) {
    for index in 0..<pick(1...5) {
      if index > 0 { newline(indent) }
      text += "-"
      value(indent: indent)
    }
  }
}
