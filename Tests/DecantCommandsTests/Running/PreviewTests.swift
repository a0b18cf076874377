import DecantCommands
import Testing

/// `--dry-run` and `--diff` show what would change, and change no file.
@Suite struct PreviewTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("{\n  \"b\": 1,\n  \"a\": 2\n}\n", to: "x.json")
    try scratch.write("{\n  \"a\": 2\n}\n", to: "y.json")
  }

  private func run(_ script: String) throws -> Outcome { try scratch.shell(script) }

  private static let sorting =
    "--- a/x.json\n+++ b/x.json\n@@ -1,4 +1,4 @@\n {\n-  \"b\": 1,\n-  \"a\": 2\n+  \"a\": 2,\n+  \"b\": 1\n }\n"

  @Test func showsTheDifference() throws {
    let before = try run("cat x.json y.json; ls -l --full-time x.json").output
    for options in ["--diff -S", "-i -S --diff", "--dry-run --diff -i.old -S", "-nS --diff"] {
      #expect(
        try run("decant \(options) x.json y.json")
          == Outcome(status: 0, output: Self.sorting, errors: ""))
    }
    #expect(try run("cat x.json y.json; ls -l --full-time x.json").output == before)
    #expect(try scratch.names == ["x.json", "y.json"])
  }

  @Test func namesTheFilesThatWouldChange() throws {
    for option in ["-n", "--dry-run", "-i --dry-run"] {
      #expect(
        try run("decant -S \(option) x.json y.json")
          == Outcome(status: 0, output: "would change x.json\n", errors: ""))
    }
    #expect(try scratch.names == ["x.json", "y.json"])
  }

  @Test func errorsAreFound() throws {
    try scratch.write("{", to: "bad.json")
    let outcome = try run("decant -n -S bad.json x.json missing.json")
    #expect(outcome.status == 65)
    #expect(outcome.output == "would change x.json\n")
    #expect(outcome.errors.contains("bad.json:1:1: error:"))
    #expect(try run("decant --diff -t xml1 --force y.json x.json").status == 0)
    #expect(try run("decant --diff -t xml1 y.json").status == 64)
  }

  @Test func needsFiles() throws {
    #expect(try run("echo '{}' | decant --diff").status == 64)
    #expect(try run("decant --diff --slurp x.json").status == 64)
    #expect(try run("decant --diff -o z.json x.json").status == 64)
  }

  @Test func isThatOfAnEdit() throws {
    let outcome = try run(
      "decant edit --diff --set /a 3 y.json; decant edit -n --set /a 2 y.json x.json")
    #expect(
      outcome
        == Outcome(
          status: 0,
          output: "--- a/y.json\n+++ b/y.json\n@@ -1,3 +1,3 @@\n {\n-  \"a\": 2\n+  \"a\": 3\n }\n",
          errors: ""))
  }

  @Test func isThatOfAMerge() throws {
    try scratch.write("{\n  \"a\": 1\n}\n", to: "base.json")
    try scratch.write("{\n  \"a\": 1\n}\n", to: "ours.json")
    let outcome = try run(
      "decant merge --diff base.json ours.json y.json; decant merge -n base.json ours.json y.json")
    #expect(
      outcome
        == Outcome(
          status: 0,
          output:
            "--- a/ours.json\n+++ b/ours.json\n@@ -1,3 +1,3 @@\n {\n-  \"a\": 1\n+  \"a\": 2\n }\n"
            + "would change ours.json\n",
          errors: ""))
    try scratch.write("{\n  \"a\": 3\n}\n", to: "ours.json")
    #expect(try run("decant merge --diff base.json ours.json y.json").status == 1)
    #expect(try scratch.read("ours.json") == "{\n  \"a\": 3\n}\n")
  }

  @Test func isThatOfAMigration() throws {
    let outcome = try run("decant migrate --diff -t yaml --replace y.json")
    #expect(
      outcome.output
        == "--- /dev/null\n+++ b/y.yaml\n@@ -0,0 +1 @@\n+a: 2\n"
        + "--- a/y.json\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-{\n-  \"a\": 2\n-}\n")
    #expect(outcome.status == 0)
    #expect(try run("decant migrate -n -t yaml y.json").output == "convert y.json to y.yaml\n")
    #expect(
      try run("decant migrate --diff -t json --replace -S x.json y.json").output == Self.sorting)
    #expect(try scratch.names == ["x.json", "y.json"])
    let applied = try run(
      "decant migrate --diff -t yaml --replace y.json 2>/dev/null | patch -s -p1; ls; cat y.yaml")
    #expect(applied == Outcome(status: 0, output: "x.json\ny.yaml\na: 2\n", errors: ""))
  }

  @Test func aBinaryFileDiffers() throws {
    #expect(
      try run("decant -t binary1 -o b.plist y.json; decant -t binary1 -o c.plist x.json").status
        == 0)
    #expect(
      try run("decant --diff -S c.plist").output
        == "Binary files a/c.plist and b/c.plist differ\n")
    #expect(
      try run("decant -n -S c.plist; decant -n -S b.plist").output == "would change c.plist\n")
  }

  @Test func isColoredOnRequest() throws {
    let lines = try run("decant --diff -S --color always x.json").output.split(separator: "\n")
    #expect(lines.first == "\u{1B}[1m--- a/x.json\u{1B}[0m")
    #expect(lines.contains("\u{1B}[31m-  \"b\": 1,\u{1B}[0m"))
    #expect(lines.contains("\u{1B}[32m+  \"b\": 1\u{1B}[0m"))
    #expect(lines.contains(" {"))
  }
}
