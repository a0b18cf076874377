import DecantTestSupport
import Testing

/// The tasks of `Samples/Tour.md`, whose commands run one after another in an empty folder per task.
@Suite struct TourTests {
  static func tasks() throws -> [ConsolePage.Section] {
    try ConsolePage("Samples/Tour.md").sections
  }

  @Test func hasTenTasks() throws {
    #expect(try Self.tasks().count == 10)
  }

  @Test(arguments: try tasks()) func showsWhatReallyHappens(task: ConsolePage.Section) throws {
    let printed = try task.run(.plain, by: SampleRun().shellAfterInstallation)
    for (command, text) in zip(task.commands, printed) {
      #expect(text == command.shown, "\(command.text)")
    }
  }
}
