import Decant
import FoundationEssentials

/// A person's walks, as the current app stores them.
///
/// `Archivable` takes the place of `NSCoding`: the type has a name in archives, and a version of
/// the documents that it can decode directly. `Logbook+History` migrates older ones.
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
