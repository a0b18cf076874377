import DecantTestSupport
import Testing

/// `decant git setup` in real repositories.
@Suite(.enabled(if: Repository.isGitInstalled)) struct GitSetupTests {
  let repository: Repository

  init() throws {
    repository = try Repository()
    let outcome = try repository.git("git init -q -b main work")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func git(_ script: String) throws -> Outcome { try repository.git(script) }

  private func work(_ script: String) throws -> Outcome { try git("cd work\n\(script)") }

  private static let settings = """
    diff.decant.textconv f() { decant -t yaml --sort-keys -- "$1" 2>/dev/null || cat -- "$1"; }; f
    merge.decant.driver decant merge -i --marker-size %L --labels %X %Y --file-name %P -- %O %A %B
    merge.decant.name merge by structure

    """

  private static let listing = "git config --get-regexp decant | sort"

  // MARK: Setting up

  @Test func setsSettingsAndAttributes() throws {
    let outcome = try work(
      """
      decant git setup && \(Self.listing)
      head -n 1 .gitattributes && tail -n 1 .gitattributes && wc -l <.gitattributes
      git check-attr merge diff filter -- a/x.json x.plist x.jsonl x.png
      """)
    let count = outcome.output.split(separator: "\n").compactMap { Int($0) }.first ?? 0
    #expect(
      outcome.output == """
        set merge.decant.driver in .git/config
        set merge.decant.name in .git/config
        set diff.decant.textconv in .git/config
        added \(count) lines to .gitattributes
        \(Self.settings)# decant: begin
        # decant: end
        \(count)
        a/x.json: merge: decant
        a/x.json: diff: unspecified
        a/x.json: filter: unspecified
        x.plist: merge: decant
        x.plist: diff: decant
        x.plist: filter: unspecified
        x.jsonl: merge: unspecified
        x.jsonl: diff: unspecified
        x.jsonl: filter: unspecified
        x.png: merge: unspecified
        x.png: diff: unspecified
        x.png: filter: unspecified

        """, "\(outcome.errors)")
    #expect(count > 12)
    #expect(outcome.errors == "")
  }

  @Test func changesOnlyWhatIsNotUpToDate() throws {
    let outcome = try work(
      """
      decant git setup -q; cp .gitattributes ../a; cp .git/config ../c
      decant git setup; cmp .gitattributes ../a; cmp .git/config ../c
      git config --unset diff.decant.textconv; git config --add merge.decant.driver other
      sed -i.old -e /toml/d .gitattributes && decant git setup; cmp .gitattributes ../a
      \(Self.listing)
      """)
    #expect(
      outcome.output == """
        nothing to do
        replaced merge.decant.driver in .git/config
        set diff.decant.textconv in .git/config
        updated the lines of decant in .gitattributes
        decant.replaced merge.decant.driver=other
        \(Self.settings)
        """, "\(outcome.errors)")
  }

  @Test func worksInSubfoldersAndWorktrees() throws {
    let outcome = try work(
      """
      mkdir -p a/b && cd a/b && decant git setup | grep -v name && cd ../..
      git add . && git commit -qm attributes && git worktree add -q ../other -b other
      rm .gitattributes && cd ../other && decant git setup && cd ../work && decant git setup --undo -q
      mkdir ../other/c && cd ../other/c && decant git setup | sed "s,$HOME,HOME," && ls -A .. ../../work
      """)
    let lines = try git("wc -l <other/.gitattributes").output.filter(\.isNumber)
    #expect(
      outcome.output == """
        set merge.decant.driver in ../../.git/config
        set diff.decant.textconv in ../../.git/config
        added \(lines) lines to ../../.gitattributes
        nothing to do
        set merge.decant.driver in HOME/work/.git/config
        set merge.decant.name in HOME/work/.git/config
        set diff.decant.textconv in HOME/work/.git/config
        ..:
        .git
        .gitattributes
        c

        ../../work:
        .git
        a

        """, "\(outcome.errors)")
  }

  static let files = [
    (settings: ":", file: ".config/git/attributes"),
    (settings: "export XDG_CONFIG_HOME=$HOME/x", file: "x/git/attributes"),
    (settings: "git config --global core.attributesFile '~/my attributes'", file: "my attributes"),
  ]

  @Test(arguments: files) func setsUpTheUser(settings: String, file: String) throws {
    let outcome = try git(
      """
      \(settings); cd work && git config core.attributesFile not-this-one
      decant git setup --global && git config --unset core.attributesFile
      git check-attr merge -- x.yml && ls -A && git config --local --get-regexp decant
      cd .. && \(Self.listing) && decant git setup --global
      decant git setup --global --undo | tail -n 1; \(Self.listing); test -e "\(file)" || echo gone
      """)
    let output = outcome.output.replacing(repository.scratch.path, with: "HOME")
    let lines = output.split(separator: " ").compactMap { Int($0) }.first ?? 0
    #expect(
      output == """
        set merge.decant.driver in HOME/.gitconfig
        set merge.decant.name in HOME/.gitconfig
        set diff.decant.textconv in HOME/.gitconfig
        added \(lines) lines to HOME/\(file)
        x.yml: merge: decant
        .git
        \(Self.settings)nothing to do
        removed HOME/\(file)
        gone

        """, "\(outcome.errors)")
  }

  @Test func namesAnExecutableThatIsNotOnThePath() throws {
    let outcome = try work(
      """
      folder="$HOME/it's 100%A" && mkdir "$folder" && cp "$(command -v decant)" "$folder/decant"
      PATH=/usr/bin:/bin && "$folder/decant" git setup -q && git config merge.decant.driver
      printf 'a: 1\\nb: 1\\n' >x.yaml && git add . && git commit -qm base && git switch -qc side
      printf 'a: 2\\nb: 1\\n' >x.yaml && git commit -qam side && git switch -q main
      printf 'a: 1\\nb: 2\\n' >x.yaml && git commit -qam main && git merge -q side >/dev/null && cat x.yaml
      printf bplist00 >a.plist && git add -N . && git diff | tail -n 1
      "$folder/decant" git setup --undo | grep -c removed
      """)
    let folder = repository.scratch.path + #"/it'\''s 100%%A"#
    #expect(
      outcome.output == """
        '\(folder)/decant' merge -i --marker-size %L --labels %X %Y --file-name %P -- %O %A %B
        a: 2
        b: 2
        \\ No newline at end of file
        4

        """, "\(outcome.errors)")
  }

  // MARK: Undoing

  static let contents = [
    "*.png binary\\n", "*.png binary", "\\n\\n", "*.png binary\\r\\n# text\\r\\n", "a x\\r\\nb y",
    "\\357\\273\\277* text\\n", "\\377",
  ]

  @Test(arguments: contents) func restoresTheBytes(content: String) throws {
    let outcome = try work(
      """
      printf '\(content)' >.gitattributes && chmod 640 .gitattributes && cp .gitattributes ../old
      cp .git/config ../config
      decant git setup -q && git check-attr merge -- x.toml && decant git setup --undo | tail -n 1 | tr -d 0-9
      cmp .gitattributes ../old && cmp .git/config ../config && ls -l .gitattributes | cut -c 1-10
      decant git setup --undo
      """)
    #expect(
      outcome.output == """
        x.toml: merge: decant
        removed  lines from .gitattributes
        -rw-r-----
        nothing to do

        """, "\(outcome.errors)")
  }

  @Test func removesOnlyItsFile() throws {
    let outcome = try work(
      """
      decant git setup -q && decant git setup --undo && ls -A
      : >.gitattributes && decant git setup -q && decant git setup --undo -q && wc -c <.gitattributes
      """)
    #expect(
      outcome.output.split(separator: "\n").map { $0.filter { $0 != " " } } == [
        "removedmerge.decant.driverfrom.git/config", "removedmerge.decant.namefrom.git/config",
        "removeddiff.decant.textconvfrom.git/config", "removed.gitattributes", ".git", "0",
      ], "\(outcome.errors)")
  }

  @Test func keepsTheSettingsOfTheUser() throws {
    let outcome = try work(
      """
      decant git setup -q && git config merge.decant.driver 'nice decant merge %O %A %B'
      git config diff.decant.binary true
      git config merge.decant.name mine; rm .gitattributes
      decant git setup --undo; \(Self.listing)
      """)
    #expect(
      outcome.output == """
        kept merge.decant.driver in .git/config, which is not decant's
        removed diff.decant.textconv from .git/config
        diff.decant.binary true
        merge.decant.driver nice decant merge %O %A %B
        merge.decant.name mine

        """, "\(outcome.errors)")
  }

  /// What is set in place of the user's own settings is not lost.
  @Test func restoresTheSettingsOfTheUser() throws {
    let outcome = try work(
      """
      git config merge.decant.driver 'nice decant merge %O %A %B'
      git config --add merge.decant.driver 'another = driver'; git config merge.decant.name mine
      git config diff.decant.textconv 'f() { decant -t yaml --sort-keys "$1" 2>/dev/null || cat "$1"; }; f'
      cp .git/config before; git config --unset diff.decant.textconv; git config --get-regexp decant | sort >user
      cp before .git/config; decant git setup | head -n 3; decant git setup; \(Self.listing) | grep -v replaced
      decant git setup --undo; git config --get-regexp decant | sort | diff user -
      """)
    #expect(
      outcome.output == """
        replaced merge.decant.driver in .git/config
        replaced merge.decant.name in .git/config
        set diff.decant.textconv in .git/config
        nothing to do
        \(Self.settings)removed merge.decant.driver from .git/config
        removed merge.decant.name from .git/config
        removed diff.decant.textconv from .git/config
        restored merge.decant.driver in .git/config
        restored merge.decant.driver in .git/config
        restored merge.decant.name in .git/config
        removed .gitattributes

        """, "\(outcome.errors)")
  }

  /// An older version has written these, by which names become options.
  @Test func undoesWhatEarlierVersionsHaveSet() throws {
    let outcome = try work(
      """
      git config merge.decant.driver 'decant merge -i --marker-size %L --labels %X %Y --file-name %P %O %A %B'
      git config diff.decant.textconv 'f() { decant -t yaml --sort-keys "$1" 2>/dev/null || cat "$1"; }; f'
      decant git setup --undo; \(Self.listing)
      """)
    #expect(
      outcome.output == """
        removed merge.decant.driver from .git/config
        removed diff.decant.textconv from .git/config

        """, "\(outcome.errors)")
  }

  @Test func removesTheFolderOfTheUser() throws {
    let outcome = try git(
      "decant git setup --global -q && ls .config/git && decant git setup --global --undo -q; ls -d .config/git"
    )
    #expect(outcome.output == "attributes\n")
  }

  // MARK: Failures

  static let failures: [(script: String, status: Int32, message: String)] = [
    (
      "cd .. && decant git setup", 66,
      """
      decant: git: not a git repository (or any of the parent directories): .git
      hint: --global sets up all repositories of the user
      """
    ),
    (
      "cd .git && decant git setup", 66,
      """
      decant: this folder is not in the working tree of a repository
      hint: --global sets up all repositories of the user
      """
    ),
    (
      "git init -q --bare ../bare && cd ../bare && decant git setup --undo", 66,
      """
      decant: this folder is not in the working tree of a repository
      hint: --global sets up all repositories of the user
      """
    ),
    (
      "decant=$(command -v decant); PATH=$HOME $decant git setup", 66,
      "decant: git is not installed, or not on the search path"
    ),
    (
      "unset HOME GIT_CONFIG_GLOBAL && decant git setup --global", 66,
      "decant: HOME is not set, so that the files of the user are not known"
    ),
    (
      "mkdir .gitattributes && decant git setup", 66,
      ".gitattributes: error: cannot open: is a directory"
    ),
    (
      "echo x >../bashrc; ln -s ../bashrc .gitattributes && decant git setup; s=$?; cat ../bashrc >&2; exit $s",
      73,
      """
      .gitattributes: error: git ignores attributes in a file that is a link
      hint: replace it by a file
      x
      """
    ),
    (
      "ln -s missing/file .gitattributes && decant git setup", 73,
      """
      .gitattributes: error: git ignores attributes in a file that is a link
      hint: replace it by a file
      """
    ),
    (
      "printf '# decant: begin\\n* text\\n' >.gitattributes && decant git setup --undo", 65,
      """
      .gitattributes: error: the lines of decant, from line 1, have no end
      hint: add '# decant: end' after the last of them
      """
    ),
    (
      ": >.git/config.lock && decant git setup", 73,
      "decant: git: could not lock config file .git/config: File exists"
    ),
  ]

  @Test(arguments: failures)
  func reportsWhatIsWrong(script: String, status: Int32, message: String) throws {
    let outcome = try work("export LC_ALL=C\n" + script)
    #expect(outcome == Outcome(status: status, output: "", errors: message + "\n"))
    let rest = try work(
      "test ! -f .gitattributes || grep -c merge .gitattributes; git config -l | grep decant")
    #expect(rest.output.allSatisfy { $0 == "0" || $0 == "\n" })
  }

  /// Root may write everywhere, so that this says nothing about root.
  @Test(.enabled(if: (try? Scratch().shell("test $(id -u) != 0").status) == 0, "root"))
  func reportsAFileThatCannotBeWritten() throws {
    let outcome = try work(
      "touch .gitattributes && chmod 444 .gitattributes && decant git setup; \(Self.listing)")
    #expect(outcome.output == "")
    #expect(outcome.errors == ".gitattributes: error: cannot create: permission denied\n")
  }
}
