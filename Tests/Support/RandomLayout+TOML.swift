@testable import DecantTOML

import Decant
package import DecantCore

/// TOML in random layouts: sections, dotted keys, tables in braces, and arrays over several lines.
extension RandomLayout {
  /// Precondition: the value is a mapping.
  package mutating func toml(_ value: Value) -> String {
    tomlLines("") + tomlTable(value.mapping ?? Mapping(), []) + tomlLines("")
  }

  private mutating func tomlLines(_ indent: String) -> String {
    (0..<max(0, pick(-3...2))).map { _ in
      chance(50) ? "\n" : "\(indent)# \(nextComment())\n"
    }.joined()
  }

  private mutating func tomlEnd() -> String {
    chance(25) ? "\(["", " ", "  "][pick(0...2)])# \(nextComment())\n" : chance(10) ? "  \n" : "\n"
  }

  private mutating func tomlKey(_ key: String) -> String {
    let isBare = key.utf8.allSatisfy { TOMLParser.isBare($0) } && !key.isEmpty
    return [isBare ? key : "\"\(key)\"", "\"\(key)\"", "'\(key)'"][chance(70) ? 0 : pick(0...2)]
  }

  private mutating func tomlSign() -> String { [" = ", "=", "   = ", " =\t"][pick(0...3)] }

  private mutating func tomlTable(_ mapping: Mapping, _ path: [String]) -> String {
    var lines = ""
    var sections = ""
    let indent = chance(20) ? "  " : ""
    for (key, value) in mapping {
      let name = tomlKey(key.string ?? "")
      let header = (path + [name]).joined(separator: chance(10) ? " . " : ".")
      switch value {
      case .mapping(let inner) where !inner.isEmpty && chance(20):
        for (key, value) in inner {
          let dotted = name + [".", " . "][pick(0...1)] + tomlKey(key.string ?? "")
          lines += tomlLines(indent) + indent + dotted + tomlSign() + tomlValue(value) + tomlEnd()
        }
      case .mapping(let inner) where chance(70):
        sections += tomlLines("") + "[\(header)]" + tomlEnd() + tomlTable(inner, path + [name])
      case .sequence(let elements)
      where !elements.isEmpty && elements.allSatisfy({ $0.mapping != nil }) && chance(70):
        for element in elements {
          sections += tomlLines("") + "[[\(header)]]" + tomlEnd()
          sections += tomlTable(element.mapping ?? Mapping(), path + [name])
        }
      default:
        lines += tomlLines(indent) + indent + name + tomlSign() + tomlValue(value) + tomlEnd()
      }
    }
    return lines + sections
  }

  private mutating func tomlSpace(_ allowsLines: Bool) -> String {
    switch allowsLines ? pick(0...9) : pick(2...9) {
    case 0: "# \(nextComment())\n  "
    case 1: "\n    "
    case 2...4: " "
    default: ""
    }
  }

  private mutating func tomlValue(_ value: Value, allowsLines: Bool = true) -> String {
    switch value {
    case .sequence(let elements):
      let items = elements.map {
        tomlSpace(allowsLines) + tomlValue($0, allowsLines: allowsLines) + tomlSpace(allowsLines)
      }
      let comma = !items.isEmpty && chance(30) ? "," : ""
      return "[" + items.joined(separator: ",") + comma + tomlSpace(allowsLines) + "]"
    case .mapping(let mapping):
      let items = mapping.map { key, value in
        tomlSpace(false) + tomlKey(key.string ?? "") + tomlSign()
          + tomlValue(value, allowsLines: allowsLines) + tomlSpace(false)
      }
      return "{" + items.joined(separator: ",") + tomlSpace(false) + "}"
    case .string(let text):
      if chance(20), !text.contains("\n"), !text.contains("'") { return "'\(text)'" }
      if chance(20), !text.contains("\"") { return "\"\"\"\(chance(50) ? "\n" : "")\(text)\"\"\"" }
      if chance(20), !text.contains("'") { return "'''\n\(text)'''" }
      return value.description
    default: return value.description
    }
  }
}
