extension Input {
  /// Whether the first document is an archive; reads ahead as far as that takes.
  mutating func beginsArchive() throws(DecantError) -> Bool {
    do {
      return try window.beginsArchive(in: format)
    } catch {
      throw error.located(in: window, named: name)
    }
  }

  /// Throws if what a plan makes of the archive that the input begins would be no archive.
  func checkArchive(by plan: Plan) throws(DecantError) {
    do {
      try plan.checkArchive(at: window.origin + window.position)
    } catch {
      throw error.located(in: window, named: name)
    }
  }
}
