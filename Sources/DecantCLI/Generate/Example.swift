/// An example in the manual page: a command and what it shows.
struct Example: Sendable {
  let caption: String
  let command: String
  /// What appears on the terminal, standard error and all.
  let output: String

  static let all: [Example] = [
    Example(
      caption: "Make JSON readable; numbers stay as they were written:",
      command: #"echo '{"price":1.10,"id":12345678901234567890}' | decant"#,
      output: """
        {
          "price": 1.10,
          "id": 12345678901234567890
        }
        """),
    Example(
      caption: "Make it short again:",
      command: #"echo '{ "a": [ 1, 2 ], "b": "\u0042" }' | decant -c"#,
      output: #"{"a":[1,2],"b":"B"}"#),
    Example(
      caption: "Read configuration with comments, and write plain JSON:",
      command: #"printf '// ports\n{http: 0x50, spare: [8080,],}' | decant -f json5 -t json -c"#,
      output: #"{"http":80,"spare":[8080]}"#),
    Example(
      caption: "Write JSON values one after another, each on a line of its own:",
      command: #"printf '{"n":1}{"n":\n2}' | decant -f jsonl -t jsonl"#,
      output: """
        {"n":1}
        {"n":2}
        """),
    Example(
      caption: "Gather records in one document:",
      command: #"printf '{"n":1}\n{"n":2}\n' | decant -f jsonl -t json --slurp -c"#,
      output: #"[{"n":1},{"n":2}]"#),
    Example(
      caption: "Take a document apart into records:",
      command: #"echo '[{"n":1},{"n":2}]' | decant -t jsonl --split"#,
      output: """
        {"n":1}
        {"n":2}
        """),
    Example(
      caption: "Take out one value, as bare text:",
      command: #"echo '{"hosts":[{"name":"ridge-4"}]}' | decant --at /hosts/0/name -r"#,
      output: "ridge-4"),
    Example(
      caption: "Bring keys into another style, and in order:",
      command: #"echo '{"userName":"Zo","userID":7}' | decant --keys snake -S -c"#,
      output: #"{"user_id":7,"user_name":"Zo"}"#),
    Example(
      caption: "Convert what can be converted, and be told of the rest:",
      command: #"printf '{"n":1}\n{"n":}\n{"n":3}\n' | decant -f jsonl --on-error skip"#,
      output: """
        <stdin>:2:6: error: expected a value but found '}'
            2 | {"n":}
              |      ^
        {"n":1}
        {"n":3}
        """),
    Example(
      caption: "Send text through channels that know only ASCII:",
      command: #"echo '"Zürich"' | decant --ascii"#,
      output: #""Z\u00fcrich""#),
    Example(
      caption: "Be told where a document is bad:",
      command: #"printf '{"host":"example.org",\n "port":80:80}' | decant check"#,
      output: """
        <stdin>:2:11: error: expected ',' or '}' but found ':'
            2 |  "port":80:80}
              |           ^
        """),
    Example(
      caption: "Archive a document, and take it out again:",
      command:
        "echo '{\"name\":\"Tour Eiffel\"}' | decant archive --type Landmark -t yaml -o e.yaml && "
        + "decant restore --type Landmark -t json -c e.yaml",
      output: #"{"name":"Tour Eiffel"}"#),
    Example(
      caption: "Rewrite a file in place, and keep the old one:",
      command:
        "echo '[1, 2]' >list.json && decant -c -i.old list.json && cat list.json list.json.old",
      output: """
        [1,2]
        [1, 2]
        """),
  ]
}
