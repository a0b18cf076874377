import Decant
import DecantTestSupport
import Testing

import DecantCommands

/// Names of formats where those of files are.
@Suite struct OutputNameTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("{\"a\":1}", to: "package.json")
  }

  static let formats = FormatRegistry.standard.formats.flatMap { [$0.name] + $0.aliases }

  @Test(arguments: formats + ["JSON", "Yaml"]) func aFormatIsNoFile(name: String) throws {
    for command in [
      "decant package.json", "decant archive --type T package.json", "decant restore package.json",
      "decant edit --set /a 2 package.json",
    ] {
      for option in ["-o \(name)", "-o\(name)", "--output \(name)", "--output=\(name)"] {
        let run = try scratch.shell("\(command) \(option)")
        #expect(
          run.errors == "decant: '\(name)' is the name of a format; "
            + "write '-t \(name)', or '-o ./\(name)' for a file of that name\n")
        #expect(run.status == 64 && run.output.isEmpty)
      }
    }
    #expect(try scratch.names == ["package.json"])
    #expect(try scratch.shell("decant -o ./\(name) package.json").status == 0)
    #expect(try scratch.names.contains(name))
  }
}
