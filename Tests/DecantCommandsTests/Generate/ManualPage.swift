import Foundation

import DecantCommands
import Decant

struct ManualPage: CustomStringConvertible, Sendable {
  let name: String

  static let all = [
    "decant.1", "decant-archive.5", "decant-edit.1", "decant-formats.7", "decant-merge.1",
    "decant-migrate.1", "decant-plutil.1", "decant-schemas.7", "decant-serve.1",
  ].map(ManualPage.init)

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../man").standardizedFileURL

  static var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() }
  }

  var description: String { name }

  var path: String { Self.folder.appending(path: name).path() }

  var text: String {
    get throws { try String(contentsOfFile: path, encoding: .utf8) }
  }

  struct Example: CustomStringConvertible, Sendable {
    var command: String
    var output = ""

    var description: String { command }
  }

  var examples: [Example] {
    get throws {
      var examples: [Example] = []
      for display in try displays where display.first?.hasPrefix("$ ") == true {
        for line in display {
          if examples.last?.command.hasSuffix("\\") == true, examples.last?.output == "" {
            examples[examples.count - 1].command += "\n" + line
          } else if line.hasPrefix("$ ") {
            examples.append(Example(command: String(line.dropFirst(2))))
          } else {
            examples[examples.count - 1].output += line + "\n"
          }
        }
      }
      return examples
    }
  }

  var displays: [[String]] {
    get throws {
      var displays: [[String]] = []
      var isInside = false
      for line in try text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix(".Bd -literal") {
          displays.append([])
          isInside = true
        } else if line == ".Ed" {
          isInside = false
        } else if isInside {
          displays[displays.count - 1].append(Self.plain(line))
        }
      }
      return displays
    }
  }

  /// Returns the rows of the section's first display: two columns, two or more spaces apart.
  func table(in section: String) throws -> [(label: String, value: String)] {
    let rest = try text.components(separatedBy: ".Sh \(section)\n").dropFirst().joined()
    let display = rest.components(separatedBy: ".Bd -literal -offset indent\n").dropFirst().first
    return (display ?? "").components(separatedBy: ".Ed\n")[0].split(separator: "\n").map { line in
      let text = Self.plain(line)
      let gap = text.range(of: "  +", options: .regularExpression)
      return (
        String(text[..<(gap?.lowerBound ?? text.endIndex)]),
        String(text[(gap?.upperBound ?? text.endIndex)...])
      )
    }
  }

  private static func plain(_ line: Substring) -> String {
    var text = String(line)
    for (escape, character) in [
      ("\\&", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~"),
      ("\\(dq", "\""), ("\\e", "\\"),
    ] {
      text = text.replacing(escape, with: character)
    }
    return text
  }
}
