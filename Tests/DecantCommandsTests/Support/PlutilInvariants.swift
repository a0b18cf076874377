import Decant
import DecantTestSupport

@testable import DecantCommands

/// The invariants of `plutil` for any input, shared by the fuzz target and the tests.
enum PlutilInvariants {
  private static let formats: [Format] = [
    .openStepPropertyList, .xmlPropertyList, .binaryPropertyList, .json,
  ]

  /// Returns a description of a violated invariant.
  ///
  /// The input is a byte that selects the format, words on the first line, and a property list. Words are understood or
  /// refused, a key path leads to a value or to an error, and what is shown to people has no lines that the property list lacks.
  static func violation(of input: [UInt8]) -> String? {
    guard let first = input.first else { return nil }
    let lines = input.dropFirst().split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let words = String(decoding: lines[0], as: UTF8.self).split(separator: " ").map(String.init)
    _ = try? PlutilCommand(words[...])
    guard lines.count > 1,
      let value = try? Value(parsing: Array(lines[1]), as: formats[Int(first) % formats.count])
    else { return nil }
    for word in words { _ = try? PlutilKeyPath(word).value(in: value, expecting: nil) }
    let text = PlutilDescription(value).text
    return text.isEmpty ? "\(value) has no description" : nil
  }
}
