import DecantTestSupport
import Foundation
import Testing

@testable import todo

@Suite struct TodoTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  @Test func writesPropertiesUnderTheNamesOfTheFile() throws {
    #expect(
      try run.shell("todo -t yaml Data/todos.json").output == """
        - userId: 1
          id: 1
          title: Water the plants
          completed: false
        - userId: 1
          title: Book the "Night Ferry" – two berths
          completed: false
        - userId: 2
          id: 3
          title: 'no'
          completed: true

        """)
  }

  @Test func leavesOutANumberThatThereIsNot() throws {
    let outcome = try run.shell(
      #"echo '[{"userId":1,"id":null,"title":"x","completed":true}]' | todo -c"#)
    #expect(outcome.output == #"[{"userId":1,"title":"x","completed":true}]"# + "\n")
  }

  @Test func makesTodosOfTheCallsThatCreatedThem() throws {
    #expect(
      try run.shell("todo created Data/created-todos.jsonl")
        == Outcome(
          status: 0,
          output: """
            {"userId":1,"id":201,"title":"Return the library books","completed":false}
            {"userId":2,"id":202,"title":"Fix the gate","completed":true}

            """, errors: ""))
  }

  @Test(arguments: ["xml1", "binary1", "yaml"])
  func makesThemInEveryFormat(format: String) throws {
    let outcome = try run.shell(
      """
      head -n 1 Data/created-todos.jsonl | decant -f jsonl -t \(format) |
      todo created -f \(format) | decant -f \(format) -t jsonl
      """)
    #expect(
      outcome.output
        == #"{"userId":1,"id":201,"title":"Return the library books","completed":false}"# + "\n")
  }

  @Test(arguments: ["json", "plist", "yaml"], ["json", "plist", "yaml"])
  func pourFromCodersIntoCoders(source: String, target: String) throws {
    let todos = try JSONDecoder().decode([Todo].self, from: run.data("Data/todos.json"))
    let outcome = try run.shell(
      """
      decant -t \(source == "plist" ? "binary1" : source) Data/todos.json |
      todo coders \(source) \(target)
      """)
    let json = JSONEncoder()
    json.outputFormatting = [.prettyPrinted, .sortedKeys]
    let list = PropertyListEncoder()
    list.outputFormat = .xml
    let expected =
      switch target {
      case "json": try String(decoding: json.encode(todos), as: UTF8.self)
      case "plist": try String(decoding: list.encode(todos), as: UTF8.self)
      default: try run.shell("todo -t yaml Data/todos.json").output
      }
    #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
  }

  @Test func reportsWhatCodersRefuse() throws {
    #expect(try run.shell("todo coders json").status == 64)
    #expect(try run.shell("todo coders json toml Data/todos.json").status == 64)
    for format in ["json", "plist", "yaml"] {
      let outcome = try run.shell("echo '<' >bad; todo coders \(format) yaml bad")
      #expect(outcome.status == 65)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("todo: "))
    }
  }

  static let mistakes: [(String, String, String)] = [
    (
      "todo", #"[{"userId": "1", "title": "x", "completed": true}]"#,
      "<stdin>:1:13: error: expected Int but found a string\n"
    ),
    (
      "todo", #"[{"userId": 1, "completed": true}]"#,
      "<stdin>:1:2: error: no value for the key 'title'\n"
    ),
    (
      "todo created",
      #"{"request": {"userId": 1, "title": "x", "completed": true}, "response": {"error": 1}}"#,
      "<stdin>:1:73: error: no value for the key 'id'\n"
    ),
    (
      "todo created",
      #"{"request":{"id":7,"userId":1,"title":"","completed":true},"response":{"id":8}}"#,
      "<stdin>:1:18: error: what is to be created has no number yet\n"
    ),
  ]

  @Test(arguments: mistakes)
  func reportsWhatIsWrong(command: String, json: String, message: String) throws {
    try run.write(json, to: "input")
    let outcome = try run.shell("\(command) -f json <input")
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix(message))
  }

  @Test func goesOnAfterABadRecord() throws {
    let outcome = try run.shell(
      "{ echo '{\"request\":1}'; cat Data/created-todos.jsonl; } | todo created -f jsonl --on-error skip"
    )
    #expect(outcome.status == 65)
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(outcome.errors.hasPrefix("<stdin>:1:12: error: expected a mapping but found a number"))
  }
}
