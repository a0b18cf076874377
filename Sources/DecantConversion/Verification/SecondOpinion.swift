package import DecantCore

/// The verification of a written file by another parser, because a reader and a writer by the same hands can share a mistake.
package enum SecondOpinion {
  /// Returns whether the other parser reads what decant reads, or there is none for the format.
  ///
  /// False where the two are known to differ. Throws if the other parser reads another text in the same place.
  package static func confirms(
    _ written: any ByteSource, as format: Format
  ) throws(DecantError) -> Bool {
    guard let portability = format.portability else { return true }
    var window = Window(written)
    do throws(DecantError) {
      try window.decodeUnicode()
      return try portability.confirm(&window)
    } catch {
      guard error.problem == .tooLong else { throw error }
      return false
    }
  }
}
