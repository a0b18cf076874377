import DecantTestSupport
import Testing

/// decant as a filter of git, in real repositories.
@Suite(.enabled(if: Repository.isGitInstalled)) struct GitFilterTests {
  let repository: Repository

  private static let hand = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><!-- by hand --><key>a</key><integer>1</integer></dict></plist>
    """

  init() throws {
    repository = try Repository()
    try repository.scratch.write(Self.hand, to: "hand.plist")
    let outcome = try git(
      """
      git config --global filter.decant.process 'decant git-filter --checkout binary1'
      git config --global filter.decant.required true
      git config --global filter.text.process 'decant git-filter'
      git config --global filter.text.required true
      git config --global merge.decant.driver 'decant merge -i --marker-size %L --file-name %P %O %A %B'
      git init -q -b main work && cd work
      printf '*.plist filter=decant -text diff merge=decant\\n*.state filter=text\\n' >.gitattributes
      printf '{"k": 1, "l": 1, "list": [], "dict": {}}' | decant -t binary1 >a.plist
      printf '{"not": "a property list"}\\r\\n' >b.plist
      mv ../hand.plist c.plist
      cp a.plist a.state
      cp a.plist ../original
      git add . && git commit -qm base
      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func git(_ script: String) throws -> Outcome { try repository.git(script) }

  /// Shell functions: one rewrites a property list as an application would, one tells its kind.
  private static let functions = """
    cd work
    edit() { decant edit "$@" >../new && mv ../new "$4"; }
    kind() { head -c 6 "$1"; echo; }

    """

  private func work(_ script: String) throws -> Outcome { try git(Self.functions + script) }

  // MARK: Storing and checking out

  @Test func storesXML() throws {
    let outcome = try work(
      """
      git status --short
      git cat-file -p HEAD:a.plist | head -n 7 | tail -n 3
      git cat-file -p HEAD:a.state | kind /dev/stdin
      git cat-file -p HEAD:b.plist | cmp - b.plist && git cat-file -p HEAD:c.plist | cmp - c.plist
      cmp a.plist ../original && cmp a.state ../original
      """)
    #expect(
      outcome
        == Outcome(
          status: 0, output: "\t<key>k</key>\n\t<integer>1</integer>\n\t<key>l</key>\n<?xml \n",
          errors: ""))
  }

  /// After a checkout git has no changes to show, even if it reads all files again.
  @Test(arguments: ["", "-c core.autocrlf=true", "-c core.autocrlf=input", "-c core.eol=crlf"])
  func checksOutBinary(options: String) throws {
    let outcome = try git(
      """
      git \(options) clone -q work new 2>/dev/null && cd new
      touch * && git \(options) status --short && git \(options) diff
      head -c 6 a.plist; echo; head -c 6 a.state; echo
      decant diff --ordered a.plist ../original && decant diff --ordered a.state ../original
      cmp c.plist ../work/c.plist && cmp b.plist ../work/b.plist
      """)
    #expect(outcome == Outcome(status: 0, output: "bplist\n<?xml \n", errors: ""))
  }

  @Test func warnsOfXMLThatStaysXML() throws {
    let outcome = try git("git clone -q work new")
    #expect(
      outcome.errors == """
        c.plist: warning: checked out as XML, because a binary file would be stored as other text
        hint: 'decant -i -t binary1 FILE' converts it

        """)
  }

  @Test func convertsXMLByHandOnRequest() throws {
    let outcome = try work(
      """
      decant -i -t binary1 c.plist 2>/dev/null; decant -i -t binary1 --comments drop c.plist
      git commit -qam binary && rm c.plist && git checkout -q c.plist && kind c.plist
      git status --short; decant -t jsonl c.plist
      """)
    #expect(outcome == Outcome(status: 0, output: "bplist\n{\"a\":1}\n", errors: ""))
  }

  /// A binary file with the same values counts as unchanged.
  @Test(.enabled(if: Oracle.plistlibBinaryRewriter.isInstalled))
  func ignoresWhichProgramWroteAFile() throws {
    let outcome = try work(
      """
      python3 -c "
      import plistlib
      for name in 'a.plist', 'a.state':
          with open(name, 'rb') as file: value = plistlib.load(file)
          with open(name, 'wb') as file:
              plistlib.dump(value, file, fmt=plistlib.FMT_BINARY, sort_keys=False)
      "
      cmp -s a.plist ../original || echo other bytes
      git diff; git add . && git status --short
      """)
    #expect(outcome == Outcome(status: 0, output: "other bytes\n", errors: ""))
  }

  @Test func showsDifferencesAndBlame() throws {
    let outcome = try work(
      """
      edit --set /l 7 a.plist && git diff a.plist | grep '^[+-]\t'
      git commit -qam seven && git log -p -1 --format=%s -- a.plist | grep '^[+-]\t'
      git blame -s a.plist | grep -c '^[^^]'
      git config diff.plist.textconv 'decant -t yaml' && echo 'a.plist diff=plist' >>.gitattributes
      edit --set /l 8 a.plist && git diff a.plist | grep '^[+-]l'
      """)
    #expect(
      outcome.output == """
        -\t<integer>1</integer>
        +\t<integer>7</integer>
        -\t<integer>1</integer>
        +\t<integer>7</integer>
        1
        -l: 7
        +l: 8

        """, "\(outcome.errors)")
  }

  @Test func convertsFilesOfOldCommits() throws {
    let outcome = try git(
      """
      git init -q -b main old && cd old && cp ../original a.plist && git add . && git commit -qm old
      echo '*.plist filter=decant' >.gitattributes && git add .gitattributes
      git add --renormalize . && git commit -qm xml && git cat-file -p HEAD:a.plist | head -c 5
      git checkout -q HEAD~ && cmp a.plist ../original && git checkout -q main && git status --short
      """)
    #expect(outcome == Outcome(status: 0, output: "<?xml", errors: ""))
  }

  // MARK: Commands of git

  @Test func stashesAndSwitches() throws {
    let outcome = try work(
      """
      edit --set /k 2 a.plist && git stash -q && decant get /k a.plist && kind a.plist
      git stash pop -q && decant get /k a.plist && kind a.plist && git commit -qam two
      git checkout -q HEAD~ 2>/dev/null && decant get /k a.plist && kind a.plist
      git checkout -q main && git checkout -q HEAD~ -- a.plist && decant get /k a.plist
      git reset -q --hard && git status --short && decant get /k a.plist
      """)
    #expect(
      outcome.output == "1\nbplist\n2\nbplist\n1\nbplist\n1\n2\n", "\(outcome.errors)")
  }

  @Test(arguments: ["merge -q side", "rebase -q side", "cherry-pick side"])
  func mergesBranches(command: String) throws {
    let outcome = try work(
      """
      git switch -qc side && edit --set /l 5 a.plist && edit --insert /list/- new a.plist && git commit -qam side
      git switch -q main && edit --set /k 4 a.plist && edit --set /dict/x true a.plist && git commit -qam main
      git \(command) >/dev/null && touch * && git status --short && kind a.plist
      decant -t jsonl a.plist
      """)
    #expect(
      outcome.output == #"bplist\#n{"k":4,"l":5,"list":["new"],"dict":{"x":true}}\#n"#,
      "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test func leavesConflictsToTheUser() throws {
    let outcome = try work(
      """
      git switch -qc side && edit --set /k 5 a.plist && git commit -qam side
      git switch -q main && edit --set /k 6 a.plist && git commit -qam main
      git merge -q side >/dev/null 2>&1; echo $?; git status --short; sed -n 5,10p a.plist
      sed -i.old -e '/^<<<</,/^====/d' -e '/^>>>>/d' a.plist && rm a.plist.old
      git commit -qam merged && decant get /k a.plist
      rm a.plist && git checkout -q a.plist && kind a.plist && git status --short
      """)
    #expect(
      outcome.output == """
        1
        UU a.plist
        \t<key>k</key>
        <<<<<<< ours
        \t<integer>6</integer>
        =======
        \t<integer>5</integer>
        >>>>>>> theirs
        5
        bplist

        """, "\(outcome.errors)")
  }

  // MARK: Failures

  private static let inexact = """
    printf '<plist><dict><key>CF$UID</key><string>x</string><key>at</key><date>2001-01-01T00:00:00Z</date></dict></plist>' |
      decant -f xml1 -t yaml | sed 's/00Z/00.5Z/' | decant -f yaml --yaml-schema 1.1 -t binary1 >"d e.plist"

    """

  @Test func refusesAFileThatXMLCannotRepresent() throws {
    let outcome = try work(
      Self.inexact + """
        cp "d e.plist" ../inexact; git add .; echo $?; git status --short
        cmp "d e.plist" ../inexact && echo '"d e.plist" -filter' >>.gitattributes
        git add . && git commit -qm binary && git cat-file -p 'HEAD:d e.plist' | cmp - ../inexact
        rm *.plist && git checkout -q . 2>/dev/null && git status --short && cmp "d e.plist" ../inexact
        """)
    #expect(
      outcome.errors == """
        d e.plist: error: xml1 cannot represent fractions of a second at /at
        hint: '-filter' after its path in .gitattributes stores the file as it is
        fatal: d e.plist: clean filter 'decant' failed

        """)
    #expect(outcome.output == "128\n?? \"d e.plist\"\n")
    #expect(outcome.status == 0)
  }

  /// Without `required`, git stores the file as it is; no value is lost.
  @Test func letsGitStoreTheFileIfNotRequired() throws {
    let outcome = try work(
      Self.inexact + """
        git config filter.decant.required false
        cp "d e.plist" ../inexact; { git add . && git commit -qm binary; } 2>/dev/null
        git cat-file -p 'HEAD:d e.plist' | cmp - ../inexact
        rm *.plist && git checkout -q . 2>/dev/null && cmp "d e.plist" ../inexact && kind a.plist
        """)
    #expect(outcome == Outcome(status: 0, output: "bplist\n", errors: ""))
  }

  @Test func continuesAfterARefusedFile() throws {
    let outcome = try work(
      Self.inexact + """
        edit --set /k 9 a.plist && git add --ignore-errors . 2>/dev/null; git add a.plist
        git config filter.decant.required false
        for n in 1 2 3; do cp "d e.plist" 0$n.plist; cp ../original z$n.plist; done
        git add . 2>../errors; grep -c error: ../errors
        for n in 1 2 3; do git cat-file -p :z$n.plist | head -c 6; done
        """)
    #expect(outcome.output == "4\n<?xml <?xml <?xml ", "\(outcome.errors)")
  }

  @Test func refusesAFileWithoutRoomForIt() throws {
    let outcome = try work(
      """
      git config filter.decant.process 'TMPDIR=$HOME/missing decant git-filter'
      head -c 2000000 /dev/zero >large.plist && cp ../original z.plist
      git add large.plist; echo $?; git ls-files large.plist
      git config filter.decant.required false && git add large.plist z.plist
      git cat-file -p :large.plist | cmp - large.plist; git cat-file -p :z.plist | head -c 5
      """)
    let error = "large.plist: error: cannot create: no such file or directory\n"
    #expect(outcome.errors == error + "fatal: large.plist: clean filter 'decant' failed\n" + error)
    #expect(outcome.output == "128\n<?xml")
  }

  /// Killed at any read or write, the filter leaves files and index as they were, or correct.
  @Test(.enabled(if: Killing.isInstalled), arguments: ["read", "write"])
  func isNotTrustedIfItIsKilledMidway(call: String) throws {
    let outcome = try work(
      """
      git cat-file -p HEAD:a.plist >../xml
      mkdir in && cp a.plist in/1.plist && cp a.plist in/2.plist
      number=0
      until
        number=$((number + 1))
        inject="strace -qq -o /dev/null -e trace=\(call) -e inject=\(call):signal=KILL:when=$number"
        git config filter.decant.process "$inject decant git-filter"
        git add in 2>/dev/null
      do
        for file in $(git ls-files in); do git cat-file -p :$file | cmp - ../xml; done
        git rm -rq --cached --ignore-unmatch in && rm -f .git/index.lock
        test $number -lt 300 || break
      done
      for file in in/*; do cmp $file ../original; done
      for file in $(git ls-files in); do git cat-file -p :$file | cmp - ../xml && echo $file; done
      test $number -gt 4 && echo $?
      """)
    #expect(outcome == Outcome(status: 0, output: "in/1.plist\nin/2.plist\n0\n", errors: ""))
  }

  @Test func isRequired() throws {
    let outcome = try work(
      """
      git config filter.decant.process 'missing-program' && edit --set /k 2 a.plist
      git add a.plist 2>/dev/null; echo $?
      rm a.plist; git checkout -q a.plist 2>/dev/null; echo $?
      git config filter.decant.required false && git checkout -q a.plist 2>/dev/null; kind a.plist
      """)
    #expect(outcome.output == "128\n128\n<?xml \n", "\(outcome.errors)")
  }

  // MARK: Sizes

  @Test func filtersManyFilesInOneProcess() throws {
    let outcome = try work(
      """
      git config --global filter.decant.process \\
        'sh -c "echo >>$HOME/starts; exec decant git-filter --checkout binary1"'
      mkdir in && i=0
      while [ $i -lt 1000 ]; do
        cp ../original in/$i.plist; i=$((i+1))
      done
      git add in && wc -l <../starts && git commit -qm many && rm ../starts
      git clone -q . ../new 2>/dev/null && wc -l <../starts
      cd ../new && git status --short
      for file in in/*; do cmp $file ../original; done
      git ls-files -s in | cut -d ' ' -f 2 | sort -u | wc -l
      """)
    #expect(
      outcome.output.split(whereSeparator: \.isWhitespace) == ["1", "1", "1"],
      "\(outcome)")
    #expect(outcome.errors == "")
  }

  /// Larger than what is kept in memory, and with more objects than two bytes can number.
  @Test func filtersLargeFiles() throws {
    let outcome = try work(
      """
      { printf '<plist><array><data>'; head -c 3600000 /dev/urandom | base64
        printf '</data>'; seq 70000 | sed 's/.*/<string>&<\\/string>/'; printf '</array></plist>'
      } | decant -f xml1 -t binary1 >large.plist
      cp large.plist ../large && git add large.plist && git commit -qm large
      rm large.plist && git checkout -q large.plist && cmp large.plist ../large
      touch large.plist && git status --short && git cat-file -s HEAD:large.plist
      """)
    #expect(outcome.errors == "" && outcome.status == 0)
    let stored = Int(outcome.output.filter(\.isNumber)) ?? 0
    #expect(stored > 4 << 20)
  }

  // MARK: One file per process

  @Test func filtersOneFilePerProcess() throws {
    let outcome = try work(
      """
      git config filter.one.clean 'decant git-filter clean %f'
      git config filter.one.smudge 'decant git-filter --checkout binary1 smudge %f'
      git config filter.one.required true && echo '*.one filter=one' >>.gitattributes
      cp ../original 'x y.one' && echo text >b.one && git add . && git commit -qm one
      git cat-file -p 'HEAD:x y.one' | head -c 6; rm *.one && git checkout -q . && kind 'x y.one'
      cmp 'x y.one' ../original && git status --short && cat b.one
      printf 'bplist00' >z.one && git add z.one; echo $?
      """)
    #expect(outcome.output == "<?xml bplist\ntext\n128\n", "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("z.one: error: "))
  }
}
