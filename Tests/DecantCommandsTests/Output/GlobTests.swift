import Testing

import Decant

@testable import DecantFiles
@testable import DecantCommands

@Suite struct GlobTests {
  static let names: [(pattern: String, name: String, matches: Bool)] = [
    ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("", "a", false),
    ("*", "", true), ("*", "anything", true), ("*.plist", "a.plist", true),
    ("*.plist", "a.plist.bak", false), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false),
    ("**a", "xa", true), ("?", "é", true), ("?", "", false), ("??", "e", false),
    ("[abc]", "b", true), ("[a-c]x", "bx", true), ("[a-c]", "d", false), ("[!a-c]", "d", true),
    ("[^a-c]", "a", false), ("[]]", "]", true), ("[]a]", "a", true), ("[a-]", "-", true),
    ("[\\]]", "]", true), ("\\*", "*", true), ("\\*", "a", false), ("a\\", "a\\", true),
    ("*a*a*a*a*a*a*a*a*b", String(repeating: "a", count: 2000), false),
    ("line*break", "line\nbreak", true), ("[ä-ü]", "ö", true),
  ]

  @Test(arguments: names)
  func matchesNames(pattern: String, name: String, matches: Bool) throws {
    #expect(try #require(NamePattern(Substring(pattern))).matches(name) == matches)
  }

  @Test(arguments: ["[", "[a", "a[!", "[]", "[z-a]", "[\\", "", "/"])
  func refusesInvalidPatterns(pattern: String) {
    #expect(Glob(pattern) == nil)
  }

  static let paths: [(pattern: String, path: String, isFolder: Bool, matches: Bool)] = [
    ("*.plist", "a.plist", false, true), ("*.plist", "x/y/a.plist", false, true),
    ("x/*.plist", "x/a.plist", false, true), ("x/*.plist", "x/y/a.plist", false, false),
    ("x/**/*.plist", "x/a.plist", false, true), ("x/**/*.plist", "x/y/z/a.plist", false, true),
    ("**/y/*", "y/a", false, true), ("**/y/*", "x/y/a", false, true),
    ("**/y/*", "x/y/z/a", false, false), ("x/**", "x/y/z", false, true), ("x/**", "x", true, true),
    ("/a", "a", false, true), ("/a", "x/a", false, false), (".git", "x/.git", true, true),
    ("build/", "x/build", true, true), ("build/", "x/build", false, false),
    ("*", "x/.hidden", false, true), ("a//b", "a/b", false, true), ("**", "x/y", false, true),
    ("**/**/a", "a", false, true), ("*/*", "a", false, false),
  ]

  @Test(arguments: paths)
  func matchesPaths(pattern: String, path: String, isFolder: Bool, matches: Bool) throws {
    let glob = try #require(Glob(pattern))
    #expect(glob.matches(path: path.split(separator: "/"), isFolder: isFolder) == matches)
  }

  @Test func hidesNamesWithADotFromStars() throws {
    let glob = try #require(Glob("**/*.plist"))
    let states = Glob.States(beginningOf: glob)
    #expect(states.after(".a.plist", of: glob, hiding: true).isEmpty)
    #expect(states.after(".git", of: glob, hiding: true).isEmpty)
    #expect(!states.after(".git", of: glob, hiding: false).isEmpty)
    let dotted = try #require(Glob(".*"))
    let after = Glob.States(beginningOf: dotted).after(".a", of: dotted, hiding: true)
    #expect(after.isAtEnd(of: dotted))
  }

  @Test func looksForNothingWhereOnlyOneNameCanBe() throws {
    let glob = try #require(Glob("Legacy/\\*/x*"))
    var states = Glob.States(beginningOf: glob)
    #expect(states.onlyName(of: glob) == "Legacy")
    states = states.after("Legacy", of: glob, hiding: true)
    #expect(states.onlyName(of: glob) == "*")
    states = states.after("*", of: glob, hiding: true)
    #expect(states.onlyName(of: glob) == nil)
  }

  @Test func tellsPatternsFromNames() {
    for text in ["*", "a?b", "x/[ab]"] { #expect(Glob.isPattern(text)) }
    for text in ["a", "a\\b", "{a,b}", "a]"] { #expect(!Glob.isPattern(text)) }
  }
}
