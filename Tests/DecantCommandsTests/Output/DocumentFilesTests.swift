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

  /// `{key}` is the inverse of `--by-name`, also for files of one name, whose folders are in their keys.
  @Test(arguments: 1...20) func isTheInverseOfByName(seed: Int) throws {
    try scratch.write(
      """
      import json, os, random, sys
      random.seed(int(sys.argv[1]))
      paths = set()
      for _ in range(random.randrange(1, 60)):
          folders = [random.choice("ab") for _ in range(random.randrange(4))]
          paths.add("/".join(["in"] + folders + [random.choice(["x", "y", "z.w"])]))
      for path in paths:
          os.makedirs(os.path.dirname(path), exist_ok=True)
          json.dump({"path": path, "n": random.choice([None, 1.5, "x", []])}, open(path + ".json", "w"))
      """, to: "make.py")
    try scratch.write(
      """
      import json, os
      gathered = json.load(open("all.json"))
      found = {v["path"]: v for v in gathered.values()}
      sources = {p[:-5]: json.load(open(p)) for p in
                 (os.path.join(f, n) for f, _, names in os.walk("in") for n in names)}
      print(found == sources, len(gathered) == len(sources))
      for key, value in gathered.items():
          path = value["path"]
          # As many folders as tell the path from all others, and no more.
          def others(end): return [p for p in sources if p != path and (p == end or p.endswith("/" + end))]
          assert path == key or path.endswith("/" + key), (key, path)
          assert path == key or not others(key), (key, path)
          if "/" in key: assert others(key.split("/", 1)[1]), (key, path)
          assert json.load(open("out/" + key + ".json")) == value
      """, to: "compare.py")
    let run = try scratch.shell(
      """
      python3 make.py \(seed) && decant --by-name -o all.json $(find in -type f | sort) \
      && decant -o 'out/{key}.json' all.json && python3 compare.py
      """)
    #expect(run == Outcome(status: 0, output: "True True\n", errors: ""))
  }
}
