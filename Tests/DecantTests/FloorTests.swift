import DecantTestSupport
import Foundation
import Testing

/// The floors of the library: a file uses only declarations of its own floor and lower ones.
///
/// Uses are found by name; a name of several floors belongs to the lowest.
@Suite struct FloorTests {
  static let floors = [
    "System", "Errors", "Bytes", "Events", "Documents", "Formats", "Stages", "Envelope",
    "Conversion", "Editing", "Coding", "Archive",
  ]

  struct File: Sendable, CustomStringConvertible {
    let path: String
    let floor: Int
    let words: [SourceWord]

    var description: String { path }

    var declaredTypes: [String] {
      let keywords: Set = ["struct", "class", "enum", "protocol", "typealias"]
      return words.indices.dropLast().compactMap { index in
        guard words[index].depth == 0, keywords.contains(words[index].text) else { return nil }
        let before = index > 0 ? words[index - 1] : nil
        let isPrivate =
          before?.line == words[index].line
          && words[..<index].suffix(3).contains {
            $0.line == words[index].line && ["private", "fileprivate"].contains($0.text)
          }
        return isPrivate ? nil : words[index + 1].text
      }
    }

    var ownTypes: Set<String> {
      let keywords: Set = ["struct", "class", "enum", "protocol", "typealias"]
      return Set(
        words.indices.dropLast().lazy.filter { keywords.contains(words[$0].text) }
          .map { words[$0 + 1].text })
    }

    var declaredMembers: [String] {
      words.indices.dropLast().flatMap { index -> [String] in
        guard !words[index].followsDot else { return [] }
        switch words[index].text {
        case "func", "var", "let": return [words[index + 1].text]
        case "case":
          // A line can declare several cases.
          return words[(index + 1)...].prefix { $0.line == words[index].line }
            .filter { !$0.followsDot }.map(\.text)
        default: return []
        }
      }
    }
  }

  static let files: [File] = SourceTests.sources.compactMap { file in
    let folders = file.path.split(separator: "/")
    guard ["DecantCore", "Decant"].contains(folders[1]),
      let floor = floors.firstIndex(of: String(folders[2]))
    else { return nil }
    return File(path: file.path, floor: floor, words: SourceWord.words(of: file.text))
  }

  static let types = lowestFloors(\.declaredTypes)

  static let members = lowestFloors(\.declaredMembers)

  /// Members of the standard library whose names decant also declares.
  static let foreignMembers: Set<String> = [
    "allSatisfy", "append", "children", "combine", "contains", "control", "directory", "dropFirst",
    "elementsEqual",
    "failure", "first", "hasPrefix", "indices", "infinity", "isEmpty", "isFinite", "isNaN",
    "isNumber",
    "joined", "magnitude", "makeIterator",
    "nan",
    "prefix", "properties", "init", "rawValue", "release", "removeFirst", "rounded", "self", "sign",
    "sorted", "span", "split",
    "startIndex", "starts", "suffix", "surrogate", "utf16", "utf8",
  ]

  @Test func contributorsAreShownEachFloor() throws {
    let page = try String(
      contentsOfFile: "/\(Corpora.package)/.github/CONTRIBUTING.md", encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { $0.dropFirst(2).prefix { $0 != " " } }
    let shown = try #require(rows.firstIndex(of: "floor"))
    #expect(
      rows[(shown + 1)...].prefix(Self.floors.count).map(String.init).sorted()
        == Self.floors.sorted())
  }

  @Test func eachFileIsOnAFloor() {
    // The file beside the folders exports the lower module.
    let library = SourceTests.sources.filter {
      ["Sources/DecantCore/", "Sources/Decant/"].contains(where: $0.path.hasPrefix)
        && $0.path.split(separator: "/").count > 3
    }
    #expect(Self.files.count == library.count)
    #expect(Set(Self.files.map(\.floor)).count == Self.floors.count)
  }

  @Test(arguments: files) func usesTypesOfItsFloorAndBelow(_ file: File) {
    let ownTypes = file.ownTypes
    for word in file.words where !word.followsDot && !ownTypes.contains(word.text) {
      guard let floor = Self.types[word.text] else { continue }
      #expect(floor <= file.floor, "\(word) is of \(Self.floors[floor])")
    }
  }

  @Test(arguments: files) func usesMembersOfItsFloorAndBelow(_ file: File) {
    for word in file.words where word.followsDot && !Self.foreignMembers.contains(word.text) {
      guard let floor = Self.members[word.text] else { continue }
      #expect(floor <= file.floor, "\(word) is of \(Self.floors[floor])")
    }
  }

  @Test func usesOfHigherFloorsAreFound() throws {
    let conversion = try #require(Self.floors.firstIndex(of: "Conversion"))
    #expect(Self.types["Pipeline"] == conversion)
    #expect(Self.members["convertBlocks"] == conversion)
    let words = SourceWord.words(
      of: "// Input\nlet x = a.convertBlocks(\"Plan \\(Pipeline.self)\")")
    #expect(words.map(\.text) == ["let", "x", "a", "convertBlocks", "Pipeline", "self"])
    #expect(words.map(\.followsDot) == [false, false, false, true, false, true])
  }

  private static func lowestFloors(_ names: any KeyPath<File, [String]> & Sendable) -> [String: Int]
  {
    files.reduce(into: [:]) { result, file in
      for name in file[keyPath: names] { result[name] = min(result[name] ?? .max, file.floor) }
    }
  }
}
