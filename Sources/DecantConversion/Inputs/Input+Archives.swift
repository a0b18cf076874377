package import DecantCore

extension Input {
  package mutating func beginsArchive() throws(DecantError) -> Bool {
    do {
      return try window.beginsArchive(in: format)
    } catch {
      throw error.located(in: window, named: name)
    }
  }

  func checkArchive(by plan: Plan) throws(DecantError) {
    do {
      try plan.checkArchive(at: window.origin + window.position)
    } catch {
      throw error.located(in: window, named: name)
    }
  }
}
