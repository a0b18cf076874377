import DecantTestSupport
import Testing

@testable import Decant

/// Projects made by the rules that Xcode follows when it saves one.
@Suite struct XcodeProjectTests {
  @Test(arguments: 1...20) func rewritesAProjectUnchanged(seed: Int) throws {
    var project = MadeProject(seed: UInt64(seed))
    let text = project.text()
    #expect(try rewritten(text, from: .openStepPropertyList) == text)
  }

  @Test func quotesWhatXcodeQuotes() throws {
    let text = """
      // !$*UTF8*$!
      {
      	a = __x__;
      	b = "___x";
      	c = "a-b";
      	d = a/b.c;
      	e = "//x";
      	f = $A;
      	g = "";
      }

      """
    #expect(try rewritten(text, from: .openStepPropertyList) == text)
    // From a format without quotes of the same meaning, the text decides.
    let json = #"""
      // !$*UTF8*$!
      {"b": "___x", "c": "a-b", "d": "a/b.c"}
      """#
    #expect(
      try rewritten(json, from: .json5, to: .openStepPropertyList)
        == "// !$*UTF8*$!\n{\n\tb = \"___x\";\n\tc = \"a-b\";\n\td = a/b.c;\n}\n")
  }

  @Test func keepsCommentsBesideKeysAndValues() throws {
    let text = """
      // !$*UTF8*$!
      {
      	A1 /* one */ = {isa = PBXBuildFile; list = (x /* y */, z, ); map = {a = b; }; };
      	A2 /* two */ = (
      	);
      	A3 = { };
      }

      """
    // Xcode writes no space into empty braces on one line.
    #expect(try rewritten(text, from: .openStepPropertyList) == text.replacing("{ }", with: "{}"))
  }
}

/// A project with random sections, objects and settings.
private struct MadeProject {
  private var random: SeededGenerator
  private var count = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func text() -> String {
    var text = "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tclasses = {\n\t};\n"
    text += "\tobjectVersion = \(Int.random(in: 46...77, using: &random));\n\tobjects = {\n"
    for section in ["PBXBuildFile", "PBXFileReference", "PBXGroup", "XCBuildConfiguration"] {
      guard Int.random(in: 0...4, using: &random) > 0 else { continue }
      text += "\n/* Begin \(section) section */\n"
      for _ in 0..<Int.random(in: 1...6, using: &random) { text += object(in: section) }
      text += "/* End \(section) section */\n"
    }
    return text + "\t};\n\trootObject = \(reference("Project object"));\n}\n"
  }

  private mutating func reference(_ comment: String) -> String {
    count += 1
    let number = String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16)
    return "\(number.uppercased())\(count) /* \(comment) */"
  }

  private mutating func object(in section: String) -> String {
    let name = fileName()
    switch section {
    case "PBXBuildFile":
      let settings =
        Bool.random(using: &random) ? " settings = {ATTRIBUTES = (Public, Weak, ); };" : ""
      return "\t\t\(reference("\(name) in Sources")) = {isa = PBXBuildFile; fileRef = "
        + "\(reference(name));\(settings) };\n"
    case "PBXFileReference":
      return "\t\t\(reference(name)) = {isa = PBXFileReference; lastKnownFileType = "
        + "sourcecode.c.objc; path = \(quoted(name)); sourceTree = \"<group>\"; };\n"
    case "PBXGroup":
      let children = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        "\t\t\t\t\(reference(fileName())),\n"
      }
      return "\t\t\(reference(name)) = {\n\t\t\tisa = PBXGroup;\n\t\t\tchildren = (\n"
        + children.joined() + "\t\t\t);\n\t\t\tpath = \(quoted(name));\n"
        + "\t\t\tsourceTree = \"<group>\";\n\t\t};\n"
    default:
      return "\t\t\(reference("Debug")) = {\n\t\t\tisa = XCBuildConfiguration;\n"
        + "\t\t\tbuildSettings = {\n" + settings() + "\t\t\t};\n\t\t\tname = Debug;\n\t\t};\n"
    }
  }

  private mutating func settings() -> String {
    let all = [
      "ALWAYS_SEARCH_USER_PATHS = NO;",
      "\"CODE_SIGN_IDENTITY[sdk=iphoneos*]\" = \"iPhone Developer\";",
      "GCC_PREPROCESSOR_DEFINITIONS = (\n\t\t\t\t\t\"DEBUG=1\",\n\t\t\t\t\t\"$(inherited)\",\n\t\t\t\t);",
      "INFOPLIST_FILE = Sources/Info.plist;", "OTHER_LDFLAGS = \"-ObjC -lc++\";",
      "shellScript = \"set -e\\necho \\\"é $X\\\"\\t\\\\n\\n\";",
      "PRODUCT_NAME = \"$(TARGET_NAME)\";",
    ]
    return all.filter { _ in Bool.random(using: &random) }.map { "\t\t\t\t\($0)\n" }.joined()
  }

  private mutating func fileName() -> String {
    let names = ["AppDelegate.m", "main.m", "View+Size.swift", "a b.png", "libx-2.a", "é.txt"]
    return names[Int.random(in: 0..<names.count, using: &random)]
  }

  private func quoted(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } && !name.contains { "+- ".contains($0) }
      ? name : "\"\(name)\""
  }
}
