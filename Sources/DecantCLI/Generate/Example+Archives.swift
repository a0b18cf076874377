extension Example {
  /// The examples of the manual page about archives.
  static let ofArchives: [Example] = [
    Example(
      caption: "An archive in YAML:",
      command:
        #"echo '{"name":"Tour Eiffel","height":330.0}' | decant archive --type Landmark --schema 3 -t yaml"#,
      output: """
        $archiver: decant
        $version: 1
        $type: Landmark
        $schema: 3
        $digest: sha256:99a7e37601a3b14ac2b5cc745e45069d12d6f59768b0d6c4a3012f8e779e719e
        $root:
          name: Tour Eiffel
          height: 330.0
        """),
    Example(
      caption: "Its root in canonical form, and the digest of that:",
      command: #"printf '{"height":330,"name":"Tour Eiffel"}' | sha256sum"#,
      output: """
        99a7e37601a3b14ac2b5cc745e45069d12d6f59768b0d6c4a3012f8e779e719e  -
        """),
    Example(
      caption: "A value with a type that JSON lacks, and the envelope around it:",
      command: "echo 'opened: !!timestamp 1889-03-31' | decant archive --type T -f yaml -t json",
      output: """
        {
          "$archiver": "decant",
          "$version": 1,
          "$type": "T",
          "$schema": 1,
          "$digest": "sha256:ee3e4d41b0397d1ff2c13248b0de221281bcc60d6262c9a1caaf6ef588fe04ad",
          "$root": {
            "opened": {
              "$date": "1889-03-31T00:00:00Z"
            }
          }
        }
        """),
    Example(
      caption: "Its canonical form and digest:",
      command: #"printf '{"opened":{"$date":"1889-03-31T00:00:00Z"}}' | sha256sum"#,
      output: """
        ee3e4d41b0397d1ff2c13248b0de221281bcc60d6262c9a1caaf6ef588fe04ad  -
        """),
    Example(
      caption: "Converted, it is still an archive:",
      command:
        "echo 'opened: !!timestamp 1889-03-31' | decant archive --type T -f yaml -t json | "
        + "decant -t binary1 | decant restore -t yaml",
      output: """
        opened: !!timestamp 1889-03-31T00:00:00Z
        """),
    Example(
      caption: "Changed, it is none:",
      command: "echo 7 | decant archive --type T | sed 's/7$/8/' | decant restore",
      output: """
        <stdin>:6:14: error: the content is not what was archived: its digest is sha256:2c624232cdd2…, not sha256:7902699be42c…
            6 |   "$digest": "sha256:7902699be42c8a8e46fbbb4501726517e86b22c56a189f762…
              |              ^
        """),
  ]
}
