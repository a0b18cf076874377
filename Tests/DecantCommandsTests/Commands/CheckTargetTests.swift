import Testing

import DecantCommands
import Decant

@Suite struct CheckTargetTests {
  @Test func reportsEveryValueThatWouldBeLost() {
    let run = decant(
      "check", "-f", "json", "-t", "xml1", input: "{\"a\": null,\n \"b\": [null, 1]}")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        <stdin>:1:7: error: xml1 cannot represent null at /a
            1 | {"a": null,
              |       ^
        hint: --lossy drops it; --tagged keeps it
        <stdin>:2:8: error: xml1 cannot represent null at /b/0
            2 |  "b": [null, 1]}
              |        ^
        hint: --lossy drops it; --tagged keeps it

        """)
  }

  @Test func warnsOfValuesThatLoseTheirType() {
    let yaml = "when: !!timestamp 2001-12-14\n"
    let run = decant("check", "-f", "yaml", "-t", "json", input: yaml)
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("<stdin>:1:7: warning: json has no type for "))
    #expect(decant("check", "-q", "-f", "yaml", "-t", "json", input: yaml).errors == "")
    let strict = decant("check", "--strict", "-f", "yaml", "-t", "json", input: yaml)
    #expect(strict.status == 65)
    #expect(strict.errors.contains(" error: json has no type for "))
  }

  @Test func isSilentWhereAllIsHeld() {
    let run = decant("check", "-f", "json", "-t", "yaml", input: #"{"a": [1.5, null, "x"]}"#)
    #expect(run.status == 0 && run.errors == "" && run.output == "")
  }

  @Test func reportsDocumentsBeyondTheFirst() {
    let run = decant("check", "-f", "jsonl", "-t", "xml1", input: "1\n2\n3\n")
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("<stdin>:2:1: error: xml1 supports only one document\n"))
  }

  @Test func printsObjects() {
    let run = decant(
      "check", "-f", "json", "-t", "xml1", "--error-format", "json", input: #"{"a":null}"#)
    #expect(
      run.errors == #"""
        {"severity":"error","source":"<stdin>","line":1,"column":6,"offset":5,"message":"xml1 cannot represent null","path":"/a","hint":"--lossy drops it; --tagged keeps it"}

        """#)
  }
}
