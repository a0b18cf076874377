import Decant

/// The changes since the first version.
///
/// | version | the type's name | the document |
/// |---|---|---|
/// | 1 | `WalkLog` | `name`; a walk has a `day` in text and `km` |
/// | 2 | `WalkLog` | the `day` is a date |
/// | 3 | `Logbook` | `name` is the `owner`; `km` are `metres`; a walk has `companions` |
///
/// Each step migrates to the next version. Decoding then validates the result.
extension Logbook {
  static func migrate(_ document: inout Value, from version: Int) throws {
    switch version {
    case 1:
      try document.changeWalks { walk in
        let day = walk["day"]?.string ?? ""
        guard let date = Timestamp(day + "T00:00:00Z") else {
          throw DecantError(.other("invalid day '\(day)'", hint: "a day is written as 2026-11-21"))
        }
        walk["day"] = .date(date)
      }
    case 2:
      document["owner"] = document["name"]
      document["name"] = nil
      try document.changeWalks { walk in
        walk["metres"] = walk["km"]?.double.map { Value(Int(($0 * 1000).rounded())) }
        walk["km"] = nil
        walk["companions"] = []
      }
    default:
      throw DecantError(.other("a logbook of version \(version) was never written", hint: nil))
    }
  }
}

extension Value {
  fileprivate mutating func changeWalks(_ change: (inout Value) throws -> Void) throws {
    guard var walks = self["walks"]?.array else { return }
    for index in walks.indices { try change(&walks[index]) }
    self["walks"] = .sequence(walks)
  }
}
