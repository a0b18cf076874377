extension Example {
  /// The examples in the manual page about formats.
  static let ofFormats: [Example] = [
    Example(
      caption: "Read a file of strings:",
      command: #"printf '/* Title */\n"title" = "Caf\\U00e9";\n' | decant -t json -c"#,
      output: #"{"title":"Café"}"#),
    Example(
      caption: "Write one:",
      command: #"printf '{"title": "Café", "ok": "Yes\\n"}' | decant -t strings"#,
      output: """
        "title" = "Café";
        "ok" = "Yes\\n";
        """),
    Example(
      caption: "Write an OpenStep property list, whose scalars are strings and data:",
      command: #"printf 'port: 80\nmail: a@b.org\nkey: !!binary D713\n' | decant -t openstep"#,
      output: """
        {
            port = 80;
            mail = "a@b.org";
            key = <0fbd77>;
        }
        decant: note: 1 number became a string (first at /port); --tagged keeps it
        """),
    Example(
      caption: "Keep the types of all values, there and back:",
      command:
        "echo '[5, 1.10, true, null]' | decant -f json -t openstep --tagged -c | tee list; "
        + "decant -f openstep -t json --tagged -c list",
      output: """
        (<*I5>,<*R1.10>,<*BY>,{$null=<*BY>;})
        [5,1.10,true,null]
        """),
    Example(
      caption: "Be told of a semicolon that is missing:",
      command: #"printf '{\n  a = 1;\n  b = 2\n  c = 3;\n}\n' | decant check -f openstep"#,
      output: """
        <stdin>:3:8: error: expected ';' where the value ends
            3 |   b = 2
              |        ^
        hint: every pair ends with ';', the last one too
        """),
    Example(
      caption: "Have a date in YAML, and keep it in JSON:",
      command: #"echo 'at: !!timestamp 2026-11-21 09:30:00.5' | decant -t json -c --tagged"#,
      output: #"{"at":{"$date":"2026-11-21T09:30:00.5Z"}}"#),
    Example(
      caption: "Be told what a format cannot hold:",
      command: #"echo '{"a": {"b": null}}' | decant -f json -t openstep -o list"#,
      output: """
        <stdin>:1:13: error: openstep cannot hold null at /a/b
            1 | {"a": {"b": null}}
              |             ^
        hint: --lossy lets it pass changed, --tagged keeps it
        """),
  ]
}
