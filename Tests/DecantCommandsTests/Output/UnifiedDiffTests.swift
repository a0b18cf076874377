import Decant
import DecantTestSupport
import Testing

@testable import DecantChanges
@testable import DecantCommands

@Suite struct UnifiedDiffTests {
  private func text(_ old: String?, _ new: String?, of file: String = "f") -> String {
    var bytes: [UInt8] = []
    UnifiedDiff(old: old.map { Array($0.utf8) }, new: new.map { Array($0.utf8) }, of: file)
      .forEachLine { line, _ in bytes += line }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func hasThreeLinesOfContext() {
    let lines = (1...12).map { "\($0)\n" }
    var new = lines
    new[5] = "six\n"
    #expect(
      text(lines.joined(), new.joined())
        == "--- a/f\n+++ b/f\n@@ -3,7 +3,7 @@\n 3\n 4\n 5\n-6\n+six\n 7\n 8\n 9\n")
  }

  @Test func joinsHunksThatTouch() {
    let lines = (1...30).map { "\($0)\n" }
    var new = lines
    new[0] = "one\n"
    new[7] = "eight\n"
    new.remove(at: 20)
    let diff = text(lines.joined(), new.joined())
    let places = diff.split(separator: "\n").filter { $0.hasPrefix("@@") }
    #expect(places == ["@@ -1,11 +1,11 @@", "@@ -18,7 +18,6 @@"])
  }

  @Test func marksALineWithoutEnd() {
    #expect(
      text("a\nb", "a\nb\n")
        == "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n")
    #expect(text("a", "a") == "")
  }

  @Test func namesFilesThatAreNotThere() {
    #expect(text(nil, "a\n") == "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n")
    #expect(text("a\n", nil) == "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n")
  }

  @Test func quotesNames() {
    #expect(text("a\n", "b\n", of: "/x/a b").hasPrefix("--- a/x/a b\t\n+++ b/x/a b\t\n"))
    #expect(text("a\n", "b\n", of: "./q\"\n").hasPrefix("--- \"a/q\\\"\\012\"\n"))
    #expect(text("a\0", "b\0") == "Binary files a/f and b/f differ\n")
  }

  /// `patch` and `git apply` make the new files of the old ones.
  @Test func isAppliedByOtherTools() throws {
    var random = SeededGenerator(seed: 11)
    let scratch = try Scratch()
    #expect(try scratch.shell("mkdir old new patched applied; git -C applied init -q").status == 0)
    let names = ["plain", "a b", "é", "sub dir/x"]
    #expect(try scratch.shell("mkdir 'old/sub dir' 'new/sub dir'").status == 0)
    var patch = ""
    for number in 0..<80 {
      let alphabet =
        number % 2 == 0 ? ["a", "b", ""] : ["a", "b", "c", "d", "{", "}\r", "é", "-- x"]
      func content(_ count: ClosedRange<Int>) -> [String] {
        (0..<Int.random(in: count, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? ""
        }
      }
      let old = content(1...40)
      var new = old
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: 0...new.count, using: &random)
        let end = min(new.count, start + Int.random(in: 0...3, using: &random))
        new.replaceSubrange(start..<end, with: content(0...3))
      }
      let name = "\(names[number % names.count])\(number)"
      let ends = ["", "\n"]
      let oldText = old.joined(separator: "\n") + "\n" + (ends.randomElement(using: &random) ?? "")
      let newText = "x\n" + new.joined(separator: "\n") + (ends.randomElement(using: &random) ?? "")
      try scratch.write(oldText, to: "old/\(name)")
      try scratch.write(newText, to: "new/\(name)")
      patch += text(oldText, newText, of: name)
    }
    try scratch.write(patch, to: "all.diff")
    let script = """
      set -e
      cp -R old/. patched; (cd patched; patch -s -p1 <../all.diff); diff -r patched new
      cp -R old/. applied; (cd applied; git apply --whitespace=nowarn ../all.diff; rm -rf .git); diff -r applied new
      """
    #expect(try scratch.shell(script) == Outcome(status: 0, output: "", errors: ""))
  }
}
