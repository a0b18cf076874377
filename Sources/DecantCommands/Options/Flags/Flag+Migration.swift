extension Flag {
  static let migration: [Flag] = [
    Flag(
      "replace", nil, in: .migration, of: [.migrate], excludes: ["at"],
      "remove each source after its result has been verified",
      detail: """
        A source is removed when its result has been read back, compared and flushed to the disk, and only \
        if it has not changed since. A symbolic link in the folders that are searched is not removed, nor is its \
        target. A result of the same name replaces its source. A source of which something would be lost is an error: \
        comments, the text after the front matter of Markdown, or YAML with values that YAML 1.1 reads otherwise, unless \
        --yaml-schema says how to read them.
        """
    ) { $0.migration.replaces = true }
  ]
}
