import DecantTestSupport
import Foundation
import Testing

@testable import landmark
@testable import restaurants
@testable import reviews
@testable import todo
@testable import user

@Suite struct SampleFormatTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let command: String
    let data: String
    let model: any Model.Type

    var testDescription: String { command }
  }

  typealias Model = Codable & Equatable & Sendable

  static let samples = [
    Sample(command: "todo", data: "todos.json", model: [Todo].self),
    Sample(command: "user", data: "users.json", model: [User].self),
    Sample(command: "landmark", data: "landmarks.json", model: [Landmark].self),
    Sample(command: "reviews", data: "reviews.json", model: [Review].self),
    Sample(command: "restaurants", data: "restaurants.json", model: SearchPage.self),
    Sample(command: "restaurants untyped", data: "restaurants.json", model: SearchPage.self),
  ]

  /// Round trips through pipes; the data has the layout of the samples' output.
  @Test(arguments: samples, SampleRun.formats)
  func givesBackWhatItWasGiven(sample: Sample, source: String) throws {
    let run = try SampleRun()
    let given = try run.read("Data/\(sample.data)")
    for target in SampleRun.formats {
      let outcome = try run.shell(
        """
        decant -t \(source) Data/\(sample.data) |
        \(sample.command) -f \(source) -t \(target) |
        \(sample.command) -f \(target) -t json
        """)
      #expect(outcome == Outcome(status: 0, output: given, errors: ""), "to \(target)")
    }
  }

  @Test(arguments: samples) func isReadByFoundation(sample: Sample) throws {
    func check<T: Model>(_ type: T.Type) throws {
      let run = try SampleRun()
      let expected = try JSONDecoder().decode(type, from: run.data("Data/\(sample.data)"))
      for format in SampleRun.formats where format != "yaml" {
        let outcome = try run.shell(
          "\(sample.command) -t \(format) <Data/\(sample.data) >output")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        let output = try run.data("output")
        if format == "json" {
          #expect(try JSONDecoder().decode(type, from: output) == expected)
        } else {
          #expect(try PropertyListDecoder().decode(type, from: output) == expected)
        }
      }
    }
    try check(sample.model)
  }

  @Test(.enabled(if: Oracle.pyYAML.isInstalled), arguments: samples)
  func isReadByPyYAML(sample: Sample) throws {
    func check<T: Model>(_ type: T.Type) throws {
      let run = try SampleRun()
      let expected = try JSONDecoder().decode(type, from: run.data("Data/\(sample.data)"))
      let outcome = try run.shell("\(sample.command) -t yaml <Data/\(sample.data) >output")
      #expect(outcome == Outcome(status: 0, output: "", errors: ""))
      let json = try #require(try Oracle.pyYAML.run(Array(run.data("output"))))
      #expect(try JSONDecoder().decode(type, from: Data(json)) == expected)
    }
    try check(sample.model)
  }

  @Test(arguments: samples) func readsWhatFoundationWrites(sample: Sample) throws {
    func check<T: Model>(_ type: T.Type) throws {
      let run = try SampleRun()
      let model = try JSONDecoder().decode(type, from: run.data("Data/\(sample.data)"))
      let list = PropertyListEncoder()
      for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
        list.outputFormat = format
        try run.write(list.encode(model), to: "list")
        try run.write(JSONEncoder().encode(model), to: "json")
        for input in ["list", "json"] {
          #expect(try run.shell("\(sample.command) -t json <\(input) >output").errors.isEmpty)
          #expect(try JSONDecoder().decode(type, from: run.data("output")) == model)
        }
      }
    }
    try check(sample.model)
  }

  @Test(arguments: ["todo", "user patch", "landmark labels", "reviews", "restaurants untyped"])
  func endsAsDecantDoes(command: String) throws {
    let run = try SampleRun()
    #expect(try run.shell("echo '{' | \(command) -f json").status == 65)
    #expect(try run.shell("\(command) nowhere.json").status == 66)
    #expect(try run.shell("\(command) --nonsense").status == 64)
    let name = command.prefix { $0 != " " }
    #expect(try run.shell("\(command) --version").output.hasPrefix("\(name) (decant "))
    #expect(try run.shell("\(command) --help").output.hasPrefix("usage: \(name) "))
    let checked = try run.shell("echo '[7]' | \(command) check -f json")
    #expect(checked.status == 65)
    #expect(checked.errors.hasPrefix("<stdin>:1:"))
  }
}
