import DecantTestSupport
import Testing

@testable import settings

@Suite struct SettingsTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  @Test func savesIntoTheUsersFile() throws {
    try run.write("# mine\nfontSize: 11 # small\nplugin: {a: 1}\nrecent: [a.txt]\n", to: "app.yaml")
    let outcome = try run.shell(
      "settings app.yaml size 14 && settings app.yaml open b.txt && cat app.yaml")
    #expect(
      outcome
        == Outcome(
          status: 0,
          output: """
            app.yaml:3:9: the key 'plugin' is not known at /plugin
            14 no theme ["a.txt"]
            app.yaml:3:9: the key 'plugin' is not known at /plugin
            14 no theme ["a.txt", "b.txt"]
            # mine
            fontSize: 14 # small
            plugin: {a: 1}
            recent: [a.txt, b.txt]

            """, errors: ""))
  }

  @Test func writesANewFile() throws {
    let outcome = try run.shell("settings new.toml theme dark && cat new.toml")
    #expect(
      outcome
        == Outcome(
          status: 0,
          output: "12 dark []\nfontSize = 12\ntheme = \"dark\"\nrecent = []\n", errors: ""))
  }
}
