/// A comparison with what other programs read of an input.
package protocol FormatPortability: Sendable {
  /// Reports each difference; throws if decant refuses the input.
  func check(
    _ window: inout Window, _ options: ReadingOptions,
    report: (DecantError) throws(DecantError) -> Void
  ) throws(DecantError)

  /// Returns whether others read the same syntax; throws if they read another text in the same place, without a known
  /// reason.
  func confirm(_ window: inout Window) throws(DecantError) -> Bool
}
