extension Example {
  private static let makesSettings =
    "mkdir Settings; echo '{\"port\": 80}' >Settings/web.json; "
    + "decant -t xml1 -o Settings/Info.plist Settings/web.json"

  /// The examples in the manual page about migration.
  static let ofMigration: [Example] = [
    Example(
      caption: "Convert all that is in a folder, into another:",
      command: "\(makesSettings); decant migrate -t yaml --out converted Settings; ls converted/*",
      output: """
        2 files converted, 0 skipped, 0 failed
        Info.yaml
        web.yaml
        """),
    Example(
      caption: "See what would be done first:",
      command: "\(makesSettings); decant migrate -t yaml --replace --dry-run Settings",
      output: """
        convert Settings/Info.plist to Settings/Info.yaml, and remove it
        convert Settings/web.json to Settings/web.yaml, and remove it
        2 files would be converted, 0 skipped, 0 failed
        """),
    Example(
      caption: "Replace only property lists, wherever they are:",
      command: "\(makesSettings); decant migrate -t json --replace '**/*.plist'; ls Settings",
      output: """
        1 file converted, 0 skipped, 0 failed
        Info.json
        web.json
        """),
    Example(
      caption: "Keep what cannot be converted, and see why in a report:",
      command:
        "mkdir Settings; echo '{\"a\": null}' >Settings/a.json; "
        + "decant migrate -q -t xml1 --report r Settings; "
        + "decant --at /reason -r r",
      output: """
        Settings/a.json:1:7: error: xml1 cannot hold null at /a
            1 | {"a": null}
              |       ^
        hint: --lossy lets it pass changed, --tagged keeps it
        xml1 cannot hold null at /a
        """),
  ]
}
