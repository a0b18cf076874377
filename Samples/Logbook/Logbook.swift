import Decant
import FoundationEssentials

/// A person's walks, as the current app stores them.
///
/// `Archivable` replaces `NSCoding`: archives store the type's name and version. `Logbook+History`
/// migrates older versions.
struct Logbook: Archivable, Equatable {
  static let archiveName = "Logbook"
  static let formerArchiveNames = ["WalkLog"]
  static let schemaVersion = 3

  var owner: String
  var walks: [Walk]
}

struct Walk: Codable, Equatable {
  var place: String
  var day: Date
  var metres: Int
  var companions: [String]
  var note: String?
}
