import DecantTestSupport
import Foundation
import Testing

/// Keys and names of documents are compared as bytes: `KeyText` is the type for that, as Swift's strings are equal if they
/// are canonically equivalent.
///
/// Source text does not show the type of what is compared, so these rules find the usual forms only: tables by strings,
/// comparisons of the text of a node, and prefixes.
@Suite struct KeySourceTests {
  /// The files with tables by strings that are not of a document, or that are meant to be confused as Swift confuses them.
  static let tablesByStrings: [String: [String]] = [
    "names of Swift types, properties and cases": [
      "Swift/SwiftName.swift", "Shapes/Shapes+Similar.swift",
    ],
    "strings that a dictionary would confuse": ["Decoding/DocumentKeys+Names.swift"],
    "numbers, and labels that decant's reader made": [
      "Shapes/ArchivedClasses.swift", "DecantCoding/ArchivedObjects.swift",
      "Envelope/SharedReferences.swift",
      "Envelope/CanonicalForm.swift",
    ],
    "words that are listed in the source": [
      "Swift/EnglishNoun.swift", "Compiling/Metaschema+Draft4To7.swift",
      "Compiling/Metaschema+Draft2019.swift", "Compiling/Metaschema+Draft2020.swift",
      "KeyedArchive/KeyedArchiveTag.swift", "KeyedArchive/KeyedArchiveClass.swift",
      "KeyedArchive/Reader/KeyedArchiveRecognition.swift",
      "DecantSystem/System+Attributes.swift",
      "Service/RequestOptions.swift", "Service/RequestReader.swift",
      "DecantFiles/FileList+Walk.swift", "Diagnostics/Reporter.swift",
    ],
  ]

  private static func isExempt(_ file: SourceTests.SourceFile) -> Bool {
    tablesByStrings.values.joined().contains { file.path.hasSuffix("/" + $0) }
  }

  /// Returns whether a line declares a dictionary or a set of strings; generated source and `[String: Any].self` do not.
  private static func hasTableByStrings(_ line: String) -> Bool {
    // A search for a word takes a hundredth of the time of a pattern.
    guard line.utf8.contains(UInt8(ascii: "[")) || line.utf8.contains(UInt8(ascii: "<")) else {
      return false
    }
    return line.replacing("[String: Any]", with: "").contains(
      /(?:^|[^"])\[(?:String|Substring)(?:, [A-Za-z]+)?: |Set<(?:String|Substring)>/)
  }

  @Test(arguments: SourceTests.sources) func tablesAreNotByStrings(_ file: SourceTests.SourceFile) {
    guard !Self.isExempt(file) else { return }
    for (number, line) in file.code {
      #expect(!Self.hasTableByStrings(line), "\(file.path):\(number): a table by KeyText?")
    }
  }

  @Test func exceptionsAreNeeded() {
    for ending in Self.tablesByStrings.values.joined() {
      let files = SourceTests.sources.filter { $0.path.hasSuffix("/" + ending) }
      #expect(files.count == 1, "\(ending)")
      #expect(files.contains { $0.code.contains { Self.hasTableByStrings($0.text) } }, "\(ending)")
    }
  }

  /// Returns whether a line compares the text of a node, a key or a name with a string that is not in the source.
  private static func comparesTexts(_ line: String) -> Bool {
    guard line.contains(" == ") || line.contains(" != ") else { return false }
    let text =
      /(?:string\((?:at|of): (?:[^()]|\([^()]*\))*\)|[a-z]\.stringValue|[a-z]\.plainString) [!=]= ([^ ]+)/
    let others =
      /[!=]= (?:[a-z]+\.)*(?:string\((?:at|of): |[a-zA-Z.]+\.stringValue)/
    if line.contains(others) { return !line.contains("EventKey(index:") }
    guard let match = line.firstMatch(of: text) else { return false }
    let other = match.1
    // A constant, which is ASCII without a letter that has a twin.
    return !(other.hasPrefix("\"") || other.contains(/^(?:[A-Z][A-Za-z]*\.)/) || other == "nil")
  }

  /// Files in which the length is compared, too, or both sides are constants.
  private static let comparingOtherwise = [
    "KeyedArchiveBuilder+Scalars.swift", "ArchiveRecognition.swift", "EventDecoder.swift",
  ]

  @Test(arguments: SourceTests.sources) func textsOfNodesAreNotCompared(
    _ file: SourceTests.SourceFile
  ) {
    guard !Self.comparingOtherwise.contains(where: { file.path.hasSuffix("/" + $0) }) else {
      return
    }
    for (number, line) in file.code {
      #expect(!Self.comparesTexts(line), "\(file.path):\(number): compare KeyText or bytes")
    }
  }

  /// Keys and tags are of any characters; `hasPrefix` does not find `$` before an accent.
  @Test func prefixesOfKeysAreBytes() {
    let folders = [
      "/Stages/", "/Documents/", "/Editing/", "/KeyedArchive/Writer/", "/Coding/Decoding/",
    ]
    for file in SourceTests.sources where folders.contains(where: { file.path.contains($0) }) {
      for (number, line) in file.code where line.contains(".hasPrefix(\"") {
        #expect(line.contains("lexeme.hasPrefix"), "\(file.path):\(number): hasPrefix(ofBytes:)")
      }
    }
  }

  @Test func theRulesFindWhatTheyAreFor() {
    for line in [
      "var indexes: [Int: [String: Int]] = [:]", "private var seen: Set<String> = []",
      "func f() -> [String: Int]", "var classes: [Substring: Int32] = [:]",
    ] { #expect(Self.hasTableByStrings(line), "\(line)") }
    for line in [
      "var indexes: [KeyText: Int] = [:]", "prefix += \"[String: \"", "x([String: Any].self)",
    ] { #expect(!Self.hasTableByStrings(line), "\(line)") }
    for line in [
      "if tape.string(at: index) == name { }", "return tape.string(at: $0) == name }",
      "key.stringValue == other", "if name == key.stringValue {", "a != tape.string(at: b)",
      "tape[$0].kind == .anchor && tape.string(at: $0) == name",
    ] { #expect(Self.comparesTexts(line), "\(line)") }
    for line in [
      "tape.string(at: key) == \"$class\"", "tape.name(at: $0) == name",
      "batch.string(of: batch[index]) == XcodeProjectWriter.signature",
    ] { #expect(!Self.comparesTexts(line), "\(line)") }
  }
}
