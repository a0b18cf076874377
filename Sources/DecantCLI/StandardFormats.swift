internal import Decant
@_exported public import DecantCommands

extension Tool {
  /// Runs the tool with the arguments and streams of the process, and with decant's own formats; returns its exit status.
  public static func main() -> Int32 { main(registry: .standard) }
}
