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
}
