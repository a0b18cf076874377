import DecantTestSupport
import Foundation
import Testing

/// Rules for the source text.
@Suite struct SourceTests {
  struct SourceFile: Sendable, CustomStringConvertible {
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var description: String { path }

    var code: [(number: Int, text: String)] {
      lines.enumerated().compactMap { index, line in
        let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return code.allSatisfy(\.isWhitespace) ? nil : (index + 1, String(code))
      }
    }
  }

  static let files = ["Sources", "Tests", "Samples"].flatMap(swiftFiles(under:))
  static let sources = files.filter { $0.path.hasPrefix("Sources/") }

  @Test func theSourceIsWhereItIsLookedFor() {
    #expect(Self.sources.count > 40)
  }

  @Test func theTestsThatHoldAPromiseExist() throws {
    let page = try String(
      contentsOfFile: "/\(Corpora.package)/.github/SECURITY.md", encoding: .utf8)
    let names = page.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) }
    try #require(names.count > 15)
    let tests = Self.files.filter { $0.path.hasPrefix("Tests/") }
    for name in names {
      #expect(tests.contains { $0.text.contains("struct \(name)") }, "\(name)")
    }
  }

  @Test(arguments: files) func isAtMost400LinesLong(_ file: SourceFile) {
    #expect(file.lines.count <= 401)
  }

  /// The modules of the package may import what the manifest says; the platform is at home in few folders.
  @Test(arguments: sources) func importsThePlatformInFewPlaces(_ file: SourceFile) {
    let isHome =
      file.path.hasPrefix("Sources/DecantSystem/") || file.path.hasPrefix("Sources/DecantTool/")
      || file.path.hasPrefix("Sources/DecantPlatform/")
    for (number, line) in file.code {
      guard let module = Self.importedModule(line),
        module == "DecantPlatform" || !module.hasPrefix("Decant")
      else { continue }
      switch module {
      case "FoundationEssentials", "Synchronization", "CBuild": break
      case "CYAML": #expect(file.path.hasPrefix("Sources/DecantLibYAML/"), "\(file.path):\(number)")
      default: #expect(isHome, "\(file.path):\(number) imports \(module)")
      }
    }
  }

  @Test(arguments: sources) func unsafeCodeIsInFewPlaces(_ file: SourceFile) {
    let isHome =
      ["/DecantSystem/", "/DecantCore/Bytes/", "/DecantLibYAML/"].contains {
        file.path.contains($0)
      }
    guard !isHome else { return }
    for (number, line) in file.code where Self.importedModule(line) == nil {
      for word in [
        "unsafe", "UnsafePointer", "UnsafeMutable", "UnsafeRaw", "UnsafeBuffer", "Unmanaged",
      ] {
        #expect(!Self.words(of: line).contains { $0.hasPrefix(word) }, "\(file.path):\(number)")
      }
    }
  }

  /// Swift 6.3 makes spans of short strings ones of other bytes (see `LiteralBytesTests`).
  @Test(arguments: sources) func takesNoSpanOfAString(_ file: SourceFile) {
    for (number, line) in file.code {
      #expect(!line.contains("utf8Span") && !line.contains("utf8.span"), "\(file.path):\(number)")
    }
  }

  @Test(arguments: sources) func trapsOnNoInput(_ file: SourceFile) {
    for (number, line) in file.code {
      #expect(!line.contains("try!") && !line.contains("as!"), "\(file.path):\(number)")
      #expect(Self.words(of: line).isDisjoint(with: ["fatalError"]), "\(file.path):\(number)")
    }
  }

  @Test(arguments: sources) func documentsAllThatIsPublic(_ file: SourceFile) {
    var enums: Set<String> = []
    for (index, line) in file.lines.enumerated() {
      let indent = String(line.prefix { $0 == " " })
      let code = line.dropFirst(indent.count)
      if code == "}" { enums.remove(indent) }
      let isCase = code.hasPrefix("case ") && enums.contains(String(indent.dropLast(2)))
      if code.hasPrefix("public enum ") { enums.insert(indent) }
      guard isCase || code.hasPrefix("public ") && Self.importedModule(String(code)) == nil,
        !Self.inheritsItsComment(code)
      else { continue }
      let before = file.lines[..<index].last { !$0.drop(while: \.isWhitespace).hasPrefix("@") }
      let isDocumented = before?.drop(while: \.isWhitespace).hasPrefix("///") ?? false
      #expect(isDocumented, "\(file.path):\(index + 1)")
    }
  }

  @Test(arguments: files.filter { !$0.path.hasSuffix("SourceTests.swift") })
  func isFinished(_ file: SourceFile) {
    for (index, line) in file.lines.enumerated() {
      let words = Self.words(of: String(line))
      #expect(
        words.isDisjoint(with: ["TODO", "FIXME", "XXX", "HACK"]), "\(file.path):\(index + 1)")
    }
  }

  @Test(
    arguments: sources.filter {
      !["DecantCommands", "DecantSystem", "DecantTool"].contains($0.path.split(separator: "/")[1])
    })
  func theLibraryNeitherPrintsNorExits(_ file: SourceFile) {
    for (number, line) in file.code {
      for call in ["print", "debugPrint", "exit", "abort", "fputs"] {
        let isCall = line.contains(" \(call)(") && !line.contains("func \(call)(")
        #expect(!isCall, "\(file.path):\(number)")
      }
    }
  }

  /// SwiftPM passes several in an order that differs from run to run, and then compiles all files again.
  @Test func theManifestHasOneTrait() throws {
    let manifest = try String(
      contentsOfFile: "/\(Corpora.package)/Package.swift", encoding: .utf8)
    #expect(manifest.components(separatedBy: ".trait(").count == 2)
  }

  @Test(arguments: Set(sources.map { String($0.path.split(separator: "/")[1]) }).sorted())
  func theTestsMirrorTheSource(module: String) {
    let tests = module + "Tests"
    // A folder may consist of others.
    let paths = Set(Self.sources.map { Self.folder(of: $0.path) + "/" })
    for file in Self.files where file.path.hasPrefix("Tests/\(tests)/") {
      let folder = Self.folder(of: file.path).dropFirst("Tests/\(tests)".count)
      guard !folder.isEmpty, folder != "/Support" else { continue }
      let isThere = paths.contains { $0.hasPrefix("Sources/\(module)\(folder)/") }
      #expect(isThere, "\(file.path)")
    }
  }

  private static func swiftFiles(under folder: String) -> [SourceFile] {
    let root = "/" + Corpora.package + "/"
    let paths = FileManager.default.enumerator(atPath: root + folder)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.sorted()
      .compactMap { path in
        let path = folder + "/" + path
        guard let data = FileManager.default.contents(atPath: root + path) else { return nil }
        return SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
      }
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func importedModule(_ line: String) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
      words[..<place].allSatisfy({
        $0.hasPrefix("@") || $0 == "internal" || $0 == "public" || $0 == "package"
      })
    else { return nil }
    // A single name may be imported: `import struct DecantCore.Format`.
    return words.last.map { String($0.prefix { $0 != "." }) }
  }

  /// Whether the declaration is documented by the protocol that it conforms to.
  private static func inheritsItsComment(_ declaration: Substring) -> Bool {
    [
      "typealias", "let rawValue", "init(rawValue", "static func ==", "static func <",
      "func hash(into", "var description", "var startIndex", "var endIndex", "func makeIterator",
      "func makeAsyncIterator", "mutating func next() ->", "func encode(to", "init(from decoder",
      "init(arrayLiteral", "init(dictionaryLiteral", "init(stringLiteral", "init(integerLiteral",
      "init(floatLiteral", "init(booleanLiteral", "init(nilLiteral", "var wouldWait",
      "func wouldWait(milliseconds",
      "func read(into output", "func write(_ bytes: RawSpan)", "var message: String",
      "var hint: String?",
      "var category: DecantError.Category", "var isAboutValue: Bool", "func commandHints(in",
      "var concernedAbilities",
    ].contains { declaration.hasPrefix("public " + $0) }
  }

  private static func words(of line: String) -> Set<String> {
    Set(line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }
}
