import Decant
import DecantConversion
import Foundation
import Testing

@testable import DecantCommands

@Suite struct PageContentTests {
  let main = ManualPage(name: "decant.1")
  let formats = ManualPage(name: "decant-formats.7")
  let migrate = ManualPage(name: "decant-migrate.1")
  let service = ManualPage(name: "decant-serve.1")

  @Test func namesEveryVerb() throws {
    let page = try main.text
    for verb in Verb.named { #expect(page.contains("\n.It Cm \(verb.name.rawValue)\n")) }
    let synopsis = page.components(separatedBy: ".Sh DESCRIPTION")[0]
    for verb in Verb.named { #expect(synopsis.contains("\n.Cm \(verb.name.rawValue)\n")) }
  }

  @Test func namesEveryExitStatus() throws {
    let page = try main.text
    for status in ExitStatus.allCases { #expect(page.contains("\n.It \(status.rawValue)\n")) }
    let pageOfMigration = try migrate.text
    for status in ExitStatus.allCases where ![.noInput, .negative].contains(status) {
      #expect(pageOfMigration.contains("\n.It \(status.rawValue)\n"))
    }
  }

  @Test func namesEveryOptionOfAVerb() throws {
    for (verb, page) in [(Verb.migrate, migrate), (.serve, service)] {
      let text = try page.text
      for flag in verb.flags(among: .standard) {
        #expect(text.contains("Fl -\(flag.long)"), "\(flag.long)")
      }
    }
  }

  @Test(arguments: FormatRegistry.standard.formats.map(\.name))
  func describesEachFormat(name: String) throws {
    let page = try formats.text
    let format = try FormatRegistry.standard.format(named: name)
    #expect(page.contains("\n.It Cm \(name)"))
    for alias in format.aliases { #expect(page.contains(" , Cm \(alias)")) }
    for suffix in format.extensions { #expect(page.contains(".\(Roff.escaped(suffix))")) }
    let filled = page.components(separatedBy: ".\\\" @format \(name)\n")[1]
    let description = filled.components(separatedBy: ".\\\" @end\n")[1]
    #expect(description.first != ".")
  }

  @Test func detectsTheFormatsOfItsTable() throws {
    let table = try formats.table(in: "DETECTION")
    #expect(table.count >= 14)
    for (beginning, format) in table {
      for source in [beginning, beginning + "\n"] {
        let input = try Input(MemorySource(source), detecting: .standard)
        #expect(input.format.name == format, "\(beginning)")
      }
    }
  }

  @Test func readsAndWritesTheTaggedFormsOfItsTable() throws {
    let table = try formats.table(in: "TAGGED FORMS")
    #expect(table.count == 13)
    for (_, form) in table {
      // One line has three spellings, each a value of the first one's key.
      let value = String(form.split(separator: "}, \"")[0])
      let json = value.hasSuffix("}") ? value : value + "}"
      let yaml = decant("-f", "json", "-t", "yaml", "--tagged", input: json)
      #expect(yaml.errors.isEmpty)
      let back = decant("-f", "yaml", "-t", "openstep", "--tagged", input: yaml.output)
      #expect(back.errors.isEmpty)
      let again = decant("-f", "openstep", "-t", "json", "--tagged", "-c", input: back.output)
      let first = decant("-f", "json", "-t", "json", "--tagged", "-c", input: json)
      #expect(again == first)
    }
  }

  @Test func namesEveryFieldOfTheService() throws {
    let page = try service.text
    for kind in RequestKind.allCases {
      for name in RequestOptions(kind, among: Flag.all(for: .standard)).names
        + kind.parts.dropLast()
      {
        #expect(page.contains("\n.Li \(name) ") || page.contains("\n.Li \(name)\n"), "\(name)")
      }
    }
  }

  @Test func namesEveryKindOfErrorOfTheService() throws {
    let page = try service.text
    for kind in Reply.Kind.allCases { #expect(page.contains("\n.It Li \(kind.rawValue)\n")) }
  }

  @Test func namesEveryRequestOfTheService() throws {
    let page = try service.text
    for word in ServiceAnswer.words { #expect(page.contains("\n.It Li \(word)\n")) }
  }
}
