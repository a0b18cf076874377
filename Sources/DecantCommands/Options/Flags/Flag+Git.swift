extension Flag {
  static let git: [Flag] = [
    Flag(
      "global", nil, in: .git, of: [.git], "set up git for all repositories of the user",
      detail: """
        Settings go to the user's configuration of git, and attributes to the file that core.attributesFile names, by \
        default ~/.config/git/attributes. The attributes of a repository override them.
        """
    ) { $0.git.isGlobal = true },
    Flag(
      "filter", nil, in: .git, of: [.git], excludes: ["undo"],
      "also store binary property lists as XML",
      detail: """
        It changes what commits contain, and everyone who changes such files needs decant, so it is not the default. It \
        applies to *.plist and *.bplist. If the lines of decant in the attributes file already have the filter, it is \
        set up also without this option.
        """
    ) { $0.git.storage = .xml },
    Flag(
      "undo", nil, in: .git, of: [.git], excludes: ["filter"],
      "remove the settings and attributes again",
      detail:
        "Settings with another value than decant's stay, and so do all other lines of the attributes file."
    ) { $0.git.isUndone = true },
  ]
}
