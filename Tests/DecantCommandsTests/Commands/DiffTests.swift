import DecantTestSupport
import Testing

import DecantCommands
import Decant

@Suite struct DiffTests {
  @Test(.enabled(if: Repository.isGitInstalled)) func isADiffCommandOfGit() throws {
    let repository = try Repository()
    let outcome = try repository.git(
      """
      git init -q . && git config diff.decant.command 'decant diff'
      printf '*.json diff=decant\\n' >.gitattributes && printf '{"a": 1}' >a.json
      printf '[1]' >gone.json && git add . && git commit -qm base
      printf '{"b": 2, "a": 1.0}' >a.json && rm gone.json && printf 1 >new.json && git add .
      git --no-pager diff HEAD; echo $?
      """)
    #expect(
      outcome.output == "a.json:\n+ /b: 2\ngone.json:\n- removed\nnew.json:\n+ added\n0\n",
      "\(outcome.errors)")
  }
}
