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
        $digest: sha256:21beb3df607d1175c87974c18efa13dfc9c78a0785ccd6b775934fcf8401ba45
        $root:
          name: Tour Eiffel
          height: 330.0
        """),
    Example(
      caption: "Its canonical form without the digest, and the digest of that:",
      command:
        #"printf '{"$archiver":"decant","$root":%s,"$schema":3,"$type":"Landmark","$version":1}' "#
        + #"'{"height":330,"name":"Tour Eiffel"}' | sha256sum"#,
      output: """
        21beb3df607d1175c87974c18efa13dfc9c78a0785ccd6b775934fcf8401ba45  -
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
          "$digest": "sha256:ba2435be78f902f365fc348ee2671168c59ca6079ee93492192d4930bfc00135",
          "$root": {
            "opened": {
              "$date": "1889-03-31T00:00:00Z"
            }
          }
        }
        """),
    Example(
      caption: "Its canonical form and digest:",
      command:
        #"printf '{"$archiver":"decant","$root":%s,"$schema":1,"$type":"T","$version":1}' "#
        + #"'{"opened":{"$date":"1889-03-31T00:00:00Z"}}' | sha256sum"#,
      output: """
        ba2435be78f902f365fc348ee2671168c59ca6079ee93492192d4930bfc00135  -
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
      caption: "A modified archive is rejected:",
      command: "echo 7 | decant archive --type T | sed 's/7$/8/' | decant restore",
      output: """
        <stdin>:6:14: error: digest mismatch: expected sha256:ccf03e3c998a…, computed sha256:b2c4ed16031a…
            6 |   "$digest": "sha256:ccf03e3c998acd7ec86dd4f1e08c2eebe8f2f97b805ccc523…
              |              ^
        """),
  ]
}
