import Decant
import DecantTestSupport
import Foundation
import Testing

import DecantCommands

/// Outputs whose names have fields: a file for each document.
@Suite struct DocumentFilesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Python splits the same documents.
  @Test(.enabled(if: Oracle.pyYAML.isInstalled)) func splitsAsPythonDoes() throws {
    try scratch.write(
      """
      import json, random
      random.seed(7)
      rows = [{"id": "r%d" % i, "v": [random.random() for _ in range(random.randrange(9))]} for i in range(700)]
      json.dump(rows, open("rows.json", "w"))
      """, to: "make.py")
    try scratch.write(
      """
      import json, os
      rows = {r["id"] + ".json": r for r in json.load(open("rows.json"))}
      print({n: json.load(open("out/" + n)) for n in os.listdir("out")} == rows)
      """, to: "compare.py")
    let run = try scratch.shell(
      "python3 make.py && decant --split -o 'out/{id}.json' rows.json && python3 compare.py")
    #expect(run == Outcome(status: 0, output: "True\n", errors: ""))
  }
}
