import DecantTestSupport
import Testing

/// decant as a merge driver and a textconv driver of git, in real repositories.
@Suite(.enabled(if: Repository.isGitInstalled)) struct GitMergeTests {
  let repository: Repository

  init() throws {
    repository = try Repository()
    let outcome = try git(
      """
      git init -q -b main .
      git config merge.decant.driver 'decant merge -i --marker-size %L --file-name %P %O %A %B'
      git config diff.plist.textconv 'decant -t yaml --sort-keys'
      printf '*.json merge=decant\\n*.yaml merge=decant\\n*.plist merge=decant diff=plist\\n' >.gitattributes
      printf '{\\n  "version": "1.0",\\n  "private": true\\n}\\n' >a.json
      printf 'a: 1 # one\\nb: 2\\n' >b.yaml
      printf '{"k": 1, "l": 1}' | decant -t binary1 >c.plist
      git add . && git commit -qm base && git switch -qc side
      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func git(_ script: String) throws -> Outcome { try repository.git(script) }

  @Test func mergesBranches() throws {
    let outcome = try git(
      """
      decant edit -i --string --set /version 2.0 a.json && decant edit -i --set /b 3 b.yaml
      decant -t json c.plist | decant edit -f json --set /l 5 | decant -t binary1 >d && mv d c.plist
      git commit -qam side && git switch -q main
      decant edit -i --set /private false a.json && decant edit -i --set /a 7 b.yaml
      decant -t json c.plist | decant edit -f json --set /k 4 | decant -t binary1 >d && mv d c.plist
      git commit -qam main && git merge -q side >/dev/null && git status --short && cat a.json b.yaml
      decant -t jsonl c.plist
      """)
    #expect(
      outcome.output == """
        {
          "version": "2.0",
          "private": false
        }
        a: 7 # one
        b: 3
        {"k":4,"l":5}

        """, "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test func leavesConflictsToTheUser() throws {
    let outcome = try git(
      """
      decant edit -i --set /a 5 b.yaml && printf '{' >a.json && git commit -qam side
      git switch -q main
      decant edit -i --set /a 6 --set /b 7 b.yaml && decant edit -i --set /private 1 a.json
      git commit -qam main
      git merge -q side >/dev/null; echo $?; git status --short; cat b.yaml; cat a.json
      """)
    #expect(
      outcome.output == """
        1
        UU a.json
        UU b.yaml
        <<<<<<< ours
        a: 6 # one
        =======
        a: 5 # one
        >>>>>>> theirs
        b: 7
        <<<<<<< ours
        {
          "version": "1.0",
          "private": 1
        }
        =======
        {
        >>>>>>> theirs

        """)
    #expect(outcome.errors.contains("warning: b.yaml: conflict at /a"))
    #expect(
      outcome.errors.contains(
        "warning: a.json: conflict: the lines were merged, but not the values"))
  }

  @Test func showsDifferencesOfBinaryFilesAsText() throws {
    let outcome = try git(
      """
      printf '{"l": 1, "k": 2}' | decant -t binary1 >c.plist && git diff c.plist | tail -n +5
      """)
    #expect(outcome.output == "@@ -1,2 +1,2 @@\n-k: 1\n+k: 2\n l: 1\n")
  }

  /// The driver was not there when git merged; its index still has the base.
  @Test func solvesWhatGitHasMarked() throws {
    let outcome = try git(
      """
      git config --unset merge.decant.driver
      printf 'a: 1\\nb: 3\\n' >b.yaml && git commit -qam side && git switch -q main
      printf 'a: 7\\nb: 2\\n' >b.yaml && git commit -qam main
      git merge -q side >/dev/null; decant merge --solve -i b.yaml && cat b.yaml
      mkdir sub && cd sub && git checkout -q --conflict=merge ../b.yaml && decant merge --solve ../b.yaml
      """)
    #expect(outcome.output == "a: 7\nb: 3\na: 7\nb: 3\n", "\(outcome.errors)")
  }
}
