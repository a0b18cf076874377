import DecantTestSupport

/// Random documents like `pyproject.toml` and `Cargo.toml`, as people write them.
struct RandomProject {
  private var generator: SeededGenerator
  private var comments = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  mutating func one<T>(_ values: [T]) -> T { values[pick(values.count)] }

  private mutating func chance(_ percent: Int) -> Bool { pick(100) < percent }

  /// Comments that look like other parts of TOML.
  private mutating func comment() -> String {
    comments += 1
    return "# \(comments) [x] = 'y\""
  }

  private mutating func lineEnd() -> String {
    one(["", "", "", " ", "  "]) == "" ? "\n" : " \(comment())\n"
  }

  private mutating func leadingLines(_ indent: String = "") -> String {
    (0..<max(0, pick(5) - 2)).map { _ in indent + comment() + "\n" }.joined()
  }

  private static let scalars = [
    "\"1.2.3\"", "'lit [x]'", "\">=3.8\"", "42", "0xff", "true", "3.14", "1979-05-27T07:32:00Z",
    "1979-05-27", "\"a # b\"", "\"\"\"\nmany\n# no comment\nlines\"\"\"",
    "'''many\n[no.header]\n'''", "\"\\u00e9\"", "-7", "1_000",
  ]

  private mutating func array(depth: Int) -> String {
    let items = (0..<pick(5)).map { _ in
      depth > 0 || chance(80) ? one(Self.scalars) : chance(50) ? table(depth: 1) : array(depth: 1)
    }
    let hasFinalComma = chance(50)
    guard depth == 0, !items.isEmpty, chance(50) else {
      return "[" + items.joined(separator: one([", ", ","]))
        + (hasFinalComma && !items.isEmpty ? "," : "") + "]"
    }
    let indent = one(["    ", "  ", "\t"])
    var text = "[" + lineEnd()
    for (index, item) in items.enumerated() {
      if chance(15) { text += indent + comment() + "\n" }
      let comma = index < items.count - 1 || hasFinalComma ? "," : ""
      text += indent + item + comma + lineEnd()
    }
    return text + "]"
  }

  private mutating func table(depth: Int) -> String {
    let space = one([" ", ""])
    let items = (0..<pick(4)).map { index in
      let value = depth > 1 || chance(80) ? one(Self.scalars) : array(depth: 1)
      return "i\(index)" + (chance(15) ? ".d" : "") + space + "=" + space + value
    }
    return items.isEmpty ? "{}" : "{" + space + items.joined(separator: ", ") + space + "}"
  }

  private mutating func value() -> String {
    chance(60) ? one(Self.scalars) : chance(60) ? array(depth: 0) : table(depth: 0)
  }

  /// Only ASCII can be without quotes.
  private static func bare(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name : "\"\(name)\""
  }

  private mutating func pairs(_ prefix: String) -> String {
    let names = ["name", "version", "lines", "opt-level", "features", "é", "e\u{301}"].shuffled(
      using: &generator)
    var pairs: [(key: String, value: String)] = []
    for name in names.prefix(pick(5)).map({ prefix + $0 }) {
      if chance(12) {
        for number in 0...pick(2) { pairs.append(("\(Self.bare(name)).d\(number)", value())) }
      } else {
        pairs.append(
          (one([Self.bare(name), Self.bare(name), "\"\(name)\"", "'\(name)'"]), value()))
      }
    }
    let indent = one(["", "", "", "  "])
    let style = pick(3)
    let width = pairs.map(\.key.count).max() ?? 0
    return pairs.map { key, value in
      let gap =
        style == 0 ? "" : String(repeating: " ", count: style == 1 ? 1 : width - key.count + 1)
      return leadingLines(indent) + indent + key + gap + "=" + (style == 0 ? "" : " ") + value
        + lineEnd() + (chance(8) ? "\n" : "")
    }.joined()
  }

  private static let tables = [
    "build-system", "project", "project.urls", "tool.black", "tool.poetry",
    "tool.poetry.dependencies", "tool.poetry.group.dev", "package", "dependencies",
    "profile.release", "target.\"cfg(unix)\".dependencies",
  ]

  mutating func text() -> String {
    let gap = one(["\n", "\n", "\n\n", ""])
    var blocks = Self.tables.shuffled(using: &generator).prefix(pick(7)).map { name in
      leadingLines() + "[\(name)]" + lineEnd() + pairs("")
    }
    for name in ["bin", "tool.mypy.overrides"] {
      let elements = (0..<max(0, pick(5) - 1)).map { _ in
        var block = leadingLines() + "[[\(name)]]" + lineEnd() + pairs("")
        if chance(30) { block += gap + "[\(name).sub]\n" + pairs("") }
        return block
      }
      // The elements of a sequence need not be together.
      for element in elements { blocks.insert(element, at: pick(blocks.count + 1)) }
    }
    var text = one(["", "# License\n\n", comment() + "\n"]) + (chance(50) ? pairs("r-") : "")
    for block in blocks { text += (text.isEmpty ? "" : gap) + block }
    if chance(20) { text += "\n" + comment() + "\n" }
    if chance(10), text.last == "\n" { text.removeLast() }
    return text
  }
}
