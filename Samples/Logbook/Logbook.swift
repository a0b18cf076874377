import Decant
import FoundationEssentials

/// What somebody has walked, as the app keeps it today.
///
/// It conforms to `Archivable` in place of `NSCoding`: it has a name of its own in archives, and a version that tells which
/// documents it understands as they are. `Logbook+History` lifts the older ones.
struct Logbook: Archivable, Equatable {
  static let archiveName = "Logbook"
  static let formerArchiveNames = ["WalkLog"]
  static let schemaVersion = 3

  var owner: String
  var walks: [Walk]
}

/// One walk.
struct Walk: Codable, Equatable {
  var place: String
  var day: Date
  var metres: Int
  var companions: [String]
  var note: String?
}
