public import Decant
import DecantLibYAML

extension FormatRegistry {
  /// The formats of the executable.
  public static let tool = FormatRegistry.standardWithLibYAML
}
