import DecantTestSupport
import Foundation
import Testing

/// The tasks of `Samples/Tour.md`, whose commands run one after another in an empty folder per task.
@Suite struct TourTests {
  struct Example: CustomTestStringConvertible {
    let title: String
    var commands: [(command: String, output: String)] = []

    var testDescription: String { title }
  }

  static func tasks() throws -> [Example] {
    let page = URL(filePath: "/\(Corpora.package)/Samples/Tour.md")
    var tasks: [Example] = []
    var isConsole = false
    for line in try String(contentsOf: page, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("## ") {
        tasks.append(Example(title: String(line.dropFirst(3))))
      } else if line.hasPrefix("```") {
        isConsole = line == "```console"
      } else if isConsole, let last = tasks.indices.last {
        if line.hasPrefix("$ ") {
          tasks[last].commands.append((String(line.dropFirst(2)), ""))
        } else if let command = tasks[last].commands.indices.last {
          tasks[last].commands[command].output += line + "\n"
        }
      }
    }
    return tasks
  }

  @Test func hasTenTasks() throws {
    let tasks = try Self.tasks()
    #expect(tasks.count == 10)
    #expect(tasks.allSatisfy { !$0.commands.isEmpty })
  }

  @Test(arguments: try tasks()) func showsWhatReallyHappens(task: Example) throws {
    let run = try SampleRun()
    for (command, output) in task.commands {
      #expect(
        try run.shellAfterInstallation("{ \(command); } 2>&1").output == output, "\(command)")
    }
  }
}
