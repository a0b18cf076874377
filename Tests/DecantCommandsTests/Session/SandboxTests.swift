import Foundation
import Testing

@testable import DecantCommands

/// What a command gives up once its inputs are open.
@Suite struct SandboxTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private static let possible = [
    "a.json", "get .a a.json", "diff a.json b.yaml", "check --schema a.json b.yaml", "serve",
    "archive --type T a.json", "restore a.json",
  ]

  /// More has to be opened, or the system has no sandbox.
  @Test(
    arguments: [
      "-o out.json a.json", "-o {a}.json a.json", "-i a.json", "--dry-run a.json", "a.json pipe",
      "check --report report.jsonl a.json", "check a.json b.yaml", "check .", "diff . .",
      "get .a" + String(repeating: " a.json", count: 65),
    ] + possible)
  func isRefused(words: String) throws {
    for name in ["a.json", "b.yaml"] { try scratch.write("{\"a\": 1}\n", to: name) }
    #expect(try scratch.shell("mkfifo pipe").status == 0)
    for isLinux in [true, false] where !isLinux || !Self.possible.contains(words) {
      let outcome = decant(
        words: (words + " --sandbox always").split(separator: " ").map { word in
          ["a.json", "b.yaml", "pipe", ".", "report.jsonl"].contains(word)
            ? "\(scratch.path)/\(word)" : String(word)
        }
      ) { $0.enterSandbox = { isLinux } }
      #expect(
        outcome
          == Outcome(
            status: 64, output: "",
            errors:
              "decant: no sandbox: more must be opened, or the system has none\n"
          ))
    }
    #expect(try scratch.names == ["a.json", "b.yaml", "pipe"])
  }

  #if os(Linux)
    /// The calls that succeed outside fail inside, in all threads, but for what is needed to go on.
    @Test func refusesToOpenConnectAndStart() throws {
      let attempts = [
        "open, earlier thread", "open, later thread", "open", "create", "list", "rename", "remove",
        "make folder", "change folder", "socket", "connect", "signal", "signal itself", "new code",
        "read what is open", "temporary file", "start", "execute",
      ]
      func errors(_ place: String) throws -> [String: String] {
        try scratch.write("{}", to: "file")
        let outcome = try scratch.shell("TMPDIR=$PWD sandboxprobe \(place) $PWD/file")
        #expect(outcome.errors == "")
        let pairs = outcome.output.split(separator: "\n").map { $0.split(separator: ":") }
        return Dictionary(
          uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1].dropFirst())) })
      }
      let outside = try errors("outside")
      // The last one runs another program, which prints nothing.
      #expect(Set(outside.keys) == Set(attempts.dropLast()))
      #expect(outside.filter { $0.value != "0" } == ["connect": "\(ECONNREFUSED)"])
      _ = try scratch.shell("rm -r made folder")

      let inside = try errors("inside")
      #expect(inside["sandbox"] == "true")
      let allowed: Set = ["signal itself", "read what is open", "temporary file"]
      for attempt in attempts {
        #expect(inside[attempt] == (allowed.contains(attempt) ? "0" : "\(EPERM)"), "\(attempt)")
      }

      // Landlock alone, which some kernels lack.
      let landlock = try errors("landlock")
      guard landlock["landlock"] == "true" else { return print("not at hand: Landlock") }
      for attempt in ["open, later thread", "create", "list", "start", "execute"] {
        // The file is in the folder of temporary files.
        let isKept = attempt.hasPrefix("open")
        #expect(landlock[attempt] == (isKept ? "0" : "\(EACCES)"), "\(attempt)")
      }
      #expect(landlock["temporary file"] == "0")
      #expect(try scratch.names == ["file"])
    }

    /// The process of another program is left as it is, unless the user asks for the sandbox.
    @Test(arguments: [
      ("decant serve", 1), ("decant serve --sandbox never", 0), ("todo serve", 0),
      ("todo serve --sandbox always", 1),
    ])
    func isEnteredByDefault(command: String, filters: Int) throws {
      let outcome = try scratch.shell(
        """
        filters() { sed -n 's/^Seccomp_filters:[[:space:]]*//p' /proc/$1/status; }
        mkfifo in; : >out; \(command) <in >out & exec 3>in; echo ping >&3
        until grep -q ok out; do sleep 0.1; done
        echo $(($(filters $!) - $(filters $$)))
        exec 3>&-; wait $!
        """)
      #expect(outcome == Outcome(status: 0, output: "\(filters)\n", errors: ""))
    }

    private static let commands = [
      "a.json", "-c <a.json", "-t yaml a.json b.yaml", "-t json a.json a.json none.json b.yaml",
      "-t xml1 -S a.json", "-t binary1 a.json", "-t json a.plist", "<a.plist -t json",
      "-t json wrong.json", "bad.json", "<bad.json", "folder", "/dev/null", "- a.json <b.yaml",
      "--schema s.json a.json", "--schema s.json deep.json", "--jobs 4 -t json --slurp r.jsonl",
      "--on-error skip --rejects rejects r.jsonl", "--color always a.json", "-t toml b.yaml",
      "--yaml-parser libyaml -t json b.yaml", "archive --type T a.json", "restore arch.json",
      "get .a a.json wrong.json", "get --paths a.json", "get -t yaml . b.yaml a.json",
      "get .none a.json", "diff a.json b.yaml", "diff a.json wrong.json", "diff folder folder",
      "diff a.json none.json", "diff --format patch a.json b.yaml", "check a.json",
      "check named.yaml", "check wrong.json", "check <bad.json", "check a.json bad.json",
      "check --schema s.json a.json deep.json wrong.json", "check -t xml1 a.json",
      "check --portable b.yaml", "check folder", "serve <requests", "pipe1 pipe2", "get .a pipe1",
    ]

    private func writeFiles() throws {
      let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
      for (name, text) in [
        ("a.json", #"{"a": 1, "b": [1.50, "x", null, true]}"#), ("b.yaml", "a: 1 # one\nb: [x]\n"),
        ("bad.json", "{\"a\": [1,}\n"), ("wrong.json", "a: 1\nb: [2]\n"), ("deep.json", deep),
        ("a.plist", "<plist><dict><key>k</key><data>AAEC</data></dict></plist>"),
        ("s.json", ##"{"items": {"$ref": "#"}, "properties": {"a": {"type": "string"}}}"##),
        ("named.yaml", "# yaml-language-server: $schema=s.json\na: 1\n"),
        ("r.jsonl", String(repeating: #"{"id": 1, "name": "x"}"# + "\n", count: 9000) + "bad\n"),
        (
          "requests",
          "convert id=1 from=yaml to=json bytes=5\na: 1\nconvert from=json to=yaml bytes=2\n{,"
            + "check id=3 from=json bytes=2\n{}formats\nquit\n"
        ),
      ] { try scratch.write(text, to: name) }
      #expect(
        try scratch.shell(
          """
          mkdir folder pipes; cp a.json bad.json named.yaml s.json folder; mkfifo pipe1 pipe2
          decant archive --type T a.json >arch.json
          """
        ).status == 0)
    }

    /// Nothing that a command prints depends on the sandbox, and it makes no call that is refused.
    @Test func changesNoResult() throws {
      try writeFiles()
      try scratch.write(Self.commands.joined(separator: "\n"), to: "commands")
      let outcome = try scratch.shell(
        #"""
        run() { eval "decant $verb --sandbox $1 $options --max-depth 100000 >$1.out 2>$1.errors"; echo $? >$1.status; }
        while read -r call; do
          verb=; options=$call
          case ${call%% *} in
            archive | restore | get | diff | check | serve) verb=${call%% *}; options=${call#"$verb"} ;;
          esac
          for mode in auto never; do
            # A writer that feeds one pipe after the other.
            case $call in *pipe*) (echo '{"a": 1}' >pipe1; case $call in *pipe2*) echo '{"a": 2}' >pipe2 ;; esac) & ;; esac
            (ulimit -s 1024; run $mode)
          done
          for part in out errors status; do cmp auto.$part never.$part || echo "$call"; done
          test $(($(cat auto.status))) -lt 70 || echo "$call: $(cat auto.status auto.errors)"
        done <commands
        """#)
      #expect(outcome == Outcome(status: 0, output: "", errors: ""))
    }

    /// More than stays in memory goes to a temporary file, or to one in memory where the folder has no unnamed files.
    @Test(.enabled(if: Oracle.python.isInstalled)) func keepsLongInput() throws {
      let outcome = try scratch.shell(
        """
        python3 -c "import plistlib, sys
        sys.stdout.buffer.write(plistlib.dumps({'d': bytes(40 << 20)}, fmt=plistlib.FMT_BINARY))" >big
        for folder in /tmp /proc; do
          cat big | TMPDIR=$folder decant --sandbox always -q -f binary1 -t json -c | sha256sum
        done | sort -u
        python3 -c "import base64
        print('{\\"d\\":\\"' + base64.b64encode(bytes(40 << 20)).decode() + '\\"}')" | sha256sum
        cat big | TMPDIR=$PWD/none decant --sandbox always -t json
        """)
      let sums = outcome.output.split(separator: "\n")
      #expect(sums.count == 2 && sums.first == sums.last)
      #expect(outcome.errors == "<stdin>: error: cannot create: no such file or directory\n")
    }

    private static let isTraced =
      (try? Scratch().shell("strace -f -o /dev/null true").status) == 0

    @Test(.enabled(if: isTraced, "strace")) func opensNothingAfterwards() throws {
      try writeFiles()
      let commands = Self.commands.filter { command in
        !["pipe", "folder", "check a.json", "<bad.json"].contains(where: command.contains)
      }
      try scratch.write(commands.joined(separator: "\n"), to: "commands")
      let outcome = try scratch.shell(
        #"""
        while read -r call; do
          eval "strace -f -qq -o trace decant $call --max-depth 100000 >/dev/null 2>&1"
          grep -q 'seccomp(.* = 0' trace || echo "$call: not entered"
          sed '1,/seccomp(/d' trace | grep -E ' EPERM|^[0-9]+ +(open|socket|connect|exec|v?fork|unlink|rename)'
        done <commands
        """#)
      #expect(outcome.output == "")
    }

    /// Where no processor is idle, a second thread would only take the time of the first; a number is obeyed.
    @Test(.enabled(if: isTraced, "strace")) func aSecondThreadNeedsAnIdleProcessor() throws {
      let outcome = try scratch.shell(
        #"""
        python3 -c "import json; print(json.dumps([{'a': n} for n in range(200000)]))" >long.json
        trap 'kill $loops' EXIT
        for n in $(seq $(($(nproc) * 2))); do
          (while :; do :; done) &
          loops="$loops $!"
        done
        for jobs in '' '--jobs 2'; do
          strace -f -qq -o trace -e trace=clone,clone3 decant -t yaml $jobs long.json >/dev/null
          if grep -q clone trace; then echo several; else echo one; fi
        done
        """#)
      #expect(outcome.output == "one\nseveral\n")
    }
  #endif
}
