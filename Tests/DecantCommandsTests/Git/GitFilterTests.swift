import DecantTestSupport
import Testing

/// decant as a filter of git, in real repositories.
@Suite(.enabled(if: Repository.isGitInstalled)) struct GitFilterTests {
  let repository: Repository

  init() throws {
    repository = try Repository()
    let outcome = try repository.git(
      """
      git config --global filter.decant.process 'decant git-filter --checkout binary1'
      git config --global filter.decant.required true
      git config --global filter.text.process 'decant git-filter'
      git config --global filter.text.required true
      git init -q -b main work && cd work
      printf '*.plist filter=decant -text diff\\n*.state filter=text\\n' >.gitattributes
      printf '{"k": 1, "l": 1, "list": [], "dict": {}}' | decant -t binary1 >a.plist
      cp a.plist a.state
      cp a.plist ../original
      git add . && git commit -qm base
      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func work(_ script: String) throws -> Outcome { try repository.git("cd work\n" + script) }

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
}
