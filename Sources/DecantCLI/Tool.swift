public import Decant

/// The command-line tool, for a main program to run.
public enum Tool {
  /// Runs the tool with the process's own arguments and streams; gives its exit status.
  public static func main(registry: FormatRegistry = .standard) -> Int32 {
    do {
      var input = try Input(.standardInput, named: "<stdin>", detecting: registry)
      let target = input.format
      var pipeline = try Pipeline(Plan(to: target), to: .standardOutput)
      try pipeline.pour(&input)
      try pipeline.finish()
      return 0
    } catch {
      return 65
    }
  }
}
