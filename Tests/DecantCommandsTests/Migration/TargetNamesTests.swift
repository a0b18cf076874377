import Decant
import Testing

@testable import DecantFiles
@testable import DecantCommands

@Suite struct TargetNamesTests {
  static let beside: [(source: String, target: String)] = [
    ("a.plist", "a.yaml"), ("x/y.z/a.json", "x/y.z/a.yaml"), ("a.PLIST", "a.yaml"),
    ("a.b.plist", "a.b.yaml"), ("README", "README.yaml"), ("a.nib", "a.nib.yaml"),
    (".plist", ".plist.yaml"), ("./a.plist", "./a.yaml"), ("a.yml", "a.yaml"),
    ("/x/Café.strings", "/x/Café.yaml"), ("x.plist/a", "x.plist/a.yaml"),
    ("two\nlines.plist", "two\nlines.yaml"), ("a.md", "a.yaml"), ("x/a.b.Markdown", "x/a.b.yaml"),
  ]

  @Test(arguments: beside)
  func putsResultsBesideTheirSources(source: String, target: String) {
    let names = TargetNames(out: nil, suffix: "yaml", registry: .standard)
    #expect(names.target(for: source) == target)
  }

  static let inside: [(source: String, target: String)] = [
    ("a.plist", "out/a.yaml"), ("x/a.plist", "out/x/a.yaml"), ("./x//a.plist", "out/x/a.yaml"),
    ("/etc/a.plist", "out/etc/a.yaml"), ("../x/a.plist", "out/x/a.yaml"),
    ("x/../a.plist", "out/a.yaml"), ("x/../../../a.plist", "out/a.yaml"),
  ]

  @Test(arguments: inside)
  func neverLeavesTheFolderForResults(source: String, target: String) {
    for out in ["out", "out/"] {
      let names = TargetNames(out: out, suffix: "yaml", registry: .standard)
      #expect(names.target(for: source) == target)
    }
  }

  @Test(arguments: [
    ("json", "json"), ("yaml", "yaml"), ("plist", "plist"), ("xml1", "plist"),
    ("binary1", "plist"), ("openstep", "plist"), ("jsonl", "jsonl"), ("strings", "strings"),
    ("json-seq", "json-seq"),
  ])
  func knowsTheUsualExtension(format: String, suffix: String) throws {
    let format = try FormatRegistry.standard.format(named: format)
    #expect(format.usualExtension(among: .standard) == suffix)
  }

  @Test(arguments: [
    ("./a/./b//c", "a/b/c"), ("/a", "/a"), ("a/", "a"), ("../a", "../a"), (".", ""),
  ])
  func tellsThatTwoPathsAreOne(path: String, plain: String) {
    #expect(FilePath.plain(path) == KeyText(plain))
  }
}
