import DecantTestSupport
import Testing

/// What git does after `decant git setup`, and could not do before.
@Suite(.enabled(if: Repository.isGitInstalled)) struct GitSetupMergeTests {
  static let commands = ["merge -q side", "rebase -q side", "cherry-pick side"]

  @Test func gitAloneFindsConflicts() throws {
    let project = try MergedProject(setUp: ":")
    let outcome = try project.repository.git("git merge -q side >/dev/null; git status --short")
    #expect(outcome.output == MergedProject.names.sorted().map { "UU \($0)\n" }.joined())
  }

  @Test(arguments: commands) func mergesByStructure(command: String) throws {
    let project = try MergedProject(setUp: "decant git setup -q")
    let outcome = try project.repository.git("git \(command) >/dev/null && git status --short")
    #expect(outcome == Outcome(status: 0, output: "", errors: ""))
    for file in MergedProject.files {
      let text = try project.repository.scratch.read(file.name)
      #expect(text == file.merged)
      guard file.readers.allSatisfy(\.isInstalled) else { continue }
      var bytes = Array(text.utf8)
      for reader in file.readers { bytes = try #require(try reader.run(bytes), "\(file.name)") }
      let values = String(decoding: bytes, as: UTF8.self)
      #expect(values.filter { $0 != "\n" } == file.values, "\(file.name)")
    }
  }

  @Test func mergesByTheSettingsOfTheUser() throws {
    let project = try MergedProject(setUp: "decant git setup -q --global")
    let outcome = try project.repository.git("git merge -q side && git status --short .")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    for file in MergedProject.files {
      #expect(try project.repository.scratch.read(file.name) == file.merged)
    }
  }

  @Test func marksConflicts() throws {
    let project = try MergedProject(setUp: "decant git setup -q")
    let outcome = try project.repository.git(
      """
      git switch -q side && sed -i.old s/80/90/ service.yaml && git commit -qam port && git switch -q main
      git merge -q side >/dev/null; echo $?; git status --short --untracked-files=no | grep U; cat service.yaml
      """)
    #expect(
      outcome.output == """
        1
        UU service.yaml
        kind: Service # of the shop
        <<<<<<< HEAD
        port: 8080 # open
        =======
        port: 90 # open
        >>>>>>> side
        replicas: 3

        """, "\(outcome.errors)")
    #expect(outcome.errors == "decant: warning: service.yaml: conflict at /port\n")
  }

  /// Git shows no differences at all, of no file, after the command for one file has failed.
  @Test func showsFilesThatCannotBeRead() throws {
    let project = try MergedProject(setUp: "decant git setup -q")
    let outcome = try project.repository.git(
      """
      git switch -q side && sed -i.old s/1/3/ Info.plist && git commit -qam plist && git switch -q main
      git merge -q side >/dev/null 2>&1; echo more >>service.yaml
      git diff | grep -e '<<<<' -e more; git reset -q --hard
      printf '<plist' >Info.plist; git diff | tail -n 2
      """)
    #expect(
      outcome.output == """
        ++<<<<<<< HEAD
        +more
        +<plist
        \\ No newline at end of file

        """, "\(outcome.errors)")
    #expect(outcome.errors == "")
  }
}
